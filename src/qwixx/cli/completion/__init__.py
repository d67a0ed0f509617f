"""Scripts for tab completion in shells, made from the commands themselves.

- `tree`: what can be completed after each command
- `bash`: the script for bash
- `zsh`: the script for zsh
- `fish`: the script for fish
"""

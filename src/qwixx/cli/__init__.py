"""The command line: `qwixx` and its commands.

- bench, load, play: commands with several modules
- commands: all other commands
- draw: pictures of positions and reviews

- main: runs a command and reports errors
- app: the Typer application with all commands
- help_format: the format of the help texts
- options, server_options, language, matches: options that several commands share
- reading: readers for files and options
- own_bots: makes the user's own bots importable
- console, positions, progress, text_table, match_report: output
- ascii_fallback: output on terminals without Unicode
- errors, exit_codes: errors and exit codes
"""

from .main import main

__all__ = ["main"]

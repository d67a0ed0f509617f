"""`qwixx completion`: print the script for tab completion in a shell."""

from typing import Annotated

import typer

from ..errors import WrongUse


def completion(
    context: typer.Context,
    shell: Annotated[str, typer.Argument(metavar="bash|zsh|fish", help="The shell to complete commands in.")],
) -> None:
    """Print a script that completes commands and options with Tab.

    The script holds everything itself, so that completing is quick. Print it again after an update.

    Examples:
        eval "$(qwixx completion bash)"    # in ~/.bashrc
        eval "$(qwixx completion zsh)"     # in ~/.zshrc, after compinit
        qwixx completion fish > ~/.config/fish/completions/qwixx.fish
    """
    from ..completion.bash import bash_script
    from ..completion.fish import fish_script
    from ..completion.tree import completed
    from ..completion.zsh import zsh_script

    scripts = {"bash": bash_script, "zsh": zsh_script, "fish": fish_script}
    if shell not in scripts:
        raise WrongUse(f"There is no completion for {shell!r}: name bash, zsh or fish.")
    print(scripts[shell](list(completed(context.find_root().command, "qwixx"))), end="")

"""The front door: runs a command and turns what users can cause into one line and an exit code."""

import sys
from collections.abc import Sequence

import typer

# Typer carries a Click of its own and does not export these two.
from typer._click.exceptions import ClickException, UsageError

from qwixx.rules import QwixxError

from .app import app

WRONG_USE = 2
INTERRUPTED = 130


def main(arguments: Sequence[str] | None = None) -> None:
    sys.exit(run(list(sys.argv[1:] if arguments is None else arguments)))


def run(arguments: list[str]) -> int:
    try:
        # Without this mode Click would exit by itself, with a usage text of several lines.
        return int(app(arguments, prog_name="qwixx", standalone_mode=False) or 0)
    except ClickException as error:
        return _refuse(_line(error))
    except QwixxError as error:
        return _refuse(str(error))
    except OSError as error:
        return _refuse(f"{error.filename}: {error.strerror}" if error.filename else str(error))
    except (KeyboardInterrupt, typer.Abort):
        return INTERRUPTED


def _refuse(line: str) -> int:
    print(f"qwixx: {line}", file=sys.stderr)
    return WRONG_USE


def _line(error: ClickException) -> str:
    message = " ".join(error.format_message().split())
    context = error.ctx if isinstance(error, UsageError) else None
    return f"{message} (see {context.command_path} --help)" if context else message

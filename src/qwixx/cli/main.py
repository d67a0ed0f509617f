"""The front door: runs a command and turns what users can cause into one line and an exit code."""

import io
import os
import sys
from collections.abc import Sequence

import typer

from qwixx.rules import QwixxError

from . import ascii_fallback
from .app import app

WRONG_USE = 2
INTERRUPTED = 130
UNHEARD = 1  # as Click and Rich have it


def main(arguments: Sequence[str] | None = None) -> None:
    for name in ("stdin", "stdout", "stderr"):
        if getattr(sys, name) is None:  # whoever called us has closed it
            setattr(sys, name, open(os.devnull, "r+"))  # noqa: PTH123, SIM115
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            # A sign that the terminal cannot show, or that was not typed as text, is no reason to stop.
            stream.reconfigure(errors="replace" if stream is sys.stdin else ascii_fallback.NAME)
    sys.exit(run(list(sys.argv[1:] if arguments is None else arguments)))


def run(arguments: list[str]) -> int:
    try:
        # Without this mode Click would exit by itself, with a usage text of several lines.
        code = int(app(arguments, prog_name="qwixx", standalone_mode=False) or 0)
        sys.stdout.flush()
        return code
    except typer.TyperException as error:
        return _refuse(_line(error))
    except QwixxError as error:
        return _refuse(str(error))
    except BrokenPipeError:
        return _unheard()
    except OSError as error:
        return _refuse(f"{error.filename}: {error.strerror}" if error.filename else str(error))
    except (KeyboardInterrupt, typer.Abort):
        return INTERRUPTED


def _unheard() -> int:
    """Whoever read our output has gone, as `head` does; nothing is wrong, and there is nobody to tell."""
    with open(os.devnull, "w") as nowhere:  # noqa: PTH123
        os.dup2(nowhere.fileno(), sys.stdout.fileno())
    return UNHEARD


def _refuse(line: str) -> int:
    """What the line quotes, a file's name for one, neither breaks it nor steers the terminal."""
    plainly = "".join(sign if sign.isprintable() else "?" for sign in line)
    print(f"qwixx: {plainly}", file=sys.stderr)
    return WRONG_USE


def _line(error: typer.TyperException) -> str:
    message = " ".join(error.format_message().split())
    # Typer does not export the class of usage errors, which know the context of their command.
    context = getattr(error, "ctx", None)
    return f"{message} (see {context.command_path} --help)" if context else message

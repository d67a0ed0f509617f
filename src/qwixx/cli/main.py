"""Runs a command, and turns errors that users can cause into one line and an exit code."""

import io
import os
import sys
from collections.abc import Sequence
from contextlib import suppress

import typer

from qwixx.arena import BotFailure
from qwixx.extras import extra_of, how_to_add
from qwixx.kernel.bots.batch_bot import BatchBotFailure
from qwixx.rules import FormatError, QwixxError, SetupError

from . import ascii_fallback
from .app import app
from .errors import WrongUse, plain_message
from .exit_codes import FAILED, INTERRUPTED, OUTPUT_CLOSED, WRONG_USE
from .language import asked, explained


def main(arguments: Sequence[str] | None = None) -> None:
    for name in ("stdin", "stdout", "stderr"):
        if getattr(sys, name) is None:  # closed by the calling program
            setattr(sys, name, open(os.devnull, "r+"))  # noqa: PTH123, SIM115
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            # Characters that cannot be encoded or decoded are replaced; they do not end the program.
            stream.reconfigure(errors="replace" if stream is sys.stdin else ascii_fallback.NAME)
    sys.exit(run(list(sys.argv[1:] if arguments is None else arguments)))


def run(arguments: list[str]) -> int:
    """Runs one command in this process and returns its exit code."""
    asked.set(None)
    try:
        # In standalone mode Typer would print several lines of usage and exit by itself.
        code = int(app(arguments, prog_name="qwixx", standalone_mode=False) or 0)
        sys.stdout.flush()
        return code
    except typer.TyperException as error:
        return _refuse(_line(error))
    except (BatchBotFailure, BotFailure) as error:
        return _refuse(str(error), FAILED)
    except QwixxError as error:
        return _refuse(_text(error))
    except ModuleNotFoundError as error:
        extra = extra_of(error.name)
        if extra is None:
            raise
        return _refuse(f"This needs {error.name}, which is not installed: {how_to_add(extra)}")
    except BrokenPipeError:
        return _output_closed()
    except SystemExit as end:
        if isinstance(end.__context__, BrokenPipeError):  # Typer and Rich end with exit code 1 then
            return _output_closed()
        raise
    except OSError as error:
        return _refuse(f"{error.filename}: {error.strerror}." if error.filename else f"{error}.")
    except (KeyboardInterrupt, typer.Abort):
        return INTERRUPTED


def _output_closed() -> int:
    """Ends silently after the reader of our output, such as `head`, has gone."""
    with open(os.devnull, "w") as nowhere:  # noqa: PTH123
        os.dup2(nowhere.fileno(), sys.stdout.fileno())
    return OUTPUT_CLOSED


def _refuse(line: str, code: int = WRONG_USE) -> int:
    """Prints the error on one line. Quoted input, such as a file name, may hold control characters."""
    printable = "".join(sign if sign.isprintable() else "?" for sign in line)
    print(f"qwixx: {printable}", file=sys.stderr)
    return code


def _text(error: QwixxError) -> str:
    """The error as a sentence. A bot is one word of the command line, so its line and column say nothing."""
    if isinstance(error, FormatError) and error.what == "bot":
        return error.message
    if isinstance(error, (FormatError, SetupError)):
        with suppress(WrongUse):  # no such language: then it is explained in English
            return explained(error)
    return str(error)


def _line(error: typer.TyperException) -> str:
    message = " ".join(plain_message(error).split())
    # Only usage errors have a context; Typer does not export their class.
    context = getattr(error, "ctx", None)
    return f"{message} (see {context.command_path} --help)" if context else message

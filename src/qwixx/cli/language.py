"""The language of the user: the option --lang, otherwise the locale; and problems explained in it."""

import os
import sys
from contextvars import ContextVar
from typing import Annotated

import typer

from qwixx.locales import FALLBACK, LANGUAGES, Catalogue, UnknownLanguage, catalogue, language_of
from qwixx.rules import FormatError, PositionError, Problem, Reason, SetupError

from .errors import WrongUse

*_others, _last = LANGUAGES

asked: ContextVar[str | None] = ContextVar("asked", default=None)
"""The --lang of the command that runs."""


def _note(lang: str | None) -> str | None:
    asked.set(lang)
    return lang


Language = Annotated[
    str | None,
    typer.Option(
        "--lang",
        metavar="CODE",
        help=f"The language of the output: {', '.join(_others)} or {_last}.",
        show_default="that of your locale",
        callback=_note,
    ),
]


def text_for(lang: str | None, encoding: str) -> Catalogue:
    """The catalogue of texts. English replaces a locale whose letters the terminal cannot show."""
    try:
        text = catalogue(lang or language_of(os.environ))
    except UnknownLanguage as error:
        raise WrongUse(str(error)) from None
    try:
        text.letters().encode(encoding)
    except (UnicodeEncodeError, LookupError):
        if lang:
            raise WrongUse(
                f"The terminal's encoding, {encoding}, cannot show the language {lang}: use a UTF-8 locale."
            ) from None
        return catalogue(FALLBACK)
    return text


def explained(error: FormatError | SetupError, file: str = "") -> str:
    """What is wrong with a text or a setup, in the user's language; with its place in the file."""
    text = text_for(asked.get(), sys.stderr.encoding or "ascii")
    if not error.problem.code:
        return f"{file}: {error}" if file else str(error)
    problem = sentence(text, error.problem)
    if not file and isinstance(error, PositionError):
        file = text("file.position")
    if not file or not isinstance(error, FormatError):
        return problem
    return text("file.place", file=file, line=error.line, column=error.column, problem=problem)


def sentence(text: Catalogue, problem: Problem) -> str:
    """The problem in the language of the texts; without a code it stays English."""
    if not problem.code:
        return problem.message
    values = {
        name: sentence(text, value) if isinstance(value, Problem) else value
        for name, value in problem.values.items()
    }
    if "row" in values:
        values["row"] = text(f"row.{values['row']}")
    if isinstance(problem.code, Reason):
        return text(f"refusal.{problem.code}", **values)
    return text(f"file.{problem.code}", **values)

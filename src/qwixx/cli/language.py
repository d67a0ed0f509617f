"""The language of the user: the option --lang, otherwise the locale."""

import os
from typing import Annotated

import typer

from qwixx.locales import FALLBACK, LANGUAGES, Catalogue, UnknownLanguage, catalogue, language_of

from .errors import WrongUse

*_others, _last = LANGUAGES

Language = Annotated[
    str | None,
    typer.Option(
        "--lang",
        metavar="CODE",
        help=f"The language of the output: {', '.join(_others)} or {_last}.",
        show_default="that of your locale",
    ),
]


def text_for(lang: str | None, encoding: str) -> Catalogue:
    """The catalogue of texts. English replaces a locale whose letters the terminal cannot show."""
    try:
        text = catalogue(lang or language_of(os.environ))
    except UnknownLanguage as error:
        raise WrongUse(f"--lang: {error}.") from None
    try:
        text.letters().encode(encoding)
    except (UnicodeEncodeError, LookupError):
        if lang:
            raise WrongUse(
                f"--lang: the encoding of this terminal, {encoding}, cannot show {lang}: use a UTF-8 locale."
            ) from None
        return catalogue(FALLBACK)
    return text

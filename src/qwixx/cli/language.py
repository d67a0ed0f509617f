"""Which language the player reads: --lang, else the locale."""

import os
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from qwixx.locales import Catalogue

Language = Annotated[
    str | None, typer.Option("--lang", help="en, de, el, pl, tr or uk; else that of your locale.")
]


def text_for(lang: str | None, encoding: str) -> "Catalogue":
    """The catalogue asked for. A terminal that cannot show the locale's letters gets English."""
    from qwixx.locales import FALLBACK, UnknownLanguage, catalogue, language_of

    try:
        text = catalogue(lang or language_of(os.environ))
    except UnknownLanguage as error:
        raise typer.BadParameter(f"{error}.") from None
    try:
        text.letters().encode(encoding)
    except (UnicodeEncodeError, LookupError):
        if lang:
            raise typer.BadParameter(
                f"this terminal's encoding ({encoding}) cannot show {lang}; use a UTF-8 locale."
            ) from None
        return catalogue(FALLBACK)
    return text

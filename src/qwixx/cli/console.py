"""The console that commands draw on, and the words they draw with."""

import os
import shlex
from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console

    from qwixx.rules import Rules

    from .draw.words import Words

USUAL_WIDTH = 80


def make_console() -> "Console":
    """A console that prints text as it is: names of players are never read as mark-up."""
    from rich.console import Console

    console = Console(highlight=False, markup=False, emoji=False)
    if not console.width:  # some programs set COLUMNS=0 if they do not know the width
        console.width = USUAL_WIDTH
    return console


def program() -> str:
    """What the user types to start qwixx; the script ./qwixx of a clone hands over how it was called."""
    return shlex.quote(os.environ.get("QWIXX_COMMAND", "qwixx"))


def words_for(
    console: "Console", rules: "Rules", lang: str | None, names: Sequence[str] | None = None
) -> "Words":
    """Words in the user's language, for the encoding of the console. Unnamed players are counted from 1."""
    from .draw.glyphs import glyphs_for
    from .draw.words import Words
    from .language import text_for

    text = text_for(lang, console.encoding)
    if names is None:
        names = [text("play.seat", number=seat + 1) for seat in rules.seats]
    return Words(text, rules, names, glyphs_for(console.encoding))

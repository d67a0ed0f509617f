"""The console that pictures are printed on: nothing in them is mark-up, whatever players are called."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console

USUAL_WIDTH = 80


def make_console() -> "Console":
    from rich.console import Console

    console = Console(highlight=False, markup=False, emoji=False)
    if not console.width:  # COLUMNS=0, as some programs say where they do not know
        console.width = USUAL_WIDTH
    return console

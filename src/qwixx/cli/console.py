"""The console that pictures are printed on: nothing in them is mark-up, whatever players are called."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console


def make_console() -> "Console":
    from rich.console import Console

    return Console(highlight=False, markup=False, emoji=False)

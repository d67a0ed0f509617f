"""The dice on the table and what they add up to."""

from rich.text import Text

from qwixx.rules import Phase, State

from .glyphs import BANDS
from .words import Words


def dice(words: Words, state: State) -> Text:
    """White dice with their sum; in action 2 each coloured die with its two sums."""
    assert state.roll is not None
    one, two = state.roll.white
    line = Text(words.text("dice.white"), "bold")
    line.append(f" {one} + {two}")
    if state.phase is Phase.WHITE:
        line.append(f" = {one + two}", "bold")
    for row, die in enumerate(state.roll.colours):
        line.append("   ")
        if die is None:
            line.append(f"{words.glyphs.shapes[row]} {words.glyphs.dash}", "dim")
            continue
        line.append(f" {words.glyphs.shapes[row]} {die} ", BANDS[row])
        if state.phase is Phase.COLOUR:
            sums = sorted({die + one, die + two})
            line.append(f" {words.glyphs.arrow} {'/'.join(map(str, sums))}")
    return line

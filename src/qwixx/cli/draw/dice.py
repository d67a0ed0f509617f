"""The dice on the table and what they add up to."""

from rich.text import Text

from qwixx.rules import Phase, State

from .fold import fold
from .glyphs import BANDS
from .words import Words


def dice(words: Words, state: State, width: int | None = None, seat: int | None = None) -> list[Text]:
    """White dice with their sum; in action 2 each coloured die with its two sums.

    The active player sees the sums of action 2 in action 1 too, because the first choice depends on them.
    """
    assert state.roll is not None
    one, two = state.roll.white
    white = Text(words.text("dice.white"), "bold")
    white.append(f" {one} + {two}")
    if state.phase is Phase.WHITE:
        white.append(f" = {one + two}", "bold")
    sums = state.phase is Phase.COLOUR or (state.phase is Phase.WHITE and seat == state.active)
    coloured = [_die(words, state, row, die, sums) for row, die in enumerate(state.roll.colours)]
    return fold([white, *coloured], width, gap="   ")


def _die(words: Words, state: State, row: int, die: int | None, sums: bool) -> Text:
    assert state.roll is not None
    if die is None:
        return Text.assemble((f"{words.glyphs.shapes[row]} {words.glyphs.dash}", "dim"))
    part = Text.assemble((f" {words.glyphs.shapes[row]} {die} ", BANDS[row]))
    if sums:
        both = sorted({die + white for white in state.roll.white})
        part.append(f" {words.glyphs.arrow} {'/'.join(map(str, both))}")
    return part

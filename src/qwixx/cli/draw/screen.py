"""Everything one player sees at once."""

from collections.abc import Iterable, Sequence

from rich.text import Text

from qwixx.rules import Choice, Move, State

from .dice import dice
from .sheet import Cells, sheet, strip
from .track import track as draw_track
from .words import Words


def screen(
    words: Words,
    state: State,
    seat: int,
    options: Sequence[Choice] = (),
    chosen: Choice | None = None,
    *,
    every_sheet: bool = False,
    width: int | None = None,
    height: int | None = None,
) -> list[Text]:
    """The dice, the seat's own sheet, the others' and the track.

    Where they do not all fit, the others' sheets are strips; then the sums of action 2 are left out if that
    is enough.
    Without a height that depends on the number of players.
    """
    rolled = [] if state.roll is None else dice(words, state, width, seat)
    lines = [*rolled]
    marked = cells(words, state, options)
    lines += sheet(words, state, seat, marked, cells(words, state, [chosen] if chosen else []), width)
    others = (*range(seat + 1, words.rules.players), *range(seat))
    sheets = [line for other in others for line in (Text(), *sheet(words, state, other, width=width))]
    spaces = [choice.space for choice in options if isinstance(choice, Move)]
    target = chosen.space if isinstance(chosen, Move) else None
    board = draw_track(words, state, spaces, target, width=width) if words.rules.track else []
    if height is None:
        crowded = words.rules.players > 2 or words.rules.track is not None
    else:
        crowded = _beyond(height, lines, sheets, board)
    if crowded and not every_sheet:
        sheets = [line for other in others for line in strip(words, state, other, width)]
    lines += sheets
    if board and _beyond(height, lines, board):
        board = draw_track(words, state, spaces, target, near=seat, width=width)
    if state.roll and _beyond(height, lines, board):
        without = [*dice(words, state, width), *lines[len(rolled) :]]
        lines = lines if _beyond(height, without, board) else without
    return lines + board


def _beyond(height: int | None, *blocks: Sequence[Text]) -> bool:
    return height is not None and sum(map(len, blocks)) > height


def cells(words: Words, state: State, choices: Iterable[Choice]) -> Cells:
    """The cells that the choices would cross."""
    found = (words.rules.crossed_cell(state, choice) for choice in choices)
    return {cell for cell in found if cell is not None}

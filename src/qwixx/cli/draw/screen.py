"""Everything one player sees at once."""

from collections.abc import Iterable, Sequence

from rich.text import Text

from qwixx.rules import Choice, Cross, Move, State

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
    height: int | None = None,
) -> list[Text]:
    """The own sheet in full, the others' as bars where they would take too much room, the track last."""
    whole = every_sheet or (words.rules.players == 2 and words.rules.track is None)
    lines = [] if state.roll is None else [dice(words, state)]
    marked = cells(words, state, options)
    lines += sheet(words, state, seat, marked, cells(words, state, [chosen] if chosen else []))
    for other in (*range(seat + 1, words.rules.players), *range(seat)):
        lines += [Text(), *sheet(words, state, other)] if whole else strip(words, state, other)
    if words.rules.track is None:
        return lines
    spaces = [choice.space for choice in options if isinstance(choice, Move)]
    target = chosen.space if isinstance(chosen, Move) else None
    board = draw_track(words, state, spaces, target)
    if height is not None and len(lines) + len(board) > height:
        board = draw_track(words, state, spaces, target, near=seat)
    return lines + board


def cells(words: Words, state: State, choices: Iterable[Choice]) -> Cells:
    """The cells that the choices would cross."""
    track, found = words.rules.track, set()
    for choice in choices:
        if isinstance(choice, Cross):
            found.add((choice.row, choice.number))
        elif isinstance(choice, Move) and track and track.needs_cross(state, choice.space):
            place = track.board.spaces[choice.space - 1]
            found.add((place.row, place.number))
    return found

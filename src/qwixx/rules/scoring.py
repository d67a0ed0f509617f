"""Scores: what a sheet is worth part by part, the places, and what ended the game."""

from collections.abc import Collection

from msgspec import Struct

from .cells import closed
from .setup import Setup
from .state import Phase, Sheet, State


class Breakdown(Struct, frozen=True, gc=False):
    """The points of one sheet, part by part."""

    rows: tuple[int, ...]
    """The points of each row."""
    penalties: int
    """The points of the penalties: 0 or less."""
    bonus: int
    """The points of the pawn's space; 0 without a board."""

    @property
    def total(self) -> int:
        return sum(self.rows) + self.penalties + self.bonus


def breakdown(setup: Setup, sheet: Sheet) -> Breakdown:
    points = setup.variant.points
    rows = tuple([points[marks.bit_count()] for marks in sheet.rows])
    return Breakdown(rows, -setup.variant.penalty_points * sheet.penalties, bonus(setup, sheet))


def bonus(setup: Setup, sheet: Sheet) -> int:
    """The points of the pawn's space (B8)."""
    return setup.track.bonuses[sheet.pawn] if setup.track else 0


def score_range(setup: Setup) -> range:
    """All scores that a sheet could have, the impossible ones between them included."""
    variant = setup.variant
    highest = len(variant.rows) * variant.points[-1] + (max(setup.track.bonuses) if setup.track else 0)
    return range(-variant.penalty_points * variant.max_penalties, highest + 1)


def most_turns(setup: Setup) -> int:
    """The most turns a game can have: each adds a cross or a penalty to the active player's sheet."""
    return setup.players * (len(setup.crossing.cells) + setup.variant.max_penalties)


def score(setup: Setup, sheet: Sheet) -> int:
    return breakdown(setup, sheet).total


def scores(setup: Setup, state: State) -> tuple[int, ...]:
    return tuple([score(setup, sheet) for sheet in state.sheets])


def places(setup: Setup, state: State, resigned: Collection[int] = ()) -> tuple[int, ...]:
    """1 for the highest total; equal totals share a place (R15). Seats that resigned share the last place."""
    totals = scores(setup, state)
    playing = [total for seat, total in enumerate(totals) if seat not in resigned] if resigned else totals
    return tuple(
        1 + (len(playing) if seat in resigned else sum(other > total for other in playing))
        for seat, total in enumerate(totals)
    )


def cause(setup: Setup, state: State) -> str | None:
    """What ended the game: `rows`, `penalties` or `board`; `None` while it goes on."""
    if state.phase is not Phase.OVER:
        return None
    if len(closed(setup, state)) >= setup.variant.closed_rows_to_end:
        return "rows"
    if any(sheet.penalties == setup.variant.max_penalties for sheet in state.sheets):
        return "penalties"
    return "board"

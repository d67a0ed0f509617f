"""Closed rows, and the status of every cell: crossed, open or lost."""

from enum import StrEnum

from .setup import Setup
from .state import State


class CellStatus(StrEnum):
    CROSSED = "crossed"
    OPEN = "open"
    """Not crossed yet, and still possible in this game."""
    LOST = "lost"
    """It can never be crossed any more."""


RowStatus = tuple[CellStatus, ...]
"""The status of each cell of a row from the left, then of its lock."""


def closed(setup: Setup, state: State) -> frozenset[int]:
    """The rows whose lock has been crossed (R9)."""
    locks = setup.crossing.locks
    return frozenset(
        [row for sheet in state.sheets for row, marks in enumerate(sheet.rows) if marks & locks[row]]
    )


def cells(setup: Setup, state: State, seat: int) -> tuple[RowStatus, ...]:
    sheet, lengths = state.sheets[seat], setup.crossing.numbers
    return tuple(
        [
            tuple([_status(marks, lost, column) for column in range(len(lengths[row]) + 1)])
            for row, (marks, lost) in enumerate(zip(sheet.rows, lost_cells(setup, state)[seat], strict=True))
        ]
    )


def _status(marks: int, lost: int, column: int) -> CellStatus:
    if marks >> column & 1:
        return CellStatus.CROSSED
    return CellStatus.LOST if lost >> column & 1 else CellStatus.OPEN


def lost_cells(setup: Setup, state: State) -> tuple[tuple[int, ...], ...]:
    """By seat and row: a bit for each lost cell, and then for the lock, as crosses are kept in a sheet."""
    shut, crossing = closed(setup, state), setup.crossing
    tables = [(crossing.lost_in_closed if row in shut else crossing.lost)[row] for row in crossing.rows]
    return tuple(
        [
            tuple([table[marks] for table, marks in zip(tables, sheet.rows, strict=True)])
            for sheet in state.sheets
        ]
    )

"""Closed rows, and the status of every cell: crossed, open or lost."""

from enum import StrEnum
from functools import lru_cache

from .crossing import Crossing
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
    shut, needed = closed(setup, state), setup.variant.crosses_to_close
    return tuple([_lost(setup.crossing, sheet.rows, shut, needed) for sheet in state.sheets])


# A server asks for every sheet after every step, and most sheets have not changed.
@lru_cache(maxsize=4096)
def _lost(crossing: Crossing, rows: tuple[int, ...], closed: frozenset[int], needed: int) -> tuple[int, ...]:
    return tuple(
        [
            2 * lock - 1 & ~marks if row in closed else _lost_in_open_row(marks, closing, lock, needed)
            for row, (marks, closing, lock) in enumerate(
                zip(rows, crossing.closing, crossing.locks, strict=True)
            )
        ]
    )


def _lost_in_open_row(marks: int, closing: int, lock: int, needed: int) -> int:
    """The lock and the cells from `closing` on can be crossed after `needed` of the cells before (R7, L2)."""
    rightmost = marks.bit_length()
    behind = (1 << rightmost) - 1
    reachable = marks.bit_count() + closing - rightmost >= needed
    last = 0 if reachable else 2 * lock - (1 << closing)
    return (behind | last) & ~marks

"""Closed rows, and the status of every cell: crossed, open or lost."""

from enum import StrEnum
from functools import lru_cache

from .setup import Setup
from .state import State


class CellStatus(StrEnum):
    CROSSED = "crossed"
    OPEN = "open"
    """Not crossed yet, and it can still be, however far the game has come."""
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
    crossing, shut = setup.crossing, closed(setup, state)
    needed = setup.variant.crosses_to_close
    return tuple(
        [
            _row(marks, crossing.closing[row], len(crossing.numbers[row]), needed, row in shut)
            for row, marks in enumerate(state.sheets[seat].rows)
        ]
    )


# A server asks for every sheet after every step, and most rows have not changed.
@lru_cache(maxsize=4096)
def _row(marks: int, closing: int, length: int, needed: int, closed: bool) -> RowStatus:
    """The lock and the cells from `closing` on can be crossed after `needed` of the cells before (R7, L2)."""
    behind = [CellStatus.CROSSED if marks >> cell & 1 else CellStatus.LOST for cell in range(length + 1)]
    if closed:
        return tuple(behind)
    rightmost = marks.bit_length()
    reachable = marks.bit_count() + closing - rightmost >= needed
    last = CellStatus.OPEN if reachable else CellStatus.LOST
    return (
        *behind[:rightmost],
        *[CellStatus.OPEN] * (closing - rightmost),
        *[last] * (length + 1 - closing),
    )

"""Which cells of a row can be crossed: the sheet's geometry and the crossing rules (R1, R7, R8, L2, L4)."""

from .errors import Reason
from .state import Sheet
from .variant import Variant

Target = tuple[int, int]
"""A row and a column."""


class LostCells(dict[int, int]):
    """By the marks of a row: the cells, and the lock, that can never be crossed any more, as bits.

    The lock and the cells from `closing` on can be crossed after `needed` of the cells before (R7, L2). An
    entry is computed when it is first asked for.
    """

    def __init__(self, closing: int, lock: int, needed: int) -> None:
        super().__init__()
        self._closing = closing
        self._lock = lock
        self._needed = needed

    def __missing__(self, marks: int) -> int:
        rightmost = marks.bit_length()
        behind = (1 << rightmost) - 1
        reachable = marks.bit_count() + self._closing - rightmost >= self._needed
        last = 0 if reachable else 2 * self._lock - (1 << self._closing)
        self[marks] = found = (behind | last) & ~marks
        return found


class Crossing:
    """Look-up tables of one variant's sheet, so that every question takes a few operations on integers."""

    __slots__ = (
        "_needed",
        "by_colour",
        "by_number",
        "cells",
        "closing",
        "columns",
        "locks",
        "lost",
        "lost_in_closed",
        "numbers",
        "rows",
    )

    def __init__(self, variant: Variant) -> None:
        self.rows = range(len(variant.rows))
        self.numbers = tuple(tuple(cell.number for cell in row) for row in variant.rows)
        self.columns = tuple({number: column for column, number in enumerate(row)} for row in self.numbers)
        self.cells = sorted((row, number) for row in self.rows for number in self.numbers[row])
        self.locks = tuple(1 << len(row) for row in variant.rows)
        self.closing = tuple(len(row) - variant.closing_cells for row in variant.rows)
        self._needed = variant.crosses_to_close
        self.lost = tuple(map(LostCells, self.closing, self.locks, [self._needed] * len(self.locks)))
        # Nothing in a closed row can be crossed: no number of crosses would do, and all its cells are last.
        self.lost_in_closed = tuple(LostCells(0, lock, 2 * lock) for lock in self.locks)
        self.by_number: dict[int, list[Target]] = {}
        self.by_colour: dict[tuple[int, int], list[Target]] = {}
        for row, cells in enumerate(variant.rows):
            for column, cell in enumerate(cells):
                self.by_number.setdefault(cell.number, []).append((row, column))
                self.by_colour.setdefault((cell.colour, cell.number), []).append((row, column))

    def refusal(self, marks: int, row: int, column: int) -> Reason | None:
        """Why the cell cannot be crossed in an open row; `marks` are the crosses in that row."""
        if marks >> column:
            return Reason.LEFT_TO_RIGHT
        if column >= self.closing[row] and marks.bit_count() < self._needed:
            return Reason.TOO_FEW_CROSSES
        return None

    def cross(self, marks: int, row: int, column: int) -> int:
        """The marks after the cross. A closing cell always crosses the lock too (R8)."""
        marks |= 1 << column
        return marks | self.locks[row] if column >= self.closing[row] else marks

    def skipped(self, marks: int, column: int) -> int:
        """The number of cells that a cross gives up."""
        return column - marks.bit_length()

    def lucky(self, sheet: Sheet, open_rows: list[int]) -> set[Target]:
        """The next cells of the open rows with the fewest crosses (L4); some may still be refused (L5)."""
        fewest = min(sheet.rows[row].bit_count() for row in open_rows)
        return {
            (row, sheet.rows[row].bit_length()) for row in open_rows if sheet.rows[row].bit_count() == fewest
        }

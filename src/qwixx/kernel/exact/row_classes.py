"""Row classes: all that matters for the future of a row is its last cross and the number of crosses.

Rows with the same last cell and the same number of crosses are one class; a closed row is one more. A game of
one player is four classes and the penalties, and rows of the same direction may be swapped, as may the two
directions (with every die turned over): that leaves an eighth of the positions.
"""

from functools import cached_property
from itertools import combinations_with_replacement
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from qwixx.rules import SetupError, Sheet, Variant

from .solvable import is_solvable

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]


def pair_number(one: int, other: int) -> int:
    """The number of an unordered pair of numbers."""
    return (one * (one + 1) >> 1) + other if one >= other else (other * (other + 1) >> 1) + one


class Geometry(NamedTuple):
    """The sheet as the compiled programme takes it."""

    faces: int
    half: Ints
    after: Ints
    gain: Floats
    last: Ints


class Classes:
    """The row classes of a variant's sheet, and what a cross makes of them."""

    def __init__(self, variant: Variant) -> None:
        if not is_solvable(variant):
            raise SetupError(
                f"{variant.name} has no exact solution: use classic, the only game that is small enough."
            )
        self.variant = variant
        self.cells = len(variant.rows[0])
        self.closing = self.cells - variant.closing_cells
        pairs = [(last, count) for last in range(self.closing) for count in range(1, last + 2)]
        self.pairs = [(-1, 0), *pairs]
        """Last crossed column and number of crosses, by class; the closed class comes after them."""
        self.closed = len(self.pairs)
        self.index = {pair: number for number, pair in enumerate(self.pairs)}

    @property
    def halves(self) -> int:
        """How many unordered pairs of classes two rows of one direction can be in."""
        return (self.closed + 1) * (self.closed + 2) // 2

    @property
    def positions(self) -> int:
        return self.halves * (self.halves + 1) // 2

    @cached_property
    def last(self) -> Ints:
        return np.array([last for last, _ in self.pairs] + [self.cells - 1])

    @cached_property
    def after(self) -> Ints:
        """The class after crossing a column; -1 where that is not allowed."""
        after = np.full((self.closed + 1, self.cells), -1)
        for number, (last, count) in enumerate(self.pairs):
            for column in range(last + 1, self.cells):
                if column < self.closing:
                    after[number, column] = self.index[column, count + 1]
                elif count >= self.variant.crosses_to_close:
                    after[number, column] = self.closed
        return after

    @cached_property
    def gain(self) -> Floats:
        """The points a cross adds, the lock included."""
        gain = np.zeros((self.closed + 1, self.cells))
        points = self.variant.points
        for number, (_, count) in enumerate(self.pairs):
            gain[number, : self.closing] = points[count + 1] - points[count]
            if count >= self.variant.crosses_to_close:
                gain[number, self.closing :] = points[count + 2] - points[count]
        return gain

    @cached_property
    def half(self) -> Ints:
        """The number of an unordered pair of classes."""
        classes = range(self.closed + 1)
        return np.array([[pair_number(one, other) for other in classes] for one in classes])

    @cached_property
    def geometry(self) -> Geometry:
        return Geometry(self.variant.faces, self.half, self.after, self.gain, self.last)

    def position_number(self, rows: Ints) -> int:
        """The number of the position with rows of these classes: the same for all its mirror images."""
        return pair_number(int(self.half[rows[0], rows[1]]), int(self.half[rows[2], rows[3]]))

    def of(self, sheet: Sheet, closed: frozenset[int]) -> Ints:
        """The classes of a sheet's rows; a row that anybody has closed is closed."""
        return np.array(
            [
                self.closed if row in closed else self.index[marks.bit_length() - 1, marks.bit_count()]
                for row, marks in enumerate(sheet.rows)
            ]
        )

    def layers(self) -> list[Ints]:
        """All positions before the end, most crossed first; a cross never leads back to the same layer."""
        progress = self.last + 1
        halves = np.array(list(combinations_with_replacement(range(self.closed + 1), 2)))
        halves = halves[np.argsort(self.half[halves[:, 0], halves[:, 1]])]
        high, low = np.tril_indices(len(halves))
        states = np.concatenate([halves[high], halves[low]], axis=1)
        states = states[(states == self.closed).sum(axis=1) < self.variant.closed_rows_to_end]
        order = np.argsort(-progress[states].sum(axis=1), kind="stable")
        states = states[order]
        cuts = np.flatnonzero(np.diff(progress[states].sum(axis=1))) + 1
        return [np.ascontiguousarray(layer) for layer in np.split(states, cuts)]

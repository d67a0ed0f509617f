"""The dynamic programme, compiled: the value of a position from those of the positions it leads to.

With the white dice fixed, every choice of action 1 is a constant and each coloured die adds one value of its
own, independent of the others. So the 1,296 throws of the coloured dice become a walk down a sorted list of
at most 24 values, with the chance that the best one is no better.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..engine.compiler import entry, part
from .row_classes import Floats, Geometry, Ints, pair_number

ROWS = 4
NOTHING = -1e18

Values = NDArray[np.float64] | NDArray[np.float32]


joined = part(pair_number)


class Workspace(NamedTuple):
    """Scratch arrays: compiled code allocates nothing."""

    rows: Ints
    """The classes of the position's rows."""
    colour: Floats
    """By row and column: the best value with this cross alone."""
    best: Floats
    """The same, after a cross of action 1 too."""
    values: Floats
    """The values that the throws of the coloured dice can bring, best first."""
    owners: Ints
    """The row of each of them."""

    @staticmethod
    def of(sheet: Geometry) -> "Workspace":
        cells, throws = sheet.after.shape[1], ROWS * sheet.faces
        return Workspace(
            np.empty(ROWS, np.int64),
            np.empty((ROWS, cells)),
            np.empty((ROWS, cells)),
            np.empty(throws),
            np.empty(throws, np.int64),
        )


@part
def place(half: Ints, rows: Ints) -> int:
    """The number of the position (`Classes.position_number`)."""
    return joined(half[rows[0], rows[1]], half[rows[2], rows[3]])


@part
def set_all(values: Floats, value: float) -> None:
    for row in range(values.shape[0]):
        for column in range(values.shape[1]):
            values[row, column] = value


@part
def add_crosses(rows: Ints, base: float, ends: bool, values: Values, sheet: Geometry, best: Floats) -> None:
    """Raises best[row, column] to `base` and what crossing the cell adds; `ends` if closing ends the game."""
    half, after, gain, last = sheet.half, sheet.after, sheet.gain, sheet.last
    cells, closed = after.shape[1], after.shape[0] - 1
    for row in range(ROWS):
        old = rows[row]
        # The row's neighbour has the same direction; the other two rows make the other half.
        beside = half[rows[row ^ 1]]
        across = half[rows[2], rows[3]] if row < 2 else half[rows[0], rows[1]]
        for column in range(last[old] + 1, cells):
            new = after[old, column]
            if new < 0:
                continue
            value = base + gain[old, column]
            if not (new == closed and ends):
                value += values[joined(beside[new], across)]
            best[row, column] = max(best[row, column], value)


@part
def best_throw(
    floor: float, best: Floats, one: int, two: int, faces: int, values: Floats, rows: Ints
) -> float:
    """Expected best of `floor` and the colour crosses, over all throws of the coloured dice."""
    cells = best.shape[1]
    found = 0
    for row in range(ROWS):
        for die in range(1, faces + 1):
            first, second = die + one - 2, die + two - 2
            if row >= 2:
                first, second = cells - 1 - first, cells - 1 - second
            value = max(best[row, first], best[row, second])
            if value > floor:
                at = found
                while at > 0 and values[at - 1] < value:
                    values[at], rows[at] = values[at - 1], rows[at - 1]
                    at -= 1
                values[at], rows[at] = value, row
                found += 1
    worse0, worse1, worse2, worse3 = faces, faces, faces, faces
    left = faces**ROWS
    total = 0.0
    for at in range(found):
        if rows[at] == 0:
            worse0 -= 1
        elif rows[at] == 1:
            worse1 -= 1
        elif rows[at] == 2:
            worse2 -= 1
        else:
            worse3 -= 1
        now = worse0 * worse1 * worse2 * worse3
        total += values[at] * (left - now)
        left = now
    return float((total + floor * left) / faces**ROWS)


@entry
def solve_active(
    states: Ints,
    then: Values,
    failed: Values,
    penalty: float,
    sheet: Geometry,
    space: Workspace,
    out: Values,
) -> None:
    """Values before the player's own roll, from those after: `then`, and `failed` with one more penalty."""
    faces, half, after, gain, last = sheet
    cells, closed = after.shape[1], after.shape[0] - 1
    rows, colour, best, values, owners = space
    for state in range(states.shape[0]):
        any_closed = False
        for row in range(ROWS):
            rows[row] = states[state, row]
            any_closed = any_closed or rows[row] == closed
        here = place(half, rows)
        miss = failed[here] - penalty
        set_all(colour, NOTHING)
        add_crosses(rows, 0.0, any_closed, then, sheet, colour)
        total = 0.0
        for white in range(2, 2 * faces + 1):
            for row in range(ROWS):
                for column in range(cells):
                    best[row, column] = colour[row, column]
            floor = miss
            for row in range(ROWS):
                column = white - 2 if row < 2 else cells - 1 - (white - 2)
                old = rows[row]
                if column <= last[old] or after[old, column] < 0:
                    continue
                floor = max(floor, colour[row, column])
                new = after[old, column]
                if new == closed and any_closed:
                    continue
                rows[row] = new
                first = gain[old, column]
                add_crosses(rows, first, any_closed or new == closed, then, sheet, best)
                rows[row] = old
            for one in range(max(1, white - faces), white // 2 + 1):
                ways = 1.0 if 2 * one == white else 2.0
                total += ways * best_throw(floor, best, one, white - one, faces, values, owners)
        out[here] = total / faces**2


@entry
def solve_passive(
    states: Ints,
    then: Values,
    sheet: Geometry,
    space: Workspace,
    out: Values,
) -> None:
    """Values before another player's roll: action 1 alone."""
    faces, half = sheet.faces, sheet.half
    cells, closed = sheet.after.shape[1], sheet.after.shape[0] - 1
    rows, colour = space.rows, space.colour
    for state in range(states.shape[0]):
        any_closed = False
        for row in range(ROWS):
            rows[row] = states[state, row]
            any_closed = any_closed or rows[row] == closed
        here = place(half, rows)
        set_all(colour, NOTHING)
        add_crosses(rows, 0.0, any_closed, then, sheet, colour)
        total = 0.0
        for white in range(2, 2 * faces + 1):
            best = float(then[here])
            for row in range(ROWS):
                best = max(best, colour[row, white - 2 if row < 2 else cells - 1 - (white - 2)])
            total += best * (faces - abs(white - faces - 1))
        out[here] = total / faces**2

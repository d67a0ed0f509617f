"""The layout of a variant in the kernel: numbers and masks, all derived from the rules.

The cells of a sheet are bits of one whole number, in the order of the action codes: bit c is the cell that
code c + 1 crosses. So a set of legal crosses is one number, and the first option is its lowest bit.
"""

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from qwixx.rules import Rules

from .limits import Unsupported, engine_problem

Ints = npt.NDArray[np.int64]


class Layout(NamedTuple):
    players: int
    faces: int
    needed: int
    """Crosses that a row must have before a closing cell."""
    max_penalties: int
    penalty_points: int
    rows_to_end: int
    all_rows: int
    start: int
    """The cells that an empty sheet may cross."""
    spaces: int
    """On Board: the number of spaces; 0 without a board."""
    reach: int
    last: int
    """On Board: the first of the spaces that begin the final lap."""
    left: Ints
    """By cell: the cells left of it in its row."""
    keep: Ints
    """By cell: the cells that a cross there leaves within reach."""
    row: Ints
    """By cell: the number of its row."""
    closes: Ints
    """By cell: 1 if it closes the row."""
    row_cells: Ints
    """By row: its cells."""
    row_closing: Ints
    """By row: its closing cells."""
    ascending: Ints
    """By row: 1 if its numbers rise from left to right, so that its first cell is its lowest bit."""
    white: Ints
    """By sum: the cells with that number."""
    coloured: Ints
    """By row and sum: the cell with that number."""
    points: Ints
    """By crosses in a row, the lock included."""
    lucky: Ints
    """By seat and sum: 1 if the sum is lucky there."""
    pairs: Ints
    """By seat: its lucky numbers."""
    space_cell: Ints
    """By space, counted from 1: the cell that must be crossed."""
    space_points: Ints


def layout_of(rules: Rules) -> Layout:
    if problem := engine_problem(rules):
        raise Unsupported(problem)
    variant, crossing = rules.variant, rules.crossing
    cells = crossing.cells
    bit = {cell: n for n, cell in enumerate(cells)}
    in_row = [[bit[row, number] for number in crossing.numbers[row]] for row in crossing.rows]
    """By row: its cells from left to right."""
    all_cells = _mask(range(len(cells)))
    closing = [_mask(found[crossing.closing[row] :]) for row, found in enumerate(in_row)]
    place = [(row, crossing.columns[row][number]) for row, number in cells]
    largest = 2 * variant.faces
    spaces = rules.track.targets if rules.track else ()
    board = variant.board
    return Layout(
        players=rules.players,
        faces=variant.faces,
        needed=variant.crosses_to_close,
        max_penalties=variant.max_penalties,
        penalty_points=variant.penalty_points,
        rows_to_end=variant.closed_rows_to_end,
        all_rows=_mask(crossing.rows),
        start=all_cells if variant.crosses_to_close == 0 else all_cells & ~sum(closing),
        spaces=len(spaces),
        reach=board.reach if board else 0,
        last=len(spaces) - board.last + 1 if board else 0,
        left=_ints([_mask(in_row[row][:column]) for row, column in place]),
        keep=_ints([all_cells & ~_mask(in_row[row][: column + 1]) for row, column in place]),
        row=_ints([row for row, _ in place]),
        closes=_ints([column >= crossing.closing[row] for row, column in place]),
        row_cells=_ints([_mask(found) for found in in_row]),
        row_closing=_ints(closing),
        ascending=_ints([found[0] < found[-1] for found in in_row]),
        white=_ints(
            [_mask(bit[row, n] for row in crossing.rows if (row, n) in bit) for n in range(largest + 1)]
        ),
        coloured=_ints(
            [
                [_mask([bit[row, n]] if (row, n) in bit else []) for n in range(largest + 1)]
                for row in crossing.rows
            ]
        ),
        points=_ints(variant.points),
        lucky=_ints([[n in pair for n in range(largest + 1)] for pair in rules.lucky]),
        pairs=_ints(rules.lucky),
        space_cell=_ints([0, *(in_row[row][column] for row, column in spaces)]),
        space_points=_ints([0, *(space.points for space in (board.spaces if board else ()))]),
    )


def _mask(bits: Iterable[int]) -> int:
    return sum(1 << bit for bit in bits)


def _ints(values: object) -> Ints:
    return np.array(values, dtype=np.int64)

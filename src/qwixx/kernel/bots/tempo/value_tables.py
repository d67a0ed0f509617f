"""The values of `tempo` as arrays for compiled code, and the lead they give a sheet."""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from qwixx.rules import Rules

from ...engine.compiled_rules import LOCKS, MARKS, PAWN, PENALTIES
from ...engine.compiler import part, popcount
from ...engine.layout import Ints, Layout
from .values import MANY_READY, POINT, STAGES, WON, Values, next_numbers, row_class

OVER = STAGES
"""The stage after the last: the game is over, and only points count."""
LEAST = -(1 << 60)


class Worth(NamedTuple):
    classes: npt.NDArray[np.uint8]
    """By row and its crossed cells: the class of an open row."""
    next_number: Ints
    """By row and class: a bit for the number of the next cell; nothing if it may not be crossed."""
    throws: npt.NDArray[np.uint8]
    """By such bits: how many throws of the white dice make one of these numbers."""
    rows: Ints
    """By stage and class: an open row, its points included."""
    fits: Ints
    """By stage and number of throws."""
    points: Ints
    """By stage and crosses: a closed row."""
    penalties: Ints
    """By stage and number of penalties."""
    spaces: Ints
    """By stage and space of the pawn."""
    row_bits: int


def worth_of(rules: Rules, values: Values) -> Worth:
    variant, board = rules.variant, rules.variant.board
    point = np.array([*values.points, POINT])[:, None]
    goes_on = np.array([1] * STAGES + [0])[:, None]
    lost = -variant.penalty_points * np.arange(variant.max_penalties + 1)
    won = np.array([0, *(space.points for space in (board.spaces if board else ()))])
    points = point * np.array(variant.points)
    rows = np.array([*values.rows, (0,) * len(values.rows[0])])
    return Worth(
        classes=row_classes(rules),
        next_number=np.array([next_numbers(rules, row) for row in rules.crossing.rows], np.int64),
        throws=_throws(variant.faces),
        rows=np.array(rows + points[:, class_crosses(rules)], np.int64),
        fits=np.array([*values.fits, (0,) * len(values.fits[0])], np.int64),
        points=np.array(points, np.int64),
        penalties=np.array(point * lost + goes_on * np.array([*values.penalties, 0]), np.int64),
        spaces=np.array(point * won + goes_on * np.array(values.spaces), np.int64),
        row_bits=len(variant.rows[0]),
    )


def row_classes(rules: Rules) -> npt.NDArray[np.uint8]:
    """By row and pattern of crosses. The lowest bit of a pattern is the lowest number."""
    crossing, bits = rules.crossing, len(rules.variant.rows[0])
    most = crossing.closing[0]
    patterns = np.arange(1 << bits)
    found = []
    for numbers in crossing.numbers:
        crossed = np.array([patterns >> bit & 1 for bit in np.argsort(numbers).argsort()])
        length = np.where(crossed.any(axis=0), bits - crossed[::-1].argmax(axis=0), 0)
        found.append(np.minimum(row_class(length, crossed.sum(axis=0)), row_class(most, most)))
    return np.array(found, np.uint8)


def class_crosses(rules: Rules) -> Ints:
    """By class: the crosses of an open row."""
    most = rules.crossing.closing[0]
    found = [0] + [crosses for length in range(1, most + 1) for crosses in range(1, length + 1)]
    return np.array(found)


def _throws(faces: int) -> npt.NDArray[np.uint8]:
    sums = np.arange(2, 2 * faces + 1)
    ways = faces - np.abs(sums - faces - 1)
    masks = np.arange(1 << len(sums))
    return np.asarray(sum((masks >> bit & 1) * way for bit, way in enumerate(ways))).astype(np.uint8)


@part
def ahead(layout: Layout, own: int, theirs: int, best: int, over: bool) -> int:
    """The sum of the leads over the other seats; at the end of the game, winning counts most."""
    if over and layout.players > 1 and own != best:
        own += WON if own > best else -WON
    return max(layout.players - 1, 1) * own - theirs


@part
def others_worth(
    layout: Layout, worth: Worth, state: Ints, g: int, seat: int, closed: int, stage: int
) -> tuple[int, int]:
    """The worth of the other sheets: all together, and the best of them."""
    theirs, best = 0, LEAST
    for other in range(layout.players):
        if other != seat:
            value = sheet_worth(
                worth,
                stage,
                state[g, MARKS + other],
                state[g, LOCKS + other],
                closed,
                state[g, PENALTIES + other],
                state[g, PAWN + other],
            )
            theirs += value
            best = max(best, value)
    return theirs, best


@part
def others_ready(layout: Layout, state: Ints, g: int, seat: int, closed: int) -> int:
    ready = 0
    for other in range(layout.players):
        if other != seat:
            ready += ready_rows(layout, state[g, MARKS + other], closed)
    return ready


@part
def ready_rows(layout: Layout, marks: int, closed: int) -> int:
    """How many open rows of a sheet have the crosses to be closed."""
    ready = 0
    for row in range(layout.row_cells.size):
        if not closed >> row & 1 and popcount(marks & layout.row_cells[row]) >= layout.needed:
            ready += 1
    return ready


@part
def stage_number(closed: int, ready: int) -> int:
    return 3 * popcount(closed) + (0 if ready == 0 else 1 if ready < MANY_READY else 2)


@part
def sheet_worth(
    worth: Worth, stage: int, marks: int, locks: int, closed: int, penalties: int, pawn: int
) -> int:
    beside = worth.penalties[stage, penalties] + worth.spaces[stage, pawn]
    return beside + rows_worth(worth, stage, marks, locks, closed)


@part
def rows_worth(worth: Worth, stage: int, marks: int, locks: int, closed: int) -> int:
    total, numbers = 0, 0
    for row in range(worth.classes.shape[0]):
        pattern = marks >> (row * worth.row_bits) & ((1 << worth.row_bits) - 1)
        if closed >> row & 1:
            total += worth.points[stage, popcount(pattern) + (locks >> row & 1)]
        else:
            found = worth.classes[row, pattern]
            total += worth.rows[stage, found]
            numbers |= worth.next_number[row, found]
    return total + worth.fits[stage, worth.throws[numbers]]

"""Observations: what a seat sees, as small whole numbers; `docs/environments.md` explains them.

The sheets come first, the seat's own and then the others clockwise: cells in the order of the action codes,
locks, penalties, the pawn on a board, the lucky numbers. Then the turn: action, active seat counted from the
own, dice, whether the active player has crossed, and on a board who began the final lap.
"""

import numpy as np
import numpy.typing as npt

from qwixx.rules import Rules

from ..engine.compiled_rules import (
    ACTIVE,
    CLOSED,
    CROSSED,
    DIE,
    FINAL,
    LOCKS,
    MARKS,
    OVER,
    PAWN,
    PENALTIES,
    PHASE,
    ROLL,
)
from ..engine.compiler import part
from ..engine.layout import Ints, Layout

Observations = npt.NDArray[np.int8]


def observation_size(rules: Rules) -> int:
    board = rules.track is not None
    rows = len(rules.crossing.rows)
    sheets = sum(len(rules.crossing.cells) + rows + 1 + board + len(pair) for pair in rules.lucky)
    return sheets + 2 + 2 + rows + 1 + board


@part
def write_observation(layout: Layout, state: Ints, g: int, seat: int, rows: Observations, n: int) -> None:
    at, other = 0, seat
    for _ in range(layout.players):
        at = _write_sheet(layout, state, g, other, rows, n, at)
        other = other + 1 if other + 1 < layout.players else 0
    _write_turn(layout, state, g, seat, rows, n, at)


@part
def _write_sheet(layout: Layout, state: Ints, g: int, seat: int, rows: Observations, n: int, at: int) -> int:
    marks, locks = state[g, MARKS + seat], state[g, LOCKS + seat]
    for cell in range(layout.row.size):
        # A signed index might count from the end, and Numba's test for that would keep the loop scalar.
        rows[n, np.uint64(at + cell)] = marks >> cell & 1
    at += layout.row.size
    for row in range(layout.row_cells.size):
        rows[n, at + row] = locks >> row & 1
    at += layout.row_cells.size
    rows[n, at] = state[g, PENALTIES + seat]
    at += 1
    if layout.spaces:
        rows[n, at] = state[g, PAWN + seat]
        at += 1
    for number in range(layout.pairs.shape[1]):
        rows[n, at] = layout.pairs[seat, number]
        at += 1
    return at


@part
def _write_turn(layout: Layout, state: Ints, g: int, seat: int, rows: Observations, n: int, at: int) -> None:
    no_dice = state[g, PHASE] in (ROLL, OVER)
    rows[n, at] = 0 if no_dice else state[g, PHASE]
    rows[n, at + 1] = _from(layout, seat, state[g, ACTIVE])
    at += 2
    for die in range(2):
        rows[n, at + die] = 0 if no_dice else state[g, DIE + die]
    at += 2
    closed = layout.all_rows if no_dice else state[g, CLOSED]
    for row in range(layout.row_cells.size):
        rows[n, at + row] = 0 if closed >> row & 1 else state[g, DIE + 2 + row]
    at += layout.row_cells.size
    rows[n, at] = state[g, CROSSED]
    if layout.spaces:
        final = state[g, FINAL]
        rows[n, at + 1] = 1 + _from(layout, seat, final) if final >= 0 else 0


@part
def _from(layout: Layout, seat: int, other: int) -> int:
    """How many seats clockwise the other one sits."""
    return other - seat if other >= seat else other - seat + layout.players

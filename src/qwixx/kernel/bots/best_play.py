"""The best play of a solved game, compiled: what `expert` chooses when it plays alone.

`qwixx.solver.solution` is the reference. The engine does not use the solver's rows or its programme, so the
mean score of many games checks both.
"""

from functools import cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from qwixx.rules import Rules, Variant

from ..engine.compiled_rules import (
    CHOICE,
    CLOSED,
    FIELDS,
    MARKS,
    OVER,
    PENALTIES,
    PHASE,
    WHITE,
    colour,
    colour_options,
    reveal,
    score,
    white_options,
)
from ..engine.compiler import lowest, part
from ..engine.layout import Ints, Layout
from ..exact.dynamic_program import joined
from ..exact.row_classes import Classes
from ..exact.tables import Programme, Table, load
from .expert.search import copy
from .kinds import SOLVED
from .tempo.search import NOT_ASKED
from .tempo.value_tables import row_classes

AFTER_WHITE, AFTER_COLOUR = range(2)
"""The positions that are tried out."""
LEAST = -1e9


class SolvedGame(NamedTuple):
    """What best play looks up, and room for trying choices: each thread needs its own."""

    classes: npt.NDArray[np.uint8]
    """By row and its crossed cells: the class of an open row."""
    half: Ints
    """By two classes: the number of the pair."""
    values: Table
    """By penalties and number of the position: the points to come."""
    trials: Ints


def solved_game(rules: Rules, table: Table | None = None) -> SolvedGame:
    """The table is that of a game for one player; without one it is loaded, and built when first needed."""
    values = _loaded(rules.variant) if table is None else _values_of(table)
    return SolvedGame(
        row_classes(rules), Classes(rules.variant).half, values, np.zeros((2, FIELDS), np.int64)
    )


@cache
def _loaded(variant: Variant) -> Table:
    """Read and checked once in a process: every game and every thread looks up the same values."""
    return _values_of(load(Programme(variant=variant)))


def _values_of(table: Table) -> Table:
    values = np.asarray(table)[:, 0]
    values.flags.writeable = False  # as it is when it comes from the disk: code is compiled for one of them
    return values


@part
def ask_best_play(
    layout: Layout, solved: SolvedGame | None, players: Ints, state: Ints, g: int, seat: int, phase: int
) -> int:
    """The code of the best choice. Without a solved game, Numba leaves out all that follows."""
    if solved is None:
        return NOT_ASKED
    if players[seat, 0] != SOLVED:
        return NOT_ASKED
    if phase == WHITE:
        return best_white(layout, solved, state, g)[0]
    return best_colour(layout, solved, state, g)[0]


@part
def best_white(layout: Layout, solved: SolvedGame, state: Ints, g: int) -> tuple[int, float]:
    """The best choice of action 1, and its value; of equal choices the first."""
    trials = solved.trials
    options = white_options(layout, state, g, 0)
    code, best, chosen = 0, LEAST, 0
    while True:
        copy(state, g, trials, AFTER_WHITE)
        trials[AFTER_WHITE, CHOICE] = code
        reveal(layout, trials, AFTER_WHITE)
        if trials[AFTER_WHITE, PHASE] == OVER:
            value = float(score(layout, trials, AFTER_WHITE, 0))
        else:
            value = best_colour(layout, solved, trials, AFTER_WHITE)[1]
        if value > best:
            best, chosen = value, code
        if options == 0:
            return chosen, best
        code = 1 + lowest(options)
        options &= options - 1


@part
def best_colour(layout: Layout, solved: SolvedGame, state: Ints, g: int) -> tuple[int, float]:
    """The best choice of action 2, and its value; of equal choices the first."""
    trials = solved.trials
    options = colour_options(layout, state, g)
    code, best, chosen = 0, LEAST, 0
    while True:
        copy(state, g, trials, AFTER_COLOUR)
        colour(layout, trials, AFTER_COLOUR, code)
        value = value_of(layout, solved, trials, AFTER_COLOUR)
        if value > best:
            best, chosen = value, code
        if options == 0:
            return chosen, best
        code = 1 + lowest(options)
        options &= options - 1


@part
def value_of(layout: Layout, solved: SolvedGame, state: Ints, g: int) -> float:
    """The final score to expect from a position before a roll or after the end."""
    value = float(score(layout, state, g, 0))
    if state[g, PHASE] == OVER:
        return value
    half = solved.half
    up = half[_row_class(solved, state, g, 0), _row_class(solved, state, g, 1)]
    down = half[_row_class(solved, state, g, 2), _row_class(solved, state, g, 3)]
    return value + float(solved.values[state[g, PENALTIES], joined(up, down)])


@part
def _row_class(solved: SolvedGame, state: Ints, g: int, row: int) -> int:
    if state[g, CLOSED] >> row & 1:
        return int(solved.half.shape[0]) - 1
    patterns = solved.classes.shape[1]
    return int(solved.classes[row, state[g, MARKS] // patterns**row % patterns])

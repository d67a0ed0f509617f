"""The exact values of many positions in one call."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from qwixx.kernel.bots.best_play import SolvedGame, best_colour, best_white, solved_game, value_of
from qwixx.kernel.engine.compiled_rules import COLOUR, FIELDS, PHASE, WHITE
from qwixx.kernel.engine.compiler import entry
from qwixx.kernel.engine.layout import Ints, Layout, layout_of
from qwixx.kernel.runs.positions import row_of
from qwixx.rules import State

from .solution import Solution


def values(solution: Solution, states: Sequence[State], seat: int = 0) -> npt.NDArray[np.float64]:
    """The values of many positions: `Solution.value` of each, compiled for games of one player."""
    if solution.rules.players != 1:
        return np.array([solution.value(state, seat) for state in states], np.float64)
    rules = solution.rules
    rules.check_seat(seat)
    rows = np.array([row_of(rules, state, 0) for state in states], np.int64).reshape(-1, FIELDS)
    found = np.zeros(len(rows))
    fill_values(layout_of(rules), solved_game(rules, solution.table), rows, found)
    return found


@entry
def fill_values(layout: Layout, solved: SolvedGame, rows: Ints, found: npt.NDArray[np.float64]) -> None:
    for n in range(found.size):
        if rows[n, PHASE] == WHITE:
            found[n] = best_white(layout, solved, rows, n)[1]
        elif rows[n, PHASE] == COLOUR:
            found[n] = best_colour(layout, solved, rows, n)[1]
        else:
            found[n] = value_of(layout, solved, rows, n)

"""Optimal play: solo games played by the kernel with a solved table.

The engine does not use the solver's classes or its programme, so the mean score of many games checks both.
"""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from qwixx.kernel.bots.tempo.value_tables import row_classes
from qwixx.kernel.engine.compiled_rules import (
    CHOICE,
    CLOSED,
    COLOUR,
    FIELDS,
    MARKS,
    OVER,
    PENALTIES,
    PHASE,
    WHITE,
    colour,
    colour_options,
    reveal,
    roll,
    score,
    start,
    start_from,
    white_options,
)
from qwixx.kernel.engine.compiler import entry, lowest, part
from qwixx.kernel.engine.layout import Ints, Layout, layout_of
from qwixx.kernel.engine.results import Results
from qwixx.kernel.runs.games import write_result
from qwixx.kernel.runs.playouts import Place
from qwixx.kernel.runs.positions import row_of
from qwixx.rules import QwixxError, State

from .dynamic_program import joined
from .solution import Solution
from .tables import Table

BLOCK = 2000
"""Games in one call of compiled code; Ctrl-C works between calls."""
NOW, AFTER_WHITE, AFTER_COLOUR = range(3)
"""Places in the kernel's array: the game, and two for trying choices."""
LEAST = -1e9

Classes = npt.NDArray[np.uint8]


def play_best(solution: Solution, games: int, seed: int = 0) -> npt.NDArray[np.int64]:
    """The scores of that many games."""
    if solution.rules.players != 1:
        raise QwixxError("Best play is known for one player only: with others it depends on what they do.")
    layout, classes = layout_of(solution.rules), row_classes(solution.rules)
    half, table = solution.classes.half, solution.table[:, 0]
    state = np.zeros((3, FIELDS), np.int64)
    scores = np.zeros(games, np.int64)
    for begin in range(0, games, BLOCK):
        _play(layout, classes, half, table, state, np.uint64(seed), begin, scores[begin : begin + BLOCK])
    return scores


def play_best_on(solution: Solution, places: Sequence[Place], games: int, seed: int = 0) -> Results:
    """The results of `games` games from each position in turn; game n has the same dice everywhere.

    No position may be in the middle of action 1.
    """
    layout, classes = layout_of(solution.rules), row_classes(solution.rules)
    rows = np.array([row_of(solution.rules, *place) for place in places], np.int64).reshape(-1, FIELDS)
    found = Results.empty(solution.rules, len(rows) * games)
    _play_on(
        layout,
        classes,
        solution.classes.half,
        solution.table[:, 0],
        rows,
        np.zeros((3, FIELDS), np.int64),
        np.uint64(seed),
        games,
        found.scores,
        found.turns,
        found.cause,
        found.penalties,
        found.pawns,
        found.marks,
        found.locks,
    )
    return found


def values(solution: Solution, states: Sequence[State], seat: int = 0) -> npt.NDArray[np.float64]:
    """The values of many positions: `Solution.value` of each, compiled for games of one player."""
    if solution.rules.players != 1:
        return np.array([solution.value(state, seat) for state in states], np.float64)
    rules = solution.rules
    rules.check_seat(seat)
    rows = np.array([row_of(rules, state, 0) for state in states], np.int64).reshape(-1, FIELDS)
    found = np.zeros(len(rows))
    _values(
        layout_of(rules),
        row_classes(rules),
        solution.classes.half,
        solution.table[:, 0],
        rows,
        np.zeros((3, FIELDS), np.int64),
        found,
    )
    return found


@entry
def _values(
    layout: Layout,
    classes: Classes,
    half: Ints,
    table: Table,
    rows: Ints,
    state: Ints,
    found: npt.NDArray[np.float64],
) -> None:
    for n in range(found.size):
        for place in (NOW, AFTER_WHITE, AFTER_COLOUR):
            for field in range(FIELDS):
                state[place, field] = rows[n, field]
        if rows[n, PHASE] == WHITE:
            found[n] = _best_white(layout, classes, half, table, state)[1]
        elif rows[n, PHASE] == COLOUR:
            found[n] = _best_colour(layout, classes, half, table, state)[1]
        else:
            found[n] = _value(layout, classes, half, table, state)


@entry
def _play_on(
    layout: Layout,
    classes: Classes,
    half: Ints,
    table: Table,
    rows: Ints,
    state: Ints,
    seed: np.uint64,
    games: int,
    scores: npt.NDArray[np.int16],
    turns: npt.NDArray[np.int16],
    cause: npt.NDArray[np.uint8],
    penalties: npt.NDArray[np.uint8],
    pawns: npt.NDArray[np.uint8],
    marks: Ints,
    locks: npt.NDArray[np.uint8],
) -> None:
    for n in range(rows.shape[0] * games):
        start_from(state, NOW, rows, n // games, seed, np.uint64(n % games))
        _to_the_end(layout, classes, half, table, state)
        write_result(layout, state, n, scores, turns, cause, penalties, pawns, marks, locks)


@part
def _to_the_end(layout: Layout, classes: Classes, half: Ints, table: Table, state: Ints) -> None:
    while state[NOW, PHASE] != OVER:
        if state[NOW, PHASE] != COLOUR:
            roll(layout, state, NOW)
            state[NOW, CHOICE] = _best_white(layout, classes, half, table, state)[0]
            reveal(layout, state, NOW)
        if state[NOW, PHASE] == COLOUR:
            _copy(state, NOW, AFTER_WHITE)
            colour(layout, state, NOW, _best_colour(layout, classes, half, table, state)[0])


@entry
def _play(
    layout: Layout,
    classes: Classes,
    half: Ints,
    table: Table,
    state: Ints,
    seed: np.uint64,
    first: int,
    scores: Ints,
) -> None:
    for game in range(scores.size):
        start(layout, state, NOW, 0, seed, np.uint64(first + game))
        _to_the_end(layout, classes, half, table, state)
        scores[game] = score(layout, state, NOW, 0)


@part
def _best_white(layout: Layout, classes: Classes, half: Ints, table: Table, state: Ints) -> tuple[int, float]:
    """The best choice of action 1 in the first place of the array, and its value."""
    options = white_options(layout, state, NOW, 0)
    code, best, chosen = 0, LEAST, 0
    while True:
        _copy(state, NOW, AFTER_WHITE)
        state[AFTER_WHITE, CHOICE] = code
        reveal(layout, state, AFTER_WHITE)
        if state[AFTER_WHITE, PHASE] == OVER:
            value = float(score(layout, state, AFTER_WHITE, 0))
        else:
            value = _best_colour(layout, classes, half, table, state)[1]
        if value > best:
            best, chosen = value, code
        if options == 0:
            return chosen, best
        code = 1 + lowest(options)
        options &= options - 1


@part
def _best_colour(
    layout: Layout, classes: Classes, half: Ints, table: Table, state: Ints
) -> tuple[int, float]:
    """The best choice of action 2 in the second place of the array, and its value."""
    options = colour_options(layout, state, AFTER_WHITE)
    code, best, chosen = 0, LEAST, 0
    while True:
        _copy(state, AFTER_WHITE, AFTER_COLOUR)
        colour(layout, state, AFTER_COLOUR, code)
        value = _value(layout, classes, half, table, state)
        if value > best:
            best, chosen = value, code
        if options == 0:
            return chosen, best
        code = 1 + lowest(options)
        options &= options - 1


@part
def _value(layout: Layout, classes: Classes, half: Ints, table: Table, state: Ints) -> float:
    value = float(score(layout, state, AFTER_COLOUR, 0))
    if state[AFTER_COLOUR, PHASE] == OVER:
        return value
    up = half[_row_class(classes, half, state, 0), _row_class(classes, half, state, 1)]
    down = half[_row_class(classes, half, state, 2), _row_class(classes, half, state, 3)]
    return value + float(table[state[AFTER_COLOUR, PENALTIES], joined(up, down)])


@part
def _row_class(classes: Classes, half: Ints, state: Ints, row: int) -> int:
    if state[AFTER_COLOUR, CLOSED] >> row & 1:
        return int(half.shape[0]) - 1
    patterns = classes.shape[1]
    return int(classes[row, state[AFTER_COLOUR, MARKS] // patterns**row % patterns])


@part
def _copy(state: Ints, here: int, there: int) -> None:
    for field in range(FIELDS):
        state[there, field] = state[here, field]

"""Where the values of `tempo` come from: games, and a straight line through what they brought.

Tempo plays against itself, after a few turns at random, so that rare rows are seen too. At the beginning of
every turn we note what each sheet has, and at the end how much further ahead of the others, on average, each
seat got from there: with the game as short as real opponents make it. A linear fit gives each class of rows
its share. Then tempo plays again with the mean of the last fits; after a few rounds the values stand still.
"""

from collections.abc import Callable, Sequence
from itertools import chain
from typing import Any

import numpy as np
import numpy.typing as npt

from qwixx.kernel.choosing import Bots, seat_players
from qwixx.kernel.compiled import entry, part
from qwixx.kernel.engine import CLOSED, FIELDS, MARKS, OVER, PAWN, PENALTIES, PHASE, score, start
from qwixx.kernel.games import play_turn
from qwixx.kernel.layout import Ints, Layout, layout_of
from qwixx.kernel.players import RANDOM, TEMPO, Player
from qwixx.kernel.stream import below, fold
from qwixx.kernel.tempo import ready_rows, row_classes, stage_number
from qwixx.kernel.values import POINT, STAGES, Values
from qwixx.rules import Rules

Matrix = npt.NDArray[np.float64]

BLOCK = 500
"""Games in one call of compiled code; between calls progress is told and Ctrl-C is heard."""
ROWS = 4
FEATURES = ROWS + 2
"""Of a sheet: the classes of its rows, its penalties, its pawn."""
MOST_TURNS = 200
LONGEST_OPENING = 6
"""Fewer turns than this are played at random first."""
PULL = 20.0
"""How many samples the values before are worth: what is rarely seen changes little."""
MEAN_OF = 4
"""So many fits are averaged: a single one swings to and fro."""
WIN = 20 * POINT


def train(
    rules: Rules, rounds: int, games: int, seed: int, tell: Callable[[int, int], None] = lambda *_: None
) -> Values:
    """`tell` is called with the games played and those there will be."""
    layout, classes = layout_of(rules), row_classes(rules)
    values = _nothing_known(rules)
    fits: list[Values] = []
    for round_ in range(rounds):
        size = sum(map(len, values.rows)) + len(values.penalties) + len(values.spaces)
        matrix, target = np.zeros((size, size)), np.zeros(size)
        bots = seat_players(rules, [Player(TEMPO)] * rules.players, values)
        openers = bots._replace(rows=np.array([Player(RANDOM)] * rules.players, np.int64))
        state = np.zeros((1, FIELDS), np.int64)
        seen = np.zeros((MOST_TURNS, rules.players, FEATURES + 1), np.int64)
        found = np.zeros(FEATURES * rules.players, np.int64)
        weights = np.zeros(FEATURES * rules.players)
        for begin in range(round_ * games, (round_ + 1) * games, BLOCK):
            count = min(BLOCK, (round_ + 1) * games - begin)
            collect(
                layout,
                openers,
                bots,
                state,
                np.uint64(seed),
                begin,
                count,
                classes,
                seen,
                found,
                weights,
                matrix,
                target,
            )
            tell(begin + count, rounds * games)
        fits.append(_fit(values, matrix, target))
        values = _mean(fits[-MEAN_OF:])
    return values


def _nothing_known(rules: Rules) -> Values:
    classes = 1 + int(row_classes(rules).max())
    spaces = 1 + (len(rules.track.targets) if rules.track else 0)
    return Values(((0,) * classes,) * STAGES, (0,) * rules.variant.max_penalties, (0,) * spaces, WIN)


def _fit(values: Values, matrix: Matrix, target: Matrix) -> Values:
    before = np.array(_numbers(values)) / POINT
    found = np.linalg.solve(matrix + PULL * np.eye(len(before)), target + PULL * before)
    return _like(values, POINT * found)


def _mean(fits: Sequence[Values]) -> Values:
    return _like(fits[0], np.array([_numbers(values) for values in fits], np.float64).mean(axis=0))


def _numbers(values: Values) -> list[int]:
    return [*chain(*values.rows), *values.penalties, *values.spaces]


def _like(values: Values, numbers: npt.NDArray[Any]) -> Values:
    """Values of the same shape, from the list of numbers."""
    rest = iter([int(number) for number in np.round(numbers)])

    def take(count: int) -> tuple[int, ...]:
        return tuple(next(rest) for _ in range(count))

    rows = tuple(take(len(brings)) for brings in values.rows)
    return Values(rows, take(len(values.penalties)), take(len(values.spaces)), values.win)


@entry
def collect(
    layout: Layout,
    openers: Bots,
    bots: Bots,
    state: Ints,
    seed: np.uint64,
    begin: int,
    count: int,
    classes: npt.NDArray[np.uint8],
    seen: Ints,
    features: Ints,
    weights: Matrix,
    matrix: Matrix,
    target: Matrix,
) -> None:
    """Plays games and adds what they show to the sums of the fit."""
    # Of two players, one's sample is the other's with all signs turned: it says nothing new.
    samples = layout.players if layout.players > 2 else 1
    for game in range(begin, begin + count):
        start(layout, state, 0, game % layout.players, seed, np.uint64(game))
        _, opening = below(fold(seed, np.uint64(game)), np.uint64(LONGEST_OPENING))
        turns, noted = 0, 0
        while state[0, PHASE] != OVER:
            if turns >= opening and noted < seen.shape[0]:
                _note(layout, state, classes, matrix.shape[0], seen, noted)
                noted += 1
            play_turn(layout, openers if turns < opening else bots, state)
            turns += 1
        for n in range(noted):
            for seat in range(samples):
                _add(layout, state, seat, seen, n, features, weights, matrix, target)


@part
def _note(layout: Layout, state: Ints, classes: npt.NDArray[np.uint8], size: int, seen: Ints, n: int) -> None:
    """The numbers of the features of each sheet, -1 for a closed row; then its points."""
    bits = layout.row.size // layout.row_cells.size
    of_spaces = size - layout.spaces - 1
    of_penalties = of_spaces - layout.max_penalties
    ready = 0
    for seat in range(layout.players):
        ready += ready_rows(layout, state[0, MARKS + seat], state[0, CLOSED])
    of_rows = stage_number(state[0, CLOSED], ready) * (of_penalties // STAGES)
    for seat in range(layout.players):
        for row in range(ROWS):
            pattern = state[0, MARKS + seat] >> (row * bits) & ((1 << bits) - 1)
            seen[n, seat, row] = -1 if state[0, CLOSED] >> row & 1 else of_rows + classes[row, pattern]
        seen[n, seat, ROWS] = of_penalties + state[0, PENALTIES + seat]
        seen[n, seat, ROWS + 1] = of_spaces + state[0, PAWN + seat]
        seen[n, seat, FEATURES] = score(layout, state, 0, seat)


@part
def _add(
    layout: Layout,
    state: Ints,
    seat: int,
    seen: Ints,
    n: int,
    features: Ints,
    weights: Matrix,
    matrix: Matrix,
    target: Matrix,
) -> None:
    """One sample: what the seat has more than the others, and how much further ahead it got."""
    brought = 0.0
    length = 0
    for other in range(layout.players):
        weight = 1.0 if other == seat else -1.0 / (layout.players - 1)
        brought += weight * (score(layout, state, 0, other) - seen[n, other, FEATURES])
        for one in range(FEATURES):
            if seen[n, other, one] >= 0:
                features[length], weights[length] = seen[n, other, one], weight
                length += 1
    for one in range(length):
        target[features[one]] += weights[one] * brought
        for two in range(length):
            matrix[features[one], features[two]] += weights[one] * weights[two]

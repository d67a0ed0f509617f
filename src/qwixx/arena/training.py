"""Training of `tempo`: it learns its values from games against itself.

Some games begin with a turn or two at random, so that worse sheets are seen too. At the beginning of every
turn the features of each sheet are noted; the end of the game tells who won. The values are those that make
the winners most likely (a softmax over the worth of the sheets), found by a small gradient step for every
turn of every game; the steps of a value get smaller the more often it has been seen (AdaGrad). Tempo plays
on with the values learned so far. The result is the mean over the second half of the games.

With one player there is no winner: then the values are those that predict the final score best.
"""

import math
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from qwixx.kernel.bots.choosing import Bots, numbers_of, seat_players
from qwixx.kernel.bots.kinds import RANDOM, TEMPO
from qwixx.kernel.bots.players import KernelBot, find_player
from qwixx.kernel.bots.tempo.value_tables import Worth, ready_rows, stage_number
from qwixx.kernel.bots.tempo.values import POINT, STAGES, Values
from qwixx.kernel.engine.compiled_rules import (
    CLOSED,
    FIELDS,
    MARKS,
    OVER,
    PAWN,
    PENALTIES,
    PHASE,
    score,
    start,
)
from qwixx.kernel.engine.compiler import entry, part
from qwixx.kernel.engine.layout import Ints, Layout, layout_of
from qwixx.kernel.engine.stream import below, fold
from qwixx.kernel.runs.games import play_turn
from qwixx.rules import Rules

Floats = npt.NDArray[np.float64]

BLOCK = 1000
"""Games in one call of compiled code, with the same values; Ctrl-C works between calls."""
MOST_TURNS = 200
LONGEST_OPENING = 3
"""Each game starts with fewer than this many random turns."""
SHOWN_FIRST = 0.02
"""The share of games that a simpler bot plays first: without values, tempo would learn from nonsense."""
RATE, RATE_ALONE, RATE_OF_POINTS = 0.1, 1.0, 0.03
"""The first step of a value, in log odds or (alone) in points. A point counts many times: a smaller step."""
FIRST_POINT = 0.08
"""The worth of a point before training."""

ROWS = 4
PENALTY, SPACE, FIT, STAGE, POINTS = range(ROWS, ROWS + 5)
"""The features of a sheet: the values of its rows and of the rest, and its points."""
NOTED = POINTS + 1


class ValuePlaces(NamedTuple):
    """Where in the list of all values each kind begins; the rows come first."""

    classes: int
    fits: int
    penalties: int
    spaces: int
    points: int
    all: int


def train(rules: Rules, games: int, seed: int, tell: Callable[[int, int], None] = lambda *_: None) -> Values:
    """`tell` is called with the number of games played and their total."""
    layout, places = layout_of(rules), _places(rules)
    alone = rules.players == 1
    values = np.zeros(places.all)
    values[places.points :] = 1 if alone else FIRST_POINT
    seen = np.full(places.all, 1.0)
    total, blocks = np.zeros(places.all), 0
    state = np.zeros((1, FIELDS), np.int64)
    noted = np.zeros((MOST_TURNS, rules.players, NOTED), np.int64)
    chances = np.zeros(rules.players)
    gap = find_player("gap")
    assert gap
    for begin in range(0, games, BLOCK):
        count = min(BLOCK, games - begin)
        tempo = seat_players(rules, [KernelBot(TEMPO)] * rules.players, _whole(rules, places, values))
        first, random = _seated(tempo, gap), _seated(tempo, KernelBot(RANDOM))
        bots = first if begin < SHOWN_FIRST * games else tempo
        rate = RATE_ALONE if alone else RATE
        assert tempo.worths
        learn(
            layout,
            tempo.worths[0],
            random,
            bots,
            state,
            np.uint64(seed),
            begin,
            count,
            places,
            noted,
            chances,
            values,
            seen,
            rate,
        )
        if 2 * (begin + count) >= games:
            total += values
            blocks += 1
        tell(begin + count, games)
    return _whole(rules, places, total / blocks)


def _places(rules: Rules) -> ValuePlaces:
    closing, faces = rules.crossing.closing[0], rules.variant.faces
    classes = 1 + closing * (closing + 1) // 2
    fits = STAGES * classes
    penalties = fits + STAGES * (faces**2 + 1)
    spaces = penalties + rules.variant.max_penalties
    points = spaces + 1 + (len(rules.track.targets) if rules.track else 0)
    return ValuePlaces(classes, fits, penalties, spaces, points, points + STAGES)


def _seated(bots: Bots, player: KernelBot) -> Bots:
    return bots._replace(rows=np.array([numbers_of(player)] * len(bots.rows), np.int64))


def _whole(rules: Rules, places: ValuePlaces, values: Floats) -> Values:
    numbers = [int(number) for number in np.round(POINT * values)]

    def by_stage(begin: int, width: int) -> tuple[tuple[int, ...], ...]:
        return tuple(
            tuple(numbers[begin + width * stage : begin + width * (stage + 1)]) for stage in range(STAGES)
        )

    return Values(
        rows=by_stage(0, places.classes),
        fits=by_stage(places.fits, rules.variant.faces**2 + 1),
        points=tuple(numbers[places.points :]),
        penalties=tuple(numbers[places.penalties : places.spaces]),
        spaces=tuple(numbers[places.spaces : places.points]),
    )


@entry
def learn(
    layout: Layout,
    worth: Worth,
    openers: Bots,
    bots: Bots,
    state: Ints,
    seed: np.uint64,
    begin: int,
    count: int,
    places: ValuePlaces,
    noted: Ints,
    chances: Floats,
    values: Floats,
    seen: Floats,
    rate: float,
) -> None:
    """Plays games and improves the values after each."""
    for game in range(begin, begin + count):
        start(layout, state, 0, game % layout.players, seed, np.uint64(game))
        _, opening = below(fold(seed, np.uint64(game)), np.uint64(LONGEST_OPENING))
        turns, notes = 0, 0
        while state[0, PHASE] != OVER:
            if turns >= opening and notes < noted.shape[0]:
                _note(layout, worth, state, places, noted[notes])
                notes += 1
            play_turn(layout, openers if turns < opening else bots, state)
            turns += 1
        for n in range(notes):
            if layout.players == 1:
                _learn_score(score(layout, state, 0, 0), noted[n, 0], values, seen, rate)
            else:
                _learn_winner(layout, state, noted[n], chances, values, seen, rate)


@part
def _note(layout: Layout, worth: Worth, state: Ints, places: ValuePlaces, noted: Any) -> None:
    """The indices of the values that apply to each sheet, -1 for a closed row; then its points."""
    closed = state[0, CLOSED]
    ready = 0
    for seat in range(layout.players):
        ready += ready_rows(layout, state[0, MARKS + seat], closed)
    stage = stage_number(closed, ready)
    for seat in range(layout.players):
        numbers = 0
        for row in range(ROWS):
            pattern = state[0, MARKS + seat] >> (row * worth.row_bits) & ((1 << worth.row_bits) - 1)
            found = worth.classes[row, pattern]
            noted[seat, row] = -1
            if not closed >> row & 1:
                noted[seat, row] = stage * places.classes + found
                numbers |= worth.next_number[row, found]
        noted[seat, PENALTY] = places.penalties + state[0, PENALTIES + seat]
        noted[seat, SPACE] = places.spaces + state[0, PAWN + seat]
        noted[seat, FIT] = places.fits + stage * worth.fits.shape[1] + worth.throws[numbers]
        noted[seat, STAGE] = places.points + stage
        noted[seat, POINTS] = score(layout, state, 0, seat)


@part
def _learn_score(reached: int, sheet: Any, values: Floats, seen: Floats, rate: float) -> None:
    missed = reached - _worth(sheet, values)
    _improve(sheet, values, seen, rate, missed)


@part
def _learn_winner(
    layout: Layout, state: Ints, sheets: Any, chances: Floats, values: Floats, seen: Floats, rate: float
) -> None:
    most, winners = -(1 << 30), 0
    for seat in range(layout.players):
        points = score(layout, state, 0, seat)
        winners = winners + 1 if points == most else 1 if points > most else winners
        most = max(most, points)
    highest, total = -1e9, 0.0
    for seat in range(layout.players):
        chances[seat] = _worth(sheets[seat], values)
        highest = max(highest, chances[seat])
    for seat in range(layout.players):
        chances[seat] = math.exp(chances[seat] - highest)
        total += chances[seat]
    for seat in range(layout.players):
        won = 1 / winners if score(layout, state, 0, seat) == most else 0.0
        missed = won - chances[seat] / total
        _improve(sheets[seat], values, seen, rate, missed)
        step = missed * sheets[seat, POINTS]
        point = sheets[seat, STAGE]
        seen[point] += step * step
        values[point] += RATE_OF_POINTS * step / math.sqrt(seen[point])


@part
def _worth(sheet: Any, values: Floats) -> float:
    total = values[sheet[STAGE]] * sheet[POINTS]
    for one in range(STAGE):
        if sheet[one] >= 0:
            total += values[sheet[one]]
    return float(total)


@part
def _improve(sheet: Any, values: Floats, seen: Floats, rate: float, missed: float) -> None:
    for one in range(STAGE):
        if sheet[one] >= 0:
            seen[sheet[one]] += missed * missed
            values[sheet[one]] += rate * missed / math.sqrt(seen[sheet[one]])

"""The network of `expert`, compiled: what a position is worth to a seat; `weights` is the reference.

The sums of the table's rows are kept for each seat's view. The next position differs in few features, so a
few rows are added and subtracted. All numbers are whole, and single precision holds them exactly.
"""

import math
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from qwixx.rules import Rules

from ...engine.compiled_rules import (
    ACTIVE,
    CLOSED,
    FIELDS,
    FINAL,
    LOCKS,
    MARKS,
    OVER,
    PAWN,
    PENALTIES,
    PHASE,
    score,
)
from ...engine.compiler import part, popcount, routine
from ...engine.layout import Ints, Layout
from ..tempo.value_tables import row_classes
from .features import LEADS, MOST_LEAD, MOST_READY, Places, class_tables, places_of
from .weights import CEILING, WON, is_wide, share_worth, weights_of

PLANS = 64
"""More than the choices that a seat has in action 1."""
TRIALS = 4
UNKNOWN = -1
"""An answer that has not been looked for."""

Floats = npt.NDArray[np.float32]


class Judge(NamedTuple):
    """What `expert` looks up, and room for its thoughts: each thread needs its own."""

    places: Places
    classes: npt.NDArray[np.uint8]
    """By row and its crossed cells: the class of an open row."""
    spot: Ints
    """By class: the cells up to the last cross; see `features.ClassTables`."""
    ready: Ints
    row_bits: int
    lucky: Ints
    """By seat: its lucky numbers."""
    table: Floats
    hidden: Floats
    hidden_bias: Floats
    scale: Floats
    """By hidden value: one over the power of two that divides it."""
    output: Ints
    output_bias: int
    shared: Ints
    """By number of winners: what a shared win is worth."""
    known: Ints
    """By seat: the features of the position that it saw last."""
    features: Ints
    spots: Ints
    """By seat, counted from the one that judges, and row."""
    sums: Floats
    """By seat: the sums of the table's rows for these features."""
    second: Floats
    """The hidden layer."""
    trials: Ints
    """Positions that are tried out."""
    plans: Ints
    """The active player's plans: the codes of the choices in actions 1 and 2, and the space."""
    likely: Ints
    """By seat: its likely choice."""
    answers: Ints
    """By passive seat: its best answer to the best plan if the other passive ones pass, or `UNKNOWN`."""
    remembered: Ints
    """The position in action 1 that the plans and answers are for."""
    found: Ints
    """The number of plans, the best one, and (two players) the one that answers the other, or `UNKNOWN`."""


def judge_of(rules: Rules, file: str = "") -> Judge:
    places, weights, players = places_of(rules), weights_of(rules, file), rules.players
    size = places.wide_size if is_wide(rules, weights) else places.size
    known = np.zeros((players, size), np.int64)
    table = weights.table.astype(np.float32)
    pairs = [pair or (0, 0) for pair in rules.lucky]
    return Judge(
        places=places,
        classes=row_classes(rules),
        spot=class_tables(rules).spot,
        ready=class_tables(rules).ready,
        row_bits=len(rules.variant.rows[0]),
        lucky=np.array(pairs, np.int64),
        table=table,
        hidden=np.ascontiguousarray(weights.hidden, np.float32),  # by columns it would be ten times slower
        hidden_bias=weights.hidden_bias.astype(np.float32),
        scale=(0.5**weights.shift).astype(np.float32),
        output=weights.output,
        output_bias=weights.output_bias,
        shared=np.array([0, *(share_worth(n + 1) for n in range(players))], np.int64),
        known=known,
        features=np.zeros(size, np.int64),
        spots=np.zeros((players, len(rules.variant.rows)), np.int64),
        sums=table[known].sum(1, dtype=np.float32),
        second=np.zeros(len(weights.output), np.float32),
        trials=np.zeros((TRIALS, FIELDS), np.int64),
        plans=np.zeros((PLANS, 3), np.int64),
        likely=np.zeros(players, np.int64),
        answers=np.full(players, UNKNOWN, np.int64),
        remembered=np.full(FIELDS, -1, np.int64),
        found=np.zeros(3, np.int64),
    )


@routine
def worth(layout: Layout, judge: Judge, g: int, seat: int) -> int:
    """What a position among the trials, after a turn, is worth to a seat."""
    state = judge.trials
    if state[g, PHASE] == OVER:
        return _result(layout, judge, state, g, seat)
    _see(layout, judge, state, g, seat)
    _look_up(judge, seat)
    return _log_odds(judge, seat)


@part
def _result(layout: Layout, judge: Judge, state: Ints, g: int, seat: int) -> int:
    own, winners = score(layout, state, g, seat), 1
    for other in range(layout.players):
        if other != seat:
            points = score(layout, state, g, other)
            if points > own:
                return -WON
            winners += points == own
    return judge.shared[winners]


@part
def _see(layout: Layout, judge: Judge, state: Ints, g: int, seat: int) -> None:
    """Writes the features of the position; `features.features_of` is the reference."""
    places, features, players = judge.places, judge.features, layout.players
    closed, lead, best, n = state[g, CLOSED], 0, -(1 << 30), 0
    mine, theirs = 0, 0
    for relative in range(players):
        place = seat + relative if seat + relative < players else seat + relative - players
        base = relative * places.a_seat
        marks, locks, ready = state[g, MARKS + place], state[g, LOCKS + place], 0
        for row in range(judge.classes.shape[0]):
            pattern = marks >> (row * judge.row_bits) & ((1 << judge.row_bits) - 1)
            if closed >> row & 1:
                number = places.open_classes + popcount(pattern) + (locks >> row & 1)
            else:
                number = np.int64(judge.classes[row, pattern])
            features[n] = base + row * places.classes + number
            n += 1
            judge.spots[relative, row] = judge.spot[number]
            ready += judge.ready[number]
        features[n] = base + places.penalties + state[g, PENALTIES + place]
        n += 1
        if layout.spaces:
            features[n] = base + places.pawns + state[g, PAWN + place]
            n += 1
        if judge.lucky[place, 0]:
            features[n] = base + places.lucky + judge.lucky[place, 0]
            features[n + 1] = base + places.lucky + judge.lucky[place, 1]
            n += 2
        points = score(layout, state, g, place)
        if relative == 0:
            lead, mine = points, min(ready, MOST_READY)
        else:
            best, theirs = max(best, points), max(theirs, min(ready, MOST_READY))
    following = state[g, ACTIVE] - seat
    features[n] = places.following + (following if following >= 0 else following + players)
    n += 1
    if layout.spaces:
        began = state[g, FINAL] - seat
        if state[g, FINAL] < 0:
            began = players
        elif began < 0:
            began += players
        features[n] = places.final + began
        n += 1
    lead = min(max(lead - best, -MOST_LEAD), MOST_LEAD) + MOST_LEAD
    features[n] = places.lead + LEADS * popcount(closed) + lead
    if features.size > places.size:
        stage = (popcount(closed) * (MOST_READY + 1) + mine) * (MOST_READY + 1) + theirs
        features[-1] = places.threats + LEADS * stage + lead
        _see_pairs(places, judge.spots, features)


@part
def _see_pairs(places: Places, spots: Ints, features: Ints) -> None:
    """The features of the wide view that belong to two rows of a sheet."""
    number, players, rows = 0, spots.shape[0], spots.shape[1]
    for seat in range(players):
        for row in range(rows):
            for other in range(row + 1, rows):
                both = spots[seat, row] * places.spots + spots[seat, other]
                features[places.size + number] = places.pairs + number * places.spots * places.spots + both
                number += 1


@part
def _look_up(judge: Judge, seat: int) -> None:
    """Brings the sums of the seat up to date with the features."""
    sums = judge.sums[seat]
    for n in range(judge.features.size):
        new, old = judge.features[n], judge.known[seat, n]
        if new != old:
            judge.known[seat, n] = new
            _exchange(sums, judge.table[new], judge.table[old])


@routine
def _exchange(sums: Any, new: Any, old: Any) -> None:
    for i in range(sums.size):
        sums[i] += new[i] - old[i]


@part
def _log_odds(judge: Judge, seat: int) -> int:
    _multiply(judge.sums[seat], judge.hidden, judge.hidden_bias, judge.second)
    found = judge.output_bias
    for j in range(judge.second.size):
        second = math.floor(judge.second[j] * judge.scale[j])
        if second > 0:
            found += min(np.int64(second), CEILING) * judge.output[j]
    return found


# A function of its own that gets plain arrays: only then does the compiler use wide instructions.
@routine
def _multiply(sums: Any, weights: Any, bias: Any, found: Any) -> None:
    """The sums, clipped, times the weights, plus the bias."""
    ceiling = np.float32(CEILING)
    for j in range(found.size):
        found[j] = bias[j]
    for i in range(sums.size):
        first = min(sums[i], ceiling)
        if first > 0:
            for j in range(found.size):
                found[j] += first * weights[i, j]

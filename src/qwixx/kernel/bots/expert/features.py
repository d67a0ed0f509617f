"""The features of a position for the network of `expert`: which rows of its first table are added up.

A position is seen from one seat at the beginning of a turn. Seats are counted from that seat, in the order of
play. Each feature is one of several possibilities, and each possibility has a row of the network's table:

- by seat and row of the sheet: its class. An open row counts by the cells up to its last cross and the
  crosses among them; a closed one by its crosses, the lock included
- by seat: the penalties, the space of the pawn (On Board), and each of the two lucky numbers (Longo)
- who is the next to roll; who began the final lap, if anybody has (On Board)
- the lead in points over the best of the others, by the number of closed rows

A network with a *wide* view has more features, which follow from these:

- by seat and pair of rows: the cells up to the last cross of both
- the lead, by the number of closed rows and the rows that the seat and the others are ready to close
"""

from collections.abc import Iterable
from functools import cache
from itertools import combinations
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from qwixx.rules import Rules, Sheet, State
from qwixx.rules.setup import Setup

from ..tempo.values import row_class

MOST_LEAD = 50
"""Larger leads count as this one."""
LEADS = 2 * MOST_LEAD + 1
MOST_READY = 2
"""More rows that a seat is ready to close count as this many."""

Ints = npt.NDArray[np.int64]


class Places(NamedTuple):
    """Where in the table the possibilities of each kind of feature begin."""

    open_classes: int
    """The classes of open rows; those of closed rows follow them."""
    classes: int
    penalties: int
    pawns: int
    lucky: int
    a_seat: int
    """The possibilities of one seat."""
    following: int
    final: int
    lead: int
    all: int
    size: int
    """The number of features of a position."""
    spots: int
    """A row's possible numbers of cells up to the last cross; one more stands for a closed row."""
    pairs: int
    threats: int
    wide: int
    """The possibilities of all features of a wide view."""
    wide_size: int


@cache
def places_of(rules: Setup) -> Places:
    variant, players = rules.variant, rules.players
    most = rules.crossing.closing[0]
    open_classes = 1 + most * (most + 1) // 2
    classes = open_classes + len(variant.points)
    penalties = len(variant.rows) * classes
    pawns = penalties + variant.max_penalties
    spaces = len(rules.track.targets) if rules.track else 0
    lucky = pawns + (spaces + 1 if spaces else 0)
    a_seat = lucky + (2 * variant.faces + 1 if any(rules.lucky) else 0)
    following = players * a_seat
    final = following + players
    lead = final + (players + 1 if spaces else 0)
    rows, closed = len(variant.rows), variant.closed_rows_to_end
    size = players * (rows + 1 + bool(spaces) + 2 * any(rules.lucky)) + 2 + bool(spaces)
    pairs, spots = lead + LEADS * closed, most + 2
    couples = players * rows * (rows - 1) // 2
    threats = pairs + couples * spots * spots
    return Places(
        open_classes=open_classes,
        classes=classes,
        penalties=penalties,
        pawns=pawns,
        lucky=lucky,
        a_seat=a_seat,
        following=following,
        final=final,
        lead=lead,
        all=pairs,
        size=size,
        spots=spots,
        pairs=pairs,
        threats=threats,
        wide=threats + closed * (MOST_READY + 1) ** 2 * LEADS,
        wide_size=size + couples + 1,
    )


class ClassTables(NamedTuple):
    """What the class of a row says."""

    spot: Ints
    """The cells up to the last cross; for a closed row, one more than are possible."""
    ready: Ints
    """1 if the row is open and has the crosses that closing takes."""


@cache
def class_tables(rules: Setup) -> ClassTables:
    variant, places = rules.variant, places_of(rules)
    spot, ready = np.full(places.classes, places.spots - 1), np.zeros(places.classes, np.int64)
    spot[0] = 0
    for length in range(1, places.spots - 1):
        for crosses in range(1, length + 1):
            number = row_class(length, crosses)
            spot[number], ready[number] = length, crosses >= variant.crosses_to_close
    return ClassTables(spot, ready)


def widened(rules: Setup, features: Ints) -> Ints:
    """The features of the wide view, by position, from the others, which come first."""
    places, tables, players = places_of(rules), class_tables(rules), rules.players
    rows, count = len(rules.variant.rows), len(features)
    block = (places.size - 2 - bool(rules.track)) // players
    seats = features[:, : players * block].reshape(count, players, block)[:, :, :rows]
    base = np.arange(players)[:, None] * places.a_seat + np.arange(rows) * places.classes
    classes = seats - base
    spot, ready = tables.spot[classes], tables.ready[classes].sum(2).clip(max=MOST_READY)
    couples = list(combinations(range(rows), 2))
    one, other = (spot[:, :, [couple[n] for couple in couples]] for n in (0, 1))
    number = np.arange(players * len(couples)).reshape(players, -1)
    pairs = places.pairs + (number * places.spots + one) * places.spots + other
    stage, lead = np.divmod(features[:, -1] - places.lead, LEADS)
    mine, theirs = ready[:, 0], ready[:, 1:].max(1)
    stage = (stage * (MOST_READY + 1) + mine) * (MOST_READY + 1) + theirs
    threat = places.threats + stage * LEADS + lead
    return np.concatenate((features, pairs.reshape(count, -1), threat[:, None]), 1)


def features_of(rules: Rules, state: State, seat: int) -> list[int]:
    """The features of a position before a roll, as a seat sees it: rows of the network's table."""
    return features_of_all(rules, [state], seat)[0]


def features_of_all(rules: Rules, states: Iterable[State], seat: int) -> list[list[int]]:
    """By position: its features. Sheets that several of the positions share are read once."""
    places, players = places_of(rules), rules.players
    order = [(seat + n) % players for n in range(players)]
    known: dict[tuple[int, Sheet, frozenset[int]], tuple[list[int], int]] = {}
    every = []
    for state in states:
        closed, found, scores = rules.closed(state), [], []
        for n, place in enumerate(order):
            sheet = state.sheets[place]
            read = known.get((n, sheet, closed))
            if read is None:
                features = _of_sheet(places, sheet, closed, n * places.a_seat)
                features += [n * places.a_seat + places.lucky + number for number in rules.lucky[place]]
                read = known[n, sheet, closed] = features, rules.score(sheet)
            found += read[0]
            scores.append(read[1])
        found.append(places.following + (state.active - seat) % players)
        if rules.track:
            found.append(places.final + (players if state.final is None else (state.final - seat) % players))
        lead = min(max(scores[0] - max(scores[1:]), -MOST_LEAD), MOST_LEAD) + MOST_LEAD
        found.append(places.lead + LEADS * len(closed) + lead)
        every.append(found)
    return every


def _of_sheet(places: Places, sheet: Sheet, closed: frozenset[int], base: int) -> list[int]:
    """The features of one sheet except its lucky numbers; those of its seat begin at `base`."""
    found = []
    for row, marks in enumerate(sheet.rows):
        crosses = marks.bit_count()
        number = places.open_classes + crosses if row in closed else row_class(marks.bit_length(), crosses)
        found.append(base + row * places.classes + number)
    found.append(base + places.penalties + sheet.penalties)
    if places.pawns < places.lucky:
        found.append(base + places.pawns + sheet.pawn)
    return found

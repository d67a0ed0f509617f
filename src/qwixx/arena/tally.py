"""Sums over deals: whole numbers, so that no division or order of the work changes a result."""

from collections.abc import Sequence

import numpy as np

from qwixx.kernel.engine.results import CAUSES
from qwixx.rules import Rules
from qwixx.rules.scoring import most_turns, score_range

from .outcomes import Ints, Outcomes
from .seatings import Order

WIN = 60
"""Points for an outright win: divisible among two to five winners without a remainder."""


Seated = tuple[Sequence[Order], Outcomes]
"""Games, and the orders that they stand for: several if some bots have the same name."""


class Tally:
    """The results of a match so far. Its size does not depend on the number of games.

    A deal is one seed of dice, the unit of all intervals. `played` of its games are played, and `counted`
    orders of the bots are counted: more if some bots have the same name. `sums` and `products` are over its
    four numbers for each of n bots: points by bot, scores by bot, points by seat, scores by seat. With
    `details`, the sheets are counted too.
    """

    def __init__(self, rules: Rules, played: int, counted: int, details: bool = False) -> None:
        n, rows = rules.players, rules.variant.rows
        scores = score_range(rules)
        self.players = n
        self.played = played
        self.counted = counted
        self.details = details
        self.lowest_score = scores[0]
        shapes: dict[str, tuple[int, ...]] = {
            "deals": (),
            "sums": (4 * n,),
            "products": (4 * n, 4 * n),
            "causes": (len(CAUSES),),
            "turns": (most_turns(rules) + 1,),
        }
        if details:
            shapes |= {
                "scores": (n, len(scores)),
                "penalties": (n, rules.variant.max_penalties + 1),
                "locks": (n, len(rows) + 1),
                "crosses": (n, len(rows), len(rules.variant.points)),
                "cells": (n, len(rows), max(map(len, rows)) + 1),
            }
        self.counts: dict[str, Ints] = {name: np.zeros(shape, np.int64) for name, shape in shapes.items()}

    def __getitem__(self, name: str) -> Ints:
        return self.counts[name]

    @property
    def deals(self) -> int:
        return int(self["deals"])

    @property
    def games(self) -> int:
        return self.deals * self.played

    def merge(self, other: "Tally") -> None:
        for name, count in other.counts.items():
            self.counts[name] += count

    def add(self, seated: Sequence[Seated]) -> None:
        """Whole deals: the games of each seating, all of the same deals in the same order."""
        assert len(seated) == self.played
        assert sum(len(orders) for orders, _ in seated) == self.counted
        numbers = sum(self._numbers(orders, games) for orders, games in seated)
        assert isinstance(numbers, np.ndarray)
        self.counts["deals"] += len(numbers)
        self.counts["sums"] += numbers.sum(axis=0)
        # Floating point is exact for whole numbers of this size, and much faster.
        exact = numbers.astype(np.float64)
        self.counts["products"] += (exact.T @ exact).astype(np.int64)
        for orders, games in seated:
            self.counts["causes"] += np.bincount(games.causes, minlength=len(CAUSES))
            self.counts["turns"] += np.bincount(games.turns, minlength=len(self["turns"]))
            if self.details:
                self._count_sheets(orders, games)

    def _numbers(self, orders: Sequence[Order], games: Outcomes) -> Ints:
        """A line for each deal."""
        points, seats = win_points(games.scores), _seats(orders)
        by_seat = (len(orders) * points, len(orders) * games.scores)
        return np.concatenate([points @ seats, games.scores @ seats, *by_seat], axis=1)

    def _count_sheets(self, orders: Sequence[Order], games: Outcomes) -> None:
        sheets, seats = games.sheets(), _seats(orders)
        self.counts["cells"] += np.tensordot(seats, sheets.cells, axes=(0, 0))
        for seat in range(self.players):
            self._histogram("scores", seats[seat], games.scores[:, seat] - self.lowest_score)
            self._histogram("penalties", seats[seat], sheets.penalties[:, seat])
            self._histogram("locks", seats[seat], sheets.locks[:, seat].sum(axis=1))
            for row in range(sheets.crosses.shape[2]):
                self._histogram("crosses", seats[seat], sheets.crosses[:, seat, row], row)

    def _histogram(self, name: str, by_bot: Ints, values: Ints, row: int | None = None) -> None:
        """Counts the values of a seat for each bot, as often as it sits there."""
        counts = self[name] if row is None else self[name][:, row]
        counts += np.outer(by_bot, np.bincount(values, minlength=counts.shape[1]))


def _seats(orders: Sequence[Order]) -> Ints:
    """By seat and bot: how many of the orders put the bot there."""
    counts = np.zeros((len(orders[0]), len(orders[0])), np.int64)
    for order in orders:
        counts[range(len(order)), order] += 1
    return counts


def win_points(scores: Ints) -> Ints:
    """Equal totals share the win (R15)."""
    winners = (scores == scores.max(axis=1, keepdims=True)).astype(np.int64)
    points: Ints = winners * (WIN // winners.sum(axis=1, keepdims=True))
    return points

"""Sums over deals: whole numbers, so that no division or order of the work changes a result."""

from collections.abc import Sequence

import numpy as np

from qwixx.kernel.engine.results import CAUSES
from qwixx.rules import Rules
from qwixx.rules.scoring import most_turns, score_range

from .outcomes import Ints, Outcomes

WIN = 60
"""Points for an outright win: divisible among two to five winners without a remainder."""


class Tally:
    """The results of a match so far. Its size does not depend on the number of games.

    A deal is one seed of dice, played in `seatings` seatings: the unit of all intervals. `sums` and
    `products` are over its four numbers for each of n bots: points by bot, scores by bot, points by seat,
    scores by seat. With `details`, the sheets are counted too.
    """

    def __init__(self, rules: Rules, seatings: int, details: bool = False) -> None:
        n, rows = rules.players, rules.variant.rows
        scores = score_range(rules)
        self.players = n
        self.seatings = seatings
        self.details = details
        self.lowest_score = scores[0]
        shapes: dict[str, tuple[int, ...]] = {
            "deals": (),
            "sums": (4 * n,),
            "products": (4 * n, 4 * n),
            "causes": (len(CAUSES),),
            "turns": (most_turns(rules) + 1,),
            "places": (n**n,),
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
        return self.deals * self.seatings

    def merge(self, other: "Tally") -> None:
        for name, count in other.counts.items():
            self.counts[name] += count

    def add(self, seatings: Sequence[tuple[int, Outcomes]]) -> None:
        """Whole deals: each rotation's games, all of the same deals in the same order."""
        assert len(seatings) == self.seatings
        numbers = sum(self._numbers(rotation, games) for rotation, games in seatings)
        assert isinstance(numbers, np.ndarray)
        self.counts["deals"] += len(numbers)
        self.counts["sums"] += numbers.sum(axis=0)
        # Floating point is exact for whole numbers of this size, and much faster.
        exact = numbers.astype(np.float64)
        self.counts["products"] += (exact.T @ exact).astype(np.int64)
        for rotation, games in seatings:
            self._count(rotation, games)

    def _numbers(self, rotation: int, games: Outcomes) -> Ints:
        """A line for each deal. The bot in a seat is that of number seat + rotation."""
        points = win_points(games.scores)
        by_bot = (np.roll(points, rotation, axis=1), np.roll(games.scores, rotation, axis=1))
        return np.concatenate([*by_bot, points, games.scores], axis=1)

    def _count(self, rotation: int, games: Outcomes) -> None:
        scores = np.roll(games.scores, rotation, axis=1)
        self.counts["causes"] += np.bincount(games.causes, minlength=len(CAUSES))
        self.counts["turns"] += np.bincount(games.turns, minlength=len(self["turns"]))
        self.counts["places"] += np.bincount(_place_codes(scores), minlength=len(self["places"]))
        if self.details:
            self._count_sheets(rotation, games)

    def _count_sheets(self, rotation: int, games: Outcomes) -> None:
        sheets = games.sheets()
        self.counts["cells"] += np.roll(sheets.cells, rotation, axis=0)
        for seat in range(self.players):
            bot = (seat + rotation) % self.players
            self._histogram(self["scores"][bot], games.scores[:, seat] - self.lowest_score)
            self._histogram(self["penalties"][bot], sheets.penalties[:, seat])
            self._histogram(self["locks"][bot], sheets.locks[:, seat].sum(axis=1))
            for row, counts in enumerate(self["crosses"][bot]):
                self._histogram(counts, sheets.crosses[:, seat, row])

    @staticmethod
    def _histogram(counts: Ints, values: Ints) -> None:
        counts += np.bincount(values, minlength=len(counts))


def win_points(scores: Ints) -> Ints:
    """Equal totals share the win (R15)."""
    winners = (scores == scores.max(axis=1, keepdims=True)).astype(np.int64)
    points: Ints = winners * (WIN // winners.sum(axis=1, keepdims=True))
    return points


def _place_codes(scores: Ints) -> Ints:
    """The places of all bots in one number: the first bot's place, from 0, is the lowest digit, base n."""
    players = scores.shape[1]
    places = (scores[:, None, :] > scores[:, :, None]).sum(axis=2)
    codes: Ints = places @ players ** np.arange(players)
    return codes


def places_of(code: int, players: int) -> tuple[int, ...]:
    """The places that a code in `places` means, from 0, by bot."""
    return tuple(code // players**bot % players for bot in range(players))

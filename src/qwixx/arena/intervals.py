"""95 % confidence intervals, computed over deals.

The games of one deal share their dice, so they are not independent; deals are. So every mean here is a mean
over deals, and its error comes from the differences between deals.
"""

from math import inf, sqrt
from statistics import NormalDist
from typing import NamedTuple

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from .tally import WIN, Tally

Floats = NDArray[np.float64]

Z: float = NormalDist().inv_cdf(0.975)


class Interval(Struct, frozen=True):
    value: float
    low: float
    high: float


class Means(Struct, frozen=True):
    """The mean and variance of one number over the deals played."""

    deals: int
    mean: float
    variance: float


def share(means: Means, players: int) -> Interval:
    """A win share. Its interval adds Z² imaginary deals at the rate of an even match.

    Agresti and Coull's correction, for deals: a plain interval would have no width after ten wins in ten
    deals, though little is certain then. In a long match it makes no difference.
    """
    low, high = around(*smoothed(means, players))
    return Interval(means.mean, max(0.0, low), min(1.0, high))


def smoothed(means: Means, players: int) -> tuple[float, float]:
    """The middle of a win share's interval, and its standard error."""
    deals = means.deals + Z**2
    even = Z**2 / players
    middle = (means.deals * means.mean + even) / deals
    squares = means.deals * (means.variance + means.mean**2) + even
    return middle, sqrt((squares / deals - middle**2) / deals)


class WinShares(NamedTuple):
    """The win shares of all bots of a match: their means and covariances over the deals played."""

    deals: int
    shares: Floats
    covariance: Floats

    def smoothed(self) -> tuple[Floats, Floats]:
        """The shares, and the covariance of their errors, with Z² more deals as in `smoothed`."""
        deals, even = self.deals + Z**2, Z**2 / len(self.shares)
        middle = (self.deals * self.shares + even) / deals
        squares = self.deals * (self.covariance + np.outer(self.shares, self.shares))
        squares += np.diag([even] * len(self.shares))
        return middle, (squares / deals - np.outer(middle, middle)) / deals


def mean(means: Means) -> Interval:
    """The mean of any number, by Student's t."""
    if means.deals < 2:
        return Interval(means.mean, -inf, inf)
    freedom = means.deals - 1
    margin = student(freedom) * sqrt(means.variance / freedom)
    return Interval(means.mean, means.mean - margin, means.mean + margin)


def around(middle: float, error: float) -> tuple[float, float]:
    return middle - Z * error, middle + Z * error


STUDENT = (12.7062, 4.3027, 3.1824, 2.7764, 2.5706, 2.4469, 2.3646, 2.3060, 2.2622)


def student(freedom: int) -> float:
    """The 97.5 % point of Student's t, by Cornish and Fisher's expansion where that is good to 0.001."""
    if freedom <= len(STUDENT):
        return STUDENT[freedom - 1]
    cube, fifth, seventh = Z**3, Z**5, Z**7
    first = (cube + Z) / (4 * freedom)
    second = (5 * fifth + 16 * cube + 3 * Z) / (96 * freedom**2)
    third = (3 * seventh + 19 * fifth + 17 * cube - 15 * Z) / (384 * freedom**3)
    return float(Z + first + second + third)


class Estimates:
    """The estimates of a tally."""

    def __init__(self, tally: Tally) -> None:
        self.tally = tally

    def share(self, bot: int) -> Interval:
        return share(self.win_means(bot), self.tally.players)

    def score(self, bot: int) -> Interval:
        return mean(self._means({self.tally.players + bot: 1}, self.tally.counted))

    def difference(self, bot: int, other: int) -> Interval:
        """How many points more the bot scores than the other, on the same dice."""
        n = self.tally.players
        return mean(self._means({n + bot: 1, n + other: -1}, self.tally.counted))

    def seat_share(self, seat: int) -> Interval:
        means = self._means({2 * self.tally.players + seat: 1}, self.tally.counted * WIN)
        return share(means, self.tally.players)

    def seat_score(self, seat: int) -> Interval:
        return mean(self._means({3 * self.tally.players + seat: 1}, self.tally.counted))

    def win_means(self, bot: int) -> Means:
        return self._means({bot: 1}, self.tally.counted * WIN)

    def win_shares(self) -> WinShares:
        tally, n = self.tally, self.tally.players
        sums = [int(total) for total in tally["sums"][:n]]
        unit = (tally.deals * tally.counted * WIN) ** 2
        covariance = [
            [(tally.deals * int(tally["products"][i, j]) - sums[i] * sums[j]) / unit for j in range(n)]
            for i in range(n)
        ]
        shares = [total / (tally.deals * tally.counted * WIN) for total in sums]
        return WinShares(tally.deals, np.array(shares), np.array(covariance))

    def _means(self, weights: dict[int, int], unit: int) -> Means:
        """The means of a weighted sum of a deal's numbers, in units."""
        sums, products, deals = self.tally["sums"], self.tally["products"], self.tally.deals
        total = sum(weight * int(sums[i]) for i, weight in weights.items())
        squares = sum(
            one * two * int(products[i, j]) for i, one in weights.items() for j, two in weights.items()
        )
        # Integers until the last division, so that a zero variance is exactly 0.
        return Means(deals, total / (deals * unit), (deals * squares - total**2) / (deals * unit) ** 2)

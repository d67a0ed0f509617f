"""Ratings from the results of many matches."""

from collections.abc import Mapping
from math import log

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from .intervals import Means, Z, smoothed
from .optional import need
from .tally import Tally, places_of

Floats = NDArray[np.float64]

ELO = 400 / log(10)
"""Rating points per unit of log odds: 400 points are odds of ten to one, as in chess."""
MOST_ROUNDS = 100
MOST_RATED = 2000
"""The most games of a match that openskill gets: it takes them one by one."""


class BotRating(Struct, frozen=True):
    bot: str
    rating: float
    low: float
    high: float


def bradley_terry(bots: list[str], matches: Mapping[tuple[int, int], Means]) -> list[BotRating]:
    """Ratings from win shares of pairs; their mean is 0.

    A bot's chance against another is 1 / (1 + 10^((other - own) / 400)). The errors come from the differences
    between deals, through the derivative of the fit (the sandwich formula), and so account for the pairing.
    """
    n = len(bots)
    shares, errors, weights = np.full((n, n), 0.5), np.zeros((n, n)), np.zeros((n, n))
    for (one, two), means in matches.items():
        share, error = smoothed(means, 2)
        shares[one, two], shares[two, one] = share, 1 - share
        errors[one, two] = errors[two, one] = error
        weights[one, two] = weights[two, one] = means.deals
    strengths = _fit(shares, weights)
    inverse = np.linalg.pinv(_information(strengths, weights))
    # The gradient's covariance: what a pair of bots adds to one of them it subtracts from the other.
    noise = (weights * errors) ** 2
    spread = np.diag(noise.sum(axis=1)) - noise
    error = np.sqrt(np.diag(inverse @ spread @ inverse)) * ELO
    return [
        BotRating(bot, float(middle), float(middle - Z * width), float(middle + Z * width))
        for bot, middle, width in zip(bots, strengths * ELO, error, strict=True)
    ]


def chances(strengths: Floats) -> Floats:
    return 1 / (1 + np.exp(strengths[None, :] - strengths[:, None]))


def _information(strengths: Floats, weights: Floats) -> Floats:
    """The negative second derivative of the log likelihood."""
    chance = chances(strengths)
    slopes = weights * chance * (1 - chance)
    return np.diag(slopes.sum(axis=1)) - slopes


def _fit(shares: Floats, weights: Floats) -> Floats:
    """Newton's method; a pseudo-inverse keeps the mean at 0."""
    strengths = np.zeros(len(shares))
    for _ in range(MOST_ROUNDS):
        gradient = (weights * (shares - chances(strengths))).sum(axis=1)
        step = np.linalg.pinv(_information(strengths, weights)) @ gradient
        # Far from the solution a full step could overshoot.
        strengths += step / max(1.0, float(np.abs(step).max()))
        if np.abs(step).max() < 1e-9:
            break
    return strengths


def openskill(bots: list[str], matches: Mapping[tuple[int, ...], Tally], seed: int) -> list[BotRating]:
    """For tables of more than two: Plackett and Luce's model, as openskill updates it game by game.

    The games come in an order drawn from the seed. The intervals are openskill's own, 1.96 sigma each way.
    """
    models = need("openskill.models", "plots", "a ladder of more than two players")
    model = models.PlackettLuce()
    ratings = [model.rating(name=bot) for bot in bots]
    for table, places in _games(matches, seed):
        rated = model.rate([[ratings[bot]] for bot in table], ranks=[float(place) for place in places])
        for bot, (rating,) in zip(table, rated, strict=True):
            ratings[bot] = rating
    return [
        BotRating(bot, rating.mu, rating.mu - Z * rating.sigma, rating.mu + Z * rating.sigma)
        for bot, rating in zip(bots, ratings, strict=True)
    ]


def _games(
    matches: Mapping[tuple[int, ...], Tally], seed: int
) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Who played, and their places: as many of each kind as there were, or a sample of them."""
    rng = np.random.default_rng(seed)
    games = []
    for table, tally in matches.items():
        counts = tally["places"]
        if counts.sum() > MOST_RATED:
            counts = rng.multinomial(MOST_RATED, counts / counts.sum())
        for code in np.flatnonzero(counts):
            games += [(table, places_of(int(code), len(table)))] * int(counts[code])
    return [games[n] for n in rng.permutation(len(games))]

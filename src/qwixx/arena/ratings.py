"""Ratings from the results of many matches, and how well they explain these results.

The model is Luce's: at a table, a bot's chance to win is its strength over the sum of all strengths there.
For two bots that is Bradley and Terry's model. A rating is 400 times the decimal logarithm of a strength.
"""

from collections.abc import Mapping, Sequence
from math import erfc, exp, lgamma, log, sqrt
from typing import NamedTuple

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from .intervals import WinShares, Z

Floats = NDArray[np.float64]

ELO = 400 / log(10)
"""Rating points per unit of log odds: 400 points are odds of ten to one, as in chess."""
MOST_ROUNDS = 100
RELATIVE_ZERO = 1e-9


class BotRating(Struct, frozen=True):
    bot: str
    rating: float
    low: float
    high: float


class Fit(Struct, frozen=True):
    """How well the ratings explain the win shares: chi-square, and where they are furthest off."""

    chi_square: float
    freedom: int
    p_value: float
    """The chance of such a chi-square or a larger one if the model is right."""
    bots: tuple[str, ...]
    """The match with the largest difference between a win share and the one expected from the ratings."""
    bot: str
    share: float
    expected: float


class _Results(NamedTuple):
    """All win shares in one column, the matches one after the other."""

    tables: list[tuple[int, ...]]
    shares: Floats
    weights: Floats
    """The deals behind each share."""
    spread: Floats
    """The covariance of the shares."""
    design: Floats
    """By share and bot: 1 for the bot whose share it is."""


def rate(
    bots: Sequence[str], matches: Mapping[tuple[int, ...], WinShares]
) -> tuple[list[BotRating], Fit | None]:
    """Ratings with mean 0, from the win shares of the bots at each table.

    The errors come from the differences between deals, through the derivative of the fit (the sandwich
    formula). There is no fit to report if there are no more shares than ratings.
    """
    results = _results(len(bots), matches)
    strengths = _strengths(results)
    expected, slopes = _expected(results, strengths)
    gain = np.linalg.pinv(_information(results, slopes)) @ results.design.T @ np.diag(results.weights)
    errors = np.sqrt(np.diag(gain @ results.spread @ gain.T)) * ELO
    ratings = [
        BotRating(bot, float(middle), float(middle - Z * error), float(middle + Z * error))
        for bot, middle, error in zip(bots, strengths * ELO, errors, strict=True)
    ]
    return ratings, _fit(bots, results, expected, slopes @ results.design @ gain)


def _results(bots: int, matches: Mapping[tuple[int, ...], WinShares]) -> _Results:
    tables, found = list(matches), [shares.smoothed() for shares in matches.values()]
    seats = [bot for table in tables for bot in table]
    design = np.zeros((len(seats), bots))
    design[range(len(seats)), seats] = 1
    spread, begin = np.zeros((len(seats), len(seats))), 0
    for table, (_, covariance) in zip(tables, found, strict=True):
        end = begin + len(table)
        spread[begin:end, begin:end] = covariance
        begin = end
    weights = [shares.deals for table, shares in matches.items() for _ in table]
    return _Results(
        tables, np.concatenate([shares for shares, _ in found]), np.array(weights, float), spread, design
    )


def _expected(results: _Results, strengths: Floats) -> tuple[Floats, Floats]:
    """The shares expected from log strengths, and their derivatives by these."""
    chances = [_chances(strengths[list(table)]) for table in results.tables]
    slopes, begin = np.zeros((len(results.shares),) * 2), 0
    for chance in chances:
        end = begin + len(chance)
        slopes[begin:end, begin:end] = np.diag(chance) - np.outer(chance, chance)
        begin = end
    return np.concatenate(chances), slopes


def _chances(strengths: Floats) -> Floats:
    powers = np.exp(strengths - strengths.max())
    found: Floats = powers / powers.sum()
    return found


def _information(results: _Results, slopes: Floats) -> Floats:
    """The negative second derivative of the log likelihood."""
    found: Floats = results.design.T @ np.diag(results.weights) @ slopes @ results.design
    return found


def _strengths(results: _Results) -> Floats:
    """Newton's method; a pseudo-inverse keeps the mean at 0."""
    strengths = np.zeros(results.design.shape[1])
    for _ in range(MOST_ROUNDS):
        expected, slopes = _expected(results, strengths)
        gradient = results.design.T @ (results.weights * (results.shares - expected))
        step = np.linalg.pinv(_information(results, slopes)) @ gradient
        # Far from the solution a full step could overshoot.
        strengths += step / max(1.0, float(np.abs(step).max()))
        if np.abs(step).max() < RELATIVE_ZERO:
            break
    return strengths


def _fit(bots: Sequence[str], results: _Results, expected: Floats, explained: Floats) -> Fit | None:
    """`explained` is the part of an error in the shares that the ratings follow."""
    freedom = sum(len(table) - 1 for table in results.tables) - (len(bots) - 1)
    if freedom <= 0:
        return None
    rest = np.eye(len(expected)) - explained
    missed = results.shares - expected
    chi_square = missed @ _inverse(rest @ results.spread @ rest.T, freedom) @ missed
    worst = int(np.abs(missed).argmax())
    tables = [table for table in results.tables for _ in table]
    return Fit(
        chi_square=float(chi_square),
        freedom=freedom,
        p_value=chi_square_tail(float(chi_square), freedom),
        bots=tuple(bots[bot] for bot in tables[worst]),
        bot=bots[int(results.design[worst].argmax())],
        share=float(results.shares[worst]),
        expected=float(expected[worst]),
    )


def _inverse(spread: Floats, rank: int) -> Floats:
    """The pseudo-inverse of a covariance matrix of that rank."""
    values, vectors = np.linalg.eigh(spread)
    kept = vectors[:, -rank:]
    found: Floats = kept @ np.diag(1 / values[-rank:]) @ kept.T
    return found


def chi_square_tail(value: float, freedom: int) -> float:
    """The chance that chi-square is larger than a value."""
    half = value / 2
    if half <= 0:
        return 1.0
    tail, start = (exp(-half), 2) if freedom % 2 == 0 else (erfc(sqrt(half)), 1)
    for degrees in range(start, freedom, 2):
        tail += exp(degrees / 2 * log(half) - half - lgamma(degrees / 2 + 1))
    return min(1.0, tail)

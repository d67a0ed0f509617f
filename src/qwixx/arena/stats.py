"""Statistics of a match: the distributions behind the means."""

from math import sqrt

import numpy as np
from msgspec import Struct

from qwixx.kernel.engine.results import CAUSES
from qwixx.rules import COLOURS, QwixxError

from .intervals import Estimates
from .match import Match
from .outcomes import Ints
from .report import SeatLine, seat_line

QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)


class Distribution(Struct, frozen=True):
    """The distribution of a whole number over games; `counts` begins with the number `lowest`."""

    mean: float
    deviation: float
    quantiles: dict[str, int]
    lowest: int
    counts: list[int]


class BotStats(Struct, frozen=True):
    name: str
    scores: Distribution
    penalties: list[float]
    """The share of games with none, one, two … penalties."""
    locks: list[float]
    crosses: dict[str, float]
    """The mean number of crosses in each row, its lock included."""
    cells: dict[str, list[float]]
    """The share of games in which the cell is crossed, by row from the left; the lock is the last."""


class Stats(Struct, frozen=True):
    variant: str
    seed: int
    games: int
    deals: int
    engine: str
    interrupted: bool
    bots: list[BotStats]
    turns: Distribution
    ends: dict[str, float]
    seats: list[SeatLine]


def stats(match: Match) -> Stats:
    tally, estimates = match.tally, Estimates(match.tally)
    if not tally.deals:
        raise QwixxError("No deal was played to its end: there is nothing to report.")
    return Stats(
        variant=match.setting.variant,
        seed=match.setting.seed,
        games=tally.games,
        deals=tally.deals,
        engine=match.engine,
        interrupted=match.interrupted,
        bots=[_bot(match, bot) for bot in range(tally.players)],
        turns=distribution(tally["turns"], 0),
        ends={cause: int(tally["causes"][n]) / tally.games for n, cause in enumerate(CAUSES)},
        seats=[seat_line(estimates, seat) for seat in range(tally.players)],
    )


def _bot(match: Match, bot: int) -> BotStats:
    tally = match.tally
    games = tally.deals * tally.counted
    lengths = [len(row) + 1 for row in match.setting.rules().variant.rows]
    crosses = tally["crosses"][bot]
    return BotStats(
        name=match.setting.bots[bot],
        scores=distribution(tally["scores"][bot], tally.lowest_score),
        penalties=(tally["penalties"][bot] / games).tolist(),
        locks=(tally["locks"][bot] / games).tolist(),
        crosses={
            colour: float(crosses[row] @ np.arange(crosses.shape[1]) / games)
            for row, colour in enumerate(COLOURS)
        },
        cells={
            colour: (tally["cells"][bot, row, : lengths[row]] / games).tolist()
            for row, colour in enumerate(COLOURS)
        },
    )


def distribution(counts: Ints, lowest: int) -> Distribution:
    """Empty counts at both ends are left out."""
    seen = np.flatnonzero(counts)
    counts = counts[seen[0] : seen[-1] + 1]
    lowest += int(seen[0])
    values = np.arange(lowest, lowest + len(counts))
    total = int(counts.sum())
    mean = int(counts @ values) / total
    below = np.cumsum(counts)
    return Distribution(
        mean=mean,
        deviation=sqrt(float(counts @ (values - mean) ** 2) / total),
        quantiles={f"{q:.0%}": int(values[np.searchsorted(below, q * total)]) for q in QUANTILES},
        lowest=lowest,
        counts=counts.tolist(),
    )

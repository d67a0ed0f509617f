"""The report of a match: its results as numbers, for JSON and for text."""

import shlex
from collections.abc import Sequence
from itertools import zip_longest
from pathlib import Path

import numpy as np
from msgspec import Struct, structs

from qwixx.bots import AnyBot
from qwixx.bots.registry import class_name
from qwixx.kernel.engine.results import CAUSES
from qwixx.rules import Board, QwixxError, State

from .intervals import Estimates, Interval
from .match import Match, play_match
from .match_setting import PATIENCE, MatchSetting, setup_words
from .outcomes import Ints


class BotLine(Struct, frozen=True):
    name: str
    share: float
    low: float
    high: float
    mean_score: float
    score_low: float
    score_high: float


class SeatLine(Struct, frozen=True):
    """The seat that begins is number 0."""

    seat: int
    share: float
    low: float
    high: float
    mean_score: float
    score_low: float
    score_high: float


class Difference(Struct, frozen=True):
    """How many points `bot` scores more than `other`, on the same dice."""

    bot: str
    other: str
    mean: float
    low: float
    high: float


class Turns(Struct, frozen=True):
    mean: float
    median: int
    fewest: int
    most: int


class FailureLine(Struct, frozen=True):
    bot: str
    seat: int
    game: int
    ply: int
    problem: str
    record: str | None
    """The file with the game up to that point; only the first failures are saved."""


class MatchReport(Struct, frozen=True):
    variant: str
    seed: int
    games: int
    deals: int
    seconds: float
    games_per_s: float
    engine: str
    bots: list[BotLine]
    differences: list[Difference]
    ends: dict[str, float]
    turns: Turns
    seats: list[SeatLine]
    command: str
    interrupted: bool
    left_out: int
    """Games that do not count: those that failed, and those of the same deals."""
    failures: list[FailureLine]


def report(
    match: Match, games: int, saved: Sequence[Path | None] = (), board: Path | None = None
) -> MatchReport:
    """`games` is the requested number, `saved` are the files of failed games, `board` is that of a board."""
    tally, setting = match.tally, match.setting
    if not tally.deals:
        raise QwixxError("No deal was played to its end: there is nothing to report.")
    estimates, bots = Estimates(tally), range(tally.players)
    return MatchReport(
        variant=setting.variant,
        seed=setting.seed,
        games=tally.games,
        deals=tally.deals,
        seconds=match.seconds,
        games_per_s=match.played / match.seconds,
        engine=match.engine,
        bots=[
            _bot_line(name, estimates.share(bot), estimates.score(bot))
            for bot, name in enumerate(setting.bots)
        ],
        differences=[
            _difference(setting.bots[bot], setting.bots[other], estimates.difference(bot, other))
            for bot in bots
            for other in range(bot + 1, tally.players)
        ],
        ends={cause: int(tally["causes"][n]) / tally.games for n, cause in enumerate(CAUSES)},
        turns=turns(tally["turns"]),
        seats=[seat_line(estimates, seat) for seat in bots],
        command=command(match, games, board),
        interrupted=match.interrupted,
        left_out=match.played - tally.games,
        failures=[
            FailureLine(failure.bot, failure.seat, failure.game, failure.ply, failure.problem, path)
            for failure, path in zip_longest(match.failures, (str(path) if path else None for path in saved))
        ],
    )


def command(match: Match, games: int, board: Path | None = None) -> str:
    """The command that plays the same match again; `board` is the file of its board."""
    setting = match.setting
    words = ["qwixx", "match", *setting.bots, "--variant", setting.variant]
    words += ["--games", str(games), "--seed", str(setting.seed)]
    words += setup_words(setting.lucky, board, setting.start)
    if match.width is not None:
        words += ["--width", f"{match.width:g}"]
    if setting.patience != PATIENCE:
        words += ["--patience", f"{setting.patience:g}"]
    return shlex.join(words)


def compare(
    variant: str,
    bots: Sequence[str | type[AnyBot]],
    games: int = 1000,
    *,
    seed: int = 0,
    width: float | None = None,
    lucky: Sequence[tuple[int, int]] | None = None,
    board: Board | None = None,
    start: State | None = None,
    workers: int | None = None,
) -> MatchReport:
    """Lets bots play a match, and compares them. A bot is a name or a class, also one of a notebook.

    With a `width`, the match ends as soon as the 95 % intervals of all win shares are that narrow; `games` is
    then the most. With a `start`, every game begins there. An error of a bot is raised.
    """
    names = tuple(bot if isinstance(bot, str) else class_name(bot) for bot in bots)
    pairs = None if lucky is None else tuple(lucky)
    setting = MatchSetting(variant, names, seed, lucky=pairs, board=board)
    if start is not None:
        setting = structs.replace(setting, start=setting.rules().position(start))
    match = play_match(setting, games, workers=workers, width=width)
    if match.failures:
        raise QwixxError(f"{match.failures[0].message}.")
    return report(match, games)


def turns(counts: Ints) -> Turns:
    seen = np.flatnonzero(counts)
    middle = np.searchsorted(np.cumsum(counts), (counts.sum() + 1) // 2)
    mean = int(counts @ np.arange(len(counts))) / int(counts.sum())
    return Turns(mean, int(middle), int(seen[0]), int(seen[-1]))


def _bot_line(name: str, share: Interval, score: Interval) -> BotLine:
    return BotLine(name, share.value, share.low, share.high, score.value, score.low, score.high)


def seat_line(estimates: Estimates, seat: int) -> SeatLine:
    share, score = estimates.seat_share(seat), estimates.seat_score(seat)
    return SeatLine(seat, share.value, share.low, share.high, score.value, score.low, score.high)


def _difference(bot: str, other: str, estimate: Interval) -> Difference:
    return Difference(bot, other, estimate.value, estimate.low, estimate.high)

"""A ladder: every bot against every other, at tables of several sizes, and a rating for each."""

import shlex
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, count
from pathlib import Path

from msgspec import Struct

from qwixx.dice import check_seed
from qwixx.dice.stream import MASK
from qwixx.rules import Board, QwixxError, Rules

from .intervals import Estimates, Interval
from .match import Match
from .match_setting import PATIENCE, MatchSetting, setup_words
from .ratings import BotRating, Fit, rate

Play = Callable[[MatchSetting], Match]


class Pairing(Struct, frozen=True):
    """One match of the round robin."""

    bots: tuple[str, ...]
    seed: int
    games: int
    engine: str
    shares: tuple[Interval, ...]
    scores: tuple[float, ...]
    failures: int


class Control(Struct, frozen=True):
    """A bot against itself, each deal in one seating only: its interval should contain 1 / players."""

    bot: str
    games: int
    even: float
    share: Interval
    holds: bool
    seats: tuple[Interval, ...]


class LadderSection(Struct, frozen=True):
    """The results at tables of one size."""

    players: int
    ratings: tuple[BotRating, ...]
    """The best first."""
    fit: Fit | None
    """How well the ratings explain the win shares; None if there are no more shares than ratings."""
    meetings: tuple[Pairing, ...]
    controls: tuple[Control, ...]


class Ladder(Struct, frozen=True):
    variant: str
    seed: int
    games: int
    """In each match; with a `width`, at most."""
    width: float | None
    """The wanted width of the intervals, at which each match ended."""
    tables: tuple[LadderSection, ...]
    command: str
    interrupted: bool


class LadderPlan(Struct, frozen=True):
    variant: str
    bots: tuple[str, ...]
    players: tuple[int, ...]
    games: int
    seed: int = 0
    patience: float = PATIENCE
    lucky: tuple[tuple[int, int], ...] | None = None
    """Longo: the lucky pairs of the seats; a table uses as many as it has seats."""
    board: Board | None = None
    board_file: Path | None = None
    """The file of the board, for the command."""
    start: str | None = None
    """The position that every game starts from, in one line."""
    width: float | None = None
    """Each match ends as soon as the intervals of all its win shares are that narrow."""

    def check(self) -> None:
        check_seed(self.seed)
        if len(set(self.bots)) < max(2, len(self.bots)):
            raise QwixxError("A ladder needs at least two bots: name each of them once.")
        for players in self.players:
            if players < 2:
                raise QwixxError(f"A ladder needs tables of two or more players, not {players}.")
            Rules(self.variant, players, lucky=self._pairs(players), board=self.board)
            if players > len(self.bots):
                raise QwixxError(f"{players} seats need {players} bots, not {len(self.bots)}.")
        for setting in self.settings():
            setting.check()

    def settings(self) -> Iterator[MatchSetting]:
        """All matches, then the controls, for each size of table. Each has its own dice.

        With the same dice everywhere, the errors of the matches would not be independent of each other.
        """
        seeds = (seed % (MASK + 1) for seed in count(self.seed))
        for players in self.players:
            for bots in combinations(self.bots, players):
                yield self._setting(bots, next(seeds), paired=True)
            for bot in self.bots:
                yield self._setting((bot,) * players, next(seeds), paired=False)

    def _setting(self, bots: tuple[str, ...], seed: int, *, paired: bool) -> MatchSetting:
        return MatchSetting(
            self.variant,
            bots,
            seed,
            paired=paired,
            patience=self.patience,
            lucky=self._pairs(len(bots)),
            board=self.board,
            start=self.start,
        )

    def _pairs(self, players: int) -> tuple[tuple[int, int], ...] | None:
        return None if self.lucky is None else self.lucky[:players]

    @property
    def command(self) -> str:
        words = ["qwixx", "ladder", *self.bots, "--variant", self.variant]
        words += ["--players", ",".join(map(str, self.players))]
        words += ["--games", str(self.games), "--seed", str(self.seed)]
        words += setup_words(self.lucky, self.board_file, self.start)
        if self.width is not None:
            words += ["--width", f"{self.width:g}"]
        if self.patience != PATIENCE:
            words += ["--patience", f"{self.patience:g}"]
        return shlex.join(words)


def climb(plan: LadderPlan, play: Play) -> Ladder:
    """Plays the whole ladder. After Ctrl-C the finished matches count."""
    plan.check()
    matches: list[Match] = []
    interrupted = False
    for setting in plan.settings():
        match = play(setting)
        interrupted = match.interrupted
        if interrupted:
            break
        matches.append(match)
    tables = [_table(plan, players, matches) for players in plan.players]
    return Ladder(
        variant=plan.variant,
        seed=plan.seed,
        games=plan.games,
        width=plan.width,
        tables=tuple(table for table in tables if table.meetings),
        command=plan.command,
        interrupted=interrupted,
    )


def _table(plan: LadderPlan, players: int, matches: Sequence[Match]) -> LadderSection:
    here = [match for match in matches if len(match.setting.bots) == players and match.tally.deals]
    meetings = [match for match in here if match.setting.paired]
    ratings, fit = _ratings(plan, meetings) if meetings else ([], None)
    return LadderSection(
        players=players,
        ratings=tuple(sorted(ratings, key=lambda rating: -rating.rating)),
        fit=fit,
        meetings=tuple(map(_meeting, meetings)),
        controls=tuple(_control(match) for match in here if not match.setting.paired),
    )


def _ratings(plan: LadderPlan, meetings: Sequence[Match]) -> tuple[list[BotRating], Fit | None]:
    """The ratings of the bots that have played."""
    met = [bot for bot in plan.bots if any(bot in match.setting.bots for match in meetings)]
    shares = {
        tuple(map(met.index, match.setting.bots)): Estimates(match.tally).win_shares() for match in meetings
    }
    return rate(met, shares)


def _meeting(match: Match) -> Pairing:
    estimates, bots = Estimates(match.tally), range(match.tally.players)
    return Pairing(
        bots=match.setting.bots,
        seed=match.setting.seed,
        games=match.tally.games,
        engine=match.engine,
        shares=tuple(estimates.share(bot) for bot in bots),
        scores=tuple(estimates.score(bot).value for bot in bots),
        failures=len(match.failures),
    )


def _control(match: Match) -> Control:
    estimates, players = Estimates(match.tally), match.tally.players
    share = estimates.share(0)
    return Control(
        bot=match.setting.bots[0],
        games=match.tally.games,
        even=1 / players,
        share=share,
        holds=share.low <= 1 / players <= share.high,
        seats=tuple(estimates.seat_share(seat) for seat in range(players)),
    )

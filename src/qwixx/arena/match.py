"""A match: bots against each other over many deals, each played in all seatings."""

import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field

from qwixx.kernel.engine.cores import usable_cores

from .match_setting import MatchSetting
from .reference_games import Failure
from .tally import Tally
from .workers.cluster import cluster
from .workers.executors import Crew, here, processes, threads
from .workers.pieces import PieceResult, engine, piece_size, pieces, play_piece, prepare
from .workers.processes import CrewLost

MOST_STALLS = 10
"""A match stops after this many stalls, as it might never end."""

Progress = Callable[[int], None]
"""Called with the number of games played so far, failed ones included."""


@dataclass
class Match:
    """The part of a match that has been played so far."""

    setting: MatchSetting
    tally: Tally
    engine: str
    failures: list[Failure] = field(default_factory=list)
    played: int = 0
    """Games begun; those of deals with a failure are not in the tally."""
    interrupted: bool = False
    lost: str = ""
    """How the workers were lost, if that interrupted the match."""
    stopped: bool = False
    """Whether the match was stopped after too many stalls."""
    seconds: float = 0.0

    def take(self, done: PieceResult) -> None:
        self.tally.merge(done.tally)
        self.failures += done.failures
        self.played += done.games
        self.stopped = sum(failure.stalled for failure in self.failures) >= MOST_STALLS


def whole_deals(setting: MatchSetting, games: int) -> int:
    """The number of deals that hold this number of games, rounded up."""
    return -(-games // setting.seatings)


def game_count(setting: MatchSetting, games: int) -> int:
    """The number of games actually played for a requested number."""
    return whole_deals(setting, games) * setting.seatings


def play_match(
    setting: MatchSetting,
    games: int,
    *,
    workers: int | None = None,
    address: str | None = None,
    progress: Progress = lambda _: None,
    failed: Callable[[Failure], None] = lambda _: None,
    rows: Callable[[bytes], None] = lambda _: None,
) -> Match:
    """Plays a match. After Ctrl-C or the loss of the workers, returns what has been played.

    `failed` is called with each failure and `rows` with what is exported, both in the order of the deals.
    """
    setting.check()
    match = Match(setting, setting.tally(), engine(setting))
    deals = whole_deals(setting, games)
    number = min(workers or usable_cores(), -(-deals // piece_size(setting)))
    began = time.perf_counter()
    with _interruptible(match):
        if address is None:
            prepare(setting)
            began = time.perf_counter()
        with _crew(match.engine, number, address) as team:
            for done in team.in_order(play_piece, pieces(setting, deals)):
                match.take(done)
                rows(done.rows)
                for failure in done.failures:
                    failed(failure)
                progress(match.played)
                if match.stopped:
                    break
    match.seconds = time.perf_counter() - began
    return match


def _crew(engine: str, workers: int, address: str | None) -> AbstractContextManager[Crew]:
    if address is not None:
        return cluster(address)
    if workers == 1:
        return here()
    return threads(workers) if engine == "kernel" else processes(workers)


@contextmanager
def _interruptible(match: Match) -> Iterator[None]:
    try:
        yield
    except KeyboardInterrupt:
        match.interrupted = True
    except CrewLost as error:
        if not match.played:
            raise
        match.interrupted, match.lost = True, str(error)

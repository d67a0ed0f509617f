"""A match: bots against each other over many deals, each played in all seatings."""

import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field

from qwixx.kernel.bots.batch_bot import BatchBotFailure
from qwixx.kernel.engine.cores import usable_cores
from qwixx.rules import QwixxError

from .intervals import Estimates
from .match_setting import MatchSetting
from .reference_games import Failure
from .tally import Tally
from .workers.cluster import cluster
from .workers.executors import Crew, here, processes, threads
from .workers.pieces import PieceResult, engine, piece_size, pieces, play_piece, prepare
from .workers.processes import BotDeath, CrewLost

MOST_STALLS = 10
"""A match stops after this many stalls, as it might never end."""

Progress = Callable[[int, int], None]
"""Called with the number of games played so far, failed ones included, and the number expected in all."""


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
    width: float | None = None
    """The wanted width of the intervals of all win shares."""
    seconds: float = 0.0

    def take(self, done: PieceResult) -> None:
        self.tally.merge(done.tally)
        self.failures += done.failures
        self.played += done.games
        self.stopped = sum(failure.stalled for failure in self.failures) >= MOST_STALLS

    @property
    def widest(self) -> float:
        """The width of the widest interval of a win share so far."""
        if not self.tally.deals:
            return 1.0
        shares = map(Estimates(self.tally).share, range(self.tally.players))
        return max(share.high - share.low for share in shares)

    def expected(self, most: int) -> int:
        """The number of games in all: the width falls with their square root."""
        if self.width is None:
            return most
        return min(most, max(self.played, round(self.played * (self.widest / self.width) ** 2)))

    @property
    def is_done(self) -> bool:
        return self.stopped or (self.width is not None and self.widest <= self.width)


def whole_deals(setting: MatchSetting, games: int) -> int:
    """The number of deals that hold this number of games, rounded up."""
    return -(-games // setting.seatings)


def play_match(
    setting: MatchSetting,
    games: int,
    *,
    workers: int | None = None,
    address: str | None = None,
    width: float | None = None,
    progress: Progress = lambda *_: None,
    failed: Callable[[Failure], None] = lambda _: None,
    rows: Callable[[bytes], None] = lambda _: None,
) -> Match:
    """Plays a match. After Ctrl-C or the loss of the workers, returns what has been played.

    With a `width` it ends as soon as the 95 % intervals of all win shares are that narrow. Bots that are
    defined in a notebook or script play in this process.

    `failed` is called with each failure and `rows` with what is exported, both in the order of the deals.
    """
    setting.check()
    if width is not None and not 0 < width < 1:
        raise QwixxError(f"The width of the interval must be between 0 and 1, not {width:g}.")
    if setting.tied:
        if address is not None:
            raise QwixxError("A cluster cannot play bots of a notebook or script: put them in a module.")
        workers = 1
    match = Match(setting, setting.tally(), engine(setting), width=width)
    deals = whole_deals(setting, games)
    number = min(workers or usable_cores(), -(-deals // piece_size(setting)))
    began = time.perf_counter()
    with _interruptible(match), _crew(setting, number, address) as team:
        if address is None:
            team.executor.submit(prepare, setting).result()
            began = time.perf_counter()
        for done in team.in_order(play_piece, pieces(setting, deals)):
            match.take(done)
            for part in done.rows:
                rows(part)
            for failure in done.failures:
                failed(failure)
            progress(match.played, match.expected(deals * setting.seatings))
            if match.is_done:
                break
    match.seconds = time.perf_counter() - began
    return match


def _crew(setting: MatchSetting, workers: int, address: str | None) -> AbstractContextManager[Crew]:
    """Threads if compiled code does nearly all of the work, because it does not hold Python's lock.

    Batched bots never play in this process, which they could end.
    """
    if address is not None:
        return cluster(address)
    batched = engine(setting) == "batched" and not setting.tied
    if workers == 1 and not batched:
        return here()
    compiled = engine(setting) == "kernel" and not setting.exports_decisions
    return threads(workers) if compiled else processes(workers)


@contextmanager
def _interruptible(match: Match) -> Iterator[None]:
    try:
        yield
    except KeyboardInterrupt:
        match.interrupted = True
    except BotDeath as death:
        raise BatchBotFailure(match.setting.bots[death.number], death.number, death.problem) from None
    except CrewLost as error:
        if not match.played:
            raise
        match.interrupted, match.lost = True, str(error)

"""Pieces of a match: the deals that a worker plays at a time, and the sums and failures it returns."""

import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from msgspec import Struct

from qwixx import __version__, kernel
from qwixx.bots import in_batch
from qwixx.bots.registry import is_batched
from qwixx.kernel.bots.batch_bot import BatchBot, BatchBotFailure
from qwixx.kernel.bots.players import find_player
from qwixx.kernel.engine.results import Results
from qwixx.kernel.runs.playouts import Playouts
from qwixx.rules import QwixxError, Rules

from ..exports.decision_rows import encode
from ..exports.decisions import Decisions, decisions, encode_decisions
from ..exports.game_rows import encode_games
from ..game import with_method
from ..match_setting import MatchSetting
from ..outcomes import Outcome, batch, kernel_batch
from ..reference_games import Failure, SeatedBots
from ..seatings import orders
from ..tally import Seated, Tally
from .isolation import IsolatedBots
from .processes import note_asked

REFERENCE_GAMES = 32
BATCHED_GAMES = 2000
KERNEL_GAMES = 10_000
KERNEL_GAMES_WITH_DECISIONS = 500
"""Fewer, because the rows of all their decisions are kept in memory."""
FEWEST_AT_ONCE = 200
"""Games that batched bots play side by side, at least: with fewer, each call of a bot costs too much."""


class Piece(Struct, frozen=True):
    """`count` deals, beginning with number `start`. The division does not depend on the workers."""

    setting: MatchSetting
    start: int
    count: int
    version: str = __version__
    """The sender's version. A worker of another version refuses, because it might play other games."""


@dataclass
class PieceResult:
    tally: Tally
    games: int
    """Games begun; those of deals with a failure are not in the tally."""
    failures: list[Failure] = field(default_factory=list)
    rows: list[bytes] = field(default_factory=list)
    """The exported rows, encoded."""


def piece_size(setting: MatchSetting) -> int:
    """The deals of a piece: few enough to show progress, enough to be worth a message."""
    match engine(setting):
        case "kernel":
            games = KERNEL_GAMES_WITH_DECISIONS if setting.exports_decisions else KERNEL_GAMES
            return games // setting.seatings
        case "batched":
            return max(FEWEST_AT_ONCE, BATCHED_GAMES // setting.seatings)
        case _:
            return max(1, REFERENCE_GAMES // setting.seatings)


def pieces(setting: MatchSetting, deals: int) -> Iterator[Piece]:
    size = piece_size(setting)
    for start in range(0, deals, size):
        yield Piece(setting, start, min(size, deals - start))


def engine(setting: MatchSetting) -> str:
    """`kernel` if all bots are compiled, `batched` if the others are batched, else `reference`.

    The reference engine also plays rules that the kernel does not support, and matches of batched bots whose
    decisions are exported.
    """
    batched = [name for name in setting.bots if find_player(name) is None]
    compiled = [name for name in setting.bots if name not in batched]
    if not kernel.supports(setting.rules(), *compiled):
        return "reference"
    if not batched:
        return "kernel"
    fits = all(map(is_batched, batched)) and not setting.exports_decisions
    return "batched" if fits else "reference"


def prepare(setting: MatchSetting) -> None:
    """Compiles or loads the kernel before the time is measured. Batched bots are asked, as in a piece."""
    match engine(setting):
        case "kernel":
            kernel.simulate(setting.rules(), setting.bots, setting.seed, range(0))
        case "batched":
            play_batched(setting, 0, range(1))


def play_piece(piece: Piece) -> PieceResult:
    if piece.version != __version__:
        raise QwixxError(f"A worker has qwixx {__version__}: install {piece.version} there, as here.")
    setting = piece.setting
    rules = setting.rules()
    done = PieceResult(setting.tally(), piece.count * setting.seatings)
    match engine(setting):
        case "kernel" if setting.exports_decisions:
            _play_with_decisions(piece, done)
        case "kernel":
            _play_compiled(piece, rules, done, play_kernel)
        case "batched":
            _play_compiled(piece, rules, done, play_batched)
        case _:
            _play_reference(piece, rules, done)
    return done


def play_kernel(setting: MatchSetting, seating: int, deals: range) -> Results:
    rules, bots = setting.rules(), setting.seats(seating)
    if setting.start is None:
        return kernel.simulate(rules, bots, setting.seed, deals)
    return Playouts(rules, bots, setting.seed).play([(setting.opening().opening(), 0)], deals)


def play_batched(setting: MatchSetting, seating: int, deals: range) -> Results:
    """All games side by side. The bots are new, so that nothing carries over from one piece to the next."""
    made = {name: _noted(name, number) for number, name in enumerate(setting.bots)}
    names = setting.seats(seating)
    try:
        batch = kernel.Batch(setting.rules(), len(deals), bots=[made[name] for name in names])
        batch.deal(setting.seed, deals, setting.opening().opening())
    except BatchBotFailure as failure:
        name, problem, bot = names[failure.seat], failure.problem, made[names[failure.seat]]
        if not failure.__cause__ and isinstance(bot, NotedBot):
            problem = with_method(bot.bot, problem)
        raise BatchBotFailure(name, failure.seat, problem) from failure.__cause__
    return batch.results()


class NotedBot:
    """A batched bot whose number is noted whenever it is asked, in case it ends the process.

    Its method is handed out as it is, so that an error's traceback begins in the bot's file.
    """

    def __init__(self, bot: BatchBot, number: int) -> None:
        self.bot = bot
        self.number = number

    @property
    def choose_many(self) -> Callable[..., Any]:
        note_asked(self.number)
        return self.bot.choose_many


def _noted(name: str, number: int) -> str | NotedBot | None:
    bot = in_batch(name)
    return NotedBot(bot, number) if isinstance(bot, BatchBot) else bot


Play = Callable[[MatchSetting, int, range], Results]
"""Plays these deals in a seating."""


def _play_compiled(piece: Piece, rules: Rules, done: PieceResult, play: Play) -> None:
    setting, deals = piece.setting, range(piece.start, piece.start + piece.count)

    def games(group: Sequence[int], deals: range) -> Seated:
        """Plays the games, and notes their rows."""
        outcomes = kernel_batch(play(setting, group[0], deals))
        if setting.export:
            done.rows.append(encode_games(setting, group[0], deals, outcomes))
        return [setting.order(seating) for seating in group], outcomes

    if setting.paired:
        done.tally.add([games(group, deals) for group in setting.groups(piece.start)])
        return
    cycle = len(orders(rules.players))
    for begin in range(cycle):
        if mine := deals[begin::cycle]:
            done.tally.add([games(group, mine) for group in setting.groups(mine[0])])


def _play_with_decisions(piece: Piece, done: PieceResult) -> None:
    """The rows are in the order of the deals, then of the seatings."""
    setting, deals = piece.setting, range(piece.start, piece.start + piece.count)
    start = None if setting.start is None else setting.opening().opening()
    played: list[tuple[int, Decisions]] = []

    def games(group: Sequence[int]) -> Seated:
        found = decisions(setting.rules(), setting.seats(group[0]), setting.seed, deals, start)
        played.append((group[0], found))
        return [setting.order(seating) for seating in group], kernel_batch(found.results)

    done.tally.add([games(group) for group in setting.groups(piece.start)])
    done.rows.append(encode_decisions(played, setting.export))


def _play_reference(piece: Piece, rules: Rules, done: PieceResult) -> None:
    """A deal with a failed game is left out: without all its seatings it would favour a bot."""
    bots = _bots(piece.setting)
    whole: dict[int, list[Outcome]] = {}
    for deal in range(piece.start, piece.start + piece.count):
        outcomes = []
        for seating, *_ in piece.setting.groups(deal):
            result = bots.play(deal, seating)
            if isinstance(result, Failure):
                done.failures.append(result)
            else:
                outcomes.append(result)
        if len(outcomes) == piece.setting.seatings:
            whole[deal] = outcomes
    by_game = piece.setting.rows == "game"
    if piece.setting.export and not by_game:
        done.rows.append(encode(piece.setting, whole))
    together = [list(whole)] if piece.setting.paired else [[deal] for deal in whole]
    for deals in filter(None, together):
        games = zip(*(whole[deal] for deal in deals), strict=True)
        seated = []
        for group, played in zip(piece.setting.groups(deals[0]), games, strict=True):
            found = batch(rules, played)
            seated.append(([piece.setting.order(seating) for seating in group], found))
            if piece.setting.export and by_game:
                done.rows.append(encode_games(piece.setting, group[0], deals, found))
        done.tally.add(seated)


_here = threading.local()


def _bots(setting: MatchSetting) -> SeatedBots | IsolatedBots:
    """The bots of a match. The process of isolated ones is kept for the next piece of the same match."""
    if not setting.strangers:
        return SeatedBots(setting)
    bots: IsolatedBots | None = getattr(_here, "bots", None)
    if bots is None or bots.setting != setting:
        if bots is not None:
            bots.close()
        bots = _here.bots = IsolatedBots(setting)
    bots.renew()
    return bots


def leave() -> None:
    """Ends the process of isolated bots that this thread keeps."""
    bots: IsolatedBots | None = getattr(_here, "bots", None)
    if bots is not None:
        del _here.bots
        bots.close()

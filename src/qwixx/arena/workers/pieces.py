"""Pieces of a match: the deals that a worker plays at a time, and the sums and failures it returns."""

import threading
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from msgspec import Struct

from qwixx import __version__, kernel
from qwixx.kernel.runs.playouts import Playouts
from qwixx.rules import QwixxError, Rules

from ..export import encode, encode_games
from ..match_setting import MatchSetting
from ..outcomes import Outcome, batch, kernel_batch
from ..reference_games import Failure, SeatedBots
from ..seatings import orders
from ..tally import Seated, Tally
from .isolation import IsolatedBots

REFERENCE_GAMES = 32
KERNEL_GAMES = 10_000


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
    games = REFERENCE_GAMES if engine(setting) == "reference" else KERNEL_GAMES
    return max(1, games // setting.seatings)


def pieces(setting: MatchSetting, deals: int) -> Iterator[Piece]:
    size = piece_size(setting)
    for start in range(0, deals, size):
        yield Piece(setting, start, min(size, deals - start))


def engine(setting: MatchSetting) -> str:
    """`kernel` if it can play the rules with all these bots, and no decisions are exported."""
    decisions = setting.export and setting.rows == "decision"
    compiled = not decisions and kernel.supports(setting.rules(), *setting.bots)
    return "kernel" if compiled else "reference"


def prepare(setting: MatchSetting) -> None:
    """Compiles or loads the kernel before the time is measured."""
    if engine(setting) == "kernel":
        kernel.simulate(setting.rules(), setting.bots, setting.seed, range(0))


def play_piece(piece: Piece) -> PieceResult:
    if piece.version != __version__:
        raise QwixxError(f"A worker has qwixx {__version__}: install {piece.version} there, as here.")
    setting = piece.setting
    rules = setting.rules()
    done = PieceResult(setting.tally(), piece.count * setting.seatings)
    if engine(setting) == "kernel":
        _play_kernel(piece, rules, done)
    else:
        _play_reference(piece, rules, done)
    return done


def _play_kernel(piece: Piece, rules: Rules, done: PieceResult) -> None:
    setting, deals = piece.setting, range(piece.start, piece.start + piece.count)
    start = None if setting.start is None else setting.opening().opening()

    def games(group: Sequence[int], deals: range) -> Seated:
        """Plays the games, and notes their rows."""
        bots = setting.seats(group[0])
        if start is None:
            results = kernel.simulate(rules, bots, setting.seed, deals)
        else:
            results = Playouts(rules, bots, setting.seed).play([(start, 0)], deals)
        outcomes = kernel_batch(results)
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

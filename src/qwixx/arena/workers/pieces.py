"""A piece of a match, as a worker plays it: some deals in, sums and failures out."""

import threading
from collections.abc import Iterator
from dataclasses import dataclass, field

from msgspec import Struct

from qwixx import __version__, kernel
from qwixx.rules import QwixxError, Rules

from ..export import encode
from ..match_setting import MatchSetting
from ..outcomes import Outcome, Outcomes, batch, kernel_batch
from ..reference_games import Failure, SeatedBots
from ..tally import Tally
from .isolation import Guard

REFERENCE_DEALS = 16
KERNEL_GAMES = 10_000


class Piece(Struct, frozen=True):
    """Deals from `start` on. How a match is cut does not depend on who plays it."""

    setting: MatchSetting
    start: int
    count: int
    version: str = __version__
    """Workers elsewhere may have another, and play other games."""


@dataclass
class PieceResult:
    tally: Tally
    games: int
    """Games begun; those of deals with a failure are not in the tally."""
    failures: list[Failure] = field(default_factory=list)
    rows: bytes = b""
    """What is to be written to the file of positions."""


def piece_size(setting: MatchSetting) -> int:
    """In deals: small enough to see progress, large enough to be worth a message."""
    return REFERENCE_DEALS if engine(setting) == "reference" else KERNEL_GAMES // setting.seatings


def pieces(setting: MatchSetting, deals: int) -> Iterator[Piece]:
    size = piece_size(setting)
    for start in range(0, deals, size):
        yield Piece(setting, start, min(size, deals - start))


def engine(setting: MatchSetting) -> str:
    """`kernel` if it can play the rules with all these bots, and no positions are exported."""
    compiled = not setting.export and kernel.supports(setting.rules(), *setting.bots)
    return "kernel" if compiled else "reference"


def prepare(setting: MatchSetting) -> None:
    """Compiles the kernel, or loads it, before the clock starts."""
    if engine(setting) == "kernel":
        kernel.simulate(setting.rules(), setting.bots, setting.seed, range(0))


def play_piece(piece: Piece) -> PieceResult:
    if piece.version != __version__:
        raise QwixxError(f"A worker has qwixx {__version__}; it needs {piece.version}, as here.")
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

    def games(rotation: int, deals: range) -> tuple[int, Outcomes]:
        return rotation, kernel_batch(kernel.simulate(rules, setting.seats(rotation), setting.seed, deals))

    if setting.paired:
        done.tally.add([games(rotation, deals) for rotation in rules.seats])
        return
    for seat in rules.seats:
        if mine := deals[seat :: rules.players]:
            done.tally.add([games(mine[0] % rules.players, mine)])


def _play_reference(piece: Piece, rules: Rules, done: PieceResult) -> None:
    """A deal with a game that failed is left out: without all its seatings it would favour somebody."""
    table = _table(piece.setting)
    whole: dict[int, list[Outcome]] = {}
    for deal in range(piece.start, piece.start + piece.count):
        outcomes = []
        for rotation in rotations(piece.setting, deal):
            result = table.play(deal, rotation)
            if isinstance(result, Failure):
                done.failures.append(result)
            else:
                outcomes.append(result)
        if len(outcomes) == piece.setting.seatings:
            whole[deal] = outcomes
    if piece.setting.export:
        done.rows = encode(piece.setting, whole)
    if piece.setting.paired:
        seatings = enumerate(zip(*whole.values(), strict=True))
        add(done, [(rotation, batch(rules, games)) for rotation, games in seatings])
    else:
        for deal, outcomes in whole.items():
            add(done, [(deal % rules.players, batch(rules, outcomes))])


def add(done: PieceResult, seatings: list[tuple[int, Outcomes]]) -> None:
    if seatings:
        done.tally.add(seatings)


def rotations(setting: MatchSetting, deal: int) -> range:
    players = len(setting.bots)
    return range(players) if setting.paired else range(deal % players, deal % players + 1)


_here = threading.local()


def _table(setting: MatchSetting) -> SeatedBots | Guard:
    """A process for strangers' bots is kept for the next piece of the same match."""
    if not setting.strangers:
        return SeatedBots(setting)
    guard: Guard | None = getattr(_here, "guard", None)
    if guard is None or guard.setting != setting:
        if guard is not None:
            guard.close()
        guard = _here.guard = Guard(setting)
    guard.renew()
    return guard


def leave() -> None:
    """Ends the process that this thread keeps for strangers' bots."""
    guard: Guard | None = getattr(_here, "guard", None)
    if guard is not None:
        del _here.guard
        guard.close()

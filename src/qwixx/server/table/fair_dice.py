"""The fair dice of a table: from its seed, the nonces of its seats, and the links of the players who roll."""

from msgspec import structs

from qwixx.dice.chain import is_link, is_nonce
from qwixx.dice.fair import VERSION, FairDice, commitment
from qwixx.dice.proof import DERIVED, PLAIN, Proof
from qwixx.rules import Roll

from ..protocol import Code, NonceKind
from . import log
from .checks import CommandRefused
from .game import TableGame
from .table import Table, TableSeat, with_all_nonces


def start(table: Table) -> log.Event:
    """The start of the game, or of the revealing where a seat has promised a nonce."""
    return log.StartAsked() if _unrevealed(table.seats) else begin(table.seed, table.seats)


def begin(seed: bytes, seats: tuple[TableSeat, ...]) -> log.Started:
    """The start of the game, whether or not all have revealed their nonces."""
    nonces = tuple(seat.nonce for seat in with_all_nonces(seats, seed))
    return log.Started(FairDice(seed, nonces).first(), VERSION)


def reveal(table: Table, number: int, nonce: str) -> list[log.Event]:
    """The last nonce that is revealed starts the game."""
    seat = table.seats[number]
    if not is_nonce(nonce, seat.promise):
        raise CommandRefused(Code.WRONG_NONCE)
    revealed = structs.replace(seat, nonce=nonce)
    seats = (*table.seats[:number], revealed, *table.seats[number + 1 :])
    events: list[log.Event] = [log.NonceRevealed(number, nonce)]
    return events if _unrevealed(seats) else [*events, begin(table.seed, seats)]


def _unrevealed(seats: tuple[TableSeat, ...]) -> bool:
    return any(seat.promise and not seat.nonce for seat in seats)


def roll(table: Table, game: TableGame, link: str = "") -> Roll:
    turn = game.turn + 1
    if link and not is_link(link, turn, table.seats[game.state.active].promise):
        raise CommandRefused(Code.WRONG_LINK)
    return _dice(table).roll(turn, game.rules.variant.faces, game.rules.closed(game.state), link)


def _dice(table: Table) -> FairDice:
    return FairDice(table.seed, tuple(seat.nonce for seat in table.seats), table.fair)


def nonce_kind(table: Table, seat: TableSeat) -> NonceKind:
    if not seat.taken:
        return ""
    if table.fair == 1:
        return "plain"
    if seat.bot or seat.derived:
        return "derived"
    if seat.promise:
        return "promised"
    return "plain" if seat.nonce else "derived"


def shown_nonce(table: Table, seat: TableSeat) -> str:
    """The nonce as everyone may see it: a promised one is hidden until the game has started."""
    return seat.nonce if table.game or nonce_kind(table, seat) == "plain" else ""


def proof(table: Table, links: dict[int, str]) -> Proof:
    """The proof of the dice of a game that is over. It reveals the seed."""
    promises = tuple(seat.promise or (DERIVED if seat.derived else PLAIN) for seat in table.seats)
    return Proof(_dice(table), commitment(table.seed), promises if table.fair > 1 else (), links)

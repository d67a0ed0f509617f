"""Tables, games, offers and chat lines as clients see them, and the notices about a table."""

from typing import Literal

from msgspec import Struct

from qwixx.rules import Breakdown, Choice, Phase, Roll, Sheet
from qwixx.rules.events import Event as GameEvent

from .options import Options
from .values import Millis, NonceKind, Status


class SeatView(Struct, frozen=True, omit_defaults=True):
    guest: str = ""
    name: str = ""
    bot: str = ""
    """The bot that plays here, if it is a bot's seat."""
    stand_in: str = ""
    """The bot that plays for an absent guest."""
    ready: bool = False
    reserved: bool = False
    """A seat of a rematch that its guest has not accepted yet: `sit` accepts it, with a new promise."""
    away: Millis | None = None
    """The time since when the guest has not been connected."""
    nonce_kind: NonceKind = ""
    """Bots and seats without a nonce have a derived one; so have seats that did not reveal theirs in time."""
    promise: str = ""
    """The hash of the seat's nonce, and the start of its hash chain."""
    nonce: str = ""
    """The seat's contribution to the dice. It is shown once the game has started; at once if it is plain."""


class TableView(Struct, frozen=True, omit_defaults=True):
    id: str
    code: str
    options: Options
    status: Status
    host: str
    seats: tuple[SeatView, ...]
    commitment: str
    """SHA-256 of the seed, in hexadecimal digits."""
    seed: str = ""
    """Revealed when the game is finished or has expired."""
    starting: Millis | None = None
    """While seats reveal the nonces they promised: when the game starts at the latest."""
    rematch: str = ""
    """The id of the table for the next game."""
    muted: tuple[str, ...] = ()
    banned: tuple[str, ...] = ()
    locked: bool = False
    """Nobody can come in but the host and the players."""
    watching: int = 0
    practice: bool = False
    """A training table for one player of a solved game: every turn gets an exact verdict."""


class GameView(Struct, frozen=True, omit_defaults=True):
    """The position as everyone may see it."""

    turn: int
    active: int
    phase: Phase
    sheets: tuple[Sheet, ...]
    lost: tuple[tuple[int, ...], ...]
    """By seat and row: a bit for each cell, and then the lock, that can never be crossed any more."""
    scores: tuple[int, ...]
    breakdown: tuple[Breakdown, ...]
    """By seat: the points of each row, of the penalties and of the pawn, which add up to the score."""
    roll: Roll | None = None
    closed: tuple[int, ...] = ()
    chosen: tuple[int, ...] = ()
    """Action 1: the seats that have chosen."""
    awaited: tuple[int, ...] = ()
    """The seats that have to roll or to choose."""
    final: int | None = None
    due: Millis | None = None
    """When the clock runs out or the dice are rolled automatically."""
    idle: Millis | None = None
    """When the seats that are awaited may be handed to bots, although their players are connected."""
    correctable: bool = False
    """Dice that were typed in may still be corrected."""
    cause: str | None = None
    places: tuple[int, ...] = ()


class Offer(Struct, frozen=True, omit_defaults=True):
    """A legal choice, and what it would bring about by itself."""

    choice: Choice
    skips: int = 0
    crosses: bool = False
    lucky: bool = False
    closes: bool = False
    penalty: bool = False
    final_lap: bool = False
    ends: bool = False


class SeatOffers(Struct, frozen=True):
    seat: int
    turn: int
    action: int
    """1 all, by the white sum; 2 the active player, by colour; 3 the active player's pawn."""
    options: tuple[Offer, ...]
    """The options; the first is to pass."""


class ChatLine(Struct, frozen=True):
    number: int
    guest: str
    name: str
    text: str
    at: Millis


What = Literal[
    "sat",
    "stood",
    "bot-sat",
    "ready",
    "unready",
    "host",
    "configured",
    "started",
    "away",
    "back",
    "left",
    "handed-over",
    "taken-back",
    "muted",
    "unmuted",
    "kicked",
    "banned",
    "unbanned",
    "locked",
    "unlocked",
    "corrected",
    "time-up",
    "rematch",
    "expired",
]


class Notice(Struct, frozen=True, omit_defaults=True, tag="notice"):
    """Something that happened at the table, but not in the game itself."""

    what: What
    seat: int | None = None
    guest: str = ""


TableEvent = GameEvent | Notice

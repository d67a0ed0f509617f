"""Tables, games, offers and chat lines as clients see them, and the notices about a table."""

from typing import Literal

from msgspec import Struct

from qwixx.rules import Breakdown, Choice, Phase, Roll, Sheet
from qwixx.rules.events import Event as GameEvent

from .options import Options
from .values import Millis, NonceKind, Seat, Status, Turn


class SeatView(Struct, frozen=True, omit_defaults=True):
    """A seat of a table. Without `guest` and `bot` it is free."""

    guest: str = ""
    """The id of the guest who sits here."""
    name: str = ""
    """The guest's present name."""
    bot: str = ""
    """The bot that plays here, with its options, if it is a bot's seat."""
    level: str = ""
    """The level by which the bot was chosen: `easy`, `medium`, `hard` or `expert`."""
    stand_in: str = ""
    """The bot that plays for an absent guest."""
    resigned: bool = False
    """The guest has given up the seat: the stand-in plays it to the end, and it comes last."""
    ready: bool = False
    """The guest has said `ready`; bots always are."""
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


class EndProposal(Struct, frozen=True):
    """A proposal to end the game now, with the scores as they are. It lapses with the next roll."""

    guest: str
    """The id of the player who proposed it."""
    turn: Turn
    """It holds while `game.turn` is this."""
    accepted: tuple[str, ...]
    """The ids of the players who agree, the proposer first."""


class Spectator(Struct, frozen=True):
    """A guest without a seat who is connected to the table."""

    guest: str
    """The guest's id."""
    name: str
    """The guest's name."""


class TableView(Struct, frozen=True, omit_defaults=True):
    """A table as everyone at it may see it."""

    id: str
    """The id, which nobody can guess: the link to the table contains it."""
    code: str
    """The short code for reading aloud; empty for a private table."""
    options: Options
    status: Status
    host: str
    """The id of the guest who may configure and start the game."""
    seats: tuple[SeatView, ...]
    """The seats in their order, which is the order of play."""
    commitment: str
    """SHA-256 of the seed, in hexadecimal digits."""
    seed: str = ""
    """Revealed when the game is finished or has expired."""
    starting: Millis | None = None
    """While seats reveal the nonces they promised: when the game starts at the latest."""
    rematch: str = ""
    """The id of the table for the next game."""
    proposal: EndProposal | None = None
    """A proposal to end the game. A roll does not send the table again: compare the `turn`."""
    wins: tuple[int, ...] = ()
    """A rematch: the earlier games of the series that each seat has won."""
    muted: tuple[str, ...] = ()
    """Ids of the guests whom the host has muted."""
    banned: tuple[str, ...] = ()
    """Ids of the guests whom the host has banned."""
    banned_names: tuple[str, ...] = ()
    """The names of the banned guests, in the order of `banned`."""
    locked: bool = False
    """Nobody can come in but the host and the players."""
    watching: int = 0
    """Number of connected guests without a seat, as far as this process knows."""
    spectators: tuple[Spectator, ...] = ()
    """Those of them who came first, in that order, at most 20."""
    practice: bool = False
    """A training table for one player of a solved game: every turn gets an exact verdict."""


class GameView(Struct, frozen=True, omit_defaults=True):
    """The position as everyone may see it."""

    turn: int
    """The turn that was rolled for last, counted from 1; 0 before the first roll."""
    active: int
    """The seat whose turn it is, or who has to roll."""
    phase: Phase
    sheets: tuple[Sheet, ...]
    """The sheets by seat."""
    lost: tuple[tuple[int, ...], ...]
    """By seat and row: a bit for each cell, and then the lock, that can never be crossed any more."""
    scores: tuple[int, ...]
    """The points by seat, as if the game ended now."""
    breakdown: tuple[Breakdown, ...]
    """By seat: the points of each row, of the penalties and of the pawn, which add up to the score."""
    roll: Roll | None = None
    """The dice on the table; absent until the active player has rolled."""
    closed: tuple[int, ...] = ()
    """The rows that are closed, counted from 0."""
    chosen: tuple[int, ...] = ()
    """Action 1: the seats that have chosen."""
    awaited: tuple[int, ...] = ()
    """The seats that have to roll or to choose."""
    final: int | None = None
    """On Board: the seat whose pawn began the final lap; the game ends before it would be active again."""
    due: Millis | None = None
    """When the clock runs out or the dice are rolled automatically."""
    idle: Millis | None = None
    """When the seats that are awaited may be handed to bots, although their players are connected."""
    correctable: bool = False
    """Dice that were typed in may still be corrected."""
    cause: str | None = None
    """What ended the game: `rows`, `penalties`, `board`, `resigned` or `agreed`; absent while it goes on."""
    places: tuple[int, ...] = ()
    """After the game: the place of each seat, 1 for the highest score. Equal scores share a place.

    Seats that resigned share the last place.
    """


class Offer(Struct, frozen=True, omit_defaults=True):
    """A legal choice, and what it would bring about by itself."""

    choice: Choice
    """To be sent back in `choose` as it is."""
    skips: int = 0
    """Number of cells that the cross gives up."""
    crosses: bool = False
    """It crosses a cell."""
    lucky: bool = False
    """Longo: it crosses a cell thanks to a lucky number, instead of the white sum."""
    closes: bool = False
    """It closes a row."""
    penalty: bool = False
    """It costs a penalty."""
    final_lap: bool = False
    """On Board: it begins the final lap."""
    ends: bool = False
    """It ends the game."""


class SeatOffers(Struct, frozen=True):
    """What one seat may choose now."""

    seat: Seat
    turn: Turn
    action: int
    """1: everybody, by the white sum; 2: the active player, by colour; 3: the active player's pawn."""
    options: tuple[Offer, ...]
    """The options; the first is to pass."""


class ChatLine(Struct, frozen=True):
    """A line of the chat."""

    number: int
    """Rises from line to line, so that a client recognises a line that is sent again."""
    guest: str
    """The id of the guest who said it."""
    name: str
    """The name of that guest."""
    text: str
    """What was said."""
    at: Millis
    """The time at which it was said."""


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
    "resigned",
    "end-proposed",
    "end-accepted",
    "end-declined",
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
"""What happened at the table. More words may be added: a client ignores those that it does not know."""


class Notice(Struct, frozen=True, omit_defaults=True, tag="notice"):
    """Something that happened at the table, but not in the game itself."""

    what: What
    seat: int | None = None
    """The seat it happened to, if it is about one."""
    guest: str = ""
    """The id of the guest it is about, if it is about one."""
    name: str = ""
    """The name of that guest, where no seat tells it."""


TableEvent = GameEvent | Notice
"""Something that happened in the game or at the table."""

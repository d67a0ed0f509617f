"""Commands: what a client sends over the WebSocket."""

from typing import Annotated

from msgspec import Meta, Struct

from qwixx.rules import Choice
from qwixx.rules.actions import Colours, White

from .options import Options
from .values import BotName, GuestId, Hash, Id, Nonce, Seat, TableName


class Hello(Struct, frozen=True, tag="hello"):
    """The first message. `have` is the last seq the client knows; the answer is the rest or a snapshot."""

    id: Id
    table: TableName
    have: Annotated[int, Meta(ge=0)] = 0


class Sit(Struct, frozen=True, tag="sit"):
    """Takes a free seat, or accepts one that is reserved; the last acceptance starts the rematch."""

    id: Id
    seat: Seat
    nonce: Nonce = ""
    """A nonce in the clear, which enters every roll. Without a promise too, one is derived from the seed."""
    promise: Hash | None = None
    """Instead of the nonce: its hash. The client reveals the nonce when the table is starting."""


class Stand(Struct, frozen=True, tag="stand"):
    id: Id
    seat: Seat


class SeatBot(Struct, frozen=True, tag="seat-bot"):
    """The host gives an empty seat, or the seat of a bot, to a bot."""

    id: Id
    seat: Seat
    bot: BotName


class ClearSeat(Struct, frozen=True, tag="clear-seat"):
    """The host empties a seat."""

    id: Id
    seat: Seat


class Ready(Struct, frozen=True, tag="ready"):
    id: Id
    ready: bool = True


class Configure(Struct, frozen=True, tag="configure"):
    id: Id
    options: Options


class Start(Struct, frozen=True, tag="start"):
    id: Id


class Reveal(Struct, frozen=True, tag="reveal"):
    """Reveals the nonce that the seat promised, while the table is starting."""

    id: Id
    seat: Seat
    nonce: Hash


class Dice(Struct, frozen=True):
    white: White
    colours: Colours
    """Red, yellow, green, blue; null for a die that has left the game."""


class RollDice(Struct, frozen=True, tag="roll"):
    """With `dice` at a table with own dice. Sent again before the first choice it corrects them."""

    id: Id
    turn: int
    """The turn to be rolled for; turns count from 1."""
    dice: Dice | None = None
    link: Hash | None = None
    """The value for this turn in the hash chain of the active seat, which enters the roll."""


class Choose(Struct, frozen=True, tag="choose"):
    """A choice of action 1 can be sent again, and so changed, until the last seat has chosen."""

    id: Id
    turn: int
    action: Annotated[int, Meta(ge=1, le=3)]
    choice: Choice


class HandOver(Struct, frozen=True, tag="hand-over"):
    id: Id
    seat: Seat


class TakeBack(Struct, frozen=True, tag="take-back"):
    id: Id
    seat: Seat


class Rematch(Struct, frozen=True, tag="rematch"):
    id: Id


class Leave(Struct, frozen=True, tag="leave"):
    """For good: the guest's seats become free, or in a game can be handed to bots at once."""

    id: Id


class Say(Struct, frozen=True, tag="say"):
    id: Id
    text: str
    """Up to 300 characters in normal form."""


class Mute(Struct, frozen=True, tag="mute"):
    id: Id
    guest: GuestId
    muted: bool = True


class Kick(Struct, frozen=True, tag="kick"):
    """The host sends a guest away, who may come back. A player can be kicked only before the game."""

    id: Id
    guest: GuestId


class Ban(Struct, frozen=True, tag="ban"):
    """The host sends a guest away for good, or with `banned: false` lets the guest in again."""

    id: Id
    guest: GuestId
    banned: bool = True


class Lock(Struct, frozen=True, tag="lock"):
    """The host lets nobody in any more, apart from the players."""

    id: Id
    locked: bool = True


class Ping(Struct, frozen=True, tag="ping"):
    id: Id


Command = (
    Hello
    | Sit
    | Stand
    | SeatBot
    | ClearSeat
    | Ready
    | Configure
    | Start
    | Reveal
    | RollDice
    | Choose
    | HandOver
    | TakeBack
    | Rematch
    | Leave
    | Say
    | Mute
    | Kick
    | Ban
    | Lock
    | Ping
)

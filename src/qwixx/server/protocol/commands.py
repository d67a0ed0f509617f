"""Commands: what a client sends over the WebSocket."""

from typing import Annotated

from msgspec import Meta, Struct

from qwixx.rules import Choice
from qwixx.rules.actions import Colours, White

from .options import Options
from .values import BotName, GuestId, Hash, Id, Nonce, Seat, TableName, Turn


class Hello(Struct, frozen=True, tag="hello"):
    """The first command of a connection. The answer is a snapshot, or the updates since `have`."""

    id: Id
    table: TableName
    have: Annotated[int, Meta(ge=0)] = 0
    """The last `seq` that the client knows; 0 for none."""


class Sit(Struct, frozen=True, tag="sit"):
    """Takes a free seat, or accepts one that is reserved; the last acceptance starts the rematch."""

    id: Id
    seat: Seat
    nonce: Nonce = ""
    """A nonce in the clear, which enters every roll. Without a promise too, one is derived from the seed."""
    promise: Hash | None = None
    """Instead of the nonce: its hash. The client reveals the nonce when the table is starting."""


class Stand(Struct, frozen=True, tag="stand"):
    """Leaves one's own seat, before the game."""

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
    """Says that the player is ready for the start, or no longer ready."""

    id: Id
    ready: bool = True
    """False to take it back."""


class Configure(Struct, frozen=True, tag="configure"):
    """The host changes the options, before the game."""

    id: Id
    options: Options
    """All of the new options. The visibility has to stay."""


class Start(Struct, frozen=True, tag="start"):
    """The host starts the game. Every seat has to be taken, and everybody else ready."""

    id: Id


class Reveal(Struct, frozen=True, tag="reveal"):
    """Reveals the nonce that the seat promised, while the table is starting."""

    id: Id
    seat: Seat
    nonce: Hash
    """The nonce whose hash was the promise."""


class Dice(Struct, frozen=True):
    """What real dice show."""

    white: White
    colours: Colours


class RollDice(Struct, frozen=True, tag="roll"):
    """The active player rolls the dice, or types in what real ones show."""

    id: Id
    turn: int
    """The turn to be rolled for: one more than `game.turn`, so 1 at the beginning."""
    dice: Dice | None = None
    """Only at a table with own dice. Until a person has chosen, a `roll` of the same turn corrects them."""
    link: Hash | None = None
    """The value for this turn in the hash chain of the active seat, which enters the roll."""


class Choose(Struct, frozen=True, tag="choose"):
    """A choice of action 1 can be sent again, and so changed, until the last seat has chosen."""

    id: Id
    turn: Turn
    """The `turn` of the offers."""
    action: Annotated[int, Meta(ge=1, le=3)]
    """The `action` of the offers."""
    choice: Choice
    """The `choice` of one of the offers, which names the seat."""


class HandOver(Struct, frozen=True, tag="hand-over"):
    """Hands the seat of a player who is away, has left, or does not act, to the stand-in bot."""

    id: Id
    seat: Seat


class Resign(Struct, frozen=True, tag="resign"):
    """A player gives up a seat for good. A bot plays it to the end of the game, and it comes last.

    The game ends at once if only one other seat is left, or only bots.
    """

    id: Id
    seat: Seat
    """A seat of one's own."""


class ProposeEnd(Struct, frozen=True, tag="propose-end"):
    """A player proposes to end the game now, with the scores as they are.

    It ends when all other players agree who are neither bots nor replaced by one; at once if there are none.
    """

    id: Id


class AnswerEnd(Struct, frozen=True, tag="answer-end"):
    """A player agrees to end the game, or declines; the proposer can withdraw the proposal by declining."""

    id: Id
    turn: Turn
    """The turn of the proposal, so that a late answer is not taken for one to another proposal."""
    accept: bool = True
    """Whether to end the game."""


class TakeBack(Struct, frozen=True, tag="take-back"):
    """Takes one's own seat back from the stand-in bot."""

    id: Id
    seat: Seat


class Rematch(Struct, frozen=True, tag="rematch"):
    """Opens a table for another game, with the seats reserved for the same players."""

    id: Id


class Leave(Struct, frozen=True, tag="leave"):
    """For good: the guest's seats become free, or in a game can be handed to bots at once."""

    id: Id


class Say(Struct, frozen=True, tag="say"):
    """Says a line in the chat."""

    id: Id
    text: str
    """Up to 300 characters in normal form."""


class Mute(Struct, frozen=True, tag="mute"):
    """The host mutes a guest in the chat, or with `muted: false` lets them speak again."""

    id: Id
    guest: GuestId
    muted: bool = True
    """False to undo it."""


class Kick(Struct, frozen=True, tag="kick"):
    """The host sends a guest away, who may come back. A player can be kicked only before the game."""

    id: Id
    guest: GuestId


class Ban(Struct, frozen=True, tag="ban"):
    """The host sends a guest away for good, or with `banned: false` lets the guest in again."""

    id: Id
    guest: GuestId
    banned: bool = True
    """False to undo it."""


class Lock(Struct, frozen=True, tag="lock"):
    """The host lets nobody in any more, apart from the players."""

    id: Id
    locked: bool = True
    """False to undo it."""


class Ping(Struct, frozen=True, tag="ping"):
    """Asks for an `ack` with the present `seq`. It is the only command that can come before `hello`."""

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
    | Resign
    | ProposeEnd
    | AnswerEnd
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
"""What a client sends. Unknown fields are ignored."""

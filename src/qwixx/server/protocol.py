"""The protocol: every message between client and server, as tagged unions whose `type` names the message.

Over the WebSocket a frame is one JSON object: a `Command` from the client, a `Message` from the server. The
bodies of HTTP requests and responses follow at the end. `docs/protocol.schema.json` and `docs/openapi.json`
are made from this file. Errors are codes, which the client puts into words. Times are milliseconds since 1970
by the server's clock.
"""

from enum import StrEnum
from typing import Annotated, Literal

from msgspec import Meta, Struct

from qwixx.coach.report import Decision, Option, Review, Unit
from qwixx.rules import Breakdown, Choice, Cross, Move, Pass, Phase, Reason, Roll, Sheet
from qwixx.rules.actions import Colours, White
from qwixx.rules.events import Event as GameEvent
from qwixx.rules.variant import Pair, Variant

VERSION = 1
"""Increased when older clients can no longer understand the server."""

MESSAGE_BYTES = 16 * 1024
NAME_LENGTH = 24
CHAT_LENGTH = 300

Id = Annotated[str, Meta(min_length=1, max_length=40)]
"""The id of a command, unique among the commands of a guest: one sent twice is carried out once."""
Seat = Annotated[int, Meta(ge=0, le=4)]
TableName = Annotated[str, Meta(min_length=1, max_length=40)]
BotName = Annotated[str, Meta(min_length=1, max_length=80)]
GuestId = Annotated[str, Meta(min_length=1, max_length=40)]
Nonce = Annotated[str, Meta(max_length=64, pattern=r"^[!-~]*(?![\s\S])")]
"""Visible ASCII. A `$` at the end of the pattern would let a line feed through."""
NonceKind = Literal["", "promised", "plain", "derived"]
"""How a seat comes to its nonce; empty for a free seat."""
Hash = Annotated[str, Meta(min_length=64, max_length=64, pattern=r"^[0-9a-f]{64}$")]
"""32 bytes in hexadecimal digits: a value of a hash chain."""
Millis = int
Status = Literal["lobby", "playing", "finished", "expired"]
"""Of a table. A finished game was played to its end; an expired one was abandoned."""
Visibility = Literal["open", "link", "private"]
"""Who can find a table: it is listed; it needs the link or the short code; it needs the link."""


class Code(StrEnum):
    """Why something was refused. Choices and dice can also be refused with a `Reason` of the rules."""

    MALFORMED = "malformed"
    UNKNOWN = "unknown-message"
    TOO_LARGE = "too-large"
    TOO_FAST = "too-fast"
    TOO_MANY = "too-many"
    LOG_FULL = "log-full"
    HELLO_FIRST = "hello-first"
    NO_TABLE = "no-such-table"
    NO_SPECTATORS = "no-spectators"
    NO_GUEST = "no-guest"
    WRONG_ORIGIN = "wrong-origin"
    NOT_HOST = "not-host"
    NOT_SEATED = "not-seated"
    NOT_YOUR_SEAT = "not-your-seat"
    NO_SEAT = "no-such-seat"
    SEAT_TAKEN = "seat-taken"
    SEATS_EMPTY = "seats-empty"
    NOT_READY = "not-ready"
    NOT_LOBBY = "not-in-lobby"
    STARTING = "starting"
    NOT_PLAYING = "not-playing"
    NOT_FINISHED = "not-finished"
    BAD_OPTIONS = "bad-options"
    BAD_BOT = "bad-bot"
    BAD_NAME = "bad-name"
    REVEALED = "already-revealed"
    TOO_LATE = "too-late"
    TOO_EARLY = "too-early"
    OWN_DICE = "own-dice"
    SERVER_DICE = "server-dice"
    WRONG_NONCE = "wrong-nonce"
    WRONG_LINK = "wrong-link"
    NOT_AWAY = "not-away"
    NO_BOT_THERE = "no-bot-there"
    CHAT_OFF = "chat-off"
    CHAT_EMPTY = "chat-empty"
    CHAT_LONG = "chat-too-long"
    MUTED = "muted"
    BANNED = "banned"
    LOCKED = "locked"
    KICKED = "kicked"
    SHUT_OUT = "shut-out"
    EXPIRED = "expired"
    NOT_TRAINING = "not-training"
    NOT_PRACTICE = "not-practice"
    NOT_YOUR_TURN = "not-your-turn"
    BUSY = "busy"
    DAMAGED = "damaged"
    COACH_FAILED = "coach-failed"
    NO_VALUES = "no-values"
    STORAGE = "storage"
    FAULT = "server-fault"
    SHUTDOWN = "shutdown"
    NOT_FOUND = "not-found"


ERROR_CODES = [*(str(code) for code in Code), *(reason.value for reason in Reason)]
ErrorCode = Annotated[str, Meta(extra_json_schema={"enum": list(dict.fromkeys(ERROR_CODES))})]


# Tables


class Options(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is agreed about a table before its game."""

    variant: str = "classic"
    seats: Annotated[int, Meta(ge=1, le=5)] = 2
    lucky: tuple[Pair, ...] | None = None
    """Longo: the pair of each seat; without, the usual ones."""
    board: Annotated[str, Meta(max_length=1000)] = ""
    """On Board: the spaces of another board, such as `r2+1 y3+1 …`."""
    visibility: Visibility = "link"
    spectators: bool = True
    chat: bool = True
    clock: Annotated[int, Meta(ge=5, le=3600)] | None = None
    """Seconds for each decision; without it there is no clock."""
    dice: Literal["server", "own"] = "server"
    roll_after: Annotated[float, Meta(ge=0, le=60)] | None = None
    """Seconds until the server rolls its dice automatically; without it the active player rolls them."""
    away_after: Annotated[int, Meta(ge=5, le=3600)] = 60
    """Seconds after which the others may hand the seat of an absent player to a bot."""
    stand_in: BotName = "gap"
    """The bot that takes such a seat."""
    training: bool = False
    """The players who are to act may ask for hints; the table and its record are marked."""


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


# Client → server


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


# Server → client


class Snapshot(Struct, frozen=True, omit_defaults=True, tag="snapshot"):
    """The whole table as this guest may see it."""

    seq: int
    you: str
    now: Millis
    table: TableView
    variant: Variant
    """The table's own sheet and board; a client draws these and no others."""
    version: int
    """Of the protocol; a client that knows only older ones has to be reloaded."""
    game: GameView | None = None
    offers: tuple[SeatOffers, ...] = ()
    picked: tuple[Choice, ...] = ()
    chat: tuple[ChatLine, ...] = ()


class Update(Struct, frozen=True, omit_defaults=True, tag="update"):
    """What happened up to `seq`. Absent fields have not changed; a new `game` clears offers and picks."""

    seq: int
    now: Millis
    events: tuple[TableEvent, ...] = ()
    table: TableView | None = None
    variant: Variant | None = None
    game: GameView | None = None
    chosen: tuple[int, ...] | None = None
    """Sent instead of `game` when only the set of seats that have chosen changed."""
    offers: tuple[SeatOffers, ...] = ()
    """What the guest's own seats may choose."""
    picked: tuple[Choice, ...] = ()
    """Action 1: what the guest's own seats have chosen; nobody else sees it."""
    acks: tuple[str, ...] = ()
    """Commands of this connection that have been carried out and stored."""


class Ack(Struct, frozen=True, tag="ack"):
    """A command has been carried out, with nothing new for the others."""

    id: str
    seq: int


class Error(Struct, frozen=True, omit_defaults=True, tag="error"):
    code: ErrorCode
    id: str = ""
    rule: str = ""
    """The rule behind the refusal."""
    detail: str = ""
    """Details for developers."""


class Chat(Struct, frozen=True, tag="chat"):
    line: ChatLine


class Bye(Struct, frozen=True, tag="bye"):
    """The server closes the connection. `shutdown`: reconnect soon."""

    code: ErrorCode


Message = Snapshot | Update | Ack | Error | Chat | Bye


# HTTP


class Name(Struct, frozen=True, forbid_unknown_fields=True):
    name: Annotated[str, Meta(max_length=200)]


class GuestProfile(Struct, frozen=True):
    id: str
    name: str


class ExportedLine(Struct, frozen=True):
    table: str
    text: str
    sent: int


class PersonalData(Struct, frozen=True):
    """All that the server stores about a guest, apart from the logs of games, which name guests by ids."""

    id: str
    name: str
    created: int
    games: tuple["Summary", ...]
    chat: tuple[ExportedLine, ...]
    reports: tuple[ExportedLine, ...]


class NewReport(Struct, frozen=True):
    """What a player tells the host of the server about another guest at the table."""

    guest: Annotated[str, Meta(max_length=100)]
    """The guest it is about; empty if it is about no one guest."""
    text: Annotated[str, Meta(max_length=1000)]


class NewTable(Struct, frozen=True, forbid_unknown_fields=True):
    options: Options
    bots: Annotated[tuple[BotName | None, ...], Meta(max_length=5)] = ()
    """By seat: the bot that has it from the beginning."""


class Created(Struct, frozen=True):
    id: str
    code: str


class Summary(Struct, frozen=True, omit_defaults=True):
    """A line in a list of tables or games."""

    id: str
    code: str
    status: Status
    variant: str
    seats: tuple[str, ...]
    """Names, empty for a free seat."""
    spectators: bool
    created: Millis
    updated: Millis
    clock: int | None = None
    dice: Literal["server", "own"] = "server"
    scores: tuple[int, ...] = ()
    training: bool = False


class BotInfo(Struct, frozen=True):
    name: str
    about: str


class ReplayPly(Struct, frozen=True):
    """A position of a finished game and what led to it. Ply 0 is the beginning."""

    ply: int
    events: tuple[GameEvent, ...]
    game: GameView


class Replay(Struct, frozen=True):
    table: TableView
    variant: Variant
    plies: tuple[ReplayPly, ...]


class DiceCheck(Struct, frozen=True, omit_defaults=True):
    """Whether every roll of a finished game came from the seed that was promised before the first."""

    dice: Literal["server", "own"]
    rolls: int
    ok: bool
    fault: str = ""
    """The first discrepancy, in a sentence for programmers."""
    turn: int | None = None
    """The turn of that roll."""


class Working(Struct, frozen=True, tag="working"):
    """The coach is not ready yet: ask again."""

    what: Literal["waiting", "values", "thinking"]
    """Waiting for other questions; computing the exact values, once; working on the answer itself."""
    done: float = 0.0
    """The share that is done, from 0 to 1."""


class Hint(Struct, frozen=True, tag="hint"):
    """What each choice of a seat is worth, from that seat's view."""

    seat: int
    turn: int
    action: int
    unit: Unit
    evaluator: str
    games: int
    options: tuple[Option, ...]
    """Best first."""


class TurnVerdict(Struct, frozen=True, tag="verdict"):
    """The choices of one turn of a practice game, and the totals up to its end."""

    turn: int
    decisions: tuple[Decision, ...]
    """Empty if there was nothing to decide."""
    roll: float
    """The luck of this roll, in points."""
    luck: float
    errors: float
    start: float
    """The expected score at the start; plus the luck and minus the errors, the expected score now."""


class Reviewed(Struct, frozen=True, tag="review"):
    review: Review


HintAnswer = Hint | Working
VerdictAnswer = TurnVerdict | Working
ReviewAnswer = Reviewed | Working


class Variants(Struct, frozen=True):
    variants: tuple[Variant, ...]


__all__ = [
    "Choice",
    "Command",
    "Cross",
    "Message",
    "Move",
    "Options",
    "Pass",
    "Phase",
    "Roll",
    "Sheet",
    "Variant",
]

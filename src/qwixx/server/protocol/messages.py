"""Messages: what the server sends over the WebSocket."""

from msgspec import Struct

from qwixx.rules import Choice
from qwixx.rules.variant import Variant

from .codes import ErrorCode
from .values import Millis
from .views import ChatLine, GameView, SeatOffers, TableEvent, TableView

Seq = int
"""The number of entries in the table's log. It rises, and may rise by more than one: a gap is not a loss."""
Now = Millis
"""The server's time when the message was made, to compare the other times with."""
Offers = tuple[SeatOffers, ...]
"""What the guest's own seats may choose."""
Picked = tuple[Choice, ...]
"""Action 1: what the guest's own seats have chosen; nobody else sees it."""
AnsweredId = str
"""The id of the command that this answers; empty if it could not be read."""


class Snapshot(Struct, frozen=True, omit_defaults=True, tag="snapshot"):
    """The whole table as this guest may see it."""

    seq: Seq
    you: str
    """The id of the guest that the cookie belongs to."""
    now: Now
    table: TableView
    variant: Variant
    """The table's own sheet and board; a client draws these and no others."""
    version: int
    """The version of the protocol; a client that knows only older ones has to be reloaded."""
    game: GameView | None = None
    """The position; absent before the game."""
    offers: Offers = ()
    picked: Picked = ()
    chat: tuple[ChatLine, ...] = ()
    """The last lines of the chat, oldest first."""


class Update(Struct, frozen=True, omit_defaults=True, tag="update"):
    """What happened up to `seq`. Absent fields have not changed; a new `game` clears offers and picks."""

    seq: Seq
    now: Now
    events: tuple[TableEvent, ...] = ()
    """What happened, in this order."""
    table: TableView | None = None
    """The table, if it has changed."""
    variant: Variant | None = None
    """The sheet and board, if the host has changed them."""
    game: GameView | None = None
    """The position, if it has changed."""
    chosen: tuple[int, ...] | None = None
    """Sent instead of `game` when only the set of seats that have chosen changed."""
    offers: Offers = ()
    picked: Picked = ()
    acks: tuple[str, ...] = ()
    """Commands of this connection that have been carried out and stored."""


class Ack(Struct, frozen=True, tag="ack"):
    """A command has been carried out, with nothing new for the others."""

    id: AnsweredId
    seq: Seq


class Error(Struct, frozen=True, omit_defaults=True, tag="error"):
    """A command or a request was refused; nothing was changed."""

    code: ErrorCode
    id: AnsweredId = ""
    rule: str = ""
    """The number of the rule behind the refusal, such as `R7`; only with codes of the rules."""
    detail: str = ""
    """Details for developers, in English; mostly absent."""


class Chat(Struct, frozen=True, tag="chat"):
    """Somebody said something in the chat."""

    line: ChatLine


class Bye(Struct, frozen=True, tag="bye"):
    """The server closes the connection, and says why. After `shutdown` a client reconnects."""

    code: ErrorCode


Message = Snapshot | Update | Ack | Error | Chat | Bye
"""What the server sends. Fields with their default value are left out."""

"""Messages: what the server sends over the WebSocket."""

from msgspec import Struct

from qwixx.rules import Choice
from qwixx.rules.variant import Variant

from .codes import ErrorCode
from .values import Millis
from .views import ChatLine, GameView, SeatOffers, TableEvent, TableView


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

"""The bodies of HTTP requests and responses."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from qwixx.coach.report import Decision, Option, Review, Unit
from qwixx.rules.events import Event as GameEvent
from qwixx.rules.variant import Variant

from .options import Options
from .values import BotName, Millis, Status
from .views import GameView, TableView


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

"""The bodies of HTTP requests and responses."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from qwixx.coach.report import Decision, Option, Review, Unit
from qwixx.rules.events import Event as GameEvent
from qwixx.rules.records.ending import EarlyCause
from qwixx.rules.variant import Variant

from .options import Options
from .values import BotName, GuestId, Millis, Seat, Status, Turn
from .views import GameView, TableEvent, TableView


class Name(Struct, frozen=True, forbid_unknown_fields=True):
    """The name that a guest wants to have."""

    name: Annotated[str, Meta(max_length=200)]
    """White space and invisible characters are removed, and the rest is cut at 24 characters."""


class GuestProfile(Struct, frozen=True):
    """A guest, as everybody may see them."""

    id: GuestId
    name: str
    """The name as it is shown."""


class RecoveryKey(Struct, frozen=True):
    """A key that carries the guest to another device, once. It is never shown again."""

    key: str
    """32 hexadecimal digits."""
    link: str
    """The address that uses the key, which is in the part that browsers do not send."""
    qr: str
    """The link as a QR code, in SVG."""


class Recovery(Struct, frozen=True, forbid_unknown_fields=True):
    """Carries the guest of a recovery key to the device that sends it."""

    key: Annotated[str, Meta(max_length=200)]
    """The key; capitals and surrounding spaces do not matter."""


class ExportedLine(Struct, frozen=True):
    """A chat line or a report that the guest has written."""

    table: str
    """The id of the table."""
    text: str
    """What the guest wrote."""
    sent: Millis


class PersonalData(Struct, frozen=True):
    """All that the server stores about a guest, apart from the logs of games that are not over."""

    id: GuestId
    name: str
    """The guest's name."""
    created: Millis
    """The time at which the guest first came."""
    banned: bool
    """Whether the host of the server has banned the guest."""
    recovery_key: bool
    """Whether there is a recovery key that has not been used."""
    games: tuple["Summary", ...]
    """All games of the guest."""
    records: tuple[str, ...]
    """The records of undamaged games that are over, which `qwixx replay` and `qwixx review` read."""
    chat: tuple[ExportedLine, ...]
    """What the guest said in chats."""
    reports: tuple[ExportedLine, ...]
    """What the guest reported to the host of the server."""


class NewReport(Struct, frozen=True):
    """What a player tells the host of the server about another guest at the table."""

    guest: Annotated[str, Meta(max_length=100)]
    """The guest it is about; empty if it is about no one guest."""
    text: Annotated[str, Meta(max_length=1000)]
    """What happened; the first 300 characters are kept."""


class NewTable(Struct, frozen=True, forbid_unknown_fields=True):
    """A table to be opened. Unknown fields are refused."""

    options: Options
    bots: Annotated[tuple[BotName | None, ...], Meta(max_length=5)] = ()
    """By seat: the bot that has it from the beginning."""


class Created(Struct, frozen=True):
    """The names of a new table."""

    id: str
    """The id, which nobody can guess: the link to the table is `/t/ID`."""
    code: str
    """The short code for reading aloud; empty for a private table."""


class Summary(Struct, frozen=True, omit_defaults=True):
    """A line in a list of tables or games."""

    id: str
    """The id of the table."""
    code: str
    """The short code; empty for a private table."""
    status: Status
    variant: str
    """The name of the variant."""
    seats: tuple[str, ...]
    """The names of players and bots, empty for a free seat."""
    spectators: bool
    """Whether guests without a seat may watch."""
    created: Millis
    """The time at which the table was opened."""
    updated: Millis
    """The time at which something last happened there."""
    clock: int | None = None
    """Seconds for each decision; absent without a clock."""
    dice: Literal["server", "own"] = "server"
    """Whether the server rolls, or the players type in what their own dice show."""
    scores: tuple[int, ...] = ()
    """The points by seat; empty before the game."""
    levels: tuple[str, ...] = ()
    """By seat: the level of its bot, empty for everyone else; absent if no bot was chosen by a level."""
    training: bool = False
    """Whether it is a training table."""
    places: tuple[int, ...] = ()
    """The place of each seat; absent unless the game is finished."""
    early: EarlyCause | None = None
    """Why the game ended before its rules ended it; absent for every other game."""
    your_turn: bool = False
    """In a list of one's own games: whether the table waits for the guest who asks; a lobby waits for the
    answer to a rematch."""
    yours: tuple[int, ...] = ()
    """In a list of one's own games: the seats of the guest who asks."""


class BotInfo(Struct, frozen=True):
    """A bot that can sit at tables."""

    name: BotName
    about: str
    """How it plays, in one English sentence."""


class ReplayPly(Struct, frozen=True):
    """A position of a finished game and what led to it. Ply 0 is the beginning."""

    ply: int
    """The number of actions of the record before this position."""
    events: tuple[GameEvent, ...]
    """What happened in the step to this position."""
    game: GameView


class Replay(Struct, frozen=True):
    """Every position of a finished game."""

    table: TableView
    variant: Variant
    plies: tuple[ReplayPly, ...]
    """The positions in their order."""


class LogLine(Struct, frozen=True):
    """Something that happened in a game, as everybody at the table was told."""

    seq: int
    """The number of the entry in the table's log that brought it about."""
    turn: Turn
    """The turn in which it happened, 0 before the first roll."""
    event: TableEvent


class GameLog(Struct, frozen=True):
    """What has happened in a game since its start, also in a running one."""

    seq: int
    """The number of entries that the table's log has: later updates have a higher `seq`."""
    lines: tuple[LogLine, ...]
    """What happened, in its order; empty before the game."""


class DiceCheck(Struct, frozen=True, omit_defaults=True):
    """Whether every roll of a finished game came from the seed that was promised before the first."""

    dice: Literal["server", "own"]
    """Only the server's dice can be checked."""
    rolls: int
    """Number of rolls that were checked."""
    ok: bool
    """Whether all of them are right."""
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

    seat: Seat
    turn: Turn
    action: int
    """The action that the seat has to choose in, 1 to 3."""
    unit: Unit
    evaluator: str
    """The source of the values: `exact`, `expert` (its network) or `tempo-playouts`."""
    games: int
    """Playouts per choice, for the expected score alone if the evaluator is `expert`; 0 if exact."""
    options: tuple[Option, ...]
    """What the seat can choose, best first."""


class TurnVerdict(Struct, frozen=True, tag="verdict"):
    """The choices of one turn of a practice game, and the totals up to its end."""

    turn: Turn
    decisions: tuple[Decision, ...]
    """The choices of the turn; empty if there was nothing to decide."""
    roll: float
    """The luck of this roll, in points."""
    luck: float
    """The luck of all rolls up to the end of the turn, in points."""
    errors: float
    """What all choices up to the end of the turn cost, in points."""
    start: float
    """The expected score at the start; plus the luck and minus the errors, the expected score now."""


class Reviewed(Struct, frozen=True, tag="review"):
    """The coach's answer about a finished game."""

    review: Review


HintAnswer = Hint | Working
VerdictAnswer = TurnVerdict | Working
ReviewAnswer = Reviewed | Working


class Variants(Struct, frozen=True):
    """All variants that can be played here."""

    variants: tuple[Variant, ...]
    """The variants as data."""

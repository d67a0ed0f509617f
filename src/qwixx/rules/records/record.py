"""`Record`: a game as the list of its actions, rolls included. Everything else follows by replay."""

from collections.abc import Iterator
from typing import cast

import msgspec
from msgspec import Struct, structs

from ..actions import Action, Roll
from ..board import Board
from ..engine import Rules, parse_position
from ..errors import FormatError, IllegalAction, Problem, QwixxError, RecordError, SetupError, problem
from ..events import Event
from ..notation import quoted
from ..state import Phase, State
from ..variant import Pair
from . import json_form, text_form
from .text_form import FORMAT, RULES_VERSION, Fields


class Ply(Struct, frozen=True):
    """One action of a game, with the positions around it."""

    number: int
    turn: int
    before: State
    action: Action
    events: tuple[Event, ...]
    after: State


class Record(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The contents of a game's file. Choices of action 1 are in the order of the seats."""

    variant: str
    seats: tuple[str, ...]
    """The names of the players or bots."""
    actions: tuple[Action, ...] = ()
    first: int = 0
    lucky: tuple[Pair, ...] | None = None
    board: Board | None = None
    start: str | None = None
    """The position that the game began from, in one line; `first` is then its active seat. If it is one after
    a roll, the rest of that turn is turn 0."""
    headers: dict[str, str] = {}
    """All other headers of the file, kept as they are."""
    rules_version: int = RULES_VERSION
    format: int = FORMAT

    def __post_init__(self) -> None:
        if found := text_form.version_problem(self.format, self.rules_version):
            raise RecordError(found)
        for key in self.headers:
            if not text_form.is_free_header(key):
                message = f"{quoted(key)} cannot be the name of a header"
                raise RecordError(problem(message, "header-name", header=quoted(key)))
        for text in (*self.seats, *self.headers.values()):
            if found := text_form.line_problem(text):
                raise RecordError(found)
        if found := self._start_problem():
            raise RecordError(found)
        structs.force_setattr(self, "actions", self._in_seat_order())

    @staticmethod
    def parse(text: str) -> "Record":
        """Reads a record as text or as JSON."""
        text = text.removeprefix("\ufeff")
        if text.lstrip("\ufeff \t\r\n").startswith("{"):
            return _read_json(text)
        return Record(**text_form.read(text))

    def __str__(self) -> str:
        return text_form.write(cast("Fields", structs.asdict(self)))

    def json(self) -> str:
        return msgspec.json.encode(self).decode() + "\n"

    def rules(self) -> Rules:
        return Rules(self.variant, len(self.seats), lucky=self.lucky, board=self.board)

    def opening(self) -> State:
        """The position before the first action."""
        return self.rules().start(self.first) if self.start is None else parse_position(self.start)[1]

    def _start_problem(self) -> Problem | None:
        if self.start is None:
            return None
        try:
            rules, state = parse_position(self.start)
            if rules != self.rules():
                return problem("the starting position is one of another game", "start-other-game")
        except FormatError as error:
            message = f"the starting position cannot be read: {error.message}"
            return problem(message, "start-unreadable", problem=error.problem)
        except SetupError:
            return None  # the setup itself is refused
        if state.phase is Phase.OVER:
            return problem("a game cannot start from its end", "start-over")
        if (given := state.active) != self.first:
            message = f"the starting position is that of seat {given}'s turn, not of seat {self.first}'s"
            return problem(message, "start-seat", given=given, first=self.first)
        return None

    def _in_seat_order(self) -> tuple[Action, ...]:
        """Action 1 is simultaneous, so the order in which the choices came in is not kept."""
        ordered: list[Action] = []
        begun, players = text_form.begun_turn(self.start), len(self.seats)
        for number, turn in enumerate(text_form.turns(self.actions), begun is None):
            roll = turn[:1] if number else []
            asked = players if number else len(text_form.missing(begun, players))
            choices = turn[len(roll) :]
            ordered += [*roll, *sorted(choices[:asked], key=_seat), *choices[asked:]]
        return tuple(ordered)

    def plies(self) -> Iterator[Ply]:
        """Replays the game; an action that the rules forbid raises `IllegalRecord`."""
        rules = self.rules()
        state = self.opening()
        turn = 0
        for number, action in enumerate(self.actions, 1):
            turn += isinstance(action, Roll)
            try:
                after, events = rules.step(state, action)
            except IllegalAction as error:
                raise IllegalRecord(self, number, state, error) from error
            yield Ply(number, turn, state, action, events, after)
            state = after


class IllegalRecord(QwixxError):
    """An action of the record is illegal. `state` is the position before it, `record` the game up to it."""

    def __init__(self, record: Record, ply: int, state: State, cause: IllegalAction) -> None:
        super().__init__(f"record, ply {ply}: {cause}")
        self.ply = ply
        self.reason = cause.reason
        self.rule = cause.rule
        self.state = state
        self.record = structs.replace(record, actions=record.actions[: ply - 1])


def replay(record: Record) -> State:
    """The position at the end of the record."""
    state = record.opening()
    for ply in record.plies():
        state = ply.after
    return state


def _read_json(text: str) -> Record:
    record = json_form.read(text, Record)
    field = ".variant"
    try:
        rules = record.rules()
        field = ".first"
        rules.check_seat(record.first)
    except SetupError as error:
        raise json_form.fault(text, field, error.problem) from None
    return record


def _seat(action: Action) -> int:
    return -1 if isinstance(action, Roll) else action.seat

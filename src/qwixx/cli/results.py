"""What the commands print with --json. A choice is written as in a record, and plies count from 1."""

from typing import Any

from msgspec import UNSET, Struct, UnsetType

from qwixx.arena.track_study import TrackStudy
from qwixx.coach import Estimate, Option, Review, Verdict
from qwixx.coach.report import Unit
from qwixx.dice.proof import Fault, RecordCheck, SeatCheck
from qwixx.rules import Board, Choice, Phase, Rules, State
from qwixx.rules.actions import Action
from qwixx.rules.events import Event
from qwixx.rules.records.ending import Ending


class PositionResult(Struct, kw_only=True):
    """A position, and everything a program needs to know about it without knowing the rules."""

    position: str
    """The position on one line."""
    phase: Phase
    active: int
    """The seat whose turn it is."""
    over: bool
    cause: str | None
    """Why the game is over; null if it is not."""
    closed: list[int]
    """The closed rows."""
    scores: tuple[int, ...]
    """By seat."""
    places: tuple[int, ...]
    """By seat; equal scores share a place."""
    legal: dict[int, tuple[Choice, ...]]
    """What each seat that has to choose can choose."""
    resigned: tuple[int, ...] | UnsetType = UNSET
    """The seats that resigned, if players ended the game."""


class ReplayStep(Struct):
    """One action of a game, and what it did."""

    ply: int
    """The number of the action in the record, counted from 1."""
    turn: int
    """Counted from 1."""
    action: Action
    events: tuple[Event, ...]
    position: str
    """The position after it."""


class ReplayError(Struct):
    """The first action of a record that the rules forbid."""

    ply: int
    """Its number in the record, counted from 1."""
    reason: str
    rule: str
    message: str


class ReplayResult(PositionResult, kw_only=True):
    """The position of a record after its last ply, or the one that was asked for."""

    variant: str
    seats: tuple[str, ...]
    plies: int
    """The number of plies before the position."""
    steps: list[ReplayStep] | UnsetType = UNSET
    """With --steps."""
    error: ReplayError | UnsetType = UNSET
    """If the record is illegal; the position is the last legal one."""


class ReviewResult(Review, frozen=True, kw_only=True):
    """A whole game: what each choice cost, what was luck, and how it ended."""

    cause: str | None
    """Why the game is over; null if it is not."""
    resigned: tuple[int, ...] | UnsetType = UNSET
    """The seats that resigned, if players ended the game."""


class HintOption(Option, frozen=True, kw_only=True):
    """A choice, what it is worth, and how good it is."""

    verdict: Verdict


class HintResult(Struct):
    """The choices in a position, best first."""

    variant: str
    players: int
    unit: Unit
    evaluator: str
    """What the values come from."""
    games: int
    """The number of games played on from each position; 0 if the values are exact."""
    estimates: tuple[Estimate, ...]
    """By seat: what it can expect, if nobody has to choose."""
    options: dict[int, tuple[HintOption, ...]]
    """By seat: its choices."""


class SolvedChoice(Struct):
    """A choice and the expected final score after it."""

    choice: Choice
    value: float


class SolveResult(Struct):
    """Expected final scores under best play."""

    variant: str
    players: int
    value: float
    """That of the active seat."""
    values: list[float]
    """By seat."""
    seconds: float
    options: list[SolvedChoice] | UnsetType = UNSET
    """The choices in the position, if one is given."""


class CountedChoice(Struct):
    """A first choice and the number of sequences that begin with it."""

    choice: Choice
    count: int


class PerftResult(Struct):
    """The number of sequences of choices from a position."""

    position: str
    depth: int
    seed: int
    count: int
    divide: list[CountedChoice] | UnsetType = UNSET
    """With --divide."""


class VerifyResult(Struct):
    """Whether the dice of a game are those that the server committed to."""

    fair: bool
    version: int
    """The version of the fair dice."""
    rolls: int
    seats: tuple[SeatCheck, ...]
    faults: tuple[Fault, ...]


class BoardResult(Struct):
    """A board, and the games that bots played on it, one study for each number of players."""

    board: Board
    studies: list[TrackStudy]


class BotResult(Struct):
    """A bot that can be named."""

    name: str
    usage: str
    """How it is named with its options."""
    about: str
    options: dict[str, Any]
    """The options with their defaults; null for one without."""


def position_result(rules: Rules, state: State, ending: Ending) -> PositionResult:
    """The position, with the places of those who resigned and no choices if its players ended the game."""
    early = ending.cause is not None
    return PositionResult(
        position=rules.position(state),
        phase=state.phase,
        active=state.active,
        over=early or rules.is_over(state),
        cause=ending.cause or rules.cause(state),
        closed=sorted(rules.closed(state)),
        scores=rules.scores(state),
        places=rules.places(state, ending.resigned),
        legal={} if early else {seat: rules.legal(state, seat) for seat in sorted(rules.to_act(state))},
        resigned=resigned_seats(ending),
    )


def resigned_seats(ending: Ending) -> tuple[int, ...] | UnsetType:
    return UNSET if ending == Ending() else ending.resigned


def verify_result(found: RecordCheck) -> VerifyResult:
    return VerifyResult(found.fair, found.version, found.rolls, found.seats, found.faults)


def print_json(result: object) -> None:
    """Prints a result on one line."""
    import msgspec

    print(msgspec.json.encode(result, enc_hook=str).decode())

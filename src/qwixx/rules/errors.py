"""The errors that users can cause: each is a `QwixxError` whose text is one plain sentence."""

from collections.abc import Mapping
from enum import StrEnum
from typing import NamedTuple


class QwixxError(ValueError):
    """Bad input: the text says what is wrong and what to do."""


class Problem(NamedTuple):
    """What is wrong with a text or a game: a message in English, and a code and values for translations."""

    message: str
    code: str = ""
    """Empty if only programs can cause it."""
    values: Mapping[str, object] = {}
    """What the translation has to name; a value can be another problem."""


def problem(message: str, code: str, /, **values: object) -> Problem:
    return Problem(message, code, values)


class SetupError(QwixxError):
    """A game that cannot be set up: unknown variant, wrong number of players, bad lucky pair."""

    def __init__(self, message: str, code: str = "", /, **values: object) -> None:
        super().__init__(message)
        self.problem = Problem(message, code, values)


class Reason(StrEnum):
    """Why an action is refused: a code that a client can translate, and the rule behind it."""

    rule: str
    sentence: str

    def __new__(cls, code: str, rule: str, sentence: str) -> "Reason":
        reason = str.__new__(cls, code)
        reason._value_ = code
        reason.rule = rule
        reason.sentence = sentence
        return reason

    GAME_OVER = "game-over", "R12", "the game is over"
    UNKNOWN_ACTION = "unknown-action", "R18", "this is not an action of the game"
    NO_SUCH_SEAT = "no-such-seat", "R18", "there is no such seat at this table"
    ROLL_FIRST = "roll-first", "R2", "the active player has to roll first"
    NOT_NOW = "not-now", "R17", "that is not what is being decided now"
    ALREADY_CHOSEN = "already-chosen", "R3", "this seat has already chosen"
    NOT_ACTIVE = "not-active", "R4", "only the active player chooses now"
    BAD_DIE = "bad-die", "R2", "a die shows a number it does not have, or the wrong number of dice is rolled"
    DIE_MISSING = "die-missing", "R2", "a die that is still in the game was not rolled"
    DIE_REMOVED = "die-removed", "R9", "the die of a closed row is out of the game"
    NO_SUCH_CELL = "no-such-cell", "R1", "there is no such cell on the sheet"
    NOT_ROLLED = "not-rolled", "R4", "the dice do not show this number for this row"
    NOT_WHITE_SUM = "not-white-sum", "R3", "in action 1 only the sum of the white dice counts"
    NOT_LUCKY_CELL = (
        "not-lucky-cell",
        "L4",
        "a lucky number gives the white sum or the next cell of a row with the fewest crosses",
    )
    ROW_CLOSED = "row-closed", "R9", "the row is closed"
    LEFT_TO_RIGHT = "left-to-right", "R1", "rows are crossed from left to right"
    TOO_FEW_CROSSES = "too-few-crosses", "R7", "there are too few crosses in the row to close it"
    NO_SUCH_SPACE = "no-such-space", "B1", "the board has no such space"
    SPACE_BEHIND = "space-behind", "B1", "a pawn only moves forward"
    SPACE_TAKEN = "space-taken", "B1", "another pawn is on that space"
    SPACE_TOO_FAR = "space-too-far", "B1", "that is more than five free spaces ahead"
    SPACE_CLOSED = "space-closed", "B3", "its row is closed and its number was not crossed before"
    SPACE_LEFT_BEHIND = "space-left-behind", "B2", "its number was skipped and can no longer be crossed"
    SPACE_TOO_FEW = "space-too-few", "B2", "its number closes the row and there are too few crosses for that"


class IllegalAction(QwixxError):
    """The rules forbid the action. The state is unchanged."""

    def __init__(self, reason: Reason, action: object, rule: str) -> None:
        super().__init__(f"{action} is not possible: {reason.sentence} ({rule}).")
        self.reason = reason
        self.rule = rule
        self.action = action


class FormatError(QwixxError):
    """A text that cannot be read; `line` and `column` count from 1."""

    what = "text"

    def __init__(self, problem: str | Problem, line: int = 1, column: int = 1) -> None:
        self.problem = Problem(problem) if isinstance(problem, str) else problem
        super().__init__(f"{self.what}, line {line}, column {column}: {self.message}")
        self.line = line
        self.column = column

    @property
    def message(self) -> str:
        return self.problem.message


class PositionError(FormatError):
    what = "position"


class RecordError(FormatError):
    what = "record"


class BoardError(FormatError):
    what = "board"

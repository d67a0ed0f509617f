"""The words that all text forms share: `r6` a cross, `@5` a move, `-` a pass, `5+1 8 2 3 -` a roll."""

import re
from typing import NamedTuple, SupportsIndex, TypeGuard

from .actions import Action, Choice, Cross, Move, Pass, Roll
from .errors import FormatError, Problem

COLOURS = ("red", "yellow", "green", "blue")
LETTERS = "rygb"

# [0-9] instead of \d, which also matches the digits of other scripts.
_CROSS = re.compile(r"([rygb])([1-9][0-9]?)")
_MOVE = re.compile(r"@([1-9][0-9]?)")
_WHITE = re.compile(r"([0-9])\+([0-9])")
_COLOUR = re.compile(r"[0-9]|-")
_LONGEST = 40

Fault = type[FormatError]


class Word(NamedTuple):
    text: str
    line: int
    column: int

    def __str__(self) -> str:
        return quoted(self.text)

    @property
    def end(self) -> "Word":
        """The place just after it."""
        return Word("", self.line, self.column + len(self.text))

    def fault(self, kind: Fault, problem: str | Problem, code: str = "", /, **values: object) -> FormatError:
        found = Problem(problem, code, values) if isinstance(problem, str) else problem
        return kind(found, self.line, self.column)


def quoted(value: object) -> str:
    """The value as a message shows it: control codes escaped, long texts cut short."""
    try:
        text = repr(value)
    except ValueError:  # Python refuses to print integers of several thousand digits
        return "a number that is far too long"
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"


def is_whole(value: object) -> TypeGuard[SupportsIndex]:
    """Whether it is an integer, NumPy's included, but not 2.0 or True."""
    return type(value) is int or (isinstance(value, SupportsIndex) and type(value) is not bool)


def is_one_of(value: object, numbers: range) -> bool:
    """Whether the value is an integer in the range; `in` alone also accepts 2.0 and True."""
    if type(value) is int:  # the usual case, and this is called for every die
        return value in numbers
    return is_whole(value) and value.__index__() in numbers


def split(text: str, line: int = 1, column: int = 1) -> list[Word]:
    return [Word(match[0], line, column + match.start()) for match in re.finditer(r"\S+", text)]


def is_writable(action: Action) -> bool:
    """Whether the text form can express it; JSON allows actions that no game has."""
    match action:
        case Roll(white, colours):
            dice = (*white, *(die for die in colours if die is not None))
            return (len(white), len(colours)) == (2, len(COLOURS)) and all(die in range(10) for die in dice)
        case Cross(_, row, number):
            return row in range(len(COLOURS)) and number in range(1, 100)
        case Move(_, space):
            return space in range(1, 100)
        case _:
            return True


def write_choice(choice: Choice) -> str:
    match choice:
        case Cross(_, row, number):
            return f"{LETTERS[row]}{number}"
        case Move(_, space):
            return f"@{space}"
        case _:
            return "-"


def read_choice(word: Word, seat: int, kind: Fault) -> Choice:
    if word.text == "-":
        return Pass(seat)
    if match := _CROSS.fullmatch(word.text):
        return Cross(seat, LETTERS.index(match[1]), int(match[2]))
    if match := _MOVE.fullmatch(word.text):
        return Move(seat, int(match[1]))
    raise word.fault(
        kind,
        f"{word} is not a valid choice: write a cross such as r6, a move such as @5, or - for a pass",
        "not-a-choice",
        word=word,
    )


def write_roll(roll: Roll) -> str:
    colours = ("-" if die is None else str(die) for die in roll.colours)
    return f"{roll.white[0]}+{roll.white[1]} {' '.join(colours)}"


def read_roll(words: list[Word], kind: Fault) -> Roll:
    """Takes the white dice and the four coloured ones from the front of `words`."""
    first = words[0]
    white = _WHITE.fullmatch(first.text)
    if white is None:
        message = f"{first} is not a pair of white dice: write them as 4+1"
        raise first.fault(kind, message, "not-white-dice", word=first)
    colours: list[int | None] = []
    for name, word in zip(COLOURS, words[1:], strict=False):
        if not _COLOUR.fullmatch(word.text):
            message = f"{word} is not a {name} die: write one digit, or - for a removed die"
            raise word.fault(kind, message, "not-a-die", word=word)
        colours.append(None if word.text == "-" else int(word.text))
    if len(colours) < len(COLOURS):
        message = f"after {words[-1]} the {COLOURS[len(colours)]} die is missing"
        raise words[-1].end.fault(kind, message, "die-missing", word=words[-1])
    del words[: 1 + len(COLOURS)]
    return Roll((int(white[1]), int(white[2])), tuple(colours))

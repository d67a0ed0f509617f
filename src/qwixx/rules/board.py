"""The tracks of On Board. We do not know the printed ones; these two are our own (`docs/boards.md`)."""

import re
from collections.abc import Sequence
from typing import ClassVar

from msgspec import Struct

from .errors import BoardError, FormatError, Problem, SetupError, problem
from .notation import COLOURS, LETTERS, Fault, Word, split

_SPACE = re.compile(r"([rygb])([0-9]{1,2})\+([0-9]{1,2})")
_SIZE = range(6, 100)
_NUMBERS = range(2, 13)
_POINTS = range(100)


class Space(Struct, frozen=True):
    """A space of a board: a cell of the sheet, and bonus points."""

    row: int
    """The row: 0 red, 1 yellow, 2 green, 3 blue."""
    number: int
    """The number in the cell."""
    points: int
    """The bonus points of a pawn that is here when the game ends."""


class Board(Struct, frozen=True):
    """A track of spaces. Points may fall and numbers may repeat: any cells of the sheet make a track."""

    spaces: tuple[Space, ...]
    """The spaces in the order of the track; the first is space 1."""
    reach: ClassVar[int] = 5
    """The most free spaces that a pawn can move (B1)."""
    last: ClassVar[int] = 5
    """The number of spaces at the end that begin the final lap (B6)."""

    def __post_init__(self) -> None:
        if len(self.spaces) not in _SIZE:
            least, most, given = _SIZE[0], _SIZE[-1], len(self.spaces)
            message = f"A board has {least} to {most} spaces, not {given}."
            raise SetupError(message, "board-size", least=least, most=most, given=given)
        for place, space in enumerate(self.spaces, 1):
            if found := _problem(space):
                message = f"Space {place} of the board: {found.message}."
                raise SetupError(message, "at-space", place=place, problem=found)

    def __str__(self) -> str:
        return " ".join(f"{LETTERS[space.row]}{space.number}+{space.points}" for space in self.spaces)


def _problem(space: Space) -> Problem | None:
    if space.row not in range(len(COLOURS)):
        last = len(COLOURS) - 1
        return problem(
            f"there is no row {space.row}: rows are 0 to {last}", "no-row", given=space.row, last=last
        )
    if space.number not in _NUMBERS:
        least, most = _NUMBERS[0], _NUMBERS[-1]
        message = f"there is no {COLOURS[space.row]} {space.number}: rows run from {least} to {most}"
        cell = f"{LETTERS[space.row]}{space.number}"
        return problem(message, "space-number", cell=cell, least=least, most=most)
    if space.points not in _POINTS:
        least, most = _POINTS[0], _POINTS[-1]
        message = f"{space.points} points are not between {least} and {most}"
        return problem(message, "space-points", given=space.points, least=least, most=most)
    return None


def parse_board(text: str) -> Board:
    """Reads spaces such as `g10+2` (green 10, two bonus points) in the order of the track."""
    lines = text.removeprefix("\ufeff").splitlines() or [""]
    words = [word for number, line in enumerate(lines, 1) for word in split(line.split("#")[0], number)]
    return read_board(words, Word("", len(lines), len(lines[-1]) + 1), BoardError)


def read_board(words: Sequence[Word], end: Word, kind: Fault) -> Board:
    """Reads a board from words; `end` is the place of a missing one."""
    spaces: list[Space] = []
    for place, word in enumerate(words, 1):
        if place > _SIZE[-1]:
            message = f"space {place} is one too many: a board has at most {_SIZE[-1]} spaces"
            raise word.fault(kind, message, "too-many-spaces", place=place, most=_SIZE[-1])
        match = _SPACE.fullmatch(word.text)
        if match is None:
            raise _at(word, place, _not_a_space(word), kind)
        space = Space(LETTERS.index(match[1]), int(match[2]), int(match[3]))
        if found := _problem(space):
            raise _at(word, place, found, kind)
        spaces.append(space)
    if len(spaces) < _SIZE[0]:
        place = len(spaces) + 1
        message = f"space {place} is missing: a board has at least {_SIZE[0]} spaces"
        raise end.fault(kind, message, "too-few-spaces", place=place, least=_SIZE[0])
    return Board(tuple(spaces))


def _at(word: Word, place: int, found: Problem, kind: Fault) -> FormatError:
    return word.fault(kind, f"space {place}: {found.message}", "at-space", place=place, problem=found)


def _not_a_space(word: Word) -> Problem:
    message = f"{word} is not a space: write colour, number and points, as in g10+2"
    return problem(message, "not-a-space", word=word)


# Steady: the bonus rises by one at a time, and neighbours differ in colour.
SIDE_A = parse_board("""
    r2+1   b12+1  g11+1  y3+1   g10+2  b11+2  y2+2   g12+3  y6+3   r5+3
    y4+4   b9+4   g8+4   b7+5   r6+5   g9+5   y7+6   r4+6   g6+7   b8+7
    g4+8   b10+8  r7+9   b3+9   y8+10  g7+10  r8+11  g5+11  y9+12  r9+12
    b5+13  y10+13 r10+14 y11+14 b4+15  r11+16 g2+17  y12+18 b2+19  r12+20
""")
# Leaps: the bonus is the same for five spaces, the reach of a move, then leaps; numbers are less ordered.
SIDE_B = parse_board("""
    b10+1  g9+1   y3+1   r3+1   b9+1   y4+2   y6+2   r2+2   r4+2   g12+2
    y8+3   y2+3   r5+3   g11+3  g10+3  b12+4  b5+4   y11+4  g8+4   y9+4
    r6+6   g4+6   b4+6   y7+6   r9+6   y10+10 b7+10  g3+10  g5+10  b6+10
    r8+15  b8+15  g7+15  b2+15  b3+15  r11+20 y12+20 r10+20 g2+20  r12+20
""")

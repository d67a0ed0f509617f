"""The tracks of On Board. The printed ones are not known to us: these two are our own."""

import re

from msgspec import Struct

from .errors import BoardError
from .notation import COLOURS, LETTERS, split

_SPACE = re.compile(r"([rygb])([1-9]\d?)\+(\d\d?)")
_SIZE = range(6, 100)
_NUMBERS = range(2, 13)


class Space(Struct, frozen=True):
    row: int
    number: int
    points: int


class Board(Struct, frozen=True):
    spaces: tuple[Space, ...]
    reach: int = 5
    """How many free spaces a pawn moves at most (B1)."""
    last: int = 5
    """How many spaces at the end begin the final lap (B6)."""

    def __str__(self) -> str:
        return " ".join(f"{LETTERS[space.row]}{space.number}+{space.points}" for space in self.spaces)


def parse_board(text: str) -> Board:
    """Reads spaces such as `g10+2` (green 10, two bonus points) in the order of the track."""
    return Board(tuple(_spaces(text)))


def _spaces(text: str) -> list[Space]:
    spaces: list[Space] = []
    line = 0
    for line, row in enumerate(text.splitlines(), 1):
        for word in split(row.split("#")[0], line):
            where = f"space {len(spaces) + 1}"
            match = _SPACE.fullmatch(word.text)
            if match is None:
                raise word.fault(
                    BoardError,
                    f"{where}: {word.text!r} is no space; write colour, number and points as g10+2",
                )
            space = Space(LETTERS.index(match[1]), int(match[2]), int(match[3]))
            if space.number not in _NUMBERS:
                raise word.fault(
                    BoardError,
                    f"{where}: there is no {COLOURS[space.row]} {space.number}; rows run from 2 to 12",
                )
            if len(spaces) == _SIZE[-1]:
                raise word.fault(
                    BoardError, f"{where} is one too many; a board has at most {_SIZE[-1]} spaces"
                )
            spaces.append(space)
    if len(spaces) < _SIZE[0]:
        raise BoardError(
            f"space {len(spaces) + 1} is missing; a board has at least {_SIZE[0]} spaces", max(line, 1)
        )
    return spaces


SIDE_A = parse_board("""
    r2+1  y3+1  b11+1 r4+1  g10+2  y2+2  b12+2 g12+2 r3+3  y5+3
    b10+3 g9+4  r5+4  y4+4  b9+5   g11+5 r7+5  y6+6  g8+6  b8+7
    r6+7  y7+7  b7+8  g7+8  r8+9   y9+9  b5+10 g5+10 r10+11 y8+12
    b6+12 g3+13 r9+14 y11+14 b4+15 g6+16 r12+17 y10+18 b2+19 g4+20
""")
SIDE_B = parse_board("""
    b12+1  y2+1  g12+1 r3+1  y4+1  g9+1   r5+2  b10+2 y6+2  r2+2
    g11+3  b9+3  r7+3  y3+3  b11+4 g7+4   y8+4  r4+5  b7+5  g10+5
    r8+6   y5+6  g6+6  b8+7  r10+7 y9+8   g8+8  r6+9  b5+9  y11+10
    g4+11  b3+11 r9+12 y7+13 g2+14 b6+15  r11+16 y12+17 b4+18 g5+20
""")

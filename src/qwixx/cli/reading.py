"""Readers for what users give: records, boards, positions and lucky pairs; - is standard input."""

import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from qwixx import files
from qwixx.rules import (
    Board,
    FormatError,
    Record,
    Rules,
    SetupError,
    State,
    parse_board,
    parse_position,
)
from qwixx.rules.records.several import split_records

from .errors import WrongUse
from .language import explained

STDIN = "-"

# Far more than the longest possible game; a video given by mistake must not fill the memory.
LARGEST = 5_000_000


class GivenRecord(NamedTuple):
    """A record as the user gave it: the text says in which line a turn is."""

    source: str
    """The name of the file."""
    text: str
    record: Record
    among: int = 1
    """The number of games in the file."""

    def line_of(self, turn: int) -> int | None:
        """The line of a turn; JSON has none."""
        start = re.compile(rf"\s*{turn}\.(\s|$)")
        lines = enumerate(self.text.splitlines(), 1)
        return next((number for number, line in lines if start.match(line)), None)


def read_record(path: Path, game: int | None = None) -> GivenRecord:
    """The only game of a file, or the one with this number, counted from 1."""
    parts = split_records(_text(path))
    if game is None and len(parts) > 1:
        _given(path, parts[0])  # a log, which has many JSON values too, is not a file of games
        raise WrongUse(f"{_name(path)} holds {len(parts)} games: choose one with --game 1 to {len(parts)}.")
    if game is not None and game > len(parts):
        raise WrongUse(f"--game {game} is not in {_name(path)}: its games run from 1 to {len(parts)}.")
    return _given(path, parts[(game or 1) - 1])._replace(among=len(parts))


def read_records(path: Path) -> list[GivenRecord]:
    """All games of a file."""
    return [_given(path, part) for part in split_records(_text(path))]


def read_board(path: Path) -> Board:
    with _named(path):
        return parse_board(_text(path))


def read_start(given: str) -> str:
    """A starting position in its usual form."""
    rules, state = read_position(given)
    return rules.position(state)


def read_position(given: str) -> tuple[Rules, State]:
    """A position itself, or the file that holds it; - is standard input."""
    if given != "-" and ("|" in given or not Path(given).is_file()):
        return parse_position(given)
    with _named(Path(given)):
        return parse_position(_text(Path(given)).strip())


def _given(path: Path, text: str) -> GivenRecord:
    with _named(path):
        return GivenRecord(_name(path), text, Record.parse(text))


def _text(path: Path) -> str:
    if str(path) != STDIN:
        return files.read_text(path, LARGEST)
    data = sys.stdin.buffer.read(LARGEST + 1) if hasattr(sys.stdin, "buffer") else sys.stdin.read().encode()
    return files.decode(files.check_size(data, _name(path), LARGEST), _name(path))


def _name(path: Path) -> str:
    return "standard input" if str(path) == STDIN else str(path)


@contextmanager
def _named(path: Path) -> Iterator[None]:
    """Errors in the text of the file name the file."""
    try:
        yield
    except FormatError as error:
        raise files.FileError(explained(error, _name(path))) from None


def read_pairs(texts: list[str] | None) -> tuple[tuple[int, int], ...] | None:
    return None if not texts else tuple(_read_pair(text) for text in texts)


def _read_pair(text: str) -> tuple[int, int]:
    one, comma, two = text.partition(",")
    if not (comma and one.isdecimal() and two.isdecimal() and len(text) < 8):
        raise SetupError(f"{text!r} is not a lucky pair: write two numbers, such as 5,8.")
    return int(one), int(two)

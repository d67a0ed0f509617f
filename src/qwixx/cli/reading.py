"""Readers for what users give: records, boards and lucky pairs; - is standard input."""

import re
import sys
from collections.abc import Iterator, Sized
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from qwixx import files
from qwixx.rules import (
    Board,
    FormatError,
    IllegalRecord,
    Record,
    SetupError,
    parse_board,
)
from qwixx.rules.records.ending import Ending, ending
from qwixx.rules.records.record import Ply
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


class SeveralGames(WrongUse):
    """A file with several games where one is needed."""

    def __init__(self, source: str, games: int) -> None:
        super().__init__(f"{source} holds {games} games: choose one with --game 1 to {games}.")
        self.source = source
        self.games = games


def read_record(path: Path, game: int | None = None) -> GivenRecord:
    """The only game of a file, or the one with this number, counted from 1."""
    return read_record_text(path, read_source(path), game)


def read_record_text(path: Path, text: str, game: int | None = None) -> GivenRecord:
    """The same, from the text of the file."""
    parts = split_records(text)
    if game is None and len(parts) > 1:
        _given(path, parts[0])  # a log, which has many JSON values too, is not a file of games
        raise SeveralGames(_name(path), len(parts))
    if game is not None and game > len(parts):
        raise WrongUse(f"--game {game} is not in {_name(path)}: its games run from 1 to {len(parts)}.")
    return _given(path, parts[(game or 1) - 1])._replace(among=len(parts))


def read_records(path: Path) -> list[GivenRecord]:
    """All games of a file."""
    return [_given(path, part) for part in split_records(read_source(path))]


def plies_of(record: Record, last: int | None) -> tuple[list[Ply], IllegalRecord | None]:
    """The plies up to the last one asked for, or up to the first illegal action, which is returned too."""
    if last is not None and not 0 <= last <= len(record.actions):
        raise WrongUse(f"--ply {last} is not in this record: its plies run from 0 to {len(record.actions)}.")
    plies: list[Ply] = []
    try:
        for ply in record.plies():
            if last is not None and ply.number > last:
                break
            plies.append(ply)
    except IllegalRecord as fault:
        return plies, fault if last is None or last >= fault.ply else None
    return plies, None


def ending_of(record: Record, plies: Sized) -> Ending:
    """How the players ended the game; nothing before the end of the record, and if the rules ended it."""
    return ending(record) if len(plies) == len(record.actions) else Ending()


def read_board(path: Path) -> Board:
    with named(path):
        return parse_board(read_source(path))


def _given(path: Path, text: str) -> GivenRecord:
    with named(path):
        return GivenRecord(_name(path), text, Record.parse(text))


def read_source(path: Path) -> str:
    """The text of a file, or of standard input."""
    if str(path) != STDIN:
        return files.read_text(path, LARGEST)
    data = sys.stdin.buffer.read(LARGEST + 1) if hasattr(sys.stdin, "buffer") else sys.stdin.read().encode()
    return files.decode(files.check_size(data, _name(path), LARGEST), _name(path))


def _name(path: Path) -> str:
    return "standard input" if str(path) == STDIN else str(path)


@contextmanager
def named(path: Path) -> Iterator[None]:
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

"""Readers for what users give in files and options: records, boards and lucky pairs."""

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from qwixx import files
from qwixx.rules import Board, FormatError, Record, SetupError, parse_board

Parsed = TypeVar("Parsed", Record, Board)

# Far more than the longest possible game; a video given by mistake must not fill the memory.
LARGEST = 5_000_000


def read_record(path: Path) -> Record:
    return _parsed(path, Record.parse)


def read_board(path: Path) -> Board:
    return _parsed(path, parse_board)


def _parsed(path: Path, parse: Callable[[str], Parsed]) -> Parsed:
    """Parses the file; errors in its text name the file."""
    try:
        return parse(files.read_text(path, LARGEST))
    except FormatError as error:
        raise files.FileError(f"{path}: {error}") from None


def read_pairs(texts: list[str] | None) -> tuple[tuple[int, int], ...] | None:
    return None if not texts else tuple(_read_pair(text) for text in texts)


def _read_pair(text: str) -> tuple[int, int]:
    one, comma, two = text.partition(",")
    if not (comma and one.isdecimal() and two.isdecimal() and len(text) < 8):
        raise SetupError(f"{text!r} is not a lucky pair: write two numbers, such as 5,8.")
    return int(one), int(two)

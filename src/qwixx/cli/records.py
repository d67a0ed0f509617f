"""Records, boards and lucky pairs as users give them."""

from pathlib import Path

from qwixx import files
from qwixx.rules import Board, Record, SetupError, parse_board

# The longest possible game is far shorter; a film given by mistake should not fill the memory.
LARGEST = 5_000_000


def read_text(path: Path) -> str:
    return files.read_text(path, LARGEST)


def read_record(path: Path) -> Record:
    return Record.parse(read_text(path))


def read_board(path: Path) -> Board:
    return parse_board(read_text(path))


def read_pairs(texts: list[str] | None) -> tuple[tuple[int, int], ...] | None:
    return None if not texts else tuple(_read_pair(text) for text in texts)


def _read_pair(text: str) -> tuple[int, int]:
    one, comma, two = text.partition(",")
    if not (comma and one.isdecimal() and two.isdecimal() and len(text) < 8):
        raise SetupError(f"{text!r} is no lucky pair; write two numbers such as 5,8.")
    return int(one), int(two)

"""Parser for choices as players type them: an option's number, a cell such as r6, @5, or - for a pass."""

import re
import unicodedata
from collections.abc import Sequence

from qwixx.locales import Catalogue
from qwixx.rules import LETTERS, Choice, Cross, IllegalAction, Move, Pass, State

from ..draw.words import Words
from .keyboard import latin

_CELL = re.compile(r"([^\W\d_]+)\s*(\d{1,2})?")
_SPACE = re.compile(r"@\s*(\d{1,2})")


class Unclear(Exception):
    """What was typed is not a possible choice; the message explains why, in the player's language."""


def parse_choice(words: Words, state: State, seat: int, options: Sequence[Choice], typed: str) -> Choice:
    """A legal choice, or `Unclear`. The pass is option 0."""
    choice = _read(words, seat, options, typed.casefold().replace("\u0307", ""))
    try:
        words.rules.verify(state, choice)
    except IllegalAction as error:
        raise Unclear(f"{typed}: {words.illegal(error)}") from None
    return choice


def _read(words: Words, seat: int, options: Sequence[Choice], typed: str) -> Choice:
    if typed in ("-", "–", "−", "p") or _is_pass(words, typed):
        return Pass(seat)
    if typed.isdecimal():
        if len(typed) < 4 and int(typed) < len(options):
            return options[int(typed)]
        raise Unclear(words.text("ask.no-option", typed=typed, last=len(options) - 1))
    if match := _SPACE.fullmatch(typed):
        return Move(seat, int(match[1]))
    if match := _CELL.fullmatch(typed):
        row = _row(words, match[1])
        if match[2]:
            return Cross(seat, row, int(match[2]))
        return _only(words, row, options)
    raise Unclear(words.text("ask.unclear", typed=typed))


def _is_pass(words: Words, typed: str) -> bool:
    """Whether it is the word for the pass, or its first letters; one letter could be a row."""
    return len(typed) > 1 and folded(words.text("choice.pass")).startswith(folded(typed))


def _only(words: Words, row: int, options: Sequence[Choice]) -> Choice:
    """The only option in this row, for a player who typed just the colour."""
    there = [choice for choice in options if isinstance(choice, Cross) and choice.row == row]
    if len(there) == 1:
        return there[0]
    raise Unclear(words.text("ask.which-number", row=words.row(row)))


def _row(words: Words, typed: str) -> int:
    """The row whose name begins with what was typed, in the player's language; else that of the letter."""
    rows = words.rules.crossing.rows
    for plain in (str.casefold, folded):
        found = [
            row
            for row in rows
            if any(
                plain(name).startswith(plain(typed)) for name in (words.row(row), words.plain_cell(row, 0))
            )
        ]
        if len(found) == 1:
            return found[0]
        if found:
            labels = ", ".join(words.row(row) for row in found)
            raise Unclear(words.text("ask.which-row", typed=typed, rows=labels))
    if len(typed) == 1 and (letter := latin(typed)) in LETTERS:
        return LETTERS.index(letter)
    raise Unclear(words.text("ask.unclear", typed=typed))


def is_command(text: Catalogue, typed: str, name: str, *signs: str) -> bool:
    """Whether a line is a command: its word in the player's language, or one of its signs."""
    plain = folded(typed)
    return plain == folded(text(f"command.{name}")) or latin(typed) in signs


def folded(text: str) -> str:
    """The text without capitals, accents and the dot of the i, which players type in different ways."""
    decomposed = unicodedata.normalize("NFD", text.casefold().replace("ı", "i").replace("ł", "l"))
    return "".join(sign for sign in decomposed if not unicodedata.combining(sign))

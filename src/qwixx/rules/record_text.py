"""The text form of a record: headers, an empty line, then a line for each turn.

3. 5+1 8 2 3 - : r6 - y6 | b9 | @5
"""

import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, TypedDict

from .actions import Action, Choice, Roll
from .board import Board, read_board
from .errors import RecordError
from .notation import Word, read_choice, read_roll, split, write_choice, write_roll
from .position import read_pairs
from .variant import Pair

if TYPE_CHECKING:
    from .record import Record

_TITLE = re.compile(r"Qwixx record (\d{1,9})")
_HEADER = re.compile(r"([A-Za-z][A-Za-z0-9 _-]*):(.*)")
_KNOWN = re.compile(r"(?i:rules|variant|lucky|board|first|seat \d+)")
_SEAT = re.compile(r"Seat ([0-4])")


class Fields(TypedDict):
    """What the text says, for `Record` to take."""

    variant: str
    seats: tuple[str, ...]
    actions: tuple[Action, ...]
    first: int
    lucky: tuple[Pair, ...] | None
    board: Board | None
    headers: dict[str, str]
    rules_version: int
    format: int


def is_free_header(key: str) -> bool:
    return bool(_HEADER.fullmatch(key + ":")) and key == key.strip() and not _KNOWN.fullmatch(key)


def turns(actions: Iterable[Action]) -> Iterator[list[Action]]:
    """The actions cut before each roll."""
    turn: list[Action] = []
    for action in actions:
        if isinstance(action, Roll) and turn:
            yield turn
            turn = []
        turn.append(action)
    if turn:
        yield turn


def write(record: "Record") -> str:
    lines = [f"Qwixx record {record.format}", f"Rules: {record.rules_version}", f"Variant: {record.variant}"]
    if record.lucky is not None:
        lines.append("Lucky: " + " ".join(f"{one},{two}" for one, two in record.lucky))
    if record.board is not None:
        lines.append(f"Board: {record.board}")
    lines.append(f"First: {record.first}")
    lines += [f"Seat {seat}: {name}".rstrip() for seat, name in enumerate(record.seats)]
    lines += [f"{key}: {value}".rstrip() for key, value in record.headers.items()]
    lines.append("")
    for number, turn in enumerate(turns(record.actions), 1):
        lines.append(
            _write_turn(number, turn, len(record.seats), _active(record.first, number, len(record.seats)))
        )
    return "\n".join(lines) + "\n"


def _active(first: int, turn: int, players: int) -> int:
    return (first + turn - 1) % players


def _write_turn(number: int, turn: list[Action], players: int, active: int) -> str:
    roll, *rest = turn
    choices = [action for action in rest if not isinstance(action, Roll)]
    by_seat = {choice.seat: write_choice(choice) for choice in choices[:players]}
    later = choices[players:]
    fits = len(by_seat) == min(len(choices), players) and set(by_seat) <= set(range(players))
    if not isinstance(roll, Roll) or not fits or any(choice.seat != active for choice in later):
        raise RecordError(f"turn {number} has actions in an impossible order and cannot be written as text")
    words = [f"{number}.", write_roll(roll)]
    if by_seat:
        words += [":", *(by_seat.get(seat, "?") for seat in range(players))]
    for choice in later:
        words += ["|", write_choice(choice)]
    return " ".join(words)


def read(text: str) -> Fields:
    lines = [
        (number, line.rstrip()) for number, line in enumerate(text.removeprefix("\ufeff").splitlines(), 1)
    ]
    lines = [(number, line) for number, line in lines if not line.lstrip().startswith("#")]
    while lines and not lines[0][1]:
        del lines[0]
    end = next((n for n, (_, line) in enumerate(lines) if not line), len(lines))
    fields = _read_headers(lines[:end])
    fields["actions"] = tuple(_read_turns(lines[end:], len(fields["seats"]), fields["first"]))
    return fields


def _read_headers(lines: list[tuple[int, str]]) -> Fields:
    title = _TITLE.fullmatch(lines[0][1]) if lines else None
    if title is None:
        raise RecordError("a record begins with the line: Qwixx record 1", lines[0][0] if lines else 1)
    found: dict[str, Word] = {}
    for number, line in lines[1:]:
        header = _HEADER.fullmatch(line)
        if header is None:
            raise RecordError(
                f"{line!r} is no header; write NAME: VALUE, and an empty line before the turns", number
            )
        if header[1] in found:
            raise RecordError(f"the header {header[1]!r} stands twice", number)
        found[header[1]] = Word(header[2].strip(), number, len(header[1]) + 2)
    last = lines[-1][0]
    if "Variant" not in found:
        raise RecordError("the header Variant is missing", last)
    seats = _read_seats(found, last)
    first = found.pop("First", Word("0", last, 1))
    if not first.text.isdecimal() or int(first.text) >= len(seats):
        raise first.fault(RecordError, f"First: {first} is no seat; seats run from 0 to {len(seats) - 1}")
    rules = found.pop("Rules", Word("1", last, 1))
    if not rules.text.isdecimal():
        raise rules.fault(RecordError, f"Rules: {rules} is no version number")
    return Fields(
        variant=found.pop("Variant").text,
        seats=seats,
        actions=(),
        first=int(first.text),
        lucky=_read_lucky(found.pop("Lucky", None)),
        board=_read_board(found.pop("Board", None)),
        headers=_free_headers(found),
        rules_version=int(rules.text),
        format=int(title[1]),
    )


def _read_seats(found: dict[str, Word], last: int) -> tuple[str, ...]:
    names = {int(match[1]): found.pop(key).text for key in list(found) if (match := _SEAT.fullmatch(key))}
    if not names or set(names) != set(range(len(names))):
        raise RecordError("the headers Seat 0, Seat 1, … name the players, without a gap", last)
    return tuple(names[seat] for seat in range(len(names)))


def _read_lucky(word: Word | None) -> tuple[Pair, ...] | None:
    if word is None:
        return None
    words = split(word.text, word.line, word.column)
    pairs = read_pairs(words)
    if words:
        raise words[0].fault(RecordError, f"{words[0]} is no lucky pair; write 5,8")
    return tuple(pairs)


def _read_board(word: Word | None) -> Board | None:
    if word is None:
        return None
    end = word._replace(column=word.column + len(word.text))
    return read_board(split(word.text, word.line, word.column), end, RecordError)


def _free_headers(found: dict[str, Word]) -> dict[str, str]:
    for key, word in found.items():
        if not is_free_header(key):
            raise RecordError(f"the header {key!r} has no meaning here; check its spelling", word.line)
    return {key: word.text for key, word in found.items()}


def _read_turns(lines: list[tuple[int, str]], players: int, first: int) -> Iterator[Action]:
    number = 0
    for line, text in lines:
        words = split(text.split("#")[0], line)
        if words:
            number += 1
            yield from _read_turn(words, number, players, _active(first, number, players))


def _read_turn(words: list[Word], number: int, players: int, active: int) -> Iterator[Action]:
    start = words.pop(0)
    if start.text != f"{number}.":
        raise start.fault(RecordError, f"{start} should be {number}., the number of the turn")
    if not words:
        raise start.fault(RecordError, f"turn {number} has no dice")
    yield read_roll(words, RecordError)
    if not words:
        return
    colon = words.pop(0)
    if colon.text != ":":
        raise colon.fault(RecordError, f"{colon} should be : between the dice and the choices")
    if len(words) < players:
        raise colon.fault(RecordError, f"turn {number} needs {players} choices, ? where one is missing")
    for seat in range(players):
        word = words.pop(0)
        if word.text != "?":
            yield read_choice(word, seat, RecordError)
    while words:
        yield _read_later(words, active)


def _read_later(words: list[Word], active: int) -> Choice:
    bar = words.pop(0)
    if bar.text != "|" or not words:
        raise bar.fault(RecordError, f"{bar}: each further action of the turn is written | and a choice")
    return read_choice(words.pop(0), active, RecordError)

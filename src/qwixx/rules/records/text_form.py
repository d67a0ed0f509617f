"""The text form of a record: headers, an empty line, then a line for each turn.

3. 5+1 8 2 3 - : r6 - y6 | b9 | @5

A game that starts after a roll begins with turn 0, which has no dice.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import TypedDict

from ..actions import Action, Choice, Roll
from ..board import Board, read_board
from ..errors import FormatError, Problem, RecordError, problem
from ..notation import Word, is_writable, quoted, read_choice, read_roll, split, write_choice, write_roll
from ..position import checked_setup, read_pairs
from ..position import read as read_position
from ..state import Phase, State
from ..variant import Pair

FORMAT = 1
RULES_VERSION = 1
_TITLE = re.compile(r"Qwixx record ([0-9]{1,9})")
_HEADER = re.compile(r"([A-Za-z][A-Za-z0-9 _-]*):(.*)")
_KNOWN = re.compile(r"Rules|Variant|Lucky|Board|Start|First|Seat [0-4]")
# A name close to a known header is a typing error, not a header of the user's own.
_NEARLY_KNOWN = re.compile(r"(?i:rules|variant|lucky|board|start|first|seat *[0-9]+)")
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")
_VERSION = re.compile(r"[0-9]{1,9}")


class Fields(TypedDict):
    """The fields of `Record`."""

    variant: str
    seats: tuple[str, ...]
    actions: tuple[Action, ...]
    first: int
    lucky: tuple[Pair, ...] | None
    board: Board | None
    start: str | None
    headers: dict[str, str]
    rules_version: int
    format: int


def is_free_header(key: str) -> bool:
    return bool(_HEADER.fullmatch(key + ":")) and key == key.strip() and not _NEARLY_KNOWN.fullmatch(key)


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


def write(fields: Fields) -> str:
    lines = [
        f"Qwixx record {fields['format']}",
        f"Rules: {fields['rules_version']}",
        f"Variant: {fields['variant']}",
    ]
    if fields["lucky"] is not None:
        lines.append("Lucky: " + " ".join(f"{one},{two}" for one, two in fields["lucky"]))
    if fields["board"] is not None:
        lines.append(f"Board: {fields['board']}")
    if fields["start"] is not None:
        lines.append(f"Start: {fields['start']}")
    first, players = fields["first"], len(fields["seats"])
    lines.append(f"First: {first}")
    lines += [f"Seat {seat}: {name}".rstrip() for seat, name in enumerate(fields["seats"])]
    lines += [f"{key}: {value}".rstrip() for key, value in fields["headers"].items()]
    lines.append("")
    begun = begun_turn(fields["start"])
    for number, turn in enumerate(turns(fields["actions"]), begun is None):
        asked = missing(begun, players) if number == 0 else range(players)
        lines.append(_write_turn(number, turn, asked, players, _active(first, number, players, begun)))
    return "\n".join(lines) + "\n"


def begun_turn(start: str | None) -> State | None:
    """The position that a game starts from, if it is one after a roll."""
    state = None if start is None else read_position(start)[1]
    return None if state is None or state.phase is Phase.ROLL else state


def missing(begun: State | None, players: int) -> list[int]:
    """The seats whose choice in action 1 is an action of the first turn of a record."""
    choices = (None,) * players if begun is None else begun.choices
    return [seat for seat, choice in enumerate(choices) if choice is None]


def _active(first: int, turn: int, players: int, begun: State | None) -> int:
    return (first + turn - (begun is None)) % players


def _write_turn(number: int, turn: list[Action], asked: Sequence[int], players: int, active: int) -> str:
    """`asked` are the seats that choose in action 1."""
    roll, rest = (turn[0], turn[1:]) if number else (None, turn)
    choices = [action for action in rest if not isinstance(action, Roll)]
    by_seat = {choice.seat: choice for choice in choices[: len(asked)]}
    later = choices[len(asked) :]
    fits = len(by_seat) == min(len(choices), len(asked)) and set(by_seat) <= set(asked)
    in_order = (not number or isinstance(roll, Roll)) and len(choices) == len(rest)
    if not in_order or not fits or any(choice.seat != active for choice in later):
        raise RecordError(f"turn {number} has actions in an impossible order and cannot be written as text")
    if not all(is_writable(action) for action in turn):
        raise RecordError(f"turn {number} has an action that no game has, so it cannot be written as text")
    words = [f"{number}.", *([write_roll(roll)] if isinstance(roll, Roll) else [])]
    if by_seat:
        words += [":", *(write_choice(by_seat[seat]) if seat in by_seat else "?" for seat in range(players))]
    for choice in later:
        words += ["|", write_choice(choice)]
    return " ".join(words)


def read(text: str) -> Fields:
    lines = [(number, line.rstrip()) for number, line in enumerate(text.splitlines(), 1)]
    lines = [(number, line) for number, line in lines if not line.lstrip().startswith("#")]
    while lines and not lines[0][1]:
        del lines[0]
    end = next((n for n, (_, line) in enumerate(lines) if not line), len(lines))
    fields = _read_head(lines[:end])
    fields["actions"] = tuple(_read_turns(lines[end:], fields))
    return fields


def _read_head(lines: list[tuple[int, str]]) -> Fields:
    title = _TITLE.fullmatch(lines[0][1]) if lines else None
    if title is None:
        message = f"a record begins with the line: Qwixx record {FORMAT}"
        raise RecordError(problem(message, "no-title", format=FORMAT), lines[0][0] if lines else 1)
    if found_problem := version_problem(int(title[1]), RULES_VERSION):
        raise RecordError(found_problem, lines[0][0], title.start(1) + 1)
    end = Word("", lines[-1][0], len(lines[-1][1]) + 1)
    found = _read_headers(lines[1:])
    rules = _take(found, "Rules", end, str(RULES_VERSION))
    if not _VERSION.fullmatch(rules.text):
        message = f"Rules: {rules} is not a version number"
        raise rules.fault(RecordError, message, "not-a-version", word=rules)
    if found_problem := version_problem(FORMAT, int(rules.text)):
        raise rules.fault(RecordError, found_problem)
    variant = _take(found, "Variant", end)
    seats = _read_seats(found, end)
    first = _take(found, "First", end, "0")
    if first.text not in map(str, range(len(seats))):
        message = f"First: {first} is not a seat: seats run from 0 to {len(seats) - 1}"
        raise first.fault(RecordError, message, "not-a-seat", word=first, last=len(seats) - 1)
    places = {key.lower(): found[key] for key in ("Lucky", "Board") if key in found}
    lucky, board = _read_lucky(found.pop("Lucky", None)), _read_board(found.pop("Board", None))
    checked_setup(variant, len(seats), lucky, board, places, RecordError)
    start = found.pop("Start", None)
    return Fields(
        variant=variant.text,
        seats=seats,
        actions=(),
        first=int(first.text),
        lucky=lucky,
        board=board,
        start=None if start is None else start.text,
        headers={key: word.text for key, word in found.items()},
        rules_version=int(rules.text),
        format=int(title[1]),
    )


def version_problem(format_version: int, rules_version: int) -> Problem | None:
    if format_version != FORMAT:
        message = f"this is record format {format_version}; this program reads format {FORMAT}"
        return problem(message, "record-format", given=format_version, known=FORMAT)
    if rules_version != RULES_VERSION:
        message = f"this was played by rules version {rules_version}, not {RULES_VERSION}"
        return problem(message, "rules-version", given=rules_version, known=RULES_VERSION)
    return None


def _read_headers(lines: list[tuple[int, str]]) -> dict[str, Word]:
    found: dict[str, Word] = {}
    for number, line in lines:
        header = _HEADER.fullmatch(line)
        if header is None:
            message = f"{quoted(line)} is not a header: write NAME: VALUE, and an empty line before the turns"
            raise RecordError(problem(message, "not-a-header", line=quoted(line)), number)
        key, value = header[1], header[2]
        if key in found:
            message = f"the header {quoted(key)} is given twice"
            raise RecordError(problem(message, "header-twice", header=quoted(key)), number)
        if not _KNOWN.fullmatch(key) and not is_free_header(key):
            message = f"the header {quoted(key)} is unknown: check its spelling"
            raise RecordError(problem(message, "header-unknown", header=quoted(key)), number)
        if not_a_line := line_problem(value.strip()):
            raise RecordError(not_a_line, number, len(key) + 2)
        found[key] = Word(value.strip(), number, len(line) - len(value.lstrip()) + 1)
    return found


def line_problem(text: str) -> Problem | None:
    """Why the text cannot be a name or a header, which are written on one line."""
    if _CONTROL.search(text) or text != text.strip():
        message = (
            f"{quoted(text)} cannot be in a record: names and headers are one line without control codes"
        )
        return problem(message, "not-a-line", word=quoted(text))
    return None


def _take(found: dict[str, Word], key: str, end: Word, default: str | None = None) -> Word:
    if key not in found and default is None:
        raise end.fault(RecordError, f"the header {key} is missing", "header-missing", header=key)
    return found.pop(key, None) or end._replace(text=default or "")


def _read_seats(found: dict[str, Word], end: Word) -> tuple[str, ...]:
    keys = sorted(key for key in found if key.startswith("Seat ") and _KNOWN.fullmatch(key))
    if not keys or keys != [f"Seat {seat}" for seat in range(len(keys))]:
        place = found[keys[-1]]._replace(column=1) if keys else end
        message = "the headers Seat 0, Seat 1, … name the players, without a gap"
        raise place.fault(RecordError, message, "seats-missing")
    return tuple(found.pop(key).text for key in keys)


def _read_lucky(word: Word | None) -> tuple[Pair, ...] | None:
    if word is None:
        return None
    words = split(word.text, word.line, word.column)
    pairs = read_pairs(words)
    if words:
        message = f"{words[0]} is not a lucky pair: write 5,8"
        raise words[0].fault(RecordError, message, "pair-form", word=words[0])
    return tuple(pairs)


def _read_board(word: Word | None) -> Board | None:
    if word is None:
        return None
    return read_board(split(word.text, word.line, word.column), word.end, RecordError)


def _read_turns(lines: list[tuple[int, str]], fields: Fields) -> Iterator[Action]:
    players = len(fields["seats"])
    try:
        begun = begun_turn(fields["start"])
    except FormatError:
        begun = None  # the record itself is refused
    number = 0 if begun else 1
    for line, text in lines:
        words = split(text.split("#")[0], line)
        if words:
            active = _active(fields["first"], number, players, begun)
            chosen = players - len(missing(begun, players)) if number == 0 else 0
            yield from _read_turn(words, number, players, active, chosen)
            number += 1


def _read_turn(words: list[Word], number: int, players: int, active: int, chosen: int) -> Iterator[Action]:
    """`chosen` is the number of seats that had chosen in action 1 when the game started."""
    start = words.pop(0)
    if start.text != f"{number}.":
        message = f"{start} should be {number}., the number of the turn"
        raise start.fault(RecordError, message, "turn-number", word=start, turn=number)
    if number:
        if not words:
            raise start.end.fault(RecordError, f"turn {number} has no dice", "no-dice", turn=number)
        yield read_roll(words, RecordError)
    if not words:
        return
    if number == 0 and words[0].text == "|":
        while words:
            yield _read_later(words, active)
        return
    colon = words.pop(0)
    if colon.text != ":":
        message = f"{colon} should be : between the dice and the choices"
        raise colon.fault(RecordError, message, "no-colon", word=colon)
    given, later = words[:players], words[players:]
    if len(given) < players or "|" in (word.text for word in given):
        message = f"turn {number} needs a choice of every seat, ? where one is missing"
        raise (given or [colon])[-1].end.fault(RecordError, message, "choice-missing", turn=number)
    for seat, word in enumerate(given):
        if word.text != "?":
            yield read_choice(word, seat, RecordError)
    if later and [word.text for word in given].count("?") > chosen:
        raise later[0].fault(RecordError, "nothing follows while a choice is missing", "too-early")
    while later:
        yield _read_later(later, active)


def _read_later(words: list[Word], active: int) -> Choice:
    bar = words.pop(0)
    if bar.text != "|" or not words:
        message = f"{bar}: each further action of the turn is written | and a choice"
        raise bar.fault(RecordError, message, "no-bar", word=bar)
    return read_choice(words.pop(0), active, RecordError)

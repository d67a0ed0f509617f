"""Positions as one line of text, written and read. `docs/notation.md` has the grammar.

longo lucky 5,8 6,11 | g16,14 y2 p1 | - | 0 white 5+1 8 2 3 4 : ? r6
"""

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache

from .actions import Choice
from .board import Board, read_board
from .errors import PositionError, SetupError, problem
from .notation import COLOURS, LETTERS, Fault, Word, read_choice, read_roll, split, write_choice, write_roll
from .setup import Setup, usual_lucky
from .state import Phase, Sheet, State
from .validity import impossibility
from .variant import VARIANTS, Pair

_ROW = re.compile(r"([rygb])([1-9][0-9]?(?:,[1-9][0-9]?)*)")
_PENALTIES = re.compile(r"p([1-9])")
_PAWN = re.compile(r"@([1-9][0-9]?)")
_PAIR = re.compile(r"([0-9]{1,2}),([0-9]{1,2})")


def write(setup: Setup, state: State) -> str:
    sheets = (write_sheet(setup, sheet) for sheet in state.sheets)
    return " | ".join((write_setup(setup), *sheets, write_turn(state)))


def write_setup(setup: Setup) -> str:
    """The variant, with whatever differs from its usual lucky pairs and board."""
    usual = VARIANTS.get(setup.variant.name, setup.variant)
    words = [setup.variant.name]
    if setup.lucky != usual_lucky(usual, setup.players):
        words += ["lucky", write_pairs(setup)]
    if setup.variant.board != usual.board:
        words += ["board", str(setup.variant.board)]
    return " ".join(words)


def write_pairs(setup: Setup) -> str:
    return " ".join(",".join(map(str, pair)) for pair in setup.lucky)


def write_sheet(setup: Setup, sheet: Sheet) -> str:
    words = []
    for row, marks in enumerate(sheet.rows):
        if marks:
            words.append(LETTERS[row] + _write_row(setup.crossing.numbers[row], marks))
    if sheet.penalties:
        words.append(f"p{sheet.penalties}")
    if sheet.pawn:
        words.append(f"@{sheet.pawn}")
    return " ".join(words) or "-"


@lru_cache(maxsize=1 << 14)
def _write_row(numbers: tuple[int, ...], marks: int) -> str:
    return ",".join(str(number) for column, number in enumerate(numbers) if marks >> column & 1)


def write_turn(state: State) -> str:
    words = [str(state.active), state.phase.value]
    if state.roll:
        words.append(write_roll(state.roll))
    if state.choices:
        words += [":", *("?" if choice is None else write_choice(choice) for choice in state.choices)]
    if state.crossed:
        words.append("crossed")
    if state.final is not None:
        words += ["final", str(state.final)]
    return " ".join(words)


def read(text: str) -> tuple[Setup, State]:
    sections = _sections(text)
    setup = _read_setup(sections[0], len(sections) - 2)
    sheets = tuple(_read_sheet(setup, words) for words in sections[1:-1])
    turn = sections[-1][0]
    state = _read_turn(setup, sheets, sections[-1])
    if impossible := impossibility(setup, state):
        place = turn if impossible.seat is None else sections[1 + impossible.seat][0]
        why = impossible.problem
        message = f"this position cannot occur: {why.message}"
        raise place.fault(PositionError, message, "impossible", problem=why)
    return setup, state


def _sections(text: str) -> list[list[Word]]:
    """The words between the bars of the only line that is not empty."""
    lines = [(n, line) for n, line in enumerate(text.removeprefix("\ufeff").splitlines(), 1) if line.strip()]
    if len(lines) > 1:
        raise PositionError(problem("a position is one line", "one-line"), lines[1][0])
    sections: list[list[Word]] = []
    number, line = lines[0] if lines else (1, "")
    column = 1
    for section in line.split("|"):
        sections.append(split(section, number, column))
        column += len(section) + 1
        if not sections[-1] and lines:
            message = "there is nothing before or after a |: write an empty sheet as -"
            raise PositionError(problem(message, "empty-part"), number, column - 1)
    if len(sections) < 3:
        message = "a position is VARIANT | SHEET | … | TURN, such as classic | - | 0 roll"
        raise PositionError(problem(message, "position-form"), number, column - 1)
    return sections


def _read_setup(words: list[Word], players: int) -> Setup:
    name, *rest = words
    places: dict[str, Word] = {}
    lucky: list[Pair] | None = None
    board: Board | None = None
    while rest:
        keyword = rest.pop(0)
        if keyword.text in places:
            raise keyword.fault(PositionError, f"{keyword} is given twice", "twice", word=keyword)
        places[keyword.text] = keyword
        if keyword.text == "lucky":
            lucky = read_pairs(rest)
        elif keyword.text == "board":
            board = read_board(rest, (rest or [keyword])[-1].end, PositionError)
            rest = []
        else:
            message = f"{keyword} is neither 'lucky' nor 'board'"
            raise keyword.fault(PositionError, message, "neither", word=keyword)
    return checked_setup(name, players, lucky, board, places, PositionError)


def checked_setup(
    name: Word,
    players: int,
    lucky: Sequence[Pair] | None,
    board: Board | None,
    places: Mapping[str, Word],
    kind: Fault,
) -> Setup:
    """The setup as written; a fault is reported at the word that causes it."""
    at = name
    try:
        Setup(name.text, players)
        at = places.get("lucky", name)
        Setup(name.text, players, lucky=lucky)
        at = places.get("board", name)
        return Setup(name.text, players, lucky=lucky, board=board)
    except SetupError as error:
        raise at.fault(kind, error.problem) from None


def read_pairs(words: list[Word]) -> list[Pair]:
    """Takes pairs such as `5,8` from the front of `words`."""
    pairs: list[Pair] = []
    while words and (match := _PAIR.fullmatch(words[0].text)):
        pairs.append((int(match[1]), int(match[2])))
        del words[0]
    return pairs


def _read_sheet(setup: Setup, words: list[Word]) -> Sheet:
    rows = [0] * len(setup.variant.rows)
    penalties = pawn = 0
    for word in words:
        if match := _ROW.fullmatch(word.text):
            row = LETTERS.index(match[1])
            if rows[row]:
                message = f"the {COLOURS[row]} row is given twice"
                raise word.fault(PositionError, message, "part-twice", word=word)
            rows[row] = _read_row(setup, row, word)
        elif match := _PENALTIES.fullmatch(word.text):
            if penalties:
                raise word.fault(PositionError, "penalties are given twice", "part-twice", word=word)
            penalties = int(match[1])
        elif match := _PAWN.fullmatch(word.text):
            if pawn:
                raise word.fault(PositionError, "the pawn is given twice", "part-twice", word=word)
            pawn = int(match[1])
        elif word.text != "-" or len(words) > 1:
            message = f"{word} is not part of a sheet: write rows such as r5,7, p2, @12, or - alone"
            raise word.fault(PositionError, message, "not-a-part", word=word)
    return Sheet(tuple(rows), penalties, pawn)


def _read_row(setup: Setup, row: int, word: Word) -> int:
    crossing, marks = setup.crossing, 0
    for match in re.finditer(r"[0-9]+", word.text):
        number = int(match[0])
        cell = f"{LETTERS[row]}{number}"
        place = word._replace(column=word.column + match.start())
        column = crossing.columns[row].get(number)
        if column is None:
            message = f"there is no {COLOURS[row]} {number} in {setup.variant.name}"
            raise place.fault(PositionError, message, "no-number", cell=cell, variant=setup.variant.name)
        if (marks & (crossing.locks[row] - 1)) >> column:
            message = f"{COLOURS[row]} {number} is not to the right of the number before it"
            raise place.fault(PositionError, message, "not-to-the-right", cell=cell)
        marks = crossing.cross(marks, row, column)
    return marks


def _read_turn(setup: Setup, sheets: tuple[Sheet, ...], words: list[Word]) -> State:
    end = words[-1].end
    active = _read_seat(setup, words, end)
    if not words or words[0].text not in list(Phase):
        phases = ", ".join(Phase)
        message = f"the seat is followed by one of {phases}"
        raise (words or [end])[0].fault(PositionError, message, "no-phase", phases=phases)
    phase = Phase(words.pop(0).text)
    roll = read_roll(words, PositionError) if words and "+" in words[0].text else None
    choices = _read_choices(setup, words, end) if words and words[0].text == ":" else ()
    crossed = bool(words) and words[0].text == "crossed"
    del words[: int(crossed)]
    final = None
    if words and words[0].text == "final":
        del words[0]
        final = _read_seat(setup, words, end)
    if words:
        message = f"{words[0]} is out of place: the order is SEAT PHASE DICE : CHOICES crossed final SEAT"
        raise words[0].fault(PositionError, message, "out-of-place", word=words[0])
    return State(sheets, active, phase, roll, choices, crossed, final)


def _read_choices(setup: Setup, words: list[Word], end: Word) -> tuple[Choice | None, ...]:
    given = words[1 : 1 + setup.players]
    if len(given) < setup.players:
        message = (
            f"every seat needs a choice, ? where one is missing: {setup.players} in all, not {len(given)}"
        )
        values = {"wanted": setup.players, "given": len(given)}
        raise end.fault(PositionError, message, "choices-missing", **values)
    del words[: 1 + setup.players]
    return tuple(
        None if word.text == "?" else read_choice(word, seat, PositionError)
        for seat, word in enumerate(given)
    )


def _read_seat(setup: Setup, words: list[Word], end: Word) -> int:
    word = words.pop(0) if words else end
    if word.text not in map(str, setup.seats):
        message = f"{word} is not a seat: seats run from 0 to {setup.players - 1}"
        raise word.fault(PositionError, message, "not-a-seat", word=word, last=setup.players - 1)
    return int(word.text)

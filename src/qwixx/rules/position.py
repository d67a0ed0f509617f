"""One line of text for any position, both ways. `docs/notation.md` has the grammar.

longo lucky 5,8 6,11 | g16,14 y2 p1 | - | 0 white 5+1 8 2 3 4 : ? r6
"""

import re

from .actions import Choice
from .board import Board, read_board
from .errors import PositionError, QwixxError
from .notation import COLOURS, LETTERS, Word, read_choice, read_roll, split, write_choice, write_roll
from .possible import impossibility
from .setup import Setup
from .state import Phase, Sheet, State
from .variant import VARIANTS, Pair, find_variant

_ROW = re.compile(r"([rygb])([1-9]\d?(?:,[1-9]\d?)*)")
_PENALTIES = re.compile(r"p([1-9])")
_PAWN = re.compile(r"@([1-9]\d?)")
_PAIR = re.compile(r"(\d\d?),(\d\d?)")


def write(setup: Setup, state: State) -> str:
    sheets = (_write_sheet(setup, sheet) for sheet in state.sheets)
    return " | ".join((write_setup(setup), *sheets, _write_turn(state)))


def write_setup(setup: Setup) -> str:
    """The variant, with whatever differs from its usual lucky pairs and board."""
    usual = Setup(VARIANTS.get(setup.variant.name, setup.variant), setup.players)
    words = [setup.variant.name]
    if setup.lucky != usual.lucky:
        words += ["lucky", write_pairs(setup)]
    if setup.variant.board != usual.variant.board:
        words += ["board", str(setup.variant.board)]
    return " ".join(words)


def write_pairs(setup: Setup) -> str:
    return " ".join(",".join(map(str, pair)) for pair in setup.lucky)


def _write_sheet(setup: Setup, sheet: Sheet) -> str:
    words = []
    for row, marks in enumerate(sheet.rows):
        if marks:
            numbers = (str(n) for column, n in enumerate(setup.crossing.numbers[row]) if marks >> column & 1)
            words.append(LETTERS[row] + ",".join(numbers))
    if sheet.penalties:
        words.append(f"p{sheet.penalties}")
    if sheet.pawn:
        words.append(f"@{sheet.pawn}")
    return " ".join(words) or "-"


def _write_turn(state: State) -> str:
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
    text = text.strip("\r\n")
    if "\n" in text:
        raise PositionError("a position is one line", 2)
    sections: list[list[Word]] = []
    column = 1
    for section in text.split("|"):
        sections.append(split(section, 1, column))
        column += len(section) + 1
        if not sections[-1]:
            raise PositionError(
                "nothing stands before or after a |; an empty sheet is written -", 1, column - 1
            )
    if len(sections) < 3:
        raise PositionError(
            "a position is VARIANT | SHEET | … | TURN, such as classic | - | 0 roll", 1, column - 1
        )
    setup = _read_setup(sections[0], len(sections) - 2)
    sheets = tuple(_read_sheet(setup, words) for words in sections[1:-1])
    state = _read_turn(setup, sheets, sections[-1])
    if problem := impossibility(setup, state):
        raise PositionError(f"this position cannot occur: {problem}", 1, sections[1][0].column)
    return setup, state


def _read_setup(words: list[Word], players: int) -> Setup:
    name, *rest = words
    lucky: list[Pair] | None = None
    board: Board | None = None
    try:
        variant = find_variant(name.text)
        while rest:
            keyword = rest.pop(0)
            if keyword.text == "lucky":
                lucky = read_pairs(rest)
            elif keyword.text == "board":
                end = rest[-1] if rest else keyword
                board = read_board(rest, end._replace(column=end.column + len(end.text)), PositionError)
                rest.clear()
            else:
                raise keyword.fault(PositionError, f"{keyword} is neither 'lucky' nor 'board'")
        return Setup(variant, players, lucky=lucky, board=board)
    except PositionError:
        raise
    except QwixxError as error:
        raise name.fault(PositionError, str(error)) from None


def read_pairs(words: list[Word]) -> list[Pair]:
    """Pairs such as `5,8` from the front of `words`, which it shortens."""
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
                raise word.fault(PositionError, f"the {COLOURS[row]} row stands twice on this sheet")
            rows[row] = _read_row(setup, row, match[2], word)
        elif (match := _PENALTIES.fullmatch(word.text)) and not penalties:
            penalties = int(match[1])
        elif (match := _PAWN.fullmatch(word.text)) and not pawn:
            pawn = int(match[1])
        elif word.text != "-" or len(words) > 1:
            raise word.fault(
                PositionError,
                f"{word} is no part of a sheet; write rows such as r5,7, p2, @12, or - alone",
            )
    return Sheet(tuple(rows), penalties, pawn)


def _read_row(setup: Setup, row: int, text: str, word: Word) -> int:
    crossing, marks = setup.crossing, 0
    for number in map(int, text.split(",")):
        column = crossing.columns[row].get(number)
        if column is None:
            raise word.fault(PositionError, f"there is no {COLOURS[row]} {number} in {setup.variant.name}")
        if marks >> column:
            raise word.fault(
                PositionError, f"{COLOURS[row]} {number} does not stand right of the one before it"
            )
        marks = crossing.cross(marks, row, column)
    return marks


def _read_turn(setup: Setup, sheets: tuple[Sheet, ...], words: list[Word]) -> State:
    end = words[-1]
    active = _read_seat(setup, words)
    if not words or words[0].text not in list(Phase):
        word = words[0] if words else end
        raise word.fault(PositionError, f"the seat is followed by one of {', '.join(Phase)}")
    phase = Phase(words.pop(0).text)
    roll = read_roll(words, PositionError) if words and "+" in words[0].text else None
    choices: tuple[Choice | None, ...] = ()
    if words and words[0].text == ":":
        given, words = words[1 : 1 + setup.players], words[1 + setup.players :]
        choices = tuple(
            None if word.text == "?" else read_choice(word, seat, PositionError)
            for seat, word in enumerate(given)
        )
    crossed = bool(words) and words[0].text == "crossed"
    del words[: int(crossed)]
    final = None
    if words and words[0].text == "final":
        end = words.pop(0)
        final = _read_seat(setup, words or [end])
    if words:
        raise words[0].fault(PositionError, f"{words[0]} has no place here")
    return State(sheets, active, phase, roll, choices, crossed, final)


def _read_seat(setup: Setup, words: list[Word]) -> int:
    word = words.pop(0)
    if not word.text.isdecimal() or int(word.text) not in setup.seats:
        raise word.fault(PositionError, f"{word} is no seat; seats run from 0 to {setup.players - 1}")
    return int(word.text)

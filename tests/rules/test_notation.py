"""The one-line position; errors in it are reported with line, column and one sentence."""

from collections.abc import Iterator
from contextlib import suppress

import pytest

from qwixx import VARIANTS, PositionError, Record, State, parse_board, parse_position, play
from qwixx.rules.setup import Setup
from qwixx.rules.state import Phase, Sheet
from qwixx.rules.validity import impossibility

BOARD = "r2+1 y3+1 g10+2 b12+3 r4+5 y5+8"

TABLES = [
    (name, players) for name, variant in VARIANTS.items() for players in range(1, variant.max_players + 1)
]


def states(record: Record) -> Iterator[State]:
    for ply in record.plies():
        yield ply.before
        yield ply.after


@pytest.mark.parametrize(("variant", "players"), TABLES)
def test_every_position_of_a_game_reads_back(variant: str, players: int) -> None:
    record = play(variant, ["gap:skip=2", "random", "gap", "random", "gap"][:players], seed=players)
    rules = record.rules()
    for state in states(record):
        assert parse_position(rules.position(state)) == (rules, state)


def test_custom_lucky_pairs_and_boards_are_in_the_position() -> None:
    longo = play("longo", ["gap", "random"], seed=1, lucky=((2, 3), (15, 16)))
    board = play("onboard-b", ["gap", "random"], seed=1, board=parse_board(BOARD))
    for record, begins in ((longo, "longo lucky 2,3 15,16 | "), (board, f"onboard-b board {BOARD} | ")):
        rules = record.rules()
        for state in states(record):
            text = rules.position(state)
            assert text.startswith(begins)
            assert parse_position(text) == (rules, state)


@pytest.mark.parametrize(
    "text",
    [
        "\ufeffclassic | - | 0 roll",
        "\n\nclassic|-|0 roll\r\n",
        "  classic  |\t-  | 0   roll  ",
        "classic | - | 0 roll\n",
    ],
)
def test_spaces_empty_lines_and_a_byte_order_mark_do_not_matter(text: str) -> None:
    rules, state = parse_position(text)
    assert rules.position(state) == "classic | - | 0 roll"


@pytest.mark.parametrize(
    ("text", "column", "says"),
    [
        ("", 1, "a position is VARIANT | SHEET | … | TURN, such as classic | - | 0 roll"),
        ("classic", 8, "a position is VARIANT"),
        ("classic | 0 roll", 17, "a position is VARIANT"),
        ("classic | | 0 roll", 11, "there is nothing before or after a |: write an empty sheet as -"),
        ("| - | 0 roll", 1, "there is nothing before"),
        ("classic | - |", 14, "there is nothing before"),
        (
            "clasic | - | 0 roll",
            1,
            "There is no variant 'clasic': choose one of classic, longo, onboard-a, onboard-b.",
        ),
        ("\0 | - | 0 roll", 1, "There is no variant '\\x00'"),
        ("onboard-a | - | - | - | - | - | 0 roll", 1, "onboard-a is for 1 to 4 players, not 5."),
        ("classic" + " | -" * 5000 + " | 0 roll", 1, "classic is for 1 to 5 players, not 5000."),
        ("classic lucky 5,8 | - | 0 roll", 9, "classic has no lucky numbers: choose longo."),
        ("longo lucky | - | 0 roll", 7, "Every seat needs one lucky pair: 1 in all, not 0."),
        ("longo lucky 5,8 6,11 | - | 0 roll", 7, "Every seat needs one lucky pair: 1 in all, not 2."),
        ("longo lucky 5,5 | - | 0 roll", 7, "(5, 5) is not a lucky pair"),
        ("longo lucky 5,17 | - | 0 roll", 7, "two different numbers from 2 to 16."),
        ("longo lucky 5-8 | - | 0 roll", 13, "'5-8' is neither 'lucky' nor 'board'"),
        ("longo lucky ٥,8 | - | 0 roll", 13, "'٥,8' is neither"),
        ("longo lucky 5,8 lucky 5,8 | - | 0 roll", 17, "'lucky' is given twice"),
        (
            f"classic board {BOARD} | - | 0 roll",
            9,
            "classic is played without a board: choose onboard-a or onboard-b.",
        ),
        ("onboard-a board | - | 0 roll", 16, "space 1 is missing: a board has at least 6 spaces"),
        ("onboard-a board r2+1 r13+1 | - | 0 roll", 22, "space 2: there is no red 13"),
        ("onboard-a board r2+1 x | - | 0 roll", 22, "space 2: 'x' is not a space"),
        ("onboard-a bord | - | 0 roll", 11, "'bord' is neither 'lucky' nor 'board'"),
        (
            "classic | x | 0 roll",
            11,
            "'x' is not part of a sheet: write rows such as r5,7, p2, @12, or - alone",
        ),
        ("classic | r5 - | 0 roll", 14, "'-' is not part of a sheet"),
        ("classic | p0 | 0 roll", 11, "'p0' is not part of a sheet"),
        ("classic | p12 | 0 roll", 11, "'p12' is not part of a sheet"),
        ("classic | r | 0 roll", 11, "'r' is not part of a sheet"),
        ("classic | r5, | 0 roll", 11, "'r5,' is not part of a sheet"),
        ("classic | r٣ | 0 roll", 11, "'r٣' is not part of a sheet"),
        ("classic | r" + "9" * 9999 + " | 0 roll", 11, "999… is not part of a sheet"),
        ("classic | r5,13 | 0 roll", 14, "there is no red 13 in classic"),
        ("longo | g1 | 0 roll", 10, "there is no green 1 in longo"),
        ("classic | r5,7,6 | 0 roll", 16, "red 6 is not to the right of the number before it"),
        ("classic | r5,5 | 0 roll", 14, "red 5 is not to the right of the number before it"),
        ("classic | b5,7 | 0 roll", 14, "blue 7 is not to the right of the number before it"),
        ("classic | r5 y2 r7 | 0 roll", 17, "the red row is given twice"),
        ("classic | p1 p2 | 0 roll", 14, "penalties are given twice"),
        ("onboard-a | r2 @1 @1 | 0 roll", 19, "the pawn is given twice"),
        ("classic | - | 1 roll", 15, "'1' is not a seat: seats run from 0 to 0"),
        ("classic | - | -1 roll", 15, "'-1' is not a seat"),
        ("classic | - | ٠ roll", 15, "'٠' is not a seat"),
        ("classic | - | ² roll", 15, "'²' is not a seat"),
        ("classic | - | 00 roll", 15, "'00' is not a seat"),
        ("classic | - | " + "1" * 9999 + " roll", 15, "111… is not a seat"),
        ("classic | - | roll", 15, "'roll' is not a seat"),
        ("classic | - | 0", 16, "the seat is followed by one of roll, white, colour, board, over"),
        ("classic | - | 0 Roll", 17, "the seat is followed by one of roll"),
        ("classic | - | 0 white 4+ 1 1 1 1 : ?", 23, "'4+' is not a pair of white dice: write them as 4+1"),
        (
            "classic | - | 0 white 4+1 10 1 1 1 : ?",
            27,
            "'10' is not a red die: write one digit, or - for a removed die",
        ),
        ("classic | - | 0 white 4+1 1 1 : ?", 31, "':' is not a green die"),
        ("classic | - | 0 white 4+1 1 1", 30, "after '1' the green die is missing"),
        (
            "classic | - | 0 white 4+1 1 1 1 1 :",
            36,
            "every seat needs a choice, ? where one is missing: 1 in all, not 0",
        ),
        (
            "classic | - | - | 0 white 4+1 1 1 1 1 : ?",
            42,
            "every seat needs a choice, ? where one is missing: 2 in all, not 1",
        ),
        (
            "classic | - | - | 0 white 4+1 1 1 1 1 : ? r",
            43,
            "'r' is not a valid choice: write a cross such as r6, a move such as @5, or - for a pass",
        ),
        (
            "classic | - | 0 roll now",
            22,
            "'now' is out of place: the order is SEAT PHASE DICE : CHOICES crossed final SEAT",
        ),
        ("classic | - | 0 roll final", 27, "'' is not a seat"),
        ("classic | - | 0 roll final 3", 28, "'3' is not a seat"),
    ],
)
def test_a_malformed_position_is_refused_with_its_column(text: str, column: int, says: str) -> None:
    with pytest.raises(PositionError) as refused:
        parse_position(text)
    assert says in str(refused.value)
    assert (refused.value.line, refused.value.column) == (1, column)
    assert str(refused.value).startswith(f"position, line 1, column {column}: ")
    assert len(str(refused.value)) < 250


def test_the_line_is_counted() -> None:
    with pytest.raises(PositionError) as refused:
        parse_position("\n\nclassic | x | 0 roll")
    assert (refused.value.line, refused.value.column) == (3, 11)
    with pytest.raises(PositionError, match="a position is one line") as refused:
        parse_position("classic | - | 0 roll\n\nclassic | - | 0 roll")
    assert refused.value.line == 3


FULL_RED = "r2,3,4,5,6,12"
FULL_BLUE = "b12,11,10,9,8,2"
LONGO_RED = "r2,3,4,5,6,7"


@pytest.mark.parametrize(
    ("text", "column", "says"),
    [
        (
            f"longo | {LONGO_RED},15,16 | 0 roll",
            9,
            "seat 0: only one of the last numbers of red can be crossed",
        ),
        ("classic | - | r2,3,4,5,12 | 0 roll", 15, "seat 1: red is closed with fewer than 5 crosses before"),
        ("longo | r2,3,4,5,6,15 | 0 roll", 9, "seat 0: red is closed with fewer than 6 crosses before"),
        ("classic | p5 | 0 roll", 11, "seat 0: 5 penalties are more than 4"),
        ("classic | r2 @1 | 0 roll", 11, "seat 0: there is no board for a pawn"),
        ("onboard-a | r2 @41 | 0 roll", 13, "seat 0: the board has no space 41"),
        (
            "onboard-a | - | y2 @1 | 0 roll",
            17,
            "seat 1: the pawn is on space 1, but its number is not crossed",
        ),
        ("onboard-a | r2 @1 | r2 @1 | 0 roll", 29, "two pawns are on one space"),
        ("classic | - | - | 0 roll final 1", 19, "there is no final lap without a board"),
        (
            "onboard-a | r2 @1 | - | 1 roll final 0",
            25,
            "seat 0 did not begin the final lap: its pawn is not on the last spaces",
        ),
        ("onboard-a | r11 @36 | - | 0 roll final 0", 27, "the final lap ends before seat 0 is active again"),
        ("onboard-a | r11 @36 | - | 1 roll", 27, "a pawn is on the last spaces, so the final lap has begun"),
        (f"classic | {FULL_RED} {FULL_BLUE} | 0 roll", 43, "the game would be over"),
        ("classic | p4 | 0 roll", 16, "the game would be over"),
        ("classic | p4 | p4 | 0 over", 21, "the last penalty ends the game, so nobody else can have one"),
        ("classic | p4 | - | 1 over", 20, "the last penalty ends the game"),
        (f"classic | p4 {FULL_RED} {FULL_BLUE} | 0 over", 46, "and no second row can close"),
        ("classic | - | 0 over", 15, "nothing has ended the game"),
        ("classic | - | 0 white : ?", 15, "no dice in the phase white"),
        ("classic | - | 0 colour", 15, "no dice in the phase colour"),
        ("classic | - | 0 roll 1+1 1 1 1 1", 15, "dice in the phase roll"),
        ("classic | - | 0 board 1+1 1 1 1 1", 15, "there is no action 3 without a board"),
        ("classic | r5 | 0 roll crossed", 16, "nothing is crossed yet in the phase roll"),
        ("classic | r5 | 0 white 1+1 1 1 1 1 : ? crossed", 16, "nothing is crossed yet in the phase white"),
        (
            "classic | - | r5 | 0 colour 1+1 1 1 1 1 crossed",
            20,
            "seat 0 has crossed something, but its sheet is empty",
        ),
        ("classic | - | 0 white 7+1 1 1 1 1 : ?", 15, "a die shows a number it does not have"),
        ("classic | - | 0 white 1+1 0 1 1 1 : ?", 15, "a die shows a number it does not have"),
        ("classic | - | 0 white 1+1 - 1 1 1 : ?", 15, "a die that is still in the game was not rolled"),
        (f"classic | {FULL_RED} | 0 white 1+1 1 1 1 1 : ?", 27, "the die of a closed row is out of the game"),
        ("classic | - | 0 colour 1+1 1 1 1 1 : -", 15, "choices are pending only in the phase white"),
        ("classic | - | 0 white 1+1 1 1 1 1", 15, "every seat needs a choice: 1 in all, not 0"),
        ("classic | - | 0 white 1+1 1 1 1 1 : -", 15, "all have chosen, so the choices would be revealed"),
        (
            "classic | - | - | 0 white 1+1 1 1 1 1 : ? r6",
            19,
            "seat 1: in action 1 only the sum of the white dice counts",
        ),
        (
            "onboard-a | - | - | 0 white 1+1 1 1 1 1 : ? @1",
            21,
            "seat 1: that is not what is being decided now",
        ),
    ],
)
def test_an_impossible_position_is_refused_with_the_reason(text: str, column: int, says: str) -> None:
    with pytest.raises(PositionError) as refused:
        parse_position(text)
    assert f"this position cannot occur: {says}" in str(refused.value) or says.startswith("and")
    assert says in str(refused.value)
    assert refused.value.column == column


def test_a_state_made_in_code_is_asked_for_its_choices_too() -> None:
    _, state = parse_position("classic | - | - | 0 white 1+1 1 1 1 1 : ? -")
    short = State(state.sheets, 0, Phase.WHITE, state.roll, state.choices[:1])
    problem = impossibility(Setup("classic", 2), short)
    assert problem is not None
    assert problem.problem.message == "every seat needs a choice: 2 in all, not 1"


def test_the_words_of_a_position() -> None:
    """The example at the top of the module, part by part."""
    rules, state = parse_position("longo | y2 g16,14 p1 | - | 0 white 5+1 8 2 3 4 : ? r6")
    assert rules.variant.name == "longo"
    assert state.sheets[0] == Sheet((0, 0b1, 0b101, 0), penalties=1)
    assert state.choices[0] is None
    assert rules.position(state) == "longo | y2 g16,14 p1 | - | 0 white 5+1 8 2 3 4 : ? r6"


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_prefix_and_every_spoiled_letter_of_a_position_is_refused_or_read(variant: str) -> None:
    """Any input is read or raises a `PositionError`, and no other error."""
    record = play(variant, ["gap", "gap"], seed=4)
    texts = [record.rules().position(state) for state in states(record)][::17]
    for text in texts:
        for at in range(len(text)):
            for spoiled in (text[:at], text[:at] + "\0" + text[at:], text[:at] + "9" + text[at:], text[at:]):
                with suppress(PositionError):
                    parse_position(spoiled)

"""The limits of the text forms, on both sides, and the exact words of errors."""

import pytest

from qwixx import (
    Cross,
    IllegalAction,
    Move,
    Pass,
    PositionError,
    QwixxError,
    Record,
    RecordError,
    Roll,
    Rules,
    parse_board,
    parse_position,
)
from qwixx.rules import Action, BoardError

DICE = Roll((1, 1), (1, 1, 1, 1))


def record(*actions: Action, **fields: object) -> Record:
    return Record(variant="classic", seats=("a",), actions=actions, **fields)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "action",
    [
        Roll((0, 9), (9, 0, None, 9)),
        Cross(0, 0, 1),
        Cross(0, 3, 99),
        Move(0, 1),
        Move(0, 99),
    ],
)
def test_the_largest_values_that_the_notation_can_express(action: Action) -> None:
    actions = (action,) if isinstance(action, Roll) else (DICE, action)
    assert Record.parse(str(record(*actions))).actions == actions


@pytest.mark.parametrize(
    "action",
    [
        Roll((10, 1), (1, 1, 1, 1)),
        Roll((1, -1), (1, 1, 1, 1)),
        Roll((1, 1), (1, 1, 1, 10)),
        Roll((1, 1), (1, 1, 1)),
        Cross(0, 0, 0),
        Cross(0, 0, 100),
        Cross(0, 4, 2),
        Cross(0, -1, 2),
        Move(0, 0),
        Move(0, 100),
    ],
)
def test_values_beyond_them_are_refused(action: Action) -> None:
    actions = (action,) if isinstance(action, Roll) else (DICE, action)
    with pytest.raises(RecordError, match="turn 1 "):
        str(record(*actions))


@pytest.mark.parametrize("space", [0, 1])
def test_a_move_has_no_code_without_a_board(space: int) -> None:
    with pytest.raises(QwixxError, match="has no code in"):
        Rules("classic", 2).code(Move(0, space))


def test_lines_of_a_record_end_without_blanks() -> None:
    text = str(Record(variant="classic", seats=("", "b"), actions=(DICE, Pass(0)), headers={"Event": ""}))
    assert "\nSeat 0:\nSeat 1: b\nEvent:\n" in text


def refusal(text: str) -> str:
    with pytest.raises(RecordError) as caught:
        Record.parse(text)
    return str(caught.value)


def test_refusals_of_json_in_full() -> None:
    assert refusal('{"variant": "classic", "seats": ["\ud800"]}') == (
        "record, line 1, column 35: JSON: a lone surrogate is not a character"
    )
    assert refusal('{"variant": "classic", "seats": [5]}') == (
        "record, line 1, column 34: JSON: Expected `str`, got `int` in seats[0]"
    )
    assert refusal("{}") == "record, line 1, column 1: JSON: Object missing required field `variant`"
    assert refusal('{"variant" "classic"}') == (
        "record, line 1, column 12: JSON: JSON is malformed: expected ':'"
    )


def test_our_own_checks_keep_their_words_in_json() -> None:
    board = '"board": {"spaces": [{"row": 0, "number": 2, "points": 1}]}'
    assert refusal('{"variant": "onboard-a", "seats": ["a"], ' + board + "}").endswith(
        "JSON: A board has 6 to 99 spaces, not 1."
    )


def test_a_missing_space_is_reported_at_the_end_of_the_text() -> None:
    with pytest.raises(BoardError) as caught:
        parse_board("r2+1 y3+1\ng10+2")
    assert (caught.value.line, caught.value.column) == (2, 6)


def test_an_error_names_the_action_without_a_code() -> None:
    rules = Rules("classic", 2)
    actions: list[Action] = [Cross(0, 0, 13), Pass(2)]
    for action in actions:
        with pytest.raises(QwixxError) as caught:
            rules.code(action)
        assert str(caught.value) == f"{action} has no code in Rules('classic', players=2)."
    with pytest.raises(QwixxError, match=r"^Roll\(white=\(7, 1\)"):
        rules.code(Roll((7, 1), (1, 1, 1, 1)))
    with pytest.raises(QwixxError, match=r"^-1 is not an action code of Rules\('classic', players=2\)\.$"):
        rules.decode(-1)


def test_an_illegal_action_says_what_why_and_by_which_rule() -> None:
    rules, state = parse_position("classic | r5,7 | - | 0 white 3+3 1 1 1 1 : ? ?")
    with pytest.raises(IllegalAction) as caught:
        rules.step(state, Cross(0, 0, 6))
    assert str(caught.value) == (
        "Cross(seat=0, row=0, number=6) is not possible: rows are crossed from left to right (R1)."
    )


def test_an_error_is_in_line_1_column_1_by_default() -> None:
    error = BoardError("no track")
    assert (error.message, error.line, error.column) == ("no track", 1, 1)
    assert str(error) == "board, line 1, column 1: no track"


def test_only_a_brace_begins_json() -> None:
    assert "a record begins with the line: Qwixx record 1" in refusal('X{"variant": "classic"}')


def test_blanks_at_the_end_of_a_line_do_not_matter() -> None:
    text = str(record(DICE, Pass(0)))
    assert Record.parse(text.replace("\n", "  \n")) == record(DICE, Pass(0))


def test_the_first_cell_cannot_be_crossed_twice_in_a_position() -> None:
    for sheet in ("r2,2", "g12,12", "r2,3,2"):
        with pytest.raises(PositionError, match="is not to the right of the number before it"):
            parse_position(f"classic | {sheet} | - | 0 roll")

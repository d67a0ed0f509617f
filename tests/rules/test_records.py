"""Records as text and JSON: reading, writing and errors."""

from contextlib import suppress
from typing import Any

import pytest

from qwixx import (
    VARIANTS,
    Cross,
    IllegalRecord,
    Move,
    Pass,
    QwixxError,
    Record,
    RecordError,
    Roll,
    parse_board,
    play,
    replay,
)

BOARD = "r2+1 y3+1 g10+2 b12+3 r4+5 y5+8"
HEAD = "Qwixx record 1\nVariant: classic\nSeat 0: Ann\nSeat 1: Bob\n"
TABLES = [
    (name, players) for name, variant in VARIANTS.items() for players in range(1, variant.max_players + 1)
]


@pytest.mark.parametrize(("variant", "players"), TABLES)
def test_a_record_reads_back_as_text_and_as_json(variant: str, players: int) -> None:
    bots = ["random", "gap", "gap:skip=2", "random", "gap"][:players]
    record = play(variant, bots, seed=7, first=players - 1)
    for cut in (0, 1, 2, players + 1, len(record.actions)):
        part = Record(variant=variant, seats=record.seats, first=record.first, actions=record.actions[:cut])
        for text in (str(part), part.json()):
            assert Record.parse(text) == part


def test_custom_lucky_pairs_and_boards_are_in_the_record() -> None:
    longo = play("longo", ["gap", "random"], seed=1, lucky=((2, 3), (15, 16)))
    board = play("onboard-b", ["gap", "random"], seed=1, board=parse_board(BOARD))
    assert "\nLucky: 2,3 15,16\n" in str(longo)
    assert f"\nBoard: {BOARD}\n" in str(board)
    for record in (longo, board):
        for text in (str(record), record.json()):
            assert Record.parse(text) == record
            assert replay(Record.parse(text)) == replay(record)


def test_unknown_headers_are_kept() -> None:
    text = HEAD + "Place: Thessaloniki\nEmpty:\nDie-maker 2: a # b: c\n\n1. 4+1 6 2 3 4 : - ?\n"
    record = Record.parse(text)
    assert record.headers == {"Place": "Thessaloniki", "Empty": "", "Die-maker 2": "a # b: c"}
    assert Record.parse(str(record)) == record
    assert Record.parse(record.json()) == record


@pytest.mark.parametrize("names", [("Ωμέγα", "Łukasz"), ("", "a b"), ("👨‍👩‍👧", "#1"), ("Şükrü", "Їжак: x")])
def test_names_are_kept(names: tuple[str, ...]) -> None:
    record = Record(variant="classic", seats=names)
    assert Record.parse(str(record)).seats == names
    assert Record.parse(record.json()).seats == names


def test_comments_a_byte_order_mark_and_other_line_ends_do_not_matter() -> None:
    plain = HEAD + "\n1. 4+1 6 2 3 4 : r5 - | b9\n2. 1+1 1 1 1 1\n"
    noted = plain.replace("\nSeat 0", "\n# who plays\n  # and where\nSeat 0").replace("b9", "b9 # 9: good")
    for text in (
        "\ufeff" + plain,
        plain.replace("\n", "\r\n"),
        plain.replace("\n", "\r"),
        noted,
        "\n\n# first\n" + plain.replace("\n2.", "\n\n\n  2."),
        plain.rstrip("\n"),
    ):
        assert Record.parse(text) == Record.parse(plain)


def test_the_first_player_and_the_version_of_the_rules_may_be_left_out() -> None:
    record = Record.parse(HEAD)
    assert (record.first, record.rules_version, record.actions) == (0, 1, ())


def test_choices_of_action_1_are_in_the_order_of_the_seats() -> None:
    roll = Roll((4, 1), (6, 2, 3, 4))
    one = Record(variant="classic", seats=("a", "b"), actions=(roll, Pass(1), Cross(0, 0, 5)))
    two = Record(variant="classic", seats=("a", "b"), actions=(roll, Cross(0, 0, 5), Pass(1)))
    assert one == two
    assert str(one).endswith("1. 4+1 6 2 3 4 : r5 -\n")


TURN = HEAD + "\n"


@pytest.mark.parametrize(
    ("text", "line", "column", "says"),
    [
        ("", 1, 1, "a record begins with the line: Qwixx record 1"),
        ("\n\nqwixx", 3, 1, "a record begins with the line"),
        ("\0", 1, 1, "a record begins with the line"),
        ("x" * 100_000, 1, 1, "a record begins with the line"),
        ("Qwixx record ١", 1, 1, "a record begins with the line"),
        ("Qwixx record " + "9" * 5000, 1, 1, "a record begins with the line"),
        ("# hi\nQwixx record 2\n", 2, 14, "this is record format 2; this program reads format 1"),
        ("Qwixx record 1\n", 1, 15, "the header Variant is missing"),
        ("Qwixx record 1\nVariant: classic", 2, 17, "the headers Seat 0, Seat 1, … name the players"),
        (
            HEAD.replace("Seat 1", "Seat 2"),
            4,
            1,
            "the headers Seat 0, Seat 1, … name the players, without a gap",
        ),
        (
            HEAD.replace("Seat 1", "Seat 5"),
            4,
            1,
            "the header 'Seat 5' is unknown: check its spelling",
        ),
        (HEAD.replace("Seat 1", "Seat 0"), 4, 1, "the header 'Seat 0' is given twice"),
        (HEAD.replace("Variant", "variant"), 2, 1, "the header 'variant' is unknown"),
        (
            HEAD.replace("classic", " clasic"),
            2,
            11,
            "There is no variant 'clasic': choose one of classic, longo",
        ),
        (
            HEAD.replace("classic", "onboard-a") + "Seat 2: c\nSeat 3: d\nSeat 4: e",
            2,
            10,
            "1 to 4 players, not 5",
        ),
        (HEAD + "Rules: x", 5, 8, "Rules: 'x' is not a version number"),
        (HEAD + "Rules: ²", 5, 8, "Rules: '²' is not a version number"),
        (HEAD + "Rules: " + "1" * 5000, 5, 8, "111… is not a version number"),
        (HEAD + "Rules: 2", 5, 8, "this was played by rules version 2, not 1"),
        (HEAD + "First: 2", 5, 8, "First: '2' is not a seat: seats run from 0 to 1"),
        (HEAD + "First: -1", 5, 8, "First: '-1' is not a seat"),
        (HEAD + "First: ٠", 5, 8, "First: '٠' is not a seat"),
        (HEAD + "First: " + "1" * 5000, 5, 8, "111… is not a seat"),
        (HEAD + "First:", 5, 7, "First: '' is not a seat"),
        (HEAD + "Lucky: 5,8 6,11", 5, 8, "classic has no lucky numbers: choose longo."),
        (
            HEAD.replace("classic", "longo") + "Lucky: 5,8",
            5,
            8,
            "Every seat needs one lucky pair: 2 in all, not 1.",
        ),
        (
            HEAD.replace("classic", "longo") + "Lucky: 5,8 6;11",
            5,
            12,
            "'6;11' is not a lucky pair: write 5,8",
        ),
        (HEAD.replace("classic", "longo") + "Lucky: 5,8 6,99", 5, 8, "(6, 99) is not a lucky pair"),
        (HEAD + f"Board: {BOARD}", 5, 8, "classic is played without a board"),
        (HEAD.replace("classic", "onboard-a") + "Board:  r2+1 r1+1", 5, 14, "space 2: there is no red 1:"),
        (HEAD.replace("classic", "onboard-a") + "Board: r2+1", 5, 12, "space 2 is missing"),
        (
            HEAD + "no header",
            5,
            1,
            "'no header' is not a header: write NAME: VALUE, and an empty line before the turns",
        ),
        (HEAD + "1. 4+1 6 2 3 4", 5, 1, "is not a header"),
        (HEAD + "2nd: x", 5, 1, "is not a header"),
        (HEAD + "Name: a\0b", 5, 6, "cannot be in a record: names and headers are one line"),
        (TURN + "2. 4+1 6 2 3 4", 6, 1, "'2.' should be 1., the number of the turn"),
        (TURN + "4+1 6 2 3 4", 6, 1, "'4+1' should be 1., the number of the turn"),
        (TURN + "1.", 6, 3, "turn 1 has no dice"),
        (TURN + "1. 4", 6, 4, "'4' is not a pair of white dice: write them as 4+1"),
        (TURN + "1. 4+1 6 x", 6, 10, "'x' is not a yellow die: write one digit, or - for a removed die"),
        (TURN + "1. 4+1 6 2 3", 6, 13, "after '3' the blue die is missing"),
        (TURN + "1. 4+1 6 2 3 4 r5 -", 6, 16, "'r5' should be : between the dice and the choices"),
        (TURN + "1. 4+1 6 2 3 4 :", 6, 17, "turn 1 needs a choice of every seat, ? where one is missing"),
        (TURN + "1. 4+1 6 2 3 4 : r5", 6, 20, "turn 1 needs a choice of every seat"),
        (TURN + "1. 4+1 6 2 3 4 : r5 | b9", 6, 22, "turn 1 needs a choice of every seat"),
        (TURN + "1. 4+1 6 2 3 4 : r5 x5", 6, 21, "'x5' is not a valid choice: write a cross such as r6"),
        (TURN + "1. 4+1 6 2 3 4 : r5 r٥", 6, 21, "'r٥' is not a valid choice"),
        (TURN + "1. 4+1 6 2 3 4 : r5 @100", 6, 21, "'@100' is not a valid choice"),
        (TURN + "1. 4+1 6 2 3 4 : ? - | b9", 6, 22, "nothing follows while a choice is missing"),
        (
            TURN + "1. 4+1 6 2 3 4 : r5 - b9",
            6,
            23,
            "'b9': each further action of the turn is written | and a",
        ),
        (TURN + "1. 4+1 6 2 3 4 : r5 - |", 6, 23, "'|': each further action of the turn is written |"),
        (
            TURN + "1. 4+1 6 2 3 4 : r5 - | b9\n\n3. 1+1 1 1 1 1",
            8,
            1,
            "'3.' should be 2., the number of the turn",
        ),
    ],
)
def test_malformed_text_is_refused_with_line_and_column(text: str, line: int, column: int, says: str) -> None:
    with pytest.raises(RecordError) as refused:
        Record.parse(text)
    assert says in str(refused.value)
    assert (refused.value.line, refused.value.column) == (line, column)
    assert str(refused.value).startswith(f"record, line {line}, column {column}: ")
    assert len(str(refused.value)) < 250


DEEP = "[" * 100_000


@pytest.mark.parametrize(
    ("text", "line", "column", "says"),
    [
        ("{", 1, 2, "Input data was truncated"),
        ("\ufeff\n{}", 2, 1, "Object missing required field `variant`"),
        ('{"variant": "classic"\n "seats": []}', 2, 2, "expected ',' or '}'"),
        ('{"variant": 1}', 1, 13, "Expected `str`, got `int` in variant"),
        ('{"variant": "classic", "seats": "a"}', 1, 33, "Expected `array`, got `str` in seats"),
        ('{"variant": "classic", "seats": ["a"]} x', 1, 40, "trailing characters"),
        ('{"variant": "classic", "seats": []}', 1, 13, "classic is for 1 to 5 players, not 0."),
        ('{"seats": ["a"], "variant": "clasic"}', 1, 29, "There is no variant 'clasic'"),
        (
            '{"variant": "classic", "seats": ["a"], "first": 1}',
            1,
            49,
            "There is no seat 1: seats run from 0 to 0.",
        ),
        ('{"variant": "classic", "seats": ["a"], "first": -1}', 1, 49, "There is no seat -1"),
        (
            '{"variant": "classic", "seats": ["a"], "first": 0.5}',
            1,
            49,
            "Expected `int`, got `float` in first",
        ),
        ('{"variant": "classic", "seats": ["a"], "first": 1e999}', 1, 49, "Number out of range in first"),
        (
            '{"variant": "classic", "seats": ["a"], "first": ' + "9" * 9999 + "}",
            1,
            49,
            "Integer value out of range",
        ),
        (
            '{"variant": "classic", "seats": ["a"], "format": 2}',
            1,
            1,
            "this is record format 2; this program reads",
        ),
        (
            '{"variant": "classic", "seats": ["a"], "rules_version": 3}',
            1,
            1,
            "played by rules version 3, not 1",
        ),
        ('{"variant": "classic", "seats": ["a"], "x": 1}', 1, 1, "Object contains unknown field `x`"),
        ('{"variant": "classic", "seats": ["a\\u0007"]}', 1, 1, "'a\\x07' cannot be in a record"),
        ('{"variant": "classic", "seats": ["a\\ud800", "b"]}', 1, 42, "surrogate"),
        ('{"variant": "classic", "seats": ["a\ud800"]}', 1, 36, "a lone surrogate is not a character"),
        (
            '{"variant": "classic", "seats": ["a"], "headers": {"Seat 0": "b"}}',
            1,
            1,
            "cannot be the name of a header",
        ),
        (
            '{"variant": "classic", "seats": ["a"], "headers": {"x": null}}',
            1,
            51,
            "Expected `str`, got `null`",
        ),
        (
            '{"variant": "classic", "seats": ["a"], "actions": [{"type": "jump"}]}',
            1,
            61,
            "Invalid value 'jump'",
        ),
        (
            '{"variant": "classic", "seats": ["a"],\n"actions": [{"type": "pass", "seat": 0},\n'
            ' {"type": "cross", "seat": 0, "row": "r", "number": 5}]}',
            3,
            38,
            "Expected `int`, got `str` in actions[1].row",
        ),
        (
            '{"variant": "onboard-a", "seats": ["a"], "board": {"spaces": []}}',
            1,
            51,
            "A board has 6 to 99 spaces, not 0.",
        ),
        (
            '{"variant": "longo", "seats": ["a"], "lucky": [[5]]}',
            1,
            48,
            "Expected `array` of length 2 in lucky[0]",
        ),
        ('{"variant": ' + DEEP, 1, 13, "Expected `str`, got `array` in variant"),
        ('{"variant": "classic", "headers": {"x": ' + DEEP, 1, 35, "Expected `str`, got `array`"),
    ],
)
def test_wrong_json_is_refused_with_line_and_column(text: str, line: int, column: int, says: str) -> None:
    with pytest.raises(RecordError) as refused:
        Record.parse(text)
    assert says in str(refused.value)
    assert (refused.value.line, refused.value.column) == (line, column)
    assert str(refused.value).startswith(f"record, line {line}, column {column}: JSON: ")


def test_deeply_nested_json_is_an_ordinary_error() -> None:
    for text in ("{" + '"a":{' * 100_000, '{"x":' + DEEP + "]" * 100_000 + "}"):
        with pytest.raises(RecordError):
            Record.parse(text)


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({"headers": {"Variant": "x"}}, "'Variant' cannot be the name of a header"),
        ({"headers": {"seat 7": "x"}}, "'seat 7' cannot be the name of a header"),
        ({"headers": {"a\nb": "x"}}, "'a\\nb' cannot be the name of a header"),
        ({"headers": {" a": "x"}}, "' a' cannot be the name of a header"),
        ({"headers": {"a": "x\n"}}, "'x\\n' cannot be in a record"),
        ({"seats": ("a\u2028b",)}, "'a\\u2028b' cannot be in a record"),
        ({"seats": (" a",)}, "' a' cannot be in a record"),
        ({"format": 9}, "this is record format 9"),
        ({"rules_version": 9}, "this was played by rules version 9"),
    ],
)
def test_a_record_made_in_code_can_be_written(fields: dict[str, Any], says: str) -> None:
    with pytest.raises(RecordError) as refused:
        Record(**({"variant": "classic", "seats": ("a",)} | fields))
    assert says in str(refused.value)


ROLL = Roll((4, 1), (6, 2, 3, 4))


@pytest.mark.parametrize(
    ("actions", "says"),
    [
        ((Pass(0), ROLL), "turn 1 has actions in an impossible order"),
        ((ROLL, Pass(2)), "turn 1 has actions in an impossible order"),
        ((ROLL, Pass(0), Pass(0)), "turn 1 has actions in an impossible order"),
        ((ROLL, Pass(0), Pass(1), Pass(1)), "turn 1 has actions in an impossible order"),
        (
            (ROLL, Pass(0), Pass(1), Pass(0), ROLL, Cross(0, 9, 5), Pass(1)),
            "turn 2 has an action that no game has",
        ),
        ((ROLL, Cross(0, -1, 5), Pass(1)), "turn 1 has an action that no game has"),
        ((ROLL, Cross(0, 1, 100), Pass(1)), "turn 1 has an action that no game has"),
        ((ROLL, Pass(0), Pass(1), Move(0, 0)), "turn 1 has an action that no game has"),
        ((Roll((44, 1), (1, 1, 1, 1)),), "turn 1 has an action that no game has"),
        ((Roll((4, 1), (1, 1, 1)),), "turn 1 has an action that no game has"),
        ((Roll((4, 1), (-1, 1, 1, 1)),), "turn 1 has an action that no game has"),
    ],
)
def test_values_that_text_cannot_express_are_refused_when_written(actions: Any, says: str) -> None:
    record = Record(variant="classic", seats=("a", "b"), actions=actions)
    assert Record.parse(record.json()) == record
    with pytest.raises(RecordError) as refused:
        str(record)
    assert says in str(refused.value)
    with pytest.raises(IllegalRecord):
        replay(record)


@pytest.mark.parametrize(
    ("turns", "ply", "reason", "rule", "position"),
    [
        ("1. 7+1 1 1 1 1", 1, "bad-die", "R2", "classic | - | - | 0 roll"),
        ("1. 4+1 - 2 3 4", 1, "die-missing", "R2", "classic | - | - | 0 roll"),
        ("1. 4+1 6 2 3 4 : r6 -", 2, "not-white-sum", "R3", "classic | - | - | 0 white 4+1 6 2 3 4 : ? ?"),
        ("1. 4+1 6 2 3 4 : r5 r12", 3, "not-white-sum", "R3", "classic | - | - | 0 white 4+1 6 2 3 4 : r5 ?"),
        ("1. 6+6 6 2 3 4 : - r12", 3, "too-few-crosses", "R7", "classic | - | - | 0 white 6+6 6 2 3 4 : - ?"),
        (
            "1. 4+1 6 2 3 4 : r5 - | r6",
            4,
            "not-rolled",
            "R4",
            "classic | r5 | - | 0 colour 4+1 6 2 3 4 crossed",
        ),
        (
            "1. 4+1 6 2 3 4 : r5 - | @5",
            4,
            "not-now",
            "R17",
            "classic | r5 | - | 0 colour 4+1 6 2 3 4 crossed",
        ),
        ("1. 4+1 6 2 3 4 : r5 - | - | -", 5, "roll-first", "R2", "classic | r5 | - | 1 roll"),
        (
            "1. 4+1 6 2 3 4 : r5 ?\n2. 1+1 1 1 1 1",
            3,
            "not-now",
            "R17",
            "classic | - | - | 0 white 4+1 6 2 3 4 : r5 ?",
        ),
    ],
)
def test_an_illegal_action_is_reported_with_ply_reason_and_state_and_keeps_the_game_before_it(
    turns: str, ply: int, reason: str, rule: str, position: str
) -> None:
    record = Record.parse(f"{HEAD}Place: here\n\n{turns}\n")
    with pytest.raises(IllegalRecord) as refused:
        replay(record)
    error = refused.value
    assert (error.ply, error.reason, error.rule) == (ply, reason, rule)
    assert str(error).startswith(f"record, ply {ply}: ")
    assert record.rules().position(error.state) == position
    assert error.record.actions == record.actions[: ply - 1]
    assert error.record.headers == {"Place": "here"}
    assert replay(error.record) == error.state
    assert Record.parse(str(error.record)) == error.record


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_spoiled_record_is_read_or_refused(variant: str) -> None:
    """Any input is read or raises a `QwixxError`, and no other error."""
    record = play(variant, ["gap", "random"], seed=4)
    short = Record(variant=variant, seats=record.seats, actions=record.actions[:12], headers={"Seed": "4"})
    for text in (str(short), short.json()):
        for at in range(len(text)):
            for spoiled in (
                text[:at],
                text[at:],
                f"{text[:at]}\0{text[at:]}",
                f"{text[:at]}9{text[at + 1 :]}",
            ):
                with suppress(QwixxError):
                    replay(Record.parse(spoiled))

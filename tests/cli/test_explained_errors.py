"""Errors about positions, boards, set-ups and records in the player's language."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from command_line import Qwixx

from qwixx.cli.language import sentence
from qwixx.locales import LANGUAGES, catalogue
from qwixx.rules import FormatError, Problem, Reason, Record, Rules, SetupError, parse_board, parse_position
from qwixx.rules.board import SIDE_A

ROLLED = "white 1+1 1 1 1 1"
SPACES = "r2+1 y3+1 g10+2 b12+3 r4+5"
TRACK = f"{SPACES} y5+8"
HEAD = "Qwixx record 1\nVariant: classic\nSeat 0: a\nSeat 1: b\n"
JSON = '"variant": "classic", "seats": ["a"]'

POSITIONS = {
    "one-line": "classic | - | 0 roll\nclassic | - | 0 roll",
    "empty-part": "classic | | 0 roll",
    "position-form": "classic",
    "twice": "longo lucky 5,8 lucky 5,8 | - | 0 roll",
    "neither": "longo luck 5,8 | - | 0 roll",
    "part-twice": "classic | p1 p2 | 0 roll",
    "not-a-part": "classic | x | 0 roll",
    "no-number": "classic | r13 | 0 roll",
    "not-to-the-right": "classic | r3,2 | 0 roll",
    "no-phase": "classic | - | 0 rol",
    "out-of-place": "classic | - | 0 roll r2",
    "choices-missing": f"classic | - | - | 0 {ROLLED} : ?",
    "not-a-seat": "classic | - | 5 roll",
    "at-seat impossible one-last": "longo | r2,3,4,5,6,7,15,16 | 0 roll",
    "at-seat closed-too-early impossible": "classic | r2,3,12 | 0 roll",
    "at-seat impossible penalties": "classic | p5 | 0 roll",
    "at-seat impossible no-board": "classic | @1 | 0 roll",
    "at-seat impossible no-space": "onboard-a | @41 | 0 roll",
    "at-seat impossible pawn-not-crossed": "onboard-a | @1 | 0 roll",
    "impossible two-pawns": "onboard-a | r2 @1 | r2 @1 | 0 roll",
    "impossible no-final": "classic | - | - | 0 roll final 1",
    "final-not-begun impossible": "onboard-a | - | - | 0 roll final 1",
    "final-over impossible": f"onboard-a board {TRACK} | y5 @6 | - | 0 roll final 0",
    "final-begun impossible": f"onboard-a board {TRACK} | y5 @6 | - | 0 roll",
    "impossible would-be-over": "classic | p4 | 0 roll",
    "impossible last-penalty": "classic | p4 | p4 | 0 over",
    "impossible not-ended": "classic | - | 0 over",
    "dice-missing impossible": "classic | - | 0 white : ?",
    "dice-too-early impossible": "classic | - | 0 roll 1+1 1 1 1 1",
    "impossible no-action-three": "classic | - | 0 board 1+1 1 1 1 1",
    "crossed-too-early impossible": f"classic | - | 0 {ROLLED} : ? crossed",
    "crossed-nothing impossible": "classic | - | 0 colour 1+1 1 1 1 1 crossed",
    "choices-too-early impossible": "classic | - | 0 colour 1+1 1 1 1 1 : ?",
    "all-chosen impossible": f"classic | - | 0 {ROLLED} : -",
    "bad-die impossible": "classic | - | 0 white 1+7 1 1 1 1 : ?",
    "at-seat impossible not-white-sum": f"classic | - | - | 0 {ROLLED} : r3 ?",
    "no-variant": "clasic | - | 0 roll",
    "players": "classic | - | - | - | - | - | - | 0 roll",
    "without-board": f"classic board {TRACK} | - | 0 roll",
    "without-luck": "classic lucky 5,8 | - | 0 roll",
    "luck-missing": "longo lucky 5,8 | - | - | 0 roll",
    "not-a-pair": "longo lucky 5,5 | - | 0 roll",
}
BOARDS = {
    "at-space not-a-space": "red2",
    "at-space space-number": "r13+1",
    "too-many-spaces": "r2+1 " * 100,
    "too-few-spaces": SPACES,
}
RECORDS = {
    "record-format": "Qwixx record 7",
    "rules-version": f"{HEAD}Rules: 7",
    "not-a-version": f"{HEAD}Rules: x",
    "not-a-line": f"{HEAD}Event: a\u202eb",
    "pair-form": f"{HEAD}Lucky: five",
    "start-other-game": f"{HEAD}Start: longo | - | - | 0 roll",
    "no-phase start-unreadable": f"{HEAD}Start: classic | - | - | 0 rol",
    "start-over": f"{HEAD}Start: classic | p4 | - | 0 over",
    "start-seat": f"{HEAD}Start: classic | - | - | 1 roll",
    "header-name": f'{{{JSON}, "headers": {{"First": "1"}}}}',
    "board-size": '{"variant": "onboard-a", "seats": ["a"], "board": {"spaces": []}}',
    "json-surrogate": '{"variant": "\ud800"}',
    "json-deep": f'{{{JSON}, "board": {{"x": ' + "[" * 200_000,
    "json-ended": '{"variant": "classic"',
    "json-trailing": f"{{{JSON}}} x",
    "json-expected": '{"variant" "classic"}',
    "json-type": '{"variant": 5}',
    "json-field-missing": "{}",
    "json-field-unknown": f'{{{JSON}, "x": 1}}',
    "json-broken": '{"variant": nothing}',
}


def json_board(space: str) -> str:
    rest = '{"row": 0, "number": 2, "points": 1}, ' * 5
    return f'{{"variant": "onboard-a", "seats": ["a"], "board": {{"spaces": [{rest}{space}]}}}}'


RECORDS |= {
    "at-space no-row": json_board('{"row": 4, "number": 2, "points": 1}'),
    "at-space space-points": json_board('{"row": 0, "number": 2, "points": 100}'),
}
SETUPS: dict[str, Callable[[], object]] = {
    "no-variant": lambda: Rules("clasic", 1),
    "players": lambda: Rules("classic", 6),
    "without-board": lambda: Rules("classic", 1, board=SIDE_A),
    "not-a-seat": lambda: Rules("classic", 1).check_seat(1),
}
CASES = [
    *((parse_position, codes, text) for codes, text in POSITIONS.items()),
    *((parse_board, codes, text) for codes, text in BOARDS.items()),
    *((Record.parse, codes, text) for codes, text in RECORDS.items()),
]


def codes(problem: Problem) -> Iterator[str]:
    yield problem.code
    for value in problem.values.values():
        if isinstance(value, Problem):
            yield from codes(value)


def assert_explained(problem: Problem, expected: str) -> None:
    assert " ".join(sorted(codes(problem))) == expected
    explained = {sentence(catalogue(language), problem) for language in LANGUAGES}
    assert len(explained) == len(LANGUAGES)
    assert not any("{" in one.replace("'{'", "") for one in explained)


@pytest.mark.parametrize(("parse", "expected", "text"), CASES, ids=[case[1] for case in CASES])
def test_a_text_that_cannot_be_read_is_explained(
    parse: Callable[[str], object], expected: str, text: str
) -> None:
    with pytest.raises(FormatError) as refused:
        parse(text)
    assert_explained(refused.value.problem, expected)


@pytest.mark.parametrize("expected", SETUPS)
def test_a_setup_that_cannot_be_played_is_explained(expected: str) -> None:
    with pytest.raises(SetupError) as refused:
        SETUPS[expected]()
    assert_explained(refused.value.problem, expected)


def test_types_have_their_names_in_json(qwixx: Qwixx) -> None:
    Path("a.json").write_text('{"variant": "classic", "seats": [1]}')
    assert (
        qwixx("replay", "a.json").err
        == "qwixx: a.json, line 1, column 34: JSON: string is needed here, not integer.\n"
    )


def test_every_explanation_is_tested() -> None:
    """Those of slips in a record that is written by hand are tested with the commands."""
    source = (Path(__file__).parent / "test_commands.py").read_text("utf-8")
    tested = {code for case in CASES for code in case[1].split()} | {"illegal", "line", "place", "position"}
    keys = {key.removeprefix("file.") for key in catalogue("en").messages if key.startswith("file.")}
    assert tested - keys == {reason for reason in Reason if reason in tested}
    assert [key for key in keys - tested if f', "{key}")' not in source] == []


def test_errors_have_the_language_and_the_place(qwixx: Qwixx, monkeypatch: pytest.MonkeyPatch) -> None:
    text = catalogue("pl")
    problem = text("file.no-phase", phases="roll, white, colour, board, over")
    place = text("file.place", file=text("file.position"), line=1, column=17, problem=problem)
    assert qwixx("show", "classic | - | 0 rol", "--lang", "pl").err == f"qwixx: {place}\n"
    monkeypatch.setenv("LANG", "pl_PL.UTF-8")
    assert qwixx("perft", "classic | - | 0 rol").err == f"qwixx: {place}\n"
    Path("board.txt").write_text("r2+1\nred3", "utf-8")
    assert "board.txt, wiersz 2, kolumna 1: Pole 2: 'red3' to nie pole." in qwixx("board", "board.txt").err
    assert "Nie ma gry 'clasic': wybierz classic" in qwixx("record", "gap", "--variant", "clasic").err
    refused = qwixx("show", "classic | - | 0 rol", "--lang", "xx").err
    assert refused == "qwixx: position, line 1, column 17: the seat is followed by one of " + (
        "roll, white, colour, board, over\n"
    )

"""`qwixx solve`, as a user calls it."""

import json

import pytest
from command_line import Qwixx

POSITION = "classic | r2,3 | 0 colour 5+1 2 2 3 4"


def test_start_and_position(qwixx: Qwixx) -> None:
    assert "115.4831" in qwixx("solve").out
    start = json.loads(qwixx("solve", "--json").out)
    assert start.keys() == {"variant", "players", "value", "values", "seconds"}
    assert (start["variant"], start["players"], start["values"]) == ("classic", 1, [start["value"]])
    answer = json.loads(qwixx("solve", POSITION, "--variant", "classic", "--players", "1", "--json").out)
    best = {"type": "cross", "seat": 0, "row": 1, "number": 3}
    assert answer["options"][0] == {"choice": best, "value": answer["value"]}
    assert len(answer["options"]) == 8


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--variant", "longo"], "no exact solution"),
        (["--variant", "chess"], "chess"),
        (["--players", "0"], "1 to 5 players"),
        (["--players", "6"], "1 to 5 players"),
        (["--players", "2", POSITION], "for 1, not for 2"),
        (["longo | - | 0 roll"], "longo"),
        (["classic | r12 | 0 roll"], "cannot occur"),
        ([""], "position"),
    ],
)
def test_what_cannot_be_solved_is_refused_with_one_line(
    qwixx: Qwixx, arguments: list[str], said: str
) -> None:
    done = qwixx("solve", *arguments)
    assert (done.code, done.out, done.err.count("\n")) == (2, "", 1)
    assert said in done.err


def test_a_game_that_is_over_is_worth_its_score(qwixx: Qwixx) -> None:
    answer = json.loads(qwixx("solve", "classic | r2,3 p4 | 0 over", "--json").out)
    assert (answer["value"], answer["options"]) == (-17, [])

"""What commands print with --json: the published schema, and one way to write choices and to count plies."""

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
import typer.main
from command_line import Qwixx

import qwixx as package
from qwixx.cli.app import app
from qwixx.cli.json_schema import PRINTED, command_schema
from qwixx.rules import Record
from qwixx.server.reference.openapi import write_json

ROOT = Path(__file__).parents[2]
POSITION = "classic | r2,3 | 0 colour 5+1 2 2 3 4"
CALLS = [
    ["board", "onboard-a"],
    ["bots"],
    ["convert", "game.qwixx"],
    ["hint", POSITION],
    ["match", "gap", "random", "--games", "40"],
    ["perft", POSITION, "--depth", "1", "--divide"],
    ["record", "gap", "random"],
    ["replay", "game.qwixx", "--steps"],
    ["show", POSITION],
    ["solve", POSITION],
    ["variants"],
]


def test_the_published_schema_is_up_to_date() -> None:
    """When this fails, run .venv/bin/python scripts/command_schema."""
    published = (ROOT / "docs" / "commands.schema.json").read_text("utf-8")
    assert published == write_json(command_schema())


def test_a_number_that_is_unknown_is_null(qwixx: Qwixx) -> None:
    """One deal has no spread of scores."""
    [gap, _] = json.loads(qwixx("match", "gap", "random", "--games", "2", "--json").out)["bots"]
    assert gap["score_low"] is None
    line = command_schema()["$defs"]["BotLine"]["properties"]
    assert line["score_low"]["type"] == ["number", "null"]
    assert line["name"]["type"] == "string"


def with_json(command: Any, *words: str) -> list[str]:
    """The names of all commands that have --json."""
    own = [" ".join(words)] if any("--json" in one.opts for one in command.params) else []
    inner = getattr(command, "commands", {})
    return own + [name for word, one in inner.items() for name in with_json(one, *words, word)]


def test_every_command_with_json_is_in_the_schema() -> None:
    assert sorted(with_json(typer.main.get_command(app))) == sorted(PRINTED)


@pytest.mark.parametrize("call", CALLS, ids=lambda call: call[0])
def test_a_command_prints_what_the_schema_says(qwixx: Qwixx, call: list[str]) -> None:
    Path("game.qwixx").write_text(str(package.play("classic", ["gap", "random"])), "utf-8")
    done = qwixx(*call, "--json")
    assert done.code == 0
    found = msgspec.json.decode(done.out, type=PRINTED[call[0]])
    assert json.loads(msgspec.json.encode(found)) == json.loads(done.out)


def test_a_review_counts_plies_as_a_replay_does(qwixx: Qwixx) -> None:
    record = package.play("classic", ["random"], seed=3)
    short = msgspec.structs.replace(record, actions=record.actions[:9])
    Path("game.qwixx").write_text(str(short), "utf-8")
    review = json.loads(qwixx("review", "game.qwixx", "--json").out)
    steps = json.loads(qwixx("replay", "game.qwixx", "--steps", "--json").out)["steps"]
    actions = {step["ply"]: step["action"] for step in steps}
    assert review["decisions"]
    assert all(actions[decision["ply"]] == decision["choice"] for decision in review["decisions"])
    assert all(actions[roll["ply"]]["type"] == "roll" for roll in review["rolls"])
    assert Record.parse(str(short)).actions == short.actions

"""What a client knows after each message, on the vectors that the browser's reducer is tested on too."""

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from qwixx.client.reducer import TableMirror
from qwixx.server.protocol import Message

VECTORS = json.loads((Path(__file__).parents[1] / "vectors" / "updates.json").read_text(encoding="utf-8"))
FIELDS = tuple(field.name for field in msgspec.structs.fields(TableMirror))


def message(value: object) -> Message:
    found: Message = msgspec.convert(value, Message)
    return found


def mirror_of(state: dict[str, Any]) -> TableMirror:
    return msgspec.convert({field: state[field] for field in FIELDS if field in state}, TableMirror)


def test_the_first_snapshot_is_all_that_is_known() -> None:
    mirror = TableMirror()
    mirror.take(message(VECTORS["snapshot"]))
    assert mirror == mirror_of(VECTORS["snapshot"])


@pytest.mark.parametrize("case", VECTORS["cases"], ids=lambda case: case["name"])
def test_vectors(case: dict[str, Any]) -> None:
    mirror = TableMirror()
    mirror.take(message(VECTORS["snapshot"]))
    outcomes = [mirror.take(message(one)) for one in case["messages"]]
    assert mirror == mirror_of({**VECTORS["snapshot"], **case["then"]})
    events = [msgspec.to_builtins(event) for outcome in outcomes for event in outcome.events]
    assert events == case.get("events", [])
    assert [id for outcome in outcomes for id in outcome.acks] == case.get("acks", [])
    assert [outcome.resend for outcome in outcomes if outcome.resend] == case.get("resend", [])
    assert [outcome.refused.code for outcome in outcomes if outcome.refused] == case.get("refused", [])

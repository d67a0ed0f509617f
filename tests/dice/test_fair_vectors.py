"""The shared vectors: games with fair dice, changed or not, and what every check must find in them."""

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec import structs

from qwixx import Record, Roll
from qwixx.dice.fair import NotFair
from qwixx.dice.proof import Noted, check
from qwixx.server.protocol import Options
from qwixx.server.table.game import variant_of

VECTORS: dict[str, Any] = json.loads(
    (Path(__file__).parents[1] / "vectors" / "fair.json").read_text(encoding="utf-8")
)

# A part of each sentence, and the code that the vectors have for it.
SENTENCES = {
    "the revealed seed is not the one of the commitment": "commitment",
    "is not the one that was derived from the seed": "nonce",
    "is not the one that was promised": "nonce",
    "began, the dice chose": "first",
    "was rolled": "roll",
    "the link is not the one that seat": "link",
    "there is a link, but no roll": "late-link",
    "the commitment is not the one that was noted": "noted-commitment",
    "the commitment or the promises are not those that were noted": "noted-terms",
    "is not the one that was noted": "noted-nonce",
    "the link that was sent is not in the roll": "noted-link",
}


def code(what: str) -> str:
    return next(code for part, code in SENTENCES.items() if part in what)


def record_of(case: dict[str, Any]) -> Record:
    """The record of a case: that of its game, with the changes that the case makes."""
    record = Record.parse(json.dumps(VECTORS["games"][case["game"]]))
    headers = record.headers | case.get("headers", {})
    actions, turn = list(record.actions), 0
    for place, action in enumerate(record.actions):
        turn += isinstance(action, Roll)
        if isinstance(action, Roll) and (dice := case.get("rolls", {}).get(str(turn))):
            actions[place] = msgspec.convert({"type": "roll", **dice}, Roll)
    return structs.replace(
        record,
        headers={key: text for key, text in headers.items() if text is not None},
        actions=tuple(actions),
        first=case.get("first", record.first),
    )


@pytest.mark.parametrize("case", VECTORS["cases"], ids=lambda case: case["name"])
def test_the_check_finds_what_the_vectors_say(case: dict[str, Any]) -> None:
    record = record_of(case)
    noted = msgspec.convert(case.get("noted", {}), Noted, strict=False)
    if not case.get("proof", True):
        with pytest.raises(NotFair):
            check(record, noted)
        return
    found = check(record, noted)
    assert found.version == case["check"]["version"]
    assert found.rolls == sum(isinstance(action, Roll) for action in record.actions)
    assert [[seat.nonce, seat.rolls, seat.linked] for seat in found.seats] == case["check"]["seats"]
    assert [[code(fault.what), fault.turn] for fault in found.faults] == case["faults"]


def test_the_variants_of_the_vectors_are_ours() -> None:
    for name, variant in VECTORS["variants"].items():
        ours = variant_of(Options(variant=name, seats=2))
        assert json.loads(msgspec.json.encode(ours)) == variant


def test_every_fault_is_in_the_vectors() -> None:
    assert {what for case in VECTORS["cases"] for what, _ in case.get("faults", [])} == set(
        SENTENCES.values()
    )

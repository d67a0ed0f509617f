"""Fair dice in the browser: it promises, reveals and adds links, and checks the finished game by itself."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from at_the_table import take_seats
from browser_play import Bots, Meet, Person
from playwright.sync_api import Route

from qwixx import Record
from qwixx.dice.fair import commitment
from qwixx.dice.proof import RecordCheck, check, read_proof

RECORD = "**/api/games/*/record?format=json"


def begin(person: Person, bots: Bots) -> str:
    """Takes every free seat of a new table and starts."""
    person.arrive()
    table = person.new_table("classic", bots)
    person.open(f"/t/{table}")
    take_seats(person, bots.count(None))
    person.press("lobby.start")
    person.page.locator(".turn").wait_for()
    return table


def finish(person: Person) -> None:
    person.play()
    person.see_the_end()


def record_of(person: Person, table: str) -> Record:
    answer = person.context.request.get(f"{person.url}/api/games/{table}/record")
    assert answer.ok
    return Record.parse(answer.text())


def rolls_without_link(found: RecordCheck) -> int:
    return sum(seat.rolls - seat.linked for seat in found.seats)


def notes(person: Person) -> dict[str, str]:
    """What the list under "Fair dice" in the menu shows, by its terms."""
    person.press("table.menu")
    person.page.get_by_text(person.text("fair.title"), exact=True).click()
    person.page.locator("dl").wait_for()
    names = person.page.locator("dt").all_inner_texts()
    values = person.page.locator("dd").all_inner_texts()
    person.page.keyboard.press("Escape")
    return dict(zip(names, values, strict=True))


def tamper(person: Person, change: Callable[[dict[str, Any]], None]) -> None:
    """The page gets another record than the server's."""

    def answer(route: Route) -> None:
        record = route.fetch().json()
        change(record)
        route.fulfill(json=record)

    person.page.route(RECORD, answer)


def test_a_game_is_checked_against_what_the_browser_noted(meet: Meet) -> None:
    ann = meet(service_workers="block")
    ann.expected = ("Service Worker registration blocked",)
    asked: list[str] = []
    ann.page.on("request", lambda request: asked.append(request.url))
    table = begin(ann, (None, "gap"))
    shown = notes(ann)
    finish(ann)
    record = record_of(ann, table)
    proof = read_proof(record)
    assert shown[ann.text("fair.commitment")] == proof.commitment
    assert shown[ann.text("fair.nonce", number=1)] == proof.dice.nonces[0]
    assert shown[ann.text("fair.terms")] == proof.terms()
    found = check(record)
    assert found.fair
    assert found.seats[0].nonce == "promised"
    assert found.seats[0].linked == found.seats[0].rolls > 0
    ann.press("fair.check")
    ann.see("fair.ok", n=found.rolls)
    ann.see("dice-against.terms")
    ann.see("fair.mine")
    ann.see("fair.foreseeable", n=found.seats[1].rolls)
    assert not [url for url in asked if url.endswith("/dice")], "the server is not asked whether it is honest"


def test_everyone_at_one_phone_has_a_chain(meet: Meet) -> None:
    ann = meet("de")
    table = begin(ann, (None, None))
    finish(ann)
    found = check(record_of(ann, table))
    assert [seat.nonce for seat in found.seats] == ["promised", "promised"]
    assert rolls_without_link(found) == 0
    ann.press("fair.check")
    ann.see("fair.ok", n=found.rolls)
    ann.see("fair.mine")
    assert ann.page.get_by_text(re.compile("hätte sie vorher kennen")).count() == 0


def test_the_notes_survive_a_reload_and_are_used_in_the_replay(meet: Meet) -> None:
    ann = meet("uk")
    table = begin(ann, (None, "gap"))
    ann.page.reload()
    ann.page.locator(".turn").wait_for()
    finish(ann)
    found = check(record_of(ann, table))
    assert found.seats[0].linked == found.seats[0].rolls > 0
    ann.open(f"/g/{table}")
    ann.press("fair.check")
    ann.see("fair.ok", n=found.rolls)
    ann.see("dice-against.terms")


def test_a_device_without_the_secret_rolls_without_it(meet: Meet) -> None:
    ann = meet("el")
    table = begin(ann, (None, "gap"))
    ann.page.evaluate("localStorage.clear()")
    ann.page.reload()
    ann.page.locator(".turn").wait_for()
    ann.press("table.menu")
    ann.see("fair.title")
    ann.page.keyboard.press("Escape")
    finish(ann)
    found = check(record_of(ann, table))
    assert found.fair
    assert rolls_without_link(found) == found.rolls
    ann.press("fair.check")
    ann.see("fair.ok", n=found.rolls)
    ann.see("dice-against.commitment")
    ann.see("fair.foreseeable", n=found.rolls)


def change_roll(record: dict[str, Any]) -> None:
    rolls = [action for action in record["actions"] if action["type"] == "roll"]
    rolls[2]["white"][0] = rolls[2]["white"][0] % 6 + 1


def change_seed(record: dict[str, Any]) -> None:
    seed = bytes(32)
    record["headers"] |= {"Revealed seed": seed.hex(), "Commitment": commitment(seed)}


def drop_link(record: dict[str, Any]) -> None:
    record["headers"]["Links"] = "-"


def drop_proof(record: dict[str, Any]) -> None:
    del record["headers"]["Fair dice"]


@pytest.fixture(scope="module")
def played() -> dict[str, Any]:
    return {}


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (change_roll, "dice-fault.roll"),
        (change_seed, "dice-fault.noted-commitment"),
        (drop_link, "dice-fault.noted-link"),
        (drop_proof, "dice-fault.proof"),
    ],
)
def test_a_record_that_the_server_has_changed_is_not_called_fair(
    meet: Meet, played: dict[str, Any], change: Callable[[dict[str, Any]], None], fault: str
) -> None:
    """One game is played; each of these looks at it with the same cookie and the same notes."""
    ann = meet(service_workers="block", storage_state=played.get("storage"))
    ann.expected = ("Service Worker registration blocked",)
    if not played:
        played["table"] = begin(ann, (None, "gap"))
        finish(ann)
        played["storage"] = ann.context.storage_state()
    else:
        ann.open(f"/t/{played['table']}")
        ann.see_the_end()
    linked = read_proof(record_of(ann, played["table"])).links
    tamper(ann, change)
    ann.press("fair.check")
    ann.see(fault, turn=3 if fault == "dice-fault.roll" else min(linked))
    if change is drop_proof:
        assert ann.page.locator(".danger").count() == 0, "dice are called unfair though only data are missing"
        return
    verdict = ann.page.locator('p.danger[role="status"]').inner_text()
    number = re.search(r"\d+", verdict)
    assert number
    assert verdict == ann.text("fair.bad", n=int(number[0]))

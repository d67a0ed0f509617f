"""The replay of a finished game: keys, slider, swipe, a link to a step, the record and the dice."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from browser_play import Meet, Person, Server, people
from playwright.sync_api import Browser, expect

from qwixx import Record


@pytest.fixture(scope="module")
def player(chromium: Browser, server: Server) -> Iterator[Person]:
    """Somebody who has just finished a game."""
    with people(chromium, server.url) as meet:
        ann = meet()
        ann.open("/")
        ann.press("home.play")
        ann.page.locator(".turn").wait_for()
        ann.play()
        ann.see_the_end()
        yield ann


@pytest.fixture(scope="module")
def finished(player: Person) -> str:
    """The path of the finished game."""
    return "/g/" + player.page.url.rsplit("/", 1)[1].split("?")[0]


def step(person: Person) -> int:
    return int(person.page.get_by_role("slider").input_value())


def plies(person: Person, finished: str) -> list[dict[str, Any]]:
    answer = person.context.request.get(f"{person.url}/api/games/{finished.rsplit('/', 1)[1]}/replay")
    found: list[dict[str, Any]] = answer.json()["plies"]
    return found


def events(ply: dict[str, Any], kind: str) -> list[dict[str, Any]]:
    return [event for event in ply["events"] if event["type"] == kind]


def test_keys_buttons_and_slider(meet: Meet, finished: str) -> None:
    ann = meet("pl")
    ann.open(finished)
    slider = ann.page.get_by_role("slider")
    slider.wait_for()
    last = int(slider.get_attribute("max") or 0)
    assert last > 20
    slider.fill(str(last))
    ann.page.locator(".step").click()
    for key, expected in [
        ("ArrowLeft", last - 1),
        ("Home", 0),
        ("ArrowRight", 1),
        ("ArrowLeft", 0),
        ("ArrowLeft", 0),
        ("End", last),
    ]:
        ann.page.keyboard.press(key)
        assert step(ann) == expected, key
    ann.press("replay.first")
    ann.press("replay.next")
    assert step(ann) == 1
    slider.fill(str(last // 2))
    assert ann.page.url.endswith(f"?ply={last // 2}")
    ann.see("replay.ply", ply=last // 2, last=last)


def test_a_link_leads_to_its_step(meet: Meet, finished: str) -> None:
    ann = meet()
    for asked, shown in [("7", 7), ("-3", 0), ("2.5", 2)]:
        ann.open(f"{finished}?ply={asked}")
        ann.page.get_by_role("slider").wait_for()
        assert step(ann) == shown


@pytest.mark.parametrize("link", ["", "?lang=de", "?ply=x"])
def test_a_link_without_a_step_begins_at_the_first_roll(meet: Meet, finished: str, link: str) -> None:
    ann = meet()
    ann.open(finished + link)
    ann.page.get_by_role("slider").wait_for()
    assert step(ann) == 1


def test_the_replay_of_a_result_begins_at_the_first_roll(meet: Meet, finished: str) -> None:
    ann = meet()
    ann.open(finished.replace("/g/", "/t/"))
    ann.page.get_by_role("link", name=ann.text("end.replay")).click()
    ann.page.get_by_role("slider").wait_for()
    assert step(ann) == 1
    expect(ann.page.locator(".step")).to_contain_text(ann.text("table.turn", turn=1))


def test_there_is_no_turn_before_the_first_roll(meet: Meet, finished: str) -> None:
    ann = meet()
    ann.open(f"{finished}?ply=0")
    ann.page.get_by_role("slider").wait_for()
    last = len(plies(ann, finished)) - 1
    expect(ann.page.locator(".step")).to_have_text(ann.text("replay.ply", ply=0, last=last))


def test_the_turn_is_said_once(meet: Meet, finished: str) -> None:
    ann = meet()
    ann.open(f"{finished}?ply=1")
    felt = ann.page.locator(".felt")
    roll = ann.page.locator(".felt li").first
    roll.wait_for()
    assert felt.inner_text().count(ann.text("table.turn", turn=1)) == 1
    dice = events(plies(ann, finished)[1], "rolled")[0]
    expect(roll).to_contain_text(" + ".join(map(str, dice["white"])))


def test_a_choice_that_is_not_shown_yet_is_told(meet: Meet, finished: str) -> None:
    ann = meet()
    game = plies(ann, finished)
    at = next(
        n for n, ply in enumerate(game) if ply["events"] and {"chose"} == {e["type"] for e in ply["events"]}
    )
    ann.open(f"{finished}?ply={at}")
    told = ann.page.locator(".felt li")
    expect(told).to_have_count(1)
    expect(told).to_contain_text(ann.text("replay.chose", name=""))


def test_a_player_is_you_and_a_visitor_becomes_no_guest(meet: Meet, player: Person, finished: str) -> None:
    cookies = player.context.storage_state()
    ann, ben = meet("de", storage_state=cookies), meet("de")
    for person in (ann, ben):
        person.open(finished)
        person.page.get_by_role("slider").wait_for()
    # Without the letter in the face.
    name = "(all) => all.map((h2) => [...h2.childNodes].map((n) => n.data?.trim() ?? '').join(''))"
    shown = [person.page.locator(".sheets h2").evaluate_all(name) for person in (ann, ben)]
    assert shown[0][0] == ann.text("play.you")
    assert ben.text("play.you") not in shown[1]
    assert shown[0][1] == shown[1][1]
    assert ben.context.cookies() == []
    # The sentences speak to the player, too.
    kinds = {"rolled": "replay.rolled-you", "chose": "replay.chose-you", "passed": "say-you.passed"}
    for kind, key in kinds.items():
        found = (
            n for n, ply in enumerate(plies(ann, finished)) if [e["seat"] for e in events(ply, kind)] == [0]
        )
        ann.open(f"{finished}?ply={next(found)}")
        expect(ann.page.locator(".felt li").first).to_contain_text(ann.text(key, dice="").removesuffix(" ."))


def test_the_latest_crosses_are_marked(meet: Meet, finished: str) -> None:
    ann = meet()
    game = plies(ann, finished)
    at = next(n for n, ply in enumerate(game) if events(ply, "crossed"))
    ann.open(f"{finished}?ply={at}")
    expect(ann.page.locator(".cell.fresh")).to_have_count(len(events(game[at], "crossed")))
    ann.open(f"{finished}?ply={at - 1}")
    ann.page.get_by_role("slider").wait_for()
    expect(ann.page.locator(".cell.fresh")).to_have_count(0)


def test_the_player_of_the_dice_is_active_to_the_end_of_the_turn(meet: Meet, finished: str) -> None:
    ann = meet()
    game = plies(ann, finished)
    at = next(n for n, ply in enumerate(game) if n and ply["game"]["active"] != game[n - 1]["game"]["active"])
    roller = events(game[1], "rolled")[0]["seat"]
    for ply, active in [(1, roller), (at, roller), (at + 1, 1 - roller)]:
        ann.open(f"{finished}?ply={ply}")
        ann.page.get_by_role("slider").wait_for()
        expect(ann.page.locator(".sheets .mark")).to_have_count(1)
        expect(ann.page.locator(".sheets h2").nth(active).locator(".mark")).to_have_count(1)


def test_the_words_are_beside_the_dice_where_there_is_room(meet: Meet, finished: str) -> None:
    for width, height in [(820, 1180), (1280, 800)]:
        ann = meet(size=(width, height))
        ann.open(f"{finished}?ply=1")
        ann.page.get_by_role("slider").wait_for()
        dice = ann.page.locator(".felt .dice").bounding_box()
        words = ann.page.locator(".step").bounding_box()
        felt = ann.page.locator(".felt").bounding_box()
        assert dice
        assert words
        assert felt
        assert dice["x"] - felt["x"] < 20
        assert words["x"] >= dice["x"] + dice["width"]
        assert words["y"] < dice["y"] + dice["height"]


def test_on_a_phone_on_its_side_the_buttons_and_the_sheet_of_the_turn_are_in_sight(
    meet: Meet, finished: str
) -> None:
    ann = meet(size=(844, 390), has_touch=True)
    game = plies(ann, finished)
    last = len(game) - 1
    ann.open(f"{finished}?ply=1")
    for ply in range(1, 30):
        ann.page.get_by_role("slider").fill(str(ply))
        crossed = {event["seat"] for event in events(game[ply], "crossed")}
        rolled = next(one[0]["seat"] for n in range(ply, 0, -1) if (one := events(game[n], "rolled")))
        shown = rolled if not crossed or rolled in crossed else min(crossed)
        expect(ann.page.locator(".sheets .sheet").nth(shown)).to_be_in_viewport(ratio=0.99)
    for key in ("replay.first", "replay.next", "replay.last"):
        expect(ann.page.get_by_role("button", name=ann.text(key))).to_be_in_viewport(ratio=1)
    expect(ann.page.get_by_role("slider")).to_be_in_viewport(ratio=1)
    ann.page.mouse.wheel(0, 400)
    ann.press("replay.last")
    assert step(ann) == last
    expect(ann.page.get_by_role("slider")).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize(("size", "beside"), [((820, 1180), True), ((1280, 800), True), ((390, 844), False)])
def test_the_sheets_of_two_are_beside_each_other_where_there_is_room(
    meet: Meet, finished: str, size: tuple[int, int], beside: bool
) -> None:
    ann = meet(size=size)
    ann.open(finished)
    ann.page.get_by_role("slider").wait_for()
    one, two = (sheet.bounding_box() for sheet in ann.page.locator(".sheets .sheet").all())
    assert one
    assert two
    assert (one["y"] == two["y"]) == beside
    if beside:
        expect(ann.page.locator(".sheets .sheet").last).to_be_in_viewport(ratio=1)


def test_it_plays_by_itself_to_the_end(meet: Meet, finished: str) -> None:
    ann = meet("de")
    game = plies(ann, finished)
    # A choice that the others do not see yet takes no time.
    seen = [n for n, ply in enumerate(game) if len(events(ply, "chose")) < len(ply["events"])][-5:]
    ann.page.clock.install()
    ann.open(f"{finished}?ply={seen[0]}")
    ann.press("replay.play")
    for expected in seen[1:]:
        ann.page.clock.run_for(1200)
        assert step(ann) == expected
    ann.press("replay.play")
    assert step(ann) == 1, "the game is over, so it begins again"
    ann.press("replay.pause")
    ann.page.clock.run_for(5000)
    assert step(ann) == 1


def test_any_other_step_stops_it(meet: Meet, finished: str) -> None:
    ann = meet("uk")
    ann.page.clock.install()
    ann.open(f"{finished}?ply=5")
    moves: list[Callable[[], None]] = [
        lambda: ann.press("replay.next"),
        lambda: ann.page.keyboard.press("ArrowRight"),
        lambda: ann.page.get_by_role("slider").fill("9"),
    ]
    for move in moves:
        ann.press("replay.play")
        move()
        found = step(ann)
        ann.page.clock.run_for(5000)
        assert step(ann) == found
    assert found == 9


def test_a_step_leaves_the_page_where_it_is(meet: Meet, finished: str) -> None:
    ann = meet()
    ann.open(f"{finished}?ply=5")
    ann.page.get_by_role("slider").wait_for()
    ann.page.evaluate("scrollTo(0, 150)")
    ann.page.keyboard.press("ArrowRight")
    assert step(ann) == 6
    assert ann.page.evaluate("scrollY") == 150


def test_a_swipe_goes_on(meet: Meet, finished: str) -> None:
    ann = meet(has_touch=True)
    ann.open(f"{finished}?ply=5")
    ann.page.get_by_role("slider").wait_for()
    cdp = ann.context.new_cdp_session(ann.page)
    for kind, x in [("touchStart", 300), ("touchMove", 200), ("touchMove", 100), ("touchEnd", 0)]:
        points = [] if kind == "touchEnd" else [{"x": x, "y": 500}]
        cdp.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    ann.page.wait_for_url("**?ply=6")


def test_the_record_and_its_dice(meet: Meet, finished: str, tmp_path: Path) -> None:
    ann = meet("de")
    ann.open(finished)
    with ann.page.expect_download() as download:
        ann.page.get_by_role("link", name=ann.text("replay.download")).click()
    download.value.save_as(tmp_path / "game.txt")
    record = Record.parse((tmp_path / "game.txt").read_text(encoding="utf-8"))
    assert record.variant == "classic"
    rolls = sum(type(action).__name__ == "Roll" for action in record.actions)
    ann.press("fair.check")
    ann.see("fair.ok", n=rolls)

"""Dead links, full or finished tables, refused choices, old clients: each shows a sentence and a way on."""

import json
import re

import pytest
from browser_play import Meet, Person
from playwright.sync_api import WebSocketRoute, expect

# The browser logs every answer with an error status in its console.
REFUSED = ("the server responded with a status of 4",)


def way_on(person: Person) -> None:
    person.page.get_by_role("link", name=person.text("nav.home"), exact=True).last.click()
    person.page.get_by_role("button", name=person.text("home.play")).wait_for()


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("/t/no-such-table", "refusal.no-such-table"),
        ("/t/ABC234", "refusal.no-such-table"),
        ("/t/", "refusal.no-such-table"),
        (f"/t/{'x' * 200}", "refusal.no-such-table"),
        ("/g/nothing", "replay.missing"),
        (f"/g/{'x' * 200}", "replay.missing"),
        ("/review/nothing", "replay.missing"),
    ],
)
def test_a_dead_link(meet: Meet, path: str, text: str) -> None:
    ann = meet("pl")
    ann.expected = REFUSED
    ann.open(path)
    ann.see(text)
    expect(ann.page).to_have_title(re.compile(re.escape(ann.text(text))))
    way_on(ann)
    expect(ann.page).to_have_title("Qwixx")


def test_an_unknown_address(meet: Meet) -> None:
    ann = meet("el")
    ann.open("/nowhere/at/all")
    ann.see("page.missing")
    expect(ann.page).to_have_title(f"{ann.text('page.missing')} – Qwixx")
    way_on(ann)
    expect(ann.page).to_have_title("Qwixx")


@pytest.mark.parametrize(
    "path", ["/t/100%", "/t/%E0%A4%A", "/g/50%25%", "/review/%", "/rules/%E0%A4%A", "/new/%"]
)
def test_an_address_with_a_malformed_percent_sign(meet: Meet, path: str) -> None:
    ann = meet("tr")
    ann.open(path)
    ann.see("page.missing")
    expect(ann.page).to_have_title(f"{ann.text('page.missing')} – Qwixx")
    way_on(ann)


@pytest.mark.parametrize("separator", [" ", "-", "–"])
def test_a_code_can_be_typed_in_groups(meet: Meet, separator: str) -> None:
    ann = meet()
    ann.arrive()
    code = ann.post("/api/tables", {"options": {"seats": 2, "visibility": "link"}})["code"]
    grouped = f" {code[:3].lower()}{separator}{code[3:]} "
    for path in ("/", "/t/wrong"):
        ann.expected = REFUSED
        ann.open(path)
        ann.field("home.code").fill(grouped)
        ann.press("home.join")
        ann.see("lobby.seats")


def test_an_invalid_code_can_be_typed_again(meet: Meet) -> None:
    ann = meet("tr")
    ann.arrive()
    table = ann.new_table("classic", (None, None))
    ann.field("home.code").fill("wrong")
    ann.press("home.join")
    ann.see("refusal.no-such-table")
    ann.field("home.code").fill(table)
    ann.press("home.join")
    ann.see("lobby.seats")


@pytest.mark.parametrize("typed", ["", "  ", "?", "/"])
def test_joining_without_a_code_says_what_to_enter(meet: Meet, typed: str) -> None:
    ann = meet("el")
    ann.open("/")
    code, said = ann.field("home.code"), ann.page.get_by_role("alert")
    code.fill(typed)
    ann.press("home.join")
    expect(said).to_have_text(ann.text("home.code-missing"))
    expect(code).to_be_focused()
    code.press_sequentially("A")
    expect(said).to_have_count(0)


def test_a_full_table_is_watched_or_closed(meet: Meet) -> None:
    ann, eve = meet(), meet("uk")
    for person in (ann, eve):
        person.arrive()
    watched = ann.new_table("classic", ("gap", "gap"))
    eve.open(f"/t/{watched}")
    eve.see("lobby.seats")
    assert eve.page.get_by_role("button", name=eve.text("lobby.sit")).count() == 0
    private = ann.new_table("classic", ("gap", "gap"), spectators=False)
    eve.open(f"/t/{private}")
    eve.see("refusal.no-spectators")
    way_on(eve)
    # The host hands the link on to those who may watch.
    for table, links in ((watched, 1), (private, 0)):
        ann.open(f"/t/{table}")
        ann.see("lobby.seats")
        expect(ann.page.get_by_label(ann.text("lobby.link"))).to_have_count(links)


def test_a_finished_table_shows_its_result(meet: Meet) -> None:
    ann, eve = meet(), meet("de")
    ann.open("/")
    ann.press("home.play")
    ann.page.locator(".turn").wait_for()
    ann.play()
    ann.see_the_end()
    ann.open("/")
    ann.page.get_by_role("heading", name=ann.text("home.finished")).wait_for()
    link = ann.page.locator('a[href^="/g/"]').first.get_attribute("href")
    assert link
    eve.open(link)
    eve.page.get_by_role("slider").wait_for()


def test_a_refused_choice_is_explained(meet: Meet) -> None:
    """The server has the last word: here it answers that the game has gone on."""
    ann = meet("de")

    def refuse(route: WebSocketRoute) -> None:
        server = route.connect_to_server()

        def up(message: str | bytes) -> None:
            sent = json.loads(message)
            if sent["type"] == "choose":
                route.send(json.dumps({"type": "error", "code": "left-to-right", "id": sent["id"]}))
            else:
                server.send(message)

        route.on_message(up)

    ann.page.route_web_socket(re.compile(r"/ws\b"), refuse)
    ann.open("/")
    ann.press("home.play")
    for _ in range(20):
        ann.page.locator(".turn .go button:not(:disabled)").first.click()
        if ann.page.get_by_role("alert").count():
            break
        ann.page.wait_for_timeout(150)
    ann.see("refusal.left-to-right")


def test_an_outdated_client_is_asked_to_reload(meet: Meet) -> None:
    ann = meet("uk")

    def from_the_future(route: WebSocketRoute) -> None:
        server = route.connect_to_server()

        def down(message: str | bytes) -> None:
            told = json.loads(message)
            if told["type"] == "snapshot":
                told["version"] += 1
            route.send(json.dumps(told))

        server.on_message(down)

    ann.page.route_web_socket(re.compile(r"/ws\b"), from_the_future)
    ann.open("/")
    ann.press("home.play")
    ann.see("refusal.outdated")
    ann.press("page.again")
    ann.see("refusal.outdated")
    way_on(ann)


def test_options_that_exclude_each_other_are_refused_in_the_form(meet: Meet) -> None:
    ann = meet("de")
    ann.expected = REFUSED
    ann.open("/new")
    ann.page.get_by_role("radio", name=ann.text("variant.longo")).check(force=True)
    ann.page.get_by_text(ann.text("new.more")).click()
    ann.field("new.lucky", number=1).fill("1, 99")
    ann.press("new.create")
    ann.see("refusal.bad-options")
    ann.field("new.lucky", number=1).fill("")
    ann.press("new.create")
    ann.page.wait_for_url("**/t/*")

"""Whole games in real browsers: two people and a bot, each in another language, to the last point."""

import re

import pytest
from browser_play import Meet, Person, Server
from playwright.sync_api import expect

from qwixx.locales import catalogue

LANGUAGES = {
    "classic": ("en", "uk"),
    "longo": ("de", "el"),
    "onboard-a": ("pl", "tr"),
    "onboard-b": ("tr", "en"),
}


# The places of the tray and the sheet; empty if the game has just ended.
PLACES = """[...document.querySelectorAll('.tray, .own .sheet')]
    .map((part) => JSON.stringify(part.getBoundingClientRect())).join()"""


def react(one: Person, other: Person) -> None:
    one.page.locator(".talk").get_by_role("button", name=one.text("react.cool")).click()
    other.page.locator(".says").get_by_role("img", name=other.text("react.cool")).wait_for()
    assert other.page.locator(".top .badge").count() == 0


@pytest.mark.parametrize("variant", LANGUAGES)
def test_two_people_and_a_bot(variant: str, meet: Meet) -> None:
    one, two = LANGUAGES[variant]
    host, guest = meet(one), meet(two)
    host.open("/new")
    page = host.page
    host.page.get_by_role("radio", name=host.text(f"variant.{variant}"), exact=True).check(force=True)
    host.page.get_by_role("button", name=host.text("bot.medium")).click()
    host.press("new.create")
    page.wait_for_url("**/t/*")
    # While a seat is free, the main button invites.
    main = page.locator("main button.main")
    expect(main).to_have_text(host.text("lobby.share"))
    guest.page.goto(page.url.split("?")[0])
    own_name = page.locator("ol").get_by_label(host.text("home.name")).input_value()
    invitation = guest.text("lobby.invited-by", name=own_name)
    expect(guest.page).to_have_title(f"{invitation} – {guest.text(f'variant.{variant}')}")
    host.see("lobby.standing", n=1)
    assert guest.page.get_by_text(guest.text("lobby.standing", n=1)).count() == 0
    # An invited guest is seated with one tap, and ready.
    guest.press("lobby.take-seat")
    expect(main).to_have_text(host.text("lobby.start"))
    main.click()
    for person in (host, guest):
        person.page.locator(".turn").wait_for()
    # A reaction is one tap, and the others see the face. Longo has no room for them on this phone.
    expect(guest.page.locator(".talk")).to_be_visible(visible=variant != "longo")
    if variant != "longo":
        react(guest, host)
    for person in (host, guest):
        person.play()
    scores = []
    for person in (host, guest):
        person.see_the_end()
        table = person.page.locator("table").first.inner_text()
        scores.append(re.findall(r"-?\d+$", table, re.MULTILINE))
    assert scores[0] == scores[1]
    assert len(scores[0]) == 3
    # The number under the winner is the winner's.
    assert page.locator(".points b").inner_text().lstrip("−") == scores[0][0]
    assert page.get_by_text(catalogue(one)("score.total")).count() >= 1


def test_play_now_is_one_tap_and_the_rematch_another(meet: Meet) -> None:
    ann = meet("de")
    ann.open("/")
    ann.press("home.play")
    ann.page.locator(".turn").wait_for()
    ann.play()
    ann.see_the_end()
    first = ann.page.url
    ann.press("end.rematch")
    ann.page.wait_for_url(lambda url: url != first)
    # The next game against the bot starts at once, without a lobby.
    ann.page.locator(".turn").wait_for()


@pytest.mark.parametrize("variant", LANGUAGES)
def test_two_taps_from_the_first_visit_to_the_first_roll(variant: str, meet: Meet) -> None:
    ann = meet()
    ann.open("/")
    ann.page.get_by_role("button", name=ann.text(f"tile.{variant}")).click()
    # A bot that begins rolls by itself, so the second tap is ours or not needed.
    ann.page.locator(".turn").wait_for()
    table = ann.page.url.rsplit("/", 1)[1].split("?")[0]
    found = ann.page.evaluate("async (url) => (await fetch(url)).json()", f"/api/tables/{table}")
    assert (found["status"], found["options"]["variant"]) == ("playing", variant)
    assert found["seats"][1]["level"] == "medium"


def test_a_rematch_invites_the_others_and_starts_when_all_have_accepted(meet: Meet, server: Server) -> None:
    ann, ben = meet("en"), meet("pl")
    ann.arrive()
    table = ann.new_table("classic", (None, None))
    for person in (ann, ben):
        person.open(f"/t/{table}")
        person.page.get_by_role("button", name=person.text("lobby.sit")).first.click()
    ann.press("lobby.start")
    ann.press("chat.title")
    ann.field("chat.say").fill("again?")
    ann.press("chat.send")
    ann.press("drawer.close")
    for person in (ann, ben):
        person.page.locator(".turn").wait_for()
        person.play()
    for person in (ann, ben):
        person.see_the_end()
    review = ben.page.get_by_role("link", name=ben.text("end.review"))
    place = review.bounding_box()
    ann.press("end.rematch")
    ben.page.get_by_text(re.compile(ben.text("end.next-by", name=".+"))).wait_for()
    assert review.bounding_box() == place, "the invitation moves the buttons"
    ann.page.get_by_role("button", name=ann.text("end.to-table")).wait_for()
    for person in (ann, ben):
        assert table in person.page.url, "the result stays until the next game starts"
        assert person.page.locator(".sheet").count() == 2
    expect(ben.page).to_have_title(re.compile(ben.text("end.join")))
    home = ben.context.new_page()
    home.goto(ben.url)
    home.get_by_text(re.compile(re.escape(ben.text("home.rematch", names="Guest")))).first.wait_for()
    home.close()
    ben.press("end.join")
    for person in (ann, ben):
        person.page.locator(".turn").wait_for()
    for person in (ann, ben):
        person.press("chat.title")
        person.page.locator("dialog").get_by_text("again?").wait_for()
    wins = "async (url) => (await (await fetch(url)).json()).wins"
    again = ann.page.url.rsplit("/", 1)[1].split("?")[0]
    assert sum(ann.page.evaluate(wins, f"/api/tables/{again}")) >= 1
    seats = "async (url) => (await (await fetch(url)).json()).seats"
    found = ann.page.evaluate(seats, f"/api/tables/{again}")
    kinds = [seat["nonce_kind"] for seat in found]
    assert kinds == ["promised", "promised"], "both brought a nonce of their own to the rematch"
    assert server.process.poll() is None


def test_the_guided_game_teaches_to_the_end(meet: Meet) -> None:
    """A beginner who follows the suggestions reaches the end; dice and sheet keep their places."""
    ann = meet("uk", size=(360, 640))
    ann.open("/learn")
    ann.press("learn.start")
    page = ann.page
    over = page.get_by_role("heading", name=ann.text("learn.over-title"))
    main = page.locator(".turn button.main:not(:disabled)")
    suggested = page.locator(".sheet .cell.best button[aria-pressed=false], .go .pass.hint")
    main.click()
    suggested.click()
    # A second tap takes the pick back.
    picked = page.locator(".sheet .cell.best button[aria-pressed=true]")
    picked.click()
    expect(picked).to_have_count(0)
    places = set()
    for _ in range(120):
        main.or_(suggested).or_(over).first.wait_for()
        if over.count():
            break
        places.add(page.evaluate(PLACES))
        main.or_(suggested).first.click()
        page.wait_for_timeout(100)
    over.wait_for()
    assert len(places - {""}) == 1, places
    assert page.locator("tbody tr").count() == 2
    assert "score." not in page.locator("table").inner_html(), "a key instead of its text"
    ann.press("learn.play")
    page.wait_for_url("**/t/*")

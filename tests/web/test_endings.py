"""Ending a game early, and the tools against people who spoil it: each button reaches the server."""

import re

from at_the_table import cell, sit_down, type_dice
from browser_play import Meet, Person, wait_until
from playwright.sync_api import expect


def seat(*people: Person) -> str:
    """A running game; the first person is its host. A guest who takes a seat is ready."""
    host = people[0]
    for person in people:
        person.arrive()
    table = host.new_table("classic", (None,) * len(people))
    for person in people:
        person.open(f"/t/{table}")
        person.page.get_by_role("button", name=person.text("lobby.sit")).first.click()
    host.press("lobby.start")
    for person in people:
        person.page.locator(".turn").wait_for()
    return table


def choose_in_menu(person: Person, key: str) -> None:
    person.press("table.menu")
    person.press(key)


def choose_for(person: Person, name: str, key: str) -> None:
    """Chooses in the menu of another person."""
    person.press("people.more", name=name)
    person.press(key)


def unfold(person: Person, key: str) -> None:
    person.page.locator("summary", has_text=person.text(key)).click()


def resign_against_a_bot(ann: Person) -> None:
    ann.arrive()
    ann.open("/t/" + ann.new_table("classic", (None, "gap")))
    ann.press("lobby.sit")
    ann.press("lobby.start")
    ann.page.locator(".turn").wait_for()
    choose_in_menu(ann, "table.resign")
    ann.page.get_by_role("alert").get_by_role("button", name=ann.text("table.resign")).click()


# Notes that the points have been counted before the eyes of the players, which takes less than a second.
COUNTING = """
new MutationObserver(() => {
    if (document.querySelector('.before')) window.counting = true;
}).observe(document, { childList: true, subtree: true, attributes: true });
"""


def test_the_points_are_added_up_once(meet: Meet) -> None:
    ann = meet(settings="")
    ann.page.add_init_script(COUNTING)
    resign_against_a_bot(ann)
    before, heading = ann.page.locator(".before"), ann.page.locator(".win h2")
    ann.page.wait_for_function("() => window.counting")
    before.wait_for(state="detached")
    ann.page.reload()
    heading.wait_for()
    assert not ann.page.evaluate("window.counting"), "the result is known"
    expect(ann.page.locator(".win .after")).to_have_css("animation-name", "none")


def test_the_result_has_the_focus_when_the_game_ends(meet: Meet) -> None:
    ann = meet(settings="")
    resign_against_a_bot(ann)
    heading = ann.page.locator(".win h2")
    expect(heading).to_be_focused()
    expect(heading).to_have_css("outline-style", "none")
    assert ann.page.evaluate("scrollY") == 0
    ann.page.reload()
    heading.wait_for()
    assert ann.page.evaluate("document.activeElement === document.body"), "a page begins at its top"


def test_the_clock_is_preselected_where_strangers_meet(meet: Meet) -> None:
    ann = meet()
    ann.open("/new")
    unfold(ann, "new.more")
    clock, visibility = ann.field("new.clock"), ann.field("new.visibility")
    expect(clock).to_have_value("0")
    visibility.select_option("open")
    expect(clock).to_have_value("60")
    clock.select_option("0")
    visibility.select_option("private")
    visibility.select_option("open")
    expect(clock).to_have_value("0")


def test_a_proposal_is_declined_and_a_player_resigns(meet: Meet) -> None:
    ann, bob = meet(), meet("de")
    seat(ann, bob)
    places = [person.page.locator(".sheet").bounding_box() for person in (ann, bob)]
    choose_in_menu(bob, "table.propose-end")
    bob.see("table.end-waiting")
    ann.see("table.end-asked", name=ann.page.locator(".mini .name").inner_text())
    assert [person.page.locator(".sheet").bounding_box() for person in (ann, bob)] == places
    ann.page.get_by_role("alert").get_by_role("button", name=ann.text("table.end-no")).click()
    expect(bob.page.get_by_role("alert")).to_have_count(0)
    choose_in_menu(bob, "table.propose-end")
    bob.see("refusal.declined")
    # The server's time has not come yet: it refuses, which shows that the button reached it.
    awaited, other = (
        (ann, bob) if ann.page.get_by_role("button", name="Roll", exact=True).count() else (bob, ann)
    )
    other.page.clock.install()
    other.page.clock.fast_forward(10 * 60_000)
    idle = other.page.get_by_role("button", name=other.text("seat.hand-over"))
    expect(idle).to_contain_text(other.text("table.idle"))
    idle.click()
    other.see("refusal.not-away")
    name = other.page.locator(".mini .name").inner_text()
    choose_in_menu(awaited, "table.resign")
    awaited.see("table.resign-ends")
    awaited.page.get_by_role("alert").get_by_role("button", name=awaited.text("table.resign")).click()
    awaited.see("cause-you.resigned")
    other.see("cause-of.resigned", name=name)
    expect(other.page.get_by_text(other.text("refusal.not-away"))).to_have_count(0)


def test_somebody_who_has_resigned_is_asked_nothing_and_told_who_plays(meet: Meet) -> None:
    ann, bob = meet(), meet("de")
    ann.arrive()
    table = ann.new_table("classic", (None, None, "gap"), dice="own")
    for person in (ann, bob):
        sit_down(person, table)
    ann.press("lobby.start")
    # The first player types the dice; for a bot both can.
    wait_until(lambda: any(one.page.locator(".keys").count() for one in (ann, bob)), "nobody types")
    type_dice(ann if ann.page.locator(".keys").count() else bob, "331111")
    cell(ann, "red", 6)
    choose_in_menu(ann, "table.resign")
    ann.see("table.resign-sure")
    ann.page.get_by_role("alert").get_by_role("button", name=ann.text("table.resign")).click()
    said, buttons = ann.page.locator(".ask"), ann.page.locator(".go button")
    expect(said).to_have_text(ann.text("refusal.resigned"))
    expect(buttons).to_have_text([ann.text("table.leave")])
    expect(ann.page.locator(".cell.possible, .cell.picked")).to_have_count(0)
    # What the bot does is not told as ours.
    bob.page.locator(".turn button.pass:not([aria-disabled=true])").click()
    ann.press("table.menu")
    unfold(ann, "log.title")
    name = ann.context.request.get(ann.url + "/api/me").json()["name"]
    done = re.compile(f"{name} (passes|crosses out)")
    expect(ann.page.locator("dialog ol")).to_contain_text(done)
    ann.press("drawer.close")
    expect(said).to_have_text(ann.text("refusal.resigned"))
    buttons.click()
    ann.page.get_by_role("button", name=ann.text("home.play")).wait_for()


def test_the_result_says_who_has_resigned(meet: Meet) -> None:
    ann, bob, eve = meet(), meet("de"), meet("pl")
    table = seat(ann, bob)
    eve.arrive()
    eve.open(f"/t/{table}")
    eve.see("table.spectating")
    name = bob.context.request.get(bob.url + "/api/me").json()["name"]
    choose_in_menu(bob, "table.resign")
    bob.page.get_by_role("alert").get_by_role("button", name=bob.text("table.resign")).click()
    bob.see("cause-you.resigned")
    for person in (ann, bob, eve):
        if person is not bob:
            person.see("cause-of.resigned", name=name)
        resigned = person.text("seat.resigned")
        cards, rows = person.page.locator(".result li"), person.page.locator("tbody tr")
        expect(cards.last).to_contain_text(resigned)
        expect(cards.first).not_to_contain_text(resigned)
        expect(rows.last).to_contain_text(f"({resigned})")
        expect(person.page.locator(".win")).not_to_contain_text(person.text("end.ahead", n=0))
    ann.open("/")
    expect(ann.page.locator(".won")).to_have_count(1)
    expect(ann.page.locator(".players > span").filter(has=ann.page.locator(".won"))).to_contain_text(
        ann.text("play.you")
    )


def test_players_agree_and_a_spectator_is_sent_away(meet: Meet) -> None:
    ann, bob, eve = meet(), meet("tr"), meet("pl")
    table = seat(ann, bob)
    eve.arrive()
    eve.open(f"/t/{table}")
    eve.press("chat.title")
    eve.field("chat.say").fill("hello")
    eve.press("chat.send")
    ann.press("table.menu")
    unfold(ann, "people.title")
    name = ann.page.locator("dialog li b").first.inner_text()
    choose_for(ann, name, "people.kick")
    eve.see("refusal.kicked")
    eve.open(f"/t/{table}")
    eve.see("table.spectating")
    choose_for(ann, name, "people.ban")
    eve.see("refusal.banned")
    ann.page.reload()
    ann.press("table.menu")
    unfold(ann, "people.title")
    expect(ann.page.locator("dialog li:has(b)", has_text=name)).to_contain_text(ann.text("people.unban"))
    ann.press("people.unban")
    ann.page.get_by_role("button", name=ann.text("people.more", name=name)).wait_for()
    eve.open(f"/t/{table}")
    eve.see("table.spectating")
    bob.press("table.menu")
    unfold(bob, "people.title")
    choose_for(bob, name, "people.report")
    bob.see("people.report-what")
    bob.page.locator("form input[required]").fill("rude")
    bob.press("people.report-send")
    bob.see("people.reported")
    ann.press("table.propose-end")
    for close in reversed(bob.page.get_by_role("button", name=bob.text("drawer.close")).all()):
        close.click()
    bob.press("table.end-yes")
    for person in (ann, bob, eve):
        person.see("cause.agreed")


def test_nothing_moves_when_another_player_is_cut_off(meet: Meet) -> None:
    ann, bob = meet(), meet("de")
    seat(ann, bob)
    place = ann.page.locator(".sheet").bounding_box()
    bob.open("/rules")
    away = ann.page.get_by_role("button", name=ann.text("seat.hand-over"))
    expect(away).to_contain_text(ann.text("seat.away"))
    assert ann.page.locator(".sheet").bounding_box() == place
    card, button = ann.page.locator(".player").bounding_box(), away.bounding_box()
    assert card
    assert button
    assert button["y"] >= card["y"]
    assert button["y"] + button["height"] <= card["y"] + card["height"]
    small = ann.page.locator(".sheet-small").bounding_box()
    assert small
    assert button["y"] + button["height"] <= small["y"], "the button covers the sheet"
    # On a wide screen the card keeps its width, too.
    ann.page.set_viewport_size({"width": 1280, "height": 800})
    column, card = ann.page.locator(".players").bounding_box(), ann.page.locator(".player").bounding_box()
    assert column
    assert card
    assert card["width"] > 0.9 * column["width"]


def test_a_spectator_of_the_result_sees_no_empty_place(meet: Meet) -> None:
    ann, bob, eve = meet(), meet(), meet()
    table = seat(ann, bob)
    choose_in_menu(bob, "table.resign")
    bob.page.get_by_role("alert").get_by_role("button", name=bob.text("table.resign")).click()
    ann.see_the_end()
    eve.arrive()
    eve.open(f"/t/{table}")
    review = eve.page.get_by_role("link", name=eve.text("end.review"))
    review.wait_for()
    places, place = eve.page.locator(".result ol").bounding_box(), review.bounding_box()
    assert places
    assert place
    assert place["y"] - places["y"] - places["height"] < 30
    ann.press("end.rematch")
    eve.see("end.watch")
    assert review.bounding_box() == place, "the invitation to the next game moves the buttons"


def invited(person: Person) -> None:
    person.page.get_by_text(re.compile(person.text("end.next-by", name=".+"))).wait_for()


def test_an_old_result_says_what_has_become_of_the_next_game(meet: Meet) -> None:
    ann, bob, eve = meet(), meet(), meet()
    table = seat(ann, bob)
    choose_in_menu(bob, "table.resign")
    bob.page.get_by_role("alert").get_by_role("button", name=bob.text("table.resign")).click()
    ann.see_the_end()
    bob.see_the_end()
    eve.arrive()
    eve.open(f"/t/{table}")
    ann.press("end.rematch")
    invited(bob)
    bob.press("end.join")
    for person in (ann, bob):
        person.page.wait_for_url(lambda url: "/t/" in url and table not in url)
    watch = eve.page.get_by_role("link", name=eve.text("end.watch"))
    watch.wait_for()
    # The next game is over, and there is nothing to watch or to join.
    again = ann.page.url
    choose_in_menu(bob, "table.resign")
    bob.page.get_by_role("alert").get_by_role("button", name=bob.text("table.resign")).click()
    ann.see_the_end()
    for person in (ann, eve):
        person.open(f"/t/{table}")
        person.page.get_by_role("link", name=person.text("end.review")).wait_for()
    ann.page.get_by_role("link", name=ann.text("end.to-table")).click()
    ann.page.wait_for_url(again)
    eve.page.wait_for_load_state("networkidle")
    assert watch.count() == 0


def test_a_seat_that_was_given_up_is_no_longer_kept(meet: Meet) -> None:
    ann, bob = meet(), meet()
    table = seat(ann, bob)
    choose_in_menu(bob, "table.resign")
    bob.page.get_by_role("alert").get_by_role("button", name=bob.text("table.resign")).click()
    ann.see_the_end()
    bob.see_the_end()
    ann.press("end.rematch")
    invited(bob)
    ann.page.get_by_role("button", name=ann.text("end.to-table")).click()
    ann.page.wait_for_url(lambda url: "/t/" in url and table not in url)
    bob.open(ann.page.url.removeprefix(ann.url))
    bob.press("table.leave")
    bob.page.wait_for_url(bob.url + "/")
    bob.open(f"/t/{table}")
    join = bob.page.get_by_role("button", name=bob.text("end.join"))
    expect(join).to_contain_text(re.compile(bob.text("lobby.invited-by", name=".+")))
    join.click()
    bob.page.wait_for_url(ann.page.url)

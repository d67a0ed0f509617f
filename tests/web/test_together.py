"""What people at one table notice of each other: names, readiness, who is awaited, calls for attention."""

import re

import pytest
from at_the_table import HAND_OVER, INSTANT, begin, sit_down, two_people, type_dice
from browser_play import SETTINGS, Meet, Person, wait_until
from playwright.sync_api import expect

from qwixx.locales import LANGUAGES, catalogue

# Notes each vibration.
BUZZES = "navigator.vibrate = (pattern) => (window.buzzes = [...(window.buzzes ?? []), pattern])"


# The number of pixels by which the boxes of two things lie over each other.
OVERLAP = """(things) => {
    const [one, two] = things.map((thing) => document.querySelector(thing).getBoundingClientRect());
    const high = Math.min(one.bottom, two.bottom) - Math.max(one.top, two.top);
    return Math.max(0, Math.min(high, Math.min(one.right, two.right) - Math.max(one.left, two.left)));
}"""


def share_a_device(person: Person, *friends: str) -> None:
    """Starts a game of Ann and these friends at one device."""
    person.open("/new")
    person.field("home.name").fill("Ann")
    person.press("new.remove", name=person.text("new.friend"))
    for number, friend in enumerate(friends, 2):
        person.press("new.here")
        person.field("new.name-of", number=number).fill(friend)
    person.press("lobby.start")
    person.page.wait_for_url("**/t/*")


def test_the_players_of_one_device_keep_their_names_on_every_page(meet: Meet) -> None:
    ann = meet()
    share_a_device(ann, "Ben", "Cleo")
    page = ann.page
    table = page.url.rsplit("/", 1)[1].split("?")[0]
    page.locator(".turn").wait_for(state="attached")
    ann.open("/")
    # All of them are here: nobody is an opponent.
    expect(page.locator(".continue b")).to_have_text(ann.text("table.your-turn"))
    ann.open(f"/t/{table}")
    ann.play()
    ann.see_the_end()
    for path in ("/", f"/g/{table}", f"/review/{table}"):
        ann.open(path)
        for name in ("Ann", "Ben", "Cleo"):
            page.get_by_text(re.compile(rf"{name}(?! \d)")).first.wait_for()


def test_escape_does_not_hand_the_device_over(meet: Meet) -> None:
    ann = meet()
    share_a_device(ann, "Ben")
    dialog = ann.page.get_by_role("dialog")
    ann.page.locator(".turn").wait_for(state="attached")
    if not dialog.count():
        # Ann begins; after her choice it is Ben's turn to choose.
        ann.press("do.roll")
        ann.page.locator(".turn button.pass:not([aria-disabled=true])").click()
    dialog.wait_for()
    for _ in range(4):
        ann.page.keyboard.press("Escape")
    expect(dialog).to_be_visible()


def test_somebody_who_looks_up_the_rules_stays_at_the_table(meet: Meet) -> None:
    ann, ben, table = two_people(meet, "longo")
    ben.press("table.menu")
    ben.page.get_by_role("dialog").get_by_role("link", name=ben.text("nav.rules")).click()
    expect(ben.page.get_by_role("heading", level=1)).to_contain_text(ben.text("variant.longo"))
    back = ben.page.get_by_role(
        "link", name=re.compile(ben.text("table.your-turn") + "|" + ben.text("nav.to-table"))
    )
    back.wait_for()
    seats = ann.page.evaluate(
        "async (url) => (await (await fetch(url)).json()).seats", f"/api/tables/{table}"
    )
    assert [seat.get("away") for seat in seats] == [None, None]
    back.click()
    ben.page.locator(".turn").wait_for()
    # Any other page ends the connection.
    ben.open("/rules")
    expect(back).to_have_count(0)


def test_somebody_who_comes_back_is_asked_nothing_until_they_take_the_seat_from_the_bot(meet: Meet) -> None:
    ann, ben, table = two_people(meet, settings=INSTANT, dice="own")
    ben.press("table.menu")
    ben.press("table.leave")
    ben.page.get_by_role("alert").get_by_role("button", name=ben.text("table.leave")).click()
    ann.page.get_by_role("button", name=ann.text("seat.hand-over")).click()
    expect(ann.page.locator(".mini")).to_contain_text(ann.text("seat.stand-in-short"))
    ben.open(f"/t/{table}")
    buttons = ben.page.locator(".go button")
    expect(buttons).to_have_text([ben.text("seat.take-back")])
    # Whose turn it is depends on chance: Ann also rolls for a bot.
    type_dice(ann, "331111")
    ann.see("table.white", sum=6)
    ben.page.get_by_label(ben.text("die.shows", die=ben.text("die.red"), value=1)).wait_for()
    expect(buttons).to_have_text([ben.text("seat.take-back")])
    expect(ben.page.locator(".cell.possible, .cell.picked, .keys")).to_have_count(0)
    ben.press("seat.take-back")
    expect(ben.page.locator(".go .pass")).to_be_visible()


def test_a_bot_at_one_seat_of_a_device_leaves_the_other_its_roll(meet: Meet) -> None:
    ann, ben = meet(settings=INSTANT), meet(settings=INSTANT)
    ben.page.add_init_script(HAND_OVER)
    ann.arrive()
    table = ann.new_table("classic", (None, None, None))
    for person in (ann, ben):
        sit_down(person, table)
    ben.press("new.here")
    ann.press("lobby.start")
    ben.page.locator(".turn").wait_for(state="attached")
    ben.press("table.menu")
    ben.press("table.leave")
    ben.page.get_by_role("alert").get_by_role("button", name=ben.text("table.leave")).click()
    ann.page.locator(".player").nth(1).get_by_role("button", name=ann.text("seat.hand-over")).click()
    expect(ann.page.locator(".mini").nth(1)).to_contain_text(ann.text("seat.stand-in-short"))
    ben.open(f"/t/{table}")
    rolls = [
        person.page.get_by_role("button", name=person.text("do.roll"), exact=True) for person in (ann, ben)
    ]

    def goes_on() -> bool:
        for person in (ann, ben):
            person.page.locator(".go .pass[aria-disabled=false]").evaluate_all("(one) => one[0]?.click()")
        rolls[0].evaluate_all("(one) => one[0]?.click()")
        return bool(rolls[1].count())

    wait_until(goes_on, "Ben may not roll")
    expect(ben.page.locator(".ask")).to_contain_text(ben.text("play.seat", number=2))


def test_leaving_speaks_of_the_others_only_if_there_are_any(meet: Meet) -> None:
    ann, _, _ = two_people(meet)
    alone = meet(settings=INSTANT)
    begin(alone, seats=(None, "gap"))
    for person, leaving in ((ann, "leave-sure"), (alone, "leave-bots")):
        person.press("table.menu")
        # Nobody plays on alone.
        for way, said in (("leave", leaving), ("resign", "resign-ends")):
            person.press(f"table.{way}")
            question = person.page.get_by_role("alert")
            expect(question.locator("p")).to_have_text(person.text(f"table.{said}"))
            person.press("table.stay")


def test_a_page_opened_from_a_table_has_its_own_title(meet: Meet) -> None:
    ann = meet(settings=INSTANT)
    begin(ann)
    for key in ("nav.rules", "nav.settings"):
        ann.press("table.menu")
        ann.page.get_by_role("dialog").get_by_role("link", name=ann.text(key)).click()
        ann.page.locator("h1").first.wait_for()
        expect(ann.page).to_have_title(f"{ann.text(key)} – Qwixx")
        ann.page.go_back()
        ann.page.locator(".turn").wait_for()


def test_a_spectator_sees_what_the_player_of_the_large_sheet_says(meet: Meet) -> None:
    ann, _, table = two_people(meet)
    eve = meet("el")
    eve.open(f"/t/{table}")
    eve.page.locator(".turn").wait_for()
    ann.page.locator(".talk").get_by_role("button", name=ann.text("react.cool")).click()
    eve.page.locator(".turn > .says").get_by_role("img", name=eve.text("react.cool")).wait_for()


def test_ones_own_roll_does_not_call_for_attention(meet: Meet) -> None:
    ann = meet()
    ann.page.add_init_script(BUZZES)
    ann.arrive()
    sit_down(ann, ann.new_table("classic", (None,)))
    ann.press("lobby.start")
    ann.press("do.roll")
    ann.page.locator(".cell.possible").first.wait_for()
    # One at the beginning, for the first roll; and none for the dice.
    assert len(ann.page.evaluate("window.buzzes ?? []")) == 1


def test_what_is_tapped_counts_when_the_time_is_up(meet: Meet) -> None:
    ann = meet()
    ann.arrive()
    sit_down(ann, ann.new_table("classic", (None,), clock=5))
    ann.press("lobby.start")
    ann.press("do.roll")
    ann.page.locator(".cell.possible button").first.click()
    ann.page.locator(".own .cell.crossed").first.wait_for()


def test_a_player_changes_their_name_in_the_lobby(meet: Meet) -> None:
    ann, ben = meet(), meet("de")
    ann.arrive()
    table = ann.new_table("longo", (None, None))
    for person in (ann, ben):
        sit_down(person, table)
    field = ben.page.locator("ol").get_by_label(ben.text("home.name"))
    field.fill("Benedikt")
    field.press("Enter")
    ann.page.locator("ol").get_by_text("Benedikt", exact=True).wait_for()
    field.fill(" ")
    field.press("Enter")
    expect(field).to_have_value("Benedikt")


def test_a_guest_who_is_no_longer_ready_is_told_so(meet: Meet) -> None:
    ann, ben = meet(), meet()
    ann.arrive()
    table = ann.new_table("classic", (None, None))
    for person in (ann, ben):
        sit_down(person, table)
    ben.see("lobby.wait-host")
    ben.press("lobby.not-ready")
    ben.see("lobby.wait-me")
    ann.see("lobby.wait-ready")
    ben.press("lobby.ready")
    ben.see("lobby.wait-host")
    ann.page.locator("summary", has_text=ann.text("lobby.change")).click()
    ann.field("new.clock").select_option("30")
    ben.see("lobby.changed")
    ben.page.reload()
    ben.see("lobby.changed")
    ben.press("lobby.ready")
    ben.see("lobby.wait-host")


def test_the_shortcut_of_the_app_starts_one_game(meet: Meet) -> None:
    ann = meet()
    ann.open("/?play")
    ann.page.locator(".turn").wait_for()
    ann.page.go_back()
    ann.page.locator(".continue").wait_for()
    assert ann.page.url == f"{ann.url}/"


def test_a_choice_that_is_made_says_who_is_awaited(meet: Meet) -> None:
    people = two_people(meet)[:2]
    for person in people:
        person.page.evaluate(f"() => {{ {SETTINGS} }}")
    rolls = [person.page.get_by_role("button", name=person.text("do.roll")) for person in people]
    rolls[0].or_(
        people[0].page.get_by_text(re.compile(people[0].text("table.waiting", n=1, names=".+")))
    ).first.wait_for()
    active = 0 if rolls[0].count() else 1
    rolls[active].click()
    chooser = people[1 - active]
    chooser.page.locator(".turn button.pass:not([aria-disabled=true])").click()
    expect(chooser.page.locator(".ask")).to_have_text(
        re.compile(chooser.text("table.waiting", n=1, names=".+"))
    )


def test_a_guest_who_comes_later_reads_the_whole_log(meet: Meet) -> None:
    ann, eve = meet(settings=INSTANT), meet("de")
    begin(ann)
    eve.arrive()

    def read() -> None:
        eve.open(ann.page.url.removeprefix(ann.url))
        eve.press("table.menu")
        eve.page.locator("summary", has_text=eve.text("log.title")).click()

    read()
    eve.see("log.empty")
    type_dice(ann, "331111")
    ann.see("table.white-alone", sum=6)
    read()
    # The page has the roll, and misses what follows.
    eve.page.goto("about:blank")
    ann.page.locator(".turn button.pass:not([aria-disabled=true])").click()
    expect(ann.page.locator(".ask")).to_have_text(ann.text("table.colour"))
    read()
    turn = eve.page.locator("dialog ol > li").filter(has_text=eve.text("table.turn", turn=1))
    expect(turn).to_contain_text(re.compile(re.escape(eve.text("say.passed", name=""))))


def test_the_chat_opens_at_its_last_line(meet: Meet) -> None:
    ann, _, _ = two_people(meet, settings=INSTANT)
    ann.press("chat.title")
    for n in range(4):
        ann.page.get_by_role("dialog").get_by_role("textbox").fill(f"line {n} " * 12)
        ann.press("chat.send")
        ann.page.get_by_role("dialog").get_by_text(f"line {n} line").wait_for()
    ann.press("drawer.close")
    ann.press("chat.title")
    end = "(list) => list.scrollHeight - list.clientHeight - list.scrollTop"
    lines = ann.page.get_by_role("dialog").locator(".chat ul")
    assert lines.evaluate("(list) => list.scrollHeight > list.clientHeight"), "all lines fit"
    wait_until(lambda: lines.evaluate(end) <= 1, "the last line is out of sight")


@pytest.mark.parametrize("others", [1, 4])
def test_the_open_chat_covers_no_button_and_nothing_of_the_tray(meet: Meet, others: int) -> None:
    ann, ben = meet(settings=INSTANT, size=(1280, 800)), meet(settings=INSTANT)
    ann.arrive()
    table = ann.new_table("classic", (None, None, *["gap"] * (others - 1)), dice="own")
    for person in (ann, ben):
        sit_down(person, table)
    ann.press("lobby.start")
    ann.page.locator(".turn").wait_for()
    before = ann.page.locator(".actions").bounding_box()
    ann.press("chat.title")
    for n in range(4):
        ann.page.get_by_role("dialog").get_by_role("textbox").fill(f"line {n} " * 25)
        ann.press("chat.send")
        ann.page.get_by_role("dialog").get_by_text(f"line {n} line").wait_for()
    covered = """() => [...document.querySelectorAll('.actions button, .go, .tray')].filter((part) => {
        const { left, right, top, bottom } = part.getBoundingClientRect();
        return [[left + 9, top + 9], [right - 9, bottom - 9], [(left + right) / 2, bottom - 9]].some(
            ([x, y]) => !part.parentElement.parentElement.contains(document.elementFromPoint(x, y)));
    }).length"""
    for width, height in ((1600, 900), (1280, 800)):
        ann.page.set_viewport_size({"width": width, "height": height})
        assert ann.page.evaluate(covered) == 0, (width, height)
        dialog = ann.page.get_by_role("dialog")
        dialog.get_by_role("textbox").click(trial=True)
        assert dialog.locator("ul").evaluate("(list) => list.clientHeight") >= 40
    ann.page.evaluate("scrollTo(0, 0)")
    assert ann.page.locator(".actions").bounding_box() == before, "it moves the buttons"


def test_what_became_of_a_player_is_readable_on_every_card(meet: Meet) -> None:
    """One has left, and a bot plays for them; one has resigned."""
    ann, ben, cleo = (meet(settings=INSTANT) for _ in range(3))
    ann.arrive()
    table = ann.new_table("onboard-a", (None, None, None, "gap"), dice="own")
    for person in (ann, ben, cleo):
        sit_down(person, table)
    ann.press("lobby.start")
    for person in (ann, ben, cleo):
        person.page.locator(".turn").wait_for()
    for person, way in ((ben, "table.leave"), (cleo, "table.resign")):
        person.press("table.menu")
        person.press(way)
        person.page.get_by_role("alert").get_by_role("button", name=person.text(way)).click()
    ann.page.get_by_role("button", name=ann.text("seat.hand-over")).click()
    cut = """() => [...document.querySelectorAll('.mini')].filter((card) => {
        const status = card.querySelector('.status')?.getBoundingClientRect();
        if (!status) return false;
        const covers = (part) => {
            const { left, right, top, bottom } = part.getBoundingClientRect();
            return left < status.right && right > status.left && top < status.bottom && bottom > status.top;
        };
        const frame = card.closest('.players');
        const clip = frame.getBoundingClientRect();
        const isCut = status.left < clip.left || status.top < clip.top || status.bottom > clip.bottom;
        return status.right > card.getBoundingClientRect().right
            || (getComputedStyle(frame).overflowY !== 'visible' && isCut)
            || [...card.querySelectorAll('.name, .score, .penalties')].some(covers);
    }).length"""
    for language in LANGUAGES:
        ann.page.evaluate("language => localStorage.setItem('qwixx.language', language)", language)
        ann.page.reload()
        words = [catalogue(language)(key) for key in ("seat.stand-in-short", "seat.resigned")]
        for word in words:
            expect(ann.page.get_by_role("button", name=word)).to_have_count(1)
        for width, height in ((360, 640), (844, 390), (820, 1180), (1280, 800)):
            ann.page.set_viewport_size({"width": width, "height": height})
            expect(ann.page.locator(".status")).to_have_count(2)
            assert ann.page.evaluate(cut) == 0, (language, width, height)
            if width > 844 or height > 844:
                wide = ann.page.locator(".word").evaluate_all(
                    "(words) => words.map((word) => word.getBoundingClientRect().width)"
                )
                assert min(wide) > 20, (language, width, height)


def test_what_is_said_appears_on_the_table_and_a_reaction_takes_two_taps(meet: Meet) -> None:
    """On a small phone, where Longo has no room for a line of reactions."""
    ann, ben, _ = two_people(meet, "longo", settings=INSTANT)
    ben.press("chat.title")
    ben.page.get_by_role("dialog").get_by_role("textbox").fill("Well done!")
    ben.press("chat.send")
    expect(ann.page.locator(".player .says")).to_have_text("Well done!")
    assert ann.page.evaluate(OVERLAP, [".player .says", ".player .penalties"]) == 0
    ben.page.keyboard.press("Escape")
    ben.press("chat.title")
    ben.page.get_by_role("dialog").get_by_label(ben.text("react.happy")).click()
    expect(ben.page.get_by_role("dialog")).to_have_count(0)
    face = ann.page.locator(".player .says").get_by_label(ann.text("react.happy"))
    expect(face).to_be_visible()
    assert face.evaluate("(face) => face.clientHeight < face.closest('.player').clientHeight")
    own = ben.page.locator(".actions > .says").get_by_label(ben.text("react.happy"))
    expect(own).to_be_visible()
    assert ben.page.evaluate(OVERLAP, [".actions > .says", ".go"]) == 0

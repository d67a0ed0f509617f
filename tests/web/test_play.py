"""Playing at a table: taps, lost connections, shared phones, typed dice, spectators and keyboard."""

import re

from assistive_play import play_by_keys, play_by_roles
from at_the_table import sit_down, take_seats
from browser_play import Bots, Meet, Person, Server, wait_until
from playwright.sync_api import Route, expect

RESTART = ("WebSocket connection", "Failed to load resource")


def begin(person: Person, bots: Bots = (None, "gap"), **options: object) -> str:
    """Starts a game against a bot and waits for the first roll."""
    person.arrive()
    table = person.new_table("classic", bots, **options)
    sit_down(person, table)
    person.press("lobby.start")
    person.page.locator(".turn").wait_for()
    return table


def reach_a_choice(person: Person) -> None:
    """Rolls and passes until there is something to choose."""
    page = person.page
    roll = page.locator(".turn button.main:not(:disabled)")
    for _ in range(20):
        roll.or_(page.locator("button.choice")).first.wait_for()
        if page.locator("button.choice").count():
            return
        roll.first.click()
        page.wait_for_timeout(150)
    raise AssertionError("nothing could ever be chosen")


def test_a_tap_is_tentative_until_it_is_confirmed(meet: Meet) -> None:
    ann = meet()
    begin(ann)
    reach_a_choice(ann)
    choice = ann.page.locator("button.choice").first
    name = str(choice.locator(".hidden").text_content()).strip()
    choice.click()
    assert choice.get_attribute("aria-pressed") == "true"
    cell = name.split(",", maxsplit=1)[0]
    ann.press("do.cross", cell=cell)
    ann.page.get_by_label(ann.text("cell-state.crossed", cell=cell)).or_(
        ann.page.get_by_text(ann.text("cell-state.crossed", cell=cell))
    ).first.wait_for(state="attached")


def test_the_main_button_says_what_it_does_and_a_second_tap_takes_back(meet: Meet) -> None:
    ann = meet("de")
    begin(ann)
    reach_a_choice(ann)
    main = ann.page.locator(".go button.main")
    assert main.is_disabled()
    assert main.inner_text() == ann.text("do.choose")
    choice = ann.page.locator("button.choice").first
    choice.click()
    cell = str(choice.locator(".hidden").text_content()).split(",", maxsplit=1)[0].strip()
    expect(main).to_have_attribute("aria-label", ann.text("do.cross", cell=cell))
    expect(main).to_be_enabled()
    choice.click()
    expect(main).to_be_disabled()


def test_the_tap_survives_a_lost_connection_and_a_new_page(meet: Meet, server: Server) -> None:
    ann = meet("tr")
    ann.expected = RESTART
    begin(ann)
    reach_a_choice(ann)
    choice = ann.page.locator("button.choice").first
    choice.click()
    name = str(choice.locator(".hidden").text_content()).strip()
    server.kill()
    ann.see("link.lost")
    assert choice.get_attribute("aria-pressed") == "true"
    server.start()
    ann.page.get_by_role("status").filter(has_text="●").wait_for()
    assert choice.get_attribute("aria-pressed") == "true"
    ann.page.reload()
    again = ann.page.locator("button.choice").filter(has_text=name)
    again.wait_for()
    assert again.get_attribute("aria-pressed") == "true"
    ann.play()
    ann.see_the_end()


def test_a_choice_confirmed_offline_is_sent_later(meet: Meet, server: Server) -> None:
    ann = meet()
    ann.expected = RESTART
    begin(ann)
    reach_a_choice(ann)
    question = ann.page.locator(".ask").inner_text()
    server.kill()
    ann.see("link.lost")
    ann.page.locator("button.choice").first.click()
    ann.page.locator(".go button.main").click()
    server.start()
    wait_until(lambda: ann.page.locator(".ask").inner_text() != question, "the choice was lost", 60)


def test_several_people_at_one_phone(meet: Meet) -> None:
    ann = meet()
    ann.arrive()
    table = ann.new_table("classic", (None, None))
    ann.open(f"/t/{table}")
    take_seats(ann, 2)
    host = ann.page.locator("ol small", has_text=re.compile(ann.text("seat.host"), re.IGNORECASE))
    expect(ann.page.locator("ol small", has_text=ann.text("seat.here"))).to_have_count(2)
    assert host.count() == 1, "only the first of the host's seats is the host's own"
    ann.press("lobby.start")
    ann.page.locator(".turn").wait_for()
    # Without names of their own they are counted.
    names = [ann.text("play.seat", number=number) for number in (1, 2)]
    assert ann.page.locator(".ask").text_content() in [
        ann.text("table.your-roll-named", name=n) for n in names
    ]
    ann.play()
    ann.see_the_end()
    assert ann.page.locator("tbody tr").count() == 2


def begins(person: Person, name: str) -> bool:
    """Whether this player of a shared device begins the game."""
    person.page.locator(".turn").wait_for()
    return person.page.locator(".ask").text_content() == person.text("table.your-roll-named", name=name)


def test_the_device_is_handed_over_at_the_start_only_to_somebody_else(meet: Meet) -> None:
    ann = meet()
    seen: set[bool] = set()
    while len(seen) < 2:
        ann.open("/new")
        ann.field("home.name").fill("Ann")
        ann.press("new.remove", name=ann.text("new.friend"))
        ann.press("new.here")
        ann.field("new.name-of", number=2).fill("Ben")
        ann.press("lobby.start")
        ben = begins(ann, "Ben")
        seen.add(ben)
        assert ann.page.get_by_role("dialog").count() == ben, "Ann pressed start, so she has the device"
        if ben:
            ann.press("hand.ready", name="Ben")
        ann.press("do.roll")


def test_players_at_one_device_have_names_and_hand_it_over(meet: Meet) -> None:
    ann = meet()
    ann.open("/new")
    ann.field("home.name").fill("Ann")
    ann.press("new.remove", name=ann.text("new.friend"))
    ann.press("new.here")
    ann.field("new.name-of", number=2).fill("Ben")
    ann.press("lobby.start")
    dialog = ann.page.get_by_role("dialog")
    other = "Ann" if begins(ann, "Ben") else "Ben"
    if other == "Ann":
        dialog.get_by_role("button").click()
    ann.press("do.roll")
    choices = ann.page.locator("button.choice")
    choices.first.wait_for()
    assert dialog.count() == 0
    ann.page.locator(".turn button.pass").click()
    ann.page.get_by_role("heading", name=ann.text("hand.title", name=other)).wait_for()


def test_a_name_that_arrives_late_does_not_mix_with_what_is_typed(meet: Meet) -> None:
    ann = meet()
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    ann.page.route("**/api/me", hold, times=1)
    with ann.page.expect_request("**/api/me"):
        ann.open("/new")
    name = ann.field("home.name")
    name.focus()
    # The answer that nobody is known here yet, and the one with the name of a new guest.
    with ann.page.expect_response(lambda answer: answer.request.method == "POST"):
        held.pop().continue_()
    name.press_sequentially("Ann", delay=50)
    expect(name).to_have_value("Ann")
    name.fill("")
    name.blur()
    expect(name).to_have_value(re.compile(r"\d"))


def test_own_dice_are_typed_and_corrected(meet: Meet) -> None:
    ann = meet()
    begin(ann, (None,), dice="own")
    page = ann.page

    def type_dice(values: str) -> None:
        for value in values:
            page.get_by_role("button", name=value, exact=True).click()
        ann.press("pad.done")

    ann.see("pad.next", die=ann.text("die.white"))
    type_dice("341256")
    ann.see("table.white-alone", sum=7)
    # A correction begins with the roll: only the dice that are wrong are typed again.
    ann.press("pad.correct")
    ann.see("pad.fix")
    done = page.get_by_role("button", name=ann.text("pad.done"), exact=True)
    expect(done).to_be_disabled()
    white = page.get_by_role("button", name=ann.text("die.shows", die=ann.text("die.white"), value=3))
    white.click()
    page.get_by_role("button", name="6", exact=True).click()
    ann.see("pad.check")
    done.click()
    ann.see("table.white-alone", sum=10)
    page.locator("button.choice").first.wait_for()


def test_a_die_is_tapped_to_change_it_before_the_roll_is_confirmed(meet: Meet) -> None:
    ann = meet()
    begin(ann, (None,), dice="own")
    page = ann.page
    for value in "341256":
        page.get_by_role("button", name=value, exact=True).click()
    ann.see("pad.check")
    red = page.get_by_role("button", name=ann.text("die.shows", die=ann.text("die.red"), value=1))
    red.click()
    expect(red).to_have_attribute("aria-pressed", "true")
    ann.press("pad.back")
    page.get_by_role("button", name="5", exact=True).click()
    ann.press("pad.done")
    page.get_by_role("img", name=ann.text("die.shows", die=ann.text("die.red"), value=5)).wait_for()


def test_cells_out_of_reach_are_shown_as_lost(meet: Meet) -> None:
    """After red 10 the row has room for two more crosses; the last number needs five before it (R7)."""
    ann = meet()
    begin(ann, (None,), dice="own")
    for value in "551234":
        ann.page.get_by_role("button", name=value, exact=True).click()
    ann.press("pad.done")
    ten = ann.text("cell.red", number=10)
    ann.page.locator("button.choice").filter(has_text=ten).click()
    ann.press("do.cross", cell=ten)
    for number, state in ((9, "lost"), (10, "crossed"), (11, "open"), (12, "lost")):
        cell = ann.text("cell.red", number=number)
        shown = ann.page.get_by_text(ann.text(f"cell-state.{state}", cell=cell), exact=True)
        shown.first.wait_for(state="attached")


def test_a_spectator_sees_the_game_but_cannot_play(meet: Meet) -> None:
    ann, eve = meet(), meet("uk")
    table = begin(ann)
    eve.open(f"/t/{table}")
    eve.page.locator(".turn").wait_for()
    ann.see("table.watching", n=1)
    assert eve.page.locator(".turn button").count() == 0
    assert eve.page.locator(".sheet button").count() == 0
    ann.play()
    ann.see_the_end()
    eve.page.locator("tbody tr").first.wait_for()


def test_a_closed_row_and_penalties_are_announced(meet: Meet) -> None:
    ann = meet()
    begin(ann)
    ann.play()
    ann.see_the_end()
    ann.page.get_by_text(ann.text("log.title")).click()
    told = ann.page.locator("details ol").inner_text()
    assert re.search(r"closed|penalty", told)


def test_a_negative_score_has_a_minus_sign_everywhere(meet: Meet) -> None:
    """A player who always passes ends with four penalties."""
    ann = meet("de")
    ann.arrive()
    ann.open(f"/t/{ann.new_table('classic', (None,))}")
    page = ann.page
    page.get_by_role("button", name=ann.text("lobby.sit")).click()
    ann.press("lobby.start")
    page.evaluate(
        """() => { setInterval(() => document.querySelector(
            '.turn button.pass:not(:disabled), .turn button.main:not(:disabled)')?.click(), 25) }"""
    )
    ann.see_the_end()
    assert page.get_by_role("heading", level=2).first.inner_text() == ann.text("end.your-score")
    assert page.locator(".win .points b").inner_text() == "−20"
    assert re.search(r"−20\s−20$", page.locator("table").first.inner_text())
    ann.open("/")
    page.get_by_text("−20").wait_for()


def test_a_whole_game_by_keyboard_alone(meet: Meet) -> None:
    play_by_keys(meet(), "classic")


def test_a_whole_game_by_the_accessibility_tree_alone(meet: Meet) -> None:
    play_by_roles(meet(), "onboard-a")


def test_a_tap_can_be_the_choice(meet: Meet) -> None:
    """A setting confirms a tap at once."""
    ann = meet()
    ann.open("/settings")
    ann.page.get_by_label(ann.text("settings.at-once")).check()
    begin(ann)
    reach_a_choice(ann)
    before = ann.page.locator(".turn").inner_text()
    ann.page.locator("button.choice").first.click()
    wait_until(lambda: ann.page.locator(".turn").inner_text() != before, "the tap was no choice")

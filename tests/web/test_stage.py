"""The table screen: nothing is lost by a hasty press, and everything that happens can be seen."""

import pytest
from browser_play import SHIFTS, Meet, Person, Server, wait_until
from playwright.sync_api import expect

from qwixx.locales import LANGUAGES, catalogue

# The settings of a new device, with and without pauses.
USUAL = ""
INSTANT = "localStorage.setItem('qwixx.settings', JSON.stringify({ speed: 'instant' }));"
BOARD = "y2+7 b12+9 r3+11 g12+13 y4+15 b11+17 g10+19 r5+21"


def begin(
    person: Person, variant: str = "classic", seats: tuple[str | None, ...] = (None,), **more: object
) -> None:
    """Starts a game with typed dice; every free seat is ours."""
    person.arrive()
    person.open("/t/" + person.new_table(variant, seats, dice="own", **more))
    free = person.page.get_by_role("button", name=person.text("lobby.sit"))
    for left in range(seats.count(None), 0, -1):
        expect(free).to_have_count(left)
        free.first.click()
    person.press("lobby.start")
    person.page.locator(".turn").wait_for()


def two_people(meet: Meet, variant: str) -> tuple[Person, Person]:
    """Two people at two devices, whose game has begun."""
    ann, ben = meet(settings=INSTANT), meet(settings=INSTANT)
    ann.arrive()
    table = ann.new_table(variant, (None, None))
    for person in (ann, ben):
        person.open(f"/t/{table}")
        person.page.get_by_role("button", name=person.text("lobby.sit")).or_(
            person.page.get_by_role("button", name=person.text("lobby.take-seat"))
        ).first.click()
    ann.press("lobby.start")
    return ann, ben


def type_dice(person: Person, values: str) -> None:
    for value in values:
        person.page.get_by_role("button", name=value, exact=True).click()
    person.press("pad.done")


def with_a_clock(meet: Meet) -> Person:
    """Somebody whose clock a test can stop. It replaces the browser's before the page sets a timer."""
    person = meet(settings=USUAL)
    person.page.clock.install()
    return person


def stop_the_clock(person: Person) -> None:
    """Pauses then last until the test lets the time go on, however busy the machine is."""
    person.page.clock.pause_at(person.page.evaluate("Date.now()") + 1000)


def cell(person: Person, colour: str, number: int) -> None:
    name = person.text(f"cell.{colour}", number=number)
    person.page.get_by_role("button", name=person.text("cell-state.possible", cell=name)).click()


def test_anybody_rolls_own_dice_for_a_bot(meet: Meet) -> None:
    ann = meet(settings=INSTANT)
    begin(ann, seats=(None, "gap"))
    bot = ann.page.locator(".ask").filter(has_text=ann.text("table.type-for", name="gap"))
    for _ in range(2):
        ann.page.locator(".keys").wait_for()
        if bot.count():
            break
        type_dice(ann, "112345")
        ann.page.locator(".keys").wait_for(state="detached")
        while not ann.page.locator(".keys").count():
            passing = ann.page.locator(".pass:not(:disabled)")
            passing.or_(ann.page.locator(".keys")).first.wait_for()
            passing.evaluate_all("(buttons) => buttons.forEach((button) => button.click())")
            ann.page.wait_for_timeout(100)
    bot.wait_for()
    type_dice(ann, "661111")
    expect(ann.page.locator(".ask")).to_have_text(ann.text("table.white", sum=12))


@pytest.mark.parametrize("second", ["tap", "key"])
def test_a_second_press_does_not_answer_the_next_question(meet: Meet, second: str) -> None:
    ann = meet(settings=INSTANT)
    begin(ann)
    type_dice(ann, "331111")
    cell(ann, "red", 6)
    main = ann.page.locator(".go .main")
    expect(main).to_have_attribute("aria-disabled", "false")
    box = main.bounding_box()
    assert box
    if second == "tap":
        ann.page.mouse.move(box["x"] + 10, box["y"] + 10)
        for _ in range(3):
            ann.page.mouse.down()
            ann.page.mouse.up()
    else:
        main.focus()
        ann.page.keyboard.press("Enter")
        ann.page.keyboard.press("Enter")
    expect(ann.page.locator(".ask")).to_have_text(ann.text("table.colour"))
    assert not ann.page.evaluate("document.activeElement?.closest('.go')"), (
        "the focus stays on another question"
    )
    # Both passes would have ended the turn; the colour action is still ours.
    expect(ann.page.locator(".go .pass")).to_have_attribute("aria-disabled", "false")
    expect(ann.page.locator(".ask")).to_have_text(ann.text("table.colour"))


def test_digits_follow_the_order_of_the_sheet(meet: Meet) -> None:
    ann = meet(settings=INSTANT, size=(1280, 800))
    begin(ann)
    type_dice(ann, "132222")
    ann.see("table.white-alone", sum=4)
    ann.page.locator(".go .pass[aria-disabled=false]").click()
    expect(ann.page.locator(".ask")).to_have_text(ann.text("table.colour"))
    cells = ann.page.locator(".cell button[data-digit]")
    expect(cells).to_have_count(8)
    digits = [str(n) for n in range(1, 9)]
    assert cells.evaluate_all("(all) => all.map((one) => one.dataset.digit)") == digits
    ann.page.keyboard.press("5")
    expect(ann.page.locator(".green .cell.picked")).to_contain_text("5")
    ann.page.keyboard.press("ArrowRight")
    expect(ann.page.locator(".green .cell.picked")).to_contain_text("3")


def test_arrow_keys_walk_the_choices_and_the_focus_stays_in_the_turn(meet: Meet) -> None:
    ann = meet(settings=INSTANT)
    begin(ann)
    type_dice(ann, "331111")
    ann.page.locator("button.choice").first.wait_for(state="attached")
    ann.page.evaluate("document.activeElement.blur()")
    picked = ann.page.locator(".cell.picked button")
    for key, colour in (
        ("ArrowRight", "red"),
        ("ArrowDown", "yellow"),
        ("ArrowLeft", "red"),
        ("ArrowUp", "blue"),
    ):
        ann.page.keyboard.press(key)
        number = ann.text(f"cell.{colour}", number=6)
        expect(picked).to_have_attribute("aria-label", ann.text("cell-state.picked", cell=number))
    expect(ann.page.locator(".go .main")).to_have_attribute("aria-disabled", "false")
    ann.page.keyboard.press("Enter")
    expect(ann.page.locator(".ask")).to_have_text(ann.text("table.colour"))
    expect(ann.page.locator(".turn")).to_be_focused()


def test_enter_confirms_the_picked_choice_wherever_the_focus_is(meet: Meet) -> None:
    ann = meet(settings=INSTANT)
    begin(ann)
    type_dice(ann, "331111")
    ann.page.locator(".cell button").first.focus()
    ann.page.keyboard.press("Enter")
    picked = ann.page.locator(".cell.picked")
    expect(picked).to_have_count(1)
    # Another one by its arrow key, while the first has the focus.
    ann.page.keyboard.press("ArrowRight")
    expect(ann.page.locator(".yellow .cell.picked")).to_have_count(1)
    expect(ann.page.locator(".go .main")).to_have_attribute("aria-disabled", "false")
    # A button that is no choice keeps its own meaning.
    sound = ann.page.locator(".top button[aria-pressed]")
    before = sound.get_attribute("aria-pressed")
    sound.focus()
    for _ in range(2):
        ann.page.keyboard.press("Enter")
    expect(sound).to_have_attribute("aria-pressed", str(before))
    expect(ann.page.locator(".yellow .cell.picked:not(.sending)")).to_have_count(1)
    ann.page.evaluate("document.activeElement.blur()")
    ann.page.keyboard.press("Enter")
    expect(ann.page.locator(".ask")).to_have_text(ann.text("table.colour"))
    expect(ann.page.locator(".own .yellow .cell.crossed")).to_have_count(1)
    ann.page.locator(".cell button").first.focus()
    ann.page.keyboard.press("Enter")
    expect(picked).to_have_count(1)
    expect(ann.page.locator(".go .main")).to_have_attribute("aria-disabled", "false")
    ann.page.keyboard.press("Enter")
    expect(ann.page.locator(".own .cell.crossed")).to_have_count(2)


def test_a_choice_picked_by_key_takes_the_focus_from_pass(meet: Meet) -> None:
    ann = meet(settings=INSTANT)
    begin(ann)
    type_dice(ann, "331111")
    expect(ann.page.locator(".go .pass")).to_have_attribute("aria-disabled", "false")
    ann.page.locator(".go .pass").focus()
    ann.page.keyboard.press("1")
    expect(ann.page.locator(".red .cell.picked")).to_have_count(1)
    ann.page.keyboard.press("Enter")
    expect(ann.page.locator(".ask")).to_have_text(ann.text("table.colour"))
    expect(ann.page.locator(".own .red .cell.crossed")).to_have_count(1)


def test_where_a_tap_confirms_a_double_tap_answers_one_question(meet: Meet) -> None:
    ann = meet(settings=INSTANT.replace("'instant'", "'instant', atOnce: true"))
    begin(ann)
    type_dice(ann, "335111")
    ann.page.locator(".own .red .cell.possible button").wait_for()
    ann.page.wait_for_timeout(600)
    # The second tap is on the crossed cell, and so on its row, which has another number for the next action.
    box = ann.page.locator(".own .red .cell.possible").bounding_box()
    assert box
    ann.page.mouse.move(box["x"] + 10, box["y"] + 10)
    ann.page.mouse.down()
    ann.page.mouse.up()
    expect(ann.page.locator(".own .red .cell.possible .number")).to_have_text("8")
    ann.page.mouse.down()
    ann.page.mouse.up()
    expect(ann.page.locator(".own .red .cell.picked .number")).to_have_text("8")
    expect(ann.page.locator(".go .main")).to_have_attribute("aria-disabled", "false")
    expect(ann.page.locator(".ask")).to_have_text(ann.text("table.colour"))


def test_the_pencil_stays_until_the_ink_is_there(meet: Meet) -> None:
    ann = meet(settings=INSTANT)
    begin(ann)
    type_dice(ann, "331111")
    cell(ann, "blue", 6)
    ann.page.evaluate(
        """() => {
            const cell = document.querySelector('.own .blue .cell.picked');
            window.seen = new Set();
            const look = () => { window.seen.add(cell.classList[1]); requestAnimationFrame(look); };
            look();
        }"""
    )
    ann.press("do.cross", cell=ann.text("cell.blue", number=6))
    expect(ann.page.locator(".own .blue .cell.crossed")).to_have_count(1)
    assert ann.page.evaluate("[...window.seen]") == ["picked", "crossed"]


def test_a_roll_that_fits_nowhere_is_shown_with_its_reason(meet: Meet) -> None:
    ann = with_a_clock(meet)
    begin(ann)
    type_dice(ann, "561611")
    cell(ann, "red", 11)
    ann.press("do.cross", cell=ann.text("cell.red", number=11))
    # Until the first choice is acknowledged, the same cell is another answer to the first question.
    ann.see("table.colour")
    cell(ann, "yellow", 11)
    ann.press("do.cross", cell=ann.text("cell.yellow", number=11))
    ann.page.locator(".keys").wait_for()
    stop_the_clock(ann)
    type_dice(ann, "111111")
    ann.see("news.nothing-penalty", sum=2, points=5)
    expect(ann.page.get_by_label(ann.text("die.shows", die=ann.text("die.red"), value=1))).to_be_visible()
    ann.page.clock.run_for(1500)
    ann.see("sheet.penalties-count", n=0)
    assert ann.page.locator(".keys").count() == 0, "the next roll came before the reason could be read"
    ann.page.clock.run_for(1500)
    ann.see("sheet.penalties-count", n=1)
    ann.page.clock.run_for(1600)
    ann.page.locator(".keys").wait_for()


def test_the_last_roll_is_shown_before_the_result(meet: Meet) -> None:
    """A solo player who always passes: the fourth penalty ends the game."""
    ann = with_a_clock(meet)
    begin(ann)
    stop_the_clock(ann)
    for penalties in range(1, 5):
        type_dice(ann, "123456")
        for question in ("table.white-alone", "table.colour"):
            ann.see(question, sum=3)
            ann.page.clock.run_for(1200)
            ann.page.locator(".go .pass").click()
        # The choice is acknowledged; the sheet follows some frames later.
        expect(ann.page.locator(".ask")).not_to_have_text(ann.text("table.colour"))
        ann.page.clock.run_for(100)
        ann.see("sheet.penalties-count", n=penalties)
        if penalties < 4:
            ann.page.clock.run_for(1600)
    ann.page.clock.run_for(1500)
    ann.see("cause-you.penalties")
    assert ann.page.locator(".sheet").count() == 1
    assert ann.page.get_by_role("button", name=ann.text("end.rematch")).count() == 0
    ann.page.clock.run_for(1500)
    ann.see_the_end()


def test_crosses_and_picks_are_visible_in_forced_colours(meet: Meet) -> None:
    ann = meet(settings=INSTANT)
    begin(ann, seats=(None, "gap", "gap"))
    ann.page.emulate_media(forced_colors="active")
    ann.page.locator(".keys").wait_for()
    type_dice(ann, "231111")
    ann.page.locator(".cell button").first.click()
    ann.page.locator(".go .main").click()
    crossed = ann.page.locator(".cell.crossed .cross path")
    crossed.first.wait_for()
    colours = """element => [getComputedStyle(element).stroke, getComputedStyle(element).strokeWidth,
        getComputedStyle(element.closest('li')).backgroundColor]"""
    line = "(cell) => getComputedStyle(cell).textDecorationLine"
    assert ann.page.locator(".own .cell.lost").first.evaluate(line) == "line-through"
    stroke, width, ground = crossed.first.evaluate(colours)
    assert stroke not in (ground, "none")
    assert float(width.removesuffix("px")) > 0
    if ann.page.locator(".cell button").count():
        ann.page.locator(".cell button").first.click()
        ring = "getComputedStyle(document.querySelector('.cell.picked'), '::before').borderTopWidth"
        assert ann.page.evaluate(ring) == "5px"
    box = "getComputedStyle(document.querySelector('.mini i')).borderTopStyle"
    assert ann.page.evaluate(box) == "solid", "the cells of the small sheets have no frame"


def test_a_printed_table_is_light_and_has_its_crosses(meet: Meet) -> None:
    """Browsers print no backgrounds, so light text of the dark theme would vanish."""
    ann = meet(settings=INSTANT, color_scheme="dark")
    begin(ann)
    type_dice(ann, "331111")
    cell(ann, "red", 6)
    ann.page.locator(".go .main").click()
    ann.page.locator(".cell.crossed .cross").wait_for()
    ann.page.emulate_media(media="print")
    ink = "getComputedStyle(document.querySelector('.sheet')).color.match(/\\d+/g).slice(0, 3)"
    assert max(map(int, ann.page.evaluate(ink))) < 100, "the text is light on white paper"
    kept = "getComputedStyle(document.querySelector('.row')).printColorAdjust"
    assert ann.page.evaluate(kept) == "exact"
    assert not ann.page.locator(".go").is_visible()


def test_a_confirmed_choice_is_shown_until_the_server_has_it(meet: Meet, server: Server) -> None:
    ann = meet(settings=INSTANT)
    ann.expected = ("WebSocket connection", "Failed to load resource")
    begin(ann)
    type_dice(ann, "331111")
    cell(ann, "red", 6)
    server.kill()
    ann.see("link.lost")
    ann.page.locator(".go .main").click()
    ann.see("table.sending")
    expect(ann.page.locator(".cell.picked.sending")).to_have_count(1)
    server.start()
    expect(ann.page.locator(".ask")).to_have_text(ann.text("table.colour"), timeout=60_000)
    assert ann.page.locator(".sending").count() == 0


def test_only_the_last_word_on_a_choice_is_sent(meet: Meet) -> None:
    """Somebody crosses out a number without a connection, and then passes: the pass counts."""
    ann = meet(settings=INSTANT)
    ann.expected = ("WebSocket", "ERR_INTERNET_DISCONNECTED")
    begin(ann)
    type_dice(ann, "331111")
    cell(ann, "red", 6)
    ann.context.set_offline(True)
    ann.see("link.lost")
    ann.page.locator(".go .main").click()
    ann.see("table.sending")
    ann.page.locator(".go .pass").click()
    expect(ann.page.locator(".done .what")).to_have_text(ann.text("choice.pass"))
    ann.context.set_offline(False)
    expect(ann.page.locator(".ask")).to_have_text(ann.text("table.colour"))
    expect(ann.page.locator(".cell.crossed")).to_have_count(0)
    expect(ann.page.get_by_role("alert")).to_have_count(0)


def test_the_first_roll_of_a_game_tumbles_and_dice_of_before_lie_still(meet: Meet) -> None:
    ann = meet(settings=USUAL)
    ann.arrive()
    ann.open("/t/" + ann.new_table("classic", (None,)))
    ann.page.get_by_role("button", name=ann.text("lobby.sit")).first.click()
    ann.press("lobby.start")
    ann.press("do.roll")
    expect(ann.page.locator(".tray .tumbling").first).to_be_attached()
    expect(ann.page.locator(".ask")).to_contain_text(ann.text("do.pass").lower())
    ann.page.reload()
    ann.page.locator(".cell.possible").first.wait_for()
    expect(ann.page.locator(".tray .tumbling")).to_have_count(0)


def test_nothing_can_be_chosen_while_the_dice_are_corrected(meet: Meet) -> None:
    ann = meet(settings=INSTANT)
    begin(ann)
    type_dice(ann, "331111")
    possible = ann.page.locator(".cell.possible")
    expect(possible).not_to_have_count(0)
    ann.press("pad.correct")
    expect(ann.page.locator(".ask")).to_have_text(ann.text("pad.correct"))
    expect(possible).to_have_count(0)
    ann.press("do.cancel")
    expect(possible).not_to_have_count(0)


def test_the_chat_opens_at_its_last_line(meet: Meet) -> None:
    ann, _ = two_people(meet, "classic")
    ann.page.locator(".turn").wait_for()
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


def test_another_language_keeps_the_table_as_it_is(meet: Meet) -> None:
    ann = meet(settings=INSTANT)
    begin(ann)
    connections: list[str] = []
    ann.page.on("websocket", lambda socket: connections.append(socket.url))
    ann.press("table.menu")
    ann.page.locator("dialog summary").first.click()
    ann.page.locator("dialog select").select_option("de")
    german = catalogue("de")
    expect(ann.page.locator("dialog details[open] summary")).to_have_text(german("log.title"))
    assert connections == [], "the table was opened again"


def test_a_device_that_goes_offline_says_so_at_once(meet: Meet) -> None:
    ann = meet(settings=INSTANT)
    ann.expected = ("WebSocket", "ERR_INTERNET_DISCONNECTED")
    begin(ann)
    ann.context.set_offline(True)
    ann.page.get_by_text(ann.text("link.lost")).first.wait_for(timeout=10_000)
    forward = ann.page.locator(".go button.main")
    expect(forward).to_have_text(ann.text("link.waiting"))
    expect(forward).to_be_disabled()
    said, below = (
        ann.page.locator(place).first.bounding_box() for place in (".link.lost", ".players, .turn")
    )
    assert said
    assert below
    assert said["y"] + said["height"] <= below["y"]
    ann.context.set_offline(False)
    ann.page.get_by_role("status").filter(has_text="●").wait_for()
    expect(forward).not_to_have_text(ann.text("link.waiting"))


@pytest.mark.parametrize("variant", ["classic", "longo"])
def test_numbers_do_not_collide_in_text_of_double_size(meet: Meet, variant: str) -> None:
    ann = meet(settings=INSTANT, size=(390, 844))
    begin(ann, variant)
    ann.page.evaluate("document.documentElement.style.fontSize = '200%'")
    wide = ann.page.evaluate(
        """() => [...document.querySelectorAll('.cell')].filter((cell) => {
            const range = document.createRange();
            range.selectNodeContents(cell.querySelector('[aria-hidden], button'));
            return range.getBoundingClientRect().width > cell.getBoundingClientRect().width;
        }).length"""
    )
    assert wide == 0
    assert ann.no_overflow()


def test_nobody_can_choose_for_the_next_player_before_the_device_changes_hands(meet: Meet) -> None:
    ann = with_a_clock(meet)
    begin(ann, seats=(None, None))
    hand_over = ann.page.locator("dialog[aria-labelledby=hand-over] button")
    # The first of the two has started the game, and has the device.
    ann.page.locator(".keys").wait_for()
    if hand_over.count():
        hand_over.click()
    stop_the_clock(ann)
    type_dice(ann, "112345")
    for player in ("active", "other"):
        if player == "other":
            hand_over.wait_for()
            ann.page.clock.run_for(600)
            hand_over.click()
        ann.see("table.white-named", sum=2, name="")
        ann.page.clock.run_for(1200)
        cell(ann, "red", 2)
        # The button says so a frame later.
        ann.page.clock.run_for(100)
        ann.press("do.cross", cell=ann.text("cell.red", number=2))
    # What both have crossed out is shown first; the colour action of the other one has begun.
    ann.page.locator(".tray").get_by_text(ann.text("cell.red", number=2)).first.wait_for()
    ann.page.clock.run_for(100)
    expect(ann.page.locator(".own .cell.fresh")).to_have_count(1)
    assert hand_over.count() == 0
    assert ann.page.locator(".cell button").count() == 0
    ann.page.clock.run_for(2000)
    hand_over.wait_for()
    ann.page.clock.run_for(600)
    hand_over.click()
    ann.page.clock.run_for(600)
    ann.page.locator(".cell button").first.wait_for()


def test_the_final_round_is_announced_and_stays_visible(meet: Meet) -> None:
    ann = meet(settings=INSTANT)
    begin(ann, "onboard-a", (None, None), board=BOARD)
    ann.page.evaluate(
        """() => { setInterval(() =>
            document.querySelector('dialog[aria-labelledby=hand-over] button')?.click(), 25) }"""
    )
    type_dice(ann, "112345")
    passing = ann.page.locator(".go .pass")
    moving = ann.page.get_by_text(ann.text("table.board-named", name=""))
    while not moving.count():
        passing.or_(moving).first.wait_for()
        if not moving.count():
            passing.evaluate_all("(buttons) => buttons.forEach((button) => button.click())")
        ann.page.wait_for_timeout(100)
    assert ann.page.locator(".top .final").count() == 0
    disc = ann.page.locator(".strip .reachable .disc").last
    fill = "element => [getComputedStyle(element).background, getComputedStyle(element).color]"
    before = disc.evaluate(fill)
    ann.page.locator(".strip .reachable button").last.click()
    ann.page.locator(".strip .stop").wait_for()
    expect(ann.page.locator(".own .cell.picked")).to_have_count(1)
    assert disc.evaluate(fill) == before, "a picked space keeps its colour"
    glow = "element => getComputedStyle(element, '::before').backgroundColor"
    assert disc.evaluate(glow) == "rgba(0, 0, 0, 0)", "nothing lies over the colour"
    ann.press("track.open")
    expect(ann.page.locator(".board .pawn.mine")).to_have_count(1)
    expect(ann.page.locator(".board .stop")).to_have_count(1)
    ann.press("track.close")
    ann.page.locator(".go .main").click()
    ann.page.locator(".keys").wait_for()
    expect(ann.page.locator(".top .final")).to_have_text(ann.text("table.final"))
    ann.page.set_viewport_size({"width": 360, "height": 640})
    assert ann.no_overflow()
    below = "document.documentElement.scrollHeight - innerHeight"
    assert ann.page.evaluate(below) <= 0, "a long name makes the sheet too high"
    wait_until(lambda: ":" in ann.page.locator(".tray").inner_text(), "nobody said why")


def test_a_move_of_the_pawn_can_be_followed(meet: Meet) -> None:
    """It hops in the old part of the board, then the strip slides; the card of the player has the points."""
    ann = with_a_clock(meet)
    begin(ann, "onboard-a", (None, None), board=BOARD)
    ann.page.evaluate(
        """() => { setInterval(() =>
            document.querySelector('dialog[aria-labelledby=hand-over] button')?.click(), 25) }"""
    )
    type_dice(ann, "112345")
    cell(ann, "yellow", 2)
    ann.press("do.cross", cell=ann.text("cell.yellow", number=2))
    strip = ann.page.locator(".strip .road")
    while not strip.locator(".reachable").count():
        passing = ann.page.locator(".go .pass[aria-disabled=false]")
        passing.evaluate_all("(buttons) => buttons.forEach((button) => button.click())")
        ann.page.wait_for_timeout(100)
    strip.locator(".reachable button").first.click()
    stroke = strip.locator(".stop .cross path").first.evaluate("path => getComputedStyle(path).strokeWidth")
    assert stroke == "3.2px", "the cross of a picked space cannot be seen"
    reachable = strip.locator(".reachable").count()
    ann.page.locator(".strip .more").click()
    expect(ann.page.locator(".track .reachable")).to_have_count(reachable)
    assert ann.page.locator(".track .reachable .disc b").evaluate_all(
        """(numbers) => numbers.every((number) => {
            const { x, y, width, height } = number.getBoundingClientRect();
            return document.elementFromPoint(x + width / 2, y + height / 2).tagName === "BUTTON";
        })"""
    ), "something lies over the button of a space"
    ann.page.locator(".strip .more").click()
    strip.locator(".reachable button").last.click()
    main = ann.page.locator(".go .main[aria-disabled=false]")
    main.wait_for()
    stop_the_clock(ann)
    main.click()
    expect(ann.page.locator(".ask")).to_contain_text("(+15)")
    ann.page.clock.run_for(200)
    expect(strip.locator(".hops")).to_have_count(1)
    expect(strip.locator(".start")).to_have_count(1)
    ann.page.clock.run_for(400)
    expect(strip.locator(".hops")).to_have_count(0)
    expect(strip.locator(".slides")).to_have_count(1)
    expect(strip.locator(".slides .start")).to_have_count(1)
    ann.page.clock.run_for(400)
    expect(strip.locator(".slides, .start")).to_have_count(0)
    ann.page.clock.resume()
    card = ann.page.locator(".mini")
    expect(card.locator(".pawn-here b")).to_have_text("+15")
    expect(card).to_contain_text(ann.text("sheet.bonus", points=15))


def test_the_points_of_every_pawn_fit_on_small_cards(meet: Meet) -> None:
    ann = meet(settings=INSTANT, size=(320, 640))
    begin(ann, "onboard-b", (None, "gap", "gap", "gap"))
    facts = ann.page.locator(".mini .facts")
    expect(facts).to_have_count(3)
    heights = facts.evaluate_all(
        """(all) => all.map((facts) => {
            facts.querySelector('.pawn-here b').textContent = '+40';
            return facts.offsetHeight;
        })"""
    )
    assert max(heights) <= 16, "on two lines"


def test_pawns_leave_what_is_printed_on_the_board_readable(meet: Meet) -> None:
    """By the pawns of the rules page: the middle of no number, points or sign lies under one."""
    ann = meet(settings=INSTANT)
    ann.open("/rules/onboard")
    ann.page.locator(".hop").first.wait_for()
    covered = """() => {
        const all = (selector) => [...document.querySelectorAll(selector)];
        const pawns = all('.hop .pawn').map((pawn) => pawn.getBoundingClientRect());
        return all('.board .disc > :is(b, small, svg:first-child)').filter((text) => {
            const { left, right, top, bottom } = text.getBoundingClientRect();
            const [x, y] = [(left + right) / 2, (top + bottom) / 2];
            return pawns.some((pawn) => pawn.left < x && x < pawn.right && pawn.top < y && y < pawn.bottom);
        }).length;
    }"""
    for width, height in ((360, 640), (390, 844), (820, 1180), (1280, 800)):
        ann.page.set_viewport_size({"width": width, "height": height})
        assert ann.page.evaluate(covered) == 0, (width, height)


def test_nothing_tells_the_roll_before_the_dice_lie_still(meet: Meet) -> None:
    ann = meet(settings=USUAL, size=(1280, 800))
    begin(ann, "longo")
    type_dice(ann, "341234")
    ann.page.locator(".cell button[data-digit]").first.wait_for()
    delay = "([place, part]) => getComputedStyle(document.querySelector(place), part).animationDelay"
    for place, part in ((".cell button[data-digit]", "::before"), (".news span", None), (".ask span", None)):
        assert ann.page.evaluate(delay, [place, part]) == "0.6s", place


# Of a screen: how much of the stage lies below it or under the action bar, and the smallest target of a cell.
FIT = """() => {
    const bar = document.querySelector('.actions');
    const low = getComputedStyle(bar).position === 'fixed' ? bar.getBoundingClientRect().top : innerHeight;
    const parts = document.querySelectorAll('.own .sheet, .track .board, .tray, .actions button');
    const bottoms = [...parts].map((part) =>
        part.getBoundingClientRect().bottom - (bar.contains(part) ? innerHeight : low));
    const cells = [...document.querySelectorAll('.own .cell')].map((cell) => cell.getBoundingClientRect());
    const [one, two] = cells;
    return {
        hidden: Math.max(document.documentElement.scrollHeight - innerHeight, ...bottoms),
        width: two.left - one.left,
        height: Math.min(...cells.map((cell) => cell.height)),
    };
}"""


@pytest.mark.parametrize(
    ("variant", "training"),
    [("classic", False), ("classic", True), ("longo", False), ("onboard-b", False)],
)
def test_the_whole_stage_fits_on_every_screen(meet: Meet, variant: str, training: bool) -> None:
    """Without scrolling, and with cells that a finger hits: as wide as a full row allows."""
    ann = meet(settings=INSTANT)
    ann.arrive()
    ann.open("/t/" + ann.new_table(variant, (None, "gap", "gap"), training=training))
    ann.press("lobby.sit")
    ann.press("lobby.start")
    ann.page.locator(".actions").wait_for()
    for width, height in ((360, 640), (390, 844), (820, 1180), (844, 390), (1280, 800)):
        ann.page.set_viewport_size({"width": width, "height": height})
        found = ann.page.evaluate(FIT)
        assert found["hidden"] <= 0, (width, height, found)
        narrow = min(width, height) < 400
        assert found["width"] >= (38 if variant == "longo" and width < height else 26), (width, found)
        # A gap of 2 px belongs to the target. The line of the coach takes its height from the sheet.
        least = (30 if training else 32) if narrow else (36 if training else 40)
        assert found["height"] + 2 >= least, (width, found)


def test_the_first_steps_fit_on_small_screens_in_every_language(meet: Meet) -> None:
    """The bubble is as high as the longest of its texts, so one step shows it for all."""
    ann = meet(settings=INSTANT)
    ann.open("/learn")
    ann.press("learn.start")
    ann.page.locator(".go .main").click()
    ann.page.locator(".bubble .sum").wait_for()
    for language in LANGUAGES:
        ann.page.evaluate("language => localStorage.setItem('qwixx.language', language)", language)
        ann.page.reload()
        says = catalogue(language)("learn.first-white")
        expect(ann.page.locator(".bubble [aria-live]")).to_contain_text(says)
        for width, height in ((360, 640), (844, 390)):
            ann.page.set_viewport_size({"width": width, "height": height})
            found = ann.page.evaluate(FIT)
            assert found["hidden"] <= 0, (language, width, height, found)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_sentence_about_a_lucky_roll_is_readable_and_moves_nothing(meet: Meet, language: str) -> None:
    ann = meet(language, settings=INSTANT, size=(360, 640))
    begin(ann, "longo")
    tray = "document.querySelector('.tray').offsetHeight"
    sides = ((360, 640), (844, 390))
    before = []
    for width, height in sides:
        ann.page.set_viewport_size({"width": width, "height": height})
        before.append(ann.page.evaluate(tray))
    lucky = ann.page.locator(".own .foot .soft [aria-hidden]").inner_text()
    number = int(lucky.removeprefix("★").split(",")[0])
    type_dice(ann, f"{number // 2}{number - number // 2}1111")
    ann.page.locator(".own .cell.lucky").first.wait_for()
    for (width, height), high in zip(sides, before, strict=True):
        ann.page.set_viewport_size({"width": width, "height": height})
        size = "parseFloat(getComputedStyle(document.querySelector('.news')).fontSize)"
        assert ann.page.evaluate(size) >= 12, (width, height)
        assert ann.page.evaluate(tray) == high, (width, height)


@pytest.mark.parametrize(
    ("variant", "language"), [("classic", "uk"), ("longo", "de"), ("onboard-a", "en"), ("onboard-b", "el")]
)
def test_nothing_moves_during_a_whole_game(meet: Meet, variant: str, language: str) -> None:
    """All layout shifts count, those after a tap too; long words do not make a difference."""
    ann = meet(language, settings=INSTANT, size=(390, 844))
    ann.arrive()
    ann.open("/t/" + ann.new_table(variant, (None, "gap")))
    ann.press("lobby.sit")
    ann.press("lobby.start")
    ann.page.locator(".turn").wait_for()
    ann.page.evaluate(SHIFTS)
    ann.play()
    ann.see_the_end()
    assert ann.page.evaluate("window.shift") <= 0.05


def test_typing_dice_moves_nothing(meet: Meet) -> None:
    """The keys and the dice share one place, and the buttons are in the action bar, on every screen."""
    ann = meet(settings=INSTANT, size=(360, 640))
    begin(ann, "longo")
    parts = "[...document.querySelectorAll('.tray, .own .sheet')].map((part) => part.getBoundingClientRect())"
    whole = "document.documentElement.scrollHeight <= innerHeight"
    typing = []
    for width, height in ((360, 640), (844, 390)):
        ann.page.set_viewport_size({"width": width, "height": height})
        typing.append(ann.page.evaluate(parts))
        assert ann.page.evaluate(whole), "a part of the keys or of the sheet is cut"
    type_dice(ann, "341234")
    ann.page.locator(".cell.possible").first.wait_for()
    assert ann.page.evaluate(parts) == typing[1]
    ann.page.set_viewport_size({"width": 360, "height": 640})
    assert ann.page.evaluate(parts) == typing[0]
    ann.press("pad.correct")
    ann.page.locator(".keys").wait_for()
    assert ann.page.evaluate(parts) == typing[0]
    for value in "341234":
        ann.page.get_by_role("button", name=value, exact=True).click()
    ann.see("pad.check")
    assert ann.page.evaluate(parts) == typing[0]


def test_penalty_boxes_say_what_they_cost_and_the_menu_opens_and_closes(meet: Meet) -> None:
    ann = meet(settings=INSTANT)
    begin(ann)
    boxes = ann.page.locator(".own .penalties i")
    expect(boxes).to_have_text(["−5"] * 4)
    assert boxes.locator(".cross").count() == 0
    type_dice(ann, "123456")
    for question in ("table.white-alone", "table.colour"):
        ann.see(question, sum=3)
        ann.page.locator(".go .pass[aria-disabled=false]").click()
    expect(boxes.locator(".cross")).to_have_count(1)
    ann.press("table.menu")
    menu = ann.page.get_by_role("dialog")
    for key, path in (("nav.rules", "/rules"), ("nav.settings", "/settings")):
        expect(menu.get_by_role("link", name=ann.text(key))).to_have_attribute("href", path)
    expect(menu.get_by_role("button", name=ann.text("table.leave"))).to_be_visible()
    ann.page.keyboard.press("Escape")
    expect(menu).to_have_count(0)


def test_settings_stay_after_a_reload(meet: Meet) -> None:
    ann = meet(settings="")
    ann.open("/settings")
    ann.field("settings.speed").select_option("calm")
    ann.field("settings.theme").select_option("dark")
    ann.field("settings.list").check()
    ann.page.reload()
    expect(ann.field("settings.speed")).to_have_value("calm")
    expect(ann.field("settings.theme")).to_have_value("dark")
    expect(ann.field("settings.list")).to_be_checked()
    expect(ann.field("settings.keys")).to_be_checked()


def test_what_is_said_appears_on_the_table_and_a_reaction_takes_two_taps(meet: Meet) -> None:
    """On a small phone, where Longo has no room for a line of reactions."""
    ann, ben = two_people(meet, "longo")
    ben.page.locator(".turn").wait_for()
    ben.press("chat.title")
    ben.page.get_by_role("dialog").get_by_role("textbox").fill("Well done!")
    ben.press("chat.send")
    expect(ann.page.locator(".player .says")).to_have_text("Well done!")
    ben.page.keyboard.press("Escape")
    ben.press("chat.title")
    ben.page.get_by_role("dialog").get_by_label(ben.text("react.happy")).click()
    expect(ben.page.get_by_role("dialog")).to_have_count(0)
    face = ann.page.locator(".player .says").get_by_label(ann.text("react.happy"))
    expect(face).to_be_visible()
    assert face.evaluate("(face) => face.clientHeight < face.closest('.player').clientHeight")
    own = ben.page.locator(".actions > .says").get_by_label(ben.text("react.happy"))
    expect(own).to_be_visible()

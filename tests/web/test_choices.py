"""Choosing by taps and keys: nothing is lost by a hasty press, a lost connection or somebody else's turn."""

import pytest
from at_the_table import INSTANT, begin, cell, stop_the_clock, type_dice, with_a_clock
from browser_play import Meet
from playwright.sync_api import expect

# Every space has a number that others come before.
BOARD = "y4+1 g9+2 y5+3 g8+4 y6+5 g7+6 y7+7 g6+8"


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
    ann = with_a_clock(meet)
    begin(ann)
    type_dice(ann, "331111")
    cell(ann, "red", 6)
    main, passing, question = (ann.page.locator(css) for css in (".go .main", ".go .pass", ".ask"))
    expect(main).to_have_attribute("aria-disabled", "false")
    stop_the_clock(ann)
    if second == "tap":
        main.click()
    else:
        main.press("Enter")
    expect(question).to_have_text(ann.text("table.colour"))
    ann.page.clock.run_for(300)
    expect(passing).to_have_attribute("aria-disabled", "true")
    assert not ann.page.evaluate("document.activeElement?.closest('.go')"), (
        "the focus stays on another question"
    )
    if second == "tap":
        passing.click(force=True)
    else:
        ann.page.keyboard.press("Enter")
    # A pass would have ended the turn; the colour action is still ours.
    ann.page.clock.run_for(600)
    expect(passing).to_have_attribute("aria-disabled", "false")
    expect(question).to_have_text(ann.text("table.colour"))


def test_a_picked_number_shows_what_it_skips(meet: Meet) -> None:
    ann = meet(settings=INSTANT)
    begin(ann, "onboard-a", board=BOARD)
    type_dice(ann, "331111")
    skipped = ann.page.locator(".own .cell.skipped .number")
    expect(skipped).to_have_count(0)
    cell(ann, "blue", 6)
    expect(ann.page.locator(".own .blue .cell.skipped .number")).to_have_text(
        ["12", "11", "10", "9", "8", "7"]
    )
    cell(ann, "red", 6)
    expect(skipped).to_have_text(["2", "3", "4", "5"])
    ann.page.locator(".go .main").click()
    expect(ann.page.locator(".own .cell.lost")).to_have_count(4)
    expect(skipped).to_have_count(0)
    ann.page.locator(".go .pass[aria-disabled=false]").click()
    # A pawn that moves to a number skips, too.
    ann.page.locator(".strip .reachable button").first.click()
    ann.page.locator(".own .cell.picked").wait_for()
    costs = ann.text("outlook.skips", n=skipped.count())
    assert skipped.count()
    expect(ann.page.locator("#costs")).to_contain_text(costs)


def test_a_tap_in_a_row_picks_the_nearest_number_and_then_the_other(meet: Meet) -> None:
    ann = meet(settings=INSTANT)
    begin(ann)
    type_dice(ann, "354111")
    ann.see("table.white-alone", sum=8)
    ann.page.locator(".go .pass[aria-disabled=false]").click()
    ann.see("table.colour")
    row, picked = ann.page.locator(".own .red .cell"), ann.page.locator(".own .cell.picked .number")
    # The candidates of red are 7 and 9.
    for beside, number in ((10, 9), (10, 7), (10, 9), (6, 7), (2, 9)):
        row.nth(beside - 2).click()
        expect(picked).to_have_text(str(number))


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


def test_nothing_can_be_chosen_while_the_dice_are_corrected(meet: Meet) -> None:
    ann = meet(settings=INSTANT)
    begin(ann)
    type_dice(ann, "331111")
    possible = ann.page.locator(".cell.possible")
    expect(possible).not_to_have_count(0)
    ann.press("pad.correct")
    expect(ann.page.locator(".ask")).to_have_text(ann.text("pad.fix"))
    expect(possible).to_have_count(0)
    ann.press("do.cancel")
    expect(possible).not_to_have_count(0)


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

"""The rhythm of a turn: everything that happens is shown, with its reason, before the game goes on."""

from at_the_table import HAND_OVER, INSTANT, USUAL, begin, cell, stop_the_clock, type_dice, with_a_clock
from browser_play import Meet, Person, wait_until
from playwright.sync_api import expect

from qwixx.locales import LANGUAGES, catalogue

BOARD = "y2+7 b12+9 r3+11 g12+13 y4+15 b11+17 g10+19 r5+21"


def pass_until_the_pawn_moves(person: Person) -> None:
    """The question is there before its buttons, and before the spaces."""
    passing = person.page.locator(".go .pass[aria-disabled=false]")
    moving = person.page.get_by_text(person.text("table.board-named", name=""))
    while not moving.count():
        passing.or_(moving).first.wait_for()
        if not moving.count():
            passing.evaluate_all("(buttons) => buttons.forEach((button) => button.click())")


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
    # There is nothing to do and nobody to wait for: the place of the buttons keeps its height, and says so.
    expect(ann.page.locator(".go")).to_have_text(ann.text("table.moment"))
    expect(ann.page.locator(".go button")).to_have_count(0)
    assert ann.page.evaluate("document.querySelector('.go').offsetHeight") >= 58
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


def test_the_first_roll_of_a_game_tumbles_and_dice_of_before_lie_still(meet: Meet) -> None:
    ann = meet(settings=USUAL)
    ann.arrive()
    ann.open("/t/" + ann.new_table("classic", (None,)))
    ann.page.get_by_role("button", name=ann.text("lobby.sit")).first.click()
    ann.press("lobby.start")
    ann.press("do.roll")
    expect(ann.page.locator(".tray .tumbling").first).to_be_attached()
    faces = ann.page.locator(".tray .tumbling .pips").evaluate_all(
        "(faces) => faces.map((face) => [face.getAttribute('d'), getComputedStyle(face).animationName])"
    )
    shown, others = faces[::2], faces[1::2]
    assert len(shown) == len(others) == 6
    assert all(one != other for (one, _), (other, _) in zip(shown, others, strict=True)), (
        "it shows the roll early"
    )
    assert "none" not in {name for _, name in faces}
    expect(ann.page.locator(".ask")).to_contain_text(ann.text("do.pass").lower())
    ann.page.reload()
    ann.page.locator(".cell.possible").first.wait_for()
    expect(ann.page.locator(".tray .tumbling")).to_have_count(0)


def test_a_die_whose_row_is_closed_rolls_away_and_its_place_lies_still(meet: Meet) -> None:
    """The row is closed with the white sum, so the player still has the coloured dice before them."""
    ann = meet(settings=USUAL)
    begin(ann)
    for dice, *numbers in (("112111", 2, 3), ("223111", 4, 5), ("331111", 6)):
        ann.page.locator(".keys").wait_for()
        type_dice(ann, dice)
        for number in numbers:
            cell(ann, "red", number)
            ann.press("do.cross", cell=ann.text("cell.red", number=number))
        if len(numbers) == 1:
            ann.see("table.colour")
            ann.page.locator(".go .pass[aria-disabled=false]").click()
    ann.page.locator(".keys").wait_for()
    type_dice(ann, "661111")
    cell(ann, "red", 12)
    ann.page.locator(".go .main").click()
    leaving = ann.page.locator(".tray .leaving")
    expect(leaving).to_be_attached()
    above = "(die) => Number(getComputedStyle(die.parentElement).zIndex) > 0"
    assert leaving.evaluate(above), "it rolls behind the other dice"
    ann.see("table.colour")
    ann.page.locator(".go .pass[aria-disabled=false]").click()
    ann.page.locator(".keys").wait_for()
    type_dice(ann, "12345")
    expect(ann.page.locator(".tray .tumbling")).to_have_count(5)
    expect(ann.page.locator(".tray .gone")).to_have_count(1)


def test_the_final_round_is_announced_and_stays_visible(meet: Meet) -> None:
    ann = meet(settings=INSTANT)
    begin(ann, "onboard-a", (None, None), board=BOARD)
    ann.page.evaluate(HAND_OVER)
    type_dice(ann, "112345")
    pass_until_the_pawn_moves(ann)
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
    final = ann.page.locator(".top .final")
    for language in LANGUAGES:
        words = catalogue(language)("table.final")
        for width, height in ((844, 390), (360, 640)):
            ann.page.set_viewport_size({"width": width, "height": height})
            high = final.evaluate("(final, words) => (final.textContent = words, final.offsetHeight)", words)
            assert high <= 30, "on two lines"
            cut = final.evaluate("(final) => final.scrollWidth - final.clientWidth")
            assert cut <= 0, (language, width, height)
            wide = ann.page.locator(".top").evaluate("(top) => top.scrollWidth - top.clientWidth")
            assert wide <= 0, (language, width, height)
    assert ann.no_overflow()
    below = "document.documentElement.scrollHeight - innerHeight"
    assert ann.page.evaluate(below) <= 0, "a long name makes the sheet too high"
    wait_until(lambda: ":" in ann.page.locator(".tray").inner_text(), "nobody said why")


def test_a_move_of_the_pawn_can_be_followed(meet: Meet) -> None:
    """It hops in the old part of the board, then the strip slides; the card of the player has the points."""
    ann = with_a_clock(meet)
    begin(ann, "onboard-a", (None, None), board=BOARD)
    ann.page.evaluate(HAND_OVER)
    type_dice(ann, "112345")
    cell(ann, "yellow", 2)
    ann.press("do.cross", cell=ann.text("cell.yellow", number=2))
    strip = ann.page.locator(".strip .road")
    pass_until_the_pawn_moves(ann)
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


def test_nothing_tells_the_roll_before_the_dice_lie_still(meet: Meet) -> None:
    ann = meet(settings=USUAL, size=(1280, 800))
    begin(ann, "longo")
    type_dice(ann, "341234")
    ann.page.locator(".cell button[data-digit]").first.wait_for()
    delay = "([place, part]) => getComputedStyle(document.querySelector(place), part).animationDelay"
    for place, part in ((".cell button[data-digit]", "::before"), (".news span", None), (".ask span", None)):
        assert ann.page.evaluate(delay, [place, part]) == "0.6s", place

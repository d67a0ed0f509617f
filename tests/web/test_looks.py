"""The looks of the table: in forced colours, in print, in large text, on small cards, in another language."""

from itertools import combinations

import pytest
from at_the_table import INSTANT, begin, cell, type_dice
from browser_play import Meet
from playwright.sync_api import expect

from qwixx.locales import catalogue


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
    # The number lies over the strokes, with a rim in the colour of the cell.
    number = ann.page.locator(".cell.crossed .number").first
    shadow = "element => getComputedStyle(element).textShadow"
    assert number.evaluate(shadow).startswith(ground), number.evaluate(shadow)
    if ann.page.locator(".cell button").count():
        ann.page.locator(".cell button").first.click()
        ring = "getComputedStyle(document.querySelector('.cell.picked'), '::before').borderTopWidth"
        assert ann.page.evaluate(ring) == "5px"
    box = "getComputedStyle(document.querySelector('.mini i')).borderTopStyle"
    assert ann.page.evaluate(box) == "solid", "the cells of the small sheets have no frame"


def test_switches_show_in_forced_colours_whether_they_are_on(meet: Meet) -> None:
    ann = meet(settings=INSTANT)
    ann.open("/settings")
    ann.page.emulate_media(forced_colors="active")
    sound = ann.field("settings.sounds")
    looks = """(input) => [getComputedStyle(input), getComputedStyle(input, '::before')]
        .map(({ appearance, backgroundColor }) => [appearance, backgroundColor])"""
    found = {}
    for on in (False, True):
        sound.set_checked(on)
        found[on] = sound.evaluate(looks)
        (appearance, ground), (_, knob) = found[on]
        assert appearance == "none", "the browser draws its own sign over the switch"
        assert ground != knob
    assert found[False][0] != found[True][0]


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


@pytest.mark.parametrize("others", [2, 3])
def test_no_pawn_covers_a_penalty_box_on_small_cards(meet: Meet, others: int) -> None:
    ann = meet(settings=INSTANT)
    begin(ann, "onboard-a", (None, *["gap"] * others))
    covered = """() => [...document.querySelectorAll('.mini')].filter((card) => {
        const pawn = card.querySelector('.pawn').getBoundingClientRect();
        return [...card.querySelectorAll('.penalties i')].some((box) => {
            const { right, bottom } = box.getBoundingClientRect();
            return right > pawn.left && bottom > pawn.top;
        });
    }).length"""
    for width, height in ((320, 640), (360, 640), (390, 844), (844, 390), (820, 1180), (1280, 800)):
        ann.page.set_viewport_size({"width": width, "height": height})
        assert ann.page.evaluate(covered) == 0, (width, height)


def test_the_number_of_a_pawn_on_a_card_is_readable(meet: Meet) -> None:
    ann = meet(settings=INSTANT, size=(390, 844))
    begin(ann, "onboard-a", (None, "gap", "gap"))
    size = "(digit) => parseFloat(getComputedStyle(digit).fontSize) * digit.getScreenCTM().a"
    assert ann.page.locator(".mini .pawn text").first.evaluate(size) >= 11
    rings = ann.page.locator(".mini > .face").evaluate_all(
        "(faces) => faces.map((face) => getComputedStyle(face).boxShadow)"
    )
    assert len(set(rings)) == 2, "the faces have no rings, or rings of one colour"


# The numbers and points that lie under a pawn, which has the upper edge of its space and the room above.
COVERED = """() => {
    const all = (selector) => [...document.querySelectorAll(selector)].filter((one) => one.checkVisibility());
    const pawns = all('.hop .pawn, .road .pawn').map((pawn) => pawn.getBoundingClientRect());
    return all('.disc > :is(b, small)').filter((text) => {
        const { left, right, top, bottom } = text.getBoundingClientRect();
        // A line is higher than its digits.
        const air = (bottom - top) / 8;
        return pawns.some((pawn) =>
            pawn.left < right && left < pawn.right && pawn.top < bottom - air && top + air < pawn.bottom - 1);
    }).map((text) => text.closest('.disc').textContent);
}"""


def test_pawns_leave_numbers_and_points_of_the_board_readable(meet: Meet) -> None:
    ann = meet(settings=INSTANT)
    ann.open("/rules/onboard")
    ann.page.locator(".hop").first.wait_for()
    assert ann.page.locator(".board .digit").count() == 0, "a picture has keys"
    for width, height in ((360, 640), (390, 844), (820, 1180), (1280, 800)):
        ann.page.set_viewport_size({"width": width, "height": height})
        assert ann.page.evaluate(COVERED) == [], (width, height)


def test_pawns_on_the_strip_are_readable_and_leave_it_so(meet: Meet) -> None:
    sizes = ((360, 640), (390, 844), (844, 390))
    ann = meet(settings=INSTANT, size=(360, 640))
    begin(ann, "onboard-a", (None, "gap", "gap", "gap"))
    pawns = ann.page.locator(".strip .start .pawn")
    expect(pawns).to_have_count(4)
    boxes = "(pawns) => pawns.map((pawn) => pawn.getBoundingClientRect().toJSON())"
    for width, height in sizes:
        ann.page.set_viewport_size({"width": width, "height": height})
        for one, two in combinations(pawns.evaluate_all(boxes), 2):
            beside = one["right"] <= two["left"] or two["right"] <= one["left"]
            assert beside or one["bottom"] <= two["top"] or two["bottom"] <= one["top"], (width, height)
    begin(ann, "onboard-a")
    type_dice(ann, "112345")
    for question in ("table.white-alone", "table.colour"):
        ann.see(question, sum=2)
        ann.page.locator(".go .pass[aria-disabled=false]").click()
    ann.page.locator(".strip .reachable button").first.click()
    layer = "(place) => Number(getComputedStyle(place).zIndex)"
    start, stop = (ann.page.locator(f".strip .{place}").evaluate(layer) for place in ("start", "stop"))
    assert start > stop, "the ring of a space lies over the pawns"
    ann.page.locator(".go .main").click()
    ann.page.locator(".strip .on .pawn").wait_for()
    expect(ann.page.locator(".strip :is(.hops, .slides)")).to_have_count(0)
    for width, height in sizes:
        ann.page.set_viewport_size({"width": width, "height": height})
        assert ann.page.evaluate(COVERED) == [], (width, height)


def test_a_closed_row_looks_closed_and_keeps_its_height(meet: Meet) -> None:
    """By the rows of the rules page: one is open, one is closed with its lock crossed out."""
    ann = meet(settings=INSTANT)
    ann.open("/rules")
    ann.page.locator(".row.closed").wait_for()
    rows = """() => ['.red:not(.closed)', '.red.closed'].map((which) => {
        const row = document.querySelector(`.row${which}`);
        const lock = row.querySelector('.lock');
        return [row.offsetHeight, lock.offsetWidth, getComputedStyle(row).backgroundColor];
    })"""
    for width, height in ((360, 640), (844, 390), (1280, 800)):
        ann.page.set_viewport_size({"width": width, "height": height})
        (high, small, band), (closed_high, large, closed_band) = ann.page.evaluate(rows)
        assert closed_high == high, (width, height)
        assert large > small, (width, height)
        assert closed_band != band


def test_the_ring_around_the_first_number_leaves_the_sign_of_the_row_visible(meet: Meet) -> None:
    ann = meet(settings=INSTANT)
    ann.open("/rules/longo")
    ann.page.locator(".cell.possible").first.wait_for()
    gaps = """() => [...document.querySelectorAll('.row')].map((row) =>
        row.querySelector('.cell').getBoundingClientRect().left
            - row.querySelector('.name svg').getBoundingClientRect().right)"""
    for width, height in ((360, 640), (844, 390), (1280, 800)):
        ann.page.set_viewport_size({"width": width, "height": height})
        assert min(ann.page.evaluate(gaps)) >= 4.4, (width, height)


def test_a_large_sheet_has_large_locks(meet: Meet) -> None:
    ann = meet(settings=INSTANT)
    begin(ann, "longo")
    lock = "document.querySelector('.own .lock svg').getBoundingClientRect().width"
    for width, height in ((820, 1180), (1280, 800)):
        ann.page.set_viewport_size({"width": width, "height": height})
        assert ann.page.evaluate(lock) >= 24, (width, height)


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
    for key, path in (("nav.rules", "/rules/classic"), ("nav.settings", "/settings")):
        expect(menu.get_by_role("link", name=ann.text(key))).to_have_attribute("href", path)
    expect(menu.get_by_role("button", name=ann.text("table.leave"))).to_be_visible()
    ann.page.keyboard.press("Escape")
    expect(menu).to_have_count(0)


@pytest.mark.parametrize("others", [2, 4])
def test_signs_on_the_cards_cover_neither_faces_nor_scores(meet: Meet, others: int) -> None:
    ann = meet(settings=INSTANT)
    begin(ann, seats=(None, *["gap"] * others))
    # Everybody of the others has chosen, or is awaited.
    while not ann.page.locator(".mini .sign").count():
        if ann.page.locator(".keys").count():
            type_dice(ann, "112345")
        ann.page.wait_for_timeout(100)
    covered = """() => [...document.querySelectorAll('.mini')].filter((card) => {
        const sign = card.querySelector('.sign')?.getBoundingClientRect();
        if (!sign) return false;
        card.querySelector('.score').textContent = '123';
        const far = (box, inside) => Math.hypot(
            Math.max(box.left - sign.x - sign.width / 2, 0, sign.x + sign.width / 2 - box.right),
            Math.max(box.top + inside - sign.y - sign.height / 2, 0,
                     sign.y + sign.height / 2 - box.bottom + inside)) - sign.width / 2;
        const score = card.querySelector('.score').getBoundingClientRect();
        // The digits are lower than their line.
        return far(card.querySelector('.face').getBoundingClientRect(), 0) < 0
            || far(score, 0.12 * score.height) < 0;
    }).length"""
    for width, height in ((320, 640), (360, 640), (390, 844), (820, 1180), (844, 390), (1280, 800)):
        ann.page.set_viewport_size({"width": width, "height": height})
        assert ann.page.evaluate(covered) == 0, (width, height)


def test_a_tap_shows_the_pressed_state_of_the_game_and_no_flash_of_the_browser(meet: Meet) -> None:
    ann = meet(settings=INSTANT)
    begin(ann)
    type_dice(ann, "331111")
    for place in (".cell.possible button", ".go .pass", ".mark, .top button"):
        flash = "(part) => getComputedStyle(part).webkitTapHighlightColor"
        assert ann.page.locator(place).first.evaluate(flash) == "rgba(0, 0, 0, 0)", place
    ann.page.locator(".go .pass").hover()
    ann.page.mouse.down()
    assert ann.page.locator(".go .pass").evaluate("(button) => getComputedStyle(button).scale") == "0.97"


def test_white_dice_have_an_outline_on_white(meet: Meet) -> None:
    ann = meet(settings=INSTANT)
    begin(ann)
    line = "(face) => getComputedStyle(face).stroke"
    face = ann.page.locator(".die.white .face").nth(1)
    assert face.evaluate(line) == "none"
    for media in ({"forced_colors": "active"}, {"media": "print"}):
        ann.page.emulate_media(**media)  # type: ignore[arg-type]
        assert face.evaluate(line) == "rgb(35, 29, 22)", media


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

"""The stage of a game fits on every screen, and nothing on it moves."""

import pytest
from at_the_table import INSTANT, USUAL, begin, type_dice
from browser_play import SHIFTS, Meet
from playwright.sync_api import expect

from qwixx.locales import LANGUAGES, catalogue

# Of a screen: how much of the stage lies below it or under the action bar, and the smallest target of a cell.
FIT = """() => {
    const bar = document.querySelector('.actions');
    const low = getComputedStyle(bar).position === 'fixed' ? bar.getBoundingClientRect().top : innerHeight;
    const parts = document.querySelectorAll('.own .sheet, .track .board, .tray, .strip, .actions button');
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
    [(variant, training) for variant in ("classic", "longo", "onboard-b") for training in (False, True)],
)
def test_the_whole_stage_fits_on_every_screen(meet: Meet, variant: str, training: bool) -> None:
    """Without scrolling, and with cells that a finger hits: as wide as a full row allows."""
    ann = meet(settings=INSTANT)
    ann.arrive()
    ann.open("/t/" + ann.new_table(variant, (None, "gap", "gap"), training=training))
    ann.press("lobby.sit")
    ann.press("lobby.start")
    ann.page.locator(".actions").wait_for()
    sizes = [(360, 640), (390, 844), (820, 1180), (844, 390), (1280, 800), (1366, 768)]
    if variant != "longo":
        sizes.append((1024, 768))
    if not training and variant != "longo":
        sizes.append((740, 360))
    for width, height in sizes:
        ann.page.set_viewport_size({"width": width, "height": height})
        # The board has other lines on a narrow screen: it follows with the next frame.
        ann.page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        found = ann.page.evaluate(FIT)
        assert found["hidden"] <= 0, (width, height, found)
        narrow = min(width, height) < 400
        assert found["width"] >= (38 if variant == "longo" and width < height else 26), (width, found)
        # A gap of 2 px belongs to the target. The line of the coach takes its height from the sheet.
        least = (30 if training else 32) if narrow else (36 if training else 40)
        assert found["height"] + 2 >= least, (width, found)


@pytest.mark.parametrize(("variant", "players"), [("longo", 1), ("classic", 5), ("onboard-a", 4)])
def test_a_wide_screen_has_large_dice_and_room_for_all_players(
    meet: Meet, variant: str, players: int
) -> None:
    ann = meet(settings=INSTANT)
    begin(ann, variant, (None, *["gap"] * (players - 1)), training=True)
    for width, height in ((1024, 768), (1280, 800), (1366, 768)):
        ann.page.set_viewport_size({"width": width, "height": height})
        found = ann.page.evaluate(FIT)
        assert found["hidden"] <= 0, (width, height, found)
        die = ann.page.locator(".tray .die").first.bounding_box()
        assert die
        assert die["width"] >= 70, (width, height)


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


# What is said in an action 2 after three crosses, one of them by a lucky number: `small-news`.
TALK = """([question, news]) => {
    document.querySelector('.text').classList.add('small-news');
    document.querySelector('.ask span').textContent = question;
    document.querySelector('.news span').textContent = news;
}"""


def test_long_news_leave_the_tray_its_height(meet: Meet) -> None:
    ann = meet(settings=INSTANT)
    ann.arrive()
    ann.open("/t/" + ann.new_table("longo", (None, "gap", "tempo")))
    ann.press("lobby.sit")
    ann.press("lobby.start")
    ann.page.locator(".turn .go button").first.wait_for()
    tray = "document.querySelector('.tray').offsetHeight"
    sides = ((360, 640), (390, 844), (844, 390), (820, 1180), (1024, 768), (1280, 800))
    before = []
    for width, height in sides:
        ann.page.set_viewport_size({"width": width, "height": height})
        before.append(ann.page.evaluate(tray))
    crosses = [
        ann.text("say-you.crossed", cell=ann.text("cell.red", number=6)),
        ann.text("say.lucky", name="gap", cell=ann.text("cell.green", number=16)),
        ann.text("say.crossed", name="tempo", cell=ann.text("cell.red", number=6)),
    ]
    ann.page.evaluate(TALK, [ann.text("table.colour"), " ".join(crosses)])
    for (width, height), high in zip(sides, before, strict=True):
        ann.page.set_viewport_size({"width": width, "height": height})
        assert ann.page.evaluate(tray) == high, (width, height)


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


def test_the_buttons_keep_their_height_when_a_pass_ends_the_game(meet: Meet) -> None:
    """Three penalties and nothing crossed out: then Pass has its longest text, in every language."""
    ann = meet(settings=INSTANT)
    begin(ann, "onboard-b")
    sides = ((360, 640), (844, 390), (390, 844))
    high = "document.querySelector('.go').offsetHeight"
    usual = []
    for width, height in sides:
        ann.page.set_viewport_size({"width": width, "height": height})
        usual.append(ann.page.evaluate(high))
    passing = ann.page.locator(".go .pass[aria-disabled=false]")
    for turn in range(1, 5):
        type_dice(ann, "123456")
        for question in ("table.white-alone", "table.colour", "table.board"):
            ann.see(question, sum=3)
            if turn < 4 or question != "table.board":
                passing.click()
    for language in LANGUAGES:
        ann.page.evaluate("language => localStorage.setItem('qwixx.language', language)", language)
        ann.page.reload()
        expect(ann.page.locator(".go .pass small")).to_have_text(catalogue(language)("outlook.ends"))
        choices = ann.page.locator(".turn button.choice")
        expect(choices).to_have_count(5)
        # First as it is, then with spaces of long names.
        for n in range(-1, 2):
            if n >= 0:
                choices.nth(n).evaluate("(choice) => choice.click()")
                expect(ann.page.locator(".go .main:not(:disabled)")).to_have_count(1)
            for (width, height), before in zip(sides, usual, strict=True):
                ann.page.set_viewport_size({"width": width, "height": height})
                said = ann.page.locator(".go").inner_text()
                assert ann.page.evaluate(high) == before, (language, width, height, said)


@pytest.mark.parametrize(
    ("variant", "language", "size"),
    [
        ("classic", "uk", (1024, 768)),
        ("longo", "de", (390, 844)),
        ("onboard-a", "en", (820, 1180)),
        ("onboard-b", "el", (390, 844)),
    ],
)
def test_nothing_moves_during_a_whole_game(
    meet: Meet, variant: str, language: str, size: tuple[int, int]
) -> None:
    """All layout shifts count, those after a tap too; long words do not make a difference."""
    ann = meet(language, settings=INSTANT, size=size)
    ann.arrive()
    ann.open("/t/" + ann.new_table(variant, (None, "gap")))
    ann.press("lobby.sit")
    ann.press("lobby.start")
    ann.page.locator(".turn").wait_for()
    ann.page.evaluate(SHIFTS)
    ann.play()
    ann.see_the_end()
    assert ann.page.evaluate("window.shift") <= 0.05


# Every size that a phone gives the page: in each frame, and whenever a part of the page changes its class.
SIZES = """() => {
    window.sizes = new Set();
    const note = () => {
        const { scrollWidth, scrollHeight } = document.scrollingElement;
        window.sizes.add([innerWidth, innerHeight, scrollWidth, scrollHeight, visualViewport.scale].join());
    };
    new MutationObserver(note).observe(document, { subtree: true, attributeFilter: ['class'] });
    const frame = () => (note(), requestAnimationFrame(frame));
    frame();
}"""


@pytest.mark.parametrize(("width", "height"), [(390, 844), (360, 640), (844, 390)])
def test_a_move_of_the_pawn_leaves_a_phone_its_page(meet: Meet, width: int, height: int) -> None:
    """A phone shrinks a page that becomes wider for a moment, and the buttons leave the finger."""
    ann = meet(settings=USUAL, size=(width, height), is_mobile=True, has_touch=True)
    begin(ann, "onboard-a")
    strip = ann.page.locator(".strip .road")
    passing = ann.page.locator(".go .pass[aria-disabled=false]")
    for turn in range(3):
        type_dice(ann, "566666")
        for question in ("table.white-alone", "table.colour"):
            ann.see(question, sum=11)
            passing.click()
        strip.locator(".reachable button").last.click()
        confirm = ann.page.locator(".go .main[aria-disabled=false]")
        confirm.wait_for()
        if not turn:
            ann.page.evaluate(SIZES)
            ann.page.evaluate(SHIFTS)
        confirm.click()
        ann.page.locator(".keys").wait_for()
        expect(strip.locator(".hops, .slides")).to_have_count(0)
    assert len(ann.page.evaluate("[...window.sizes]")) == 1, ann.page.evaluate("[...window.sizes]")
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
    ann.see("pad.fix")
    assert ann.page.evaluate(parts) == typing[0]
    ann.page.locator(".dice button").first.click()
    ann.page.locator(".keys").wait_for()
    assert ann.page.evaluate(parts) == typing[0]
    ann.page.get_by_role("button", name="5", exact=True).click()
    ann.see("pad.check")
    assert ann.page.evaluate(parts) == typing[0]

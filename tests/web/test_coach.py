"""The coach in the browser: a hint at a training table, a practice with exact verdicts, and the review."""

import re
from collections.abc import Iterator

import pytest
from browser_play import PATIENCE, PHONE, Meet, Person, Server, people
from playwright.sync_api import Browser, expect

expect.set_options(timeout=PATIENCE)
# Mocked answers do not pass through a service worker.
BLOCKED = "Service Worker registration blocked"


def test_a_hint_at_a_training_table(meet: Meet) -> None:
    ann = meet("de")
    ann.arrive()
    ann.open("/new")
    ann.press("new.remove", name=ann.text("new.friend"))
    ann.page.get_by_role("button", name=ann.text("bot.medium")).click()
    ann.page.get_by_text(ann.text("new.more")).click()
    box = ann.page.get_by_role("checkbox", name=ann.text("new.training"))
    expect(box).to_have_accessible_description(ann.text("new.training-about"))
    box.check()
    ann.press("lobby.start")
    ann.page.locator(".turn").wait_for()
    # Without a choice to make there is no hint to ask for.
    asked = ann.page.get_by_role("button", name=ann.text("hint.ask"))
    roll = ann.page.get_by_role("button", name=ann.text("do.roll"), exact=True)
    roll.or_(asked).first.wait_for()
    if roll.is_visible():
        assert asked.count() == 0
        roll.click()
    top = "document.querySelector('.own .sheet').getBoundingClientRect().top"
    before = ann.page.evaluate(top)
    asked.press("Enter")
    choices = ann.page.locator(".turn button.choice").count()
    options = ann.page.get_by_role("region", name=ann.text("hint.title")).locator("tbody tr")
    expect(options).to_have_count(choices + 1)
    assert ann.page.evaluate(top) == before, "the hint moves the sheet"
    assert "★" in options.first.inner_text()
    # One word says what the values are, and the button has done its work, also on a wide screen.
    assert ann.page.locator(".hint .unit").inner_text() == ann.text("review.chance")
    for width, height in ((1280, 800), PHONE):
        ann.page.set_viewport_size({"width": width, "height": height})
        expect(asked).to_have_count(0)
    # The keyboard focus is on the answer.
    assert ann.page.evaluate("document.activeElement?.contains(document.querySelector('.turn tbody'))")
    assert all("%" in text for text in options.all_inner_texts())
    # The best cells are marked on the sheet, also for screen readers, and on the buttons.
    best = options.filter(has_text="★").locator("th").all_text_contents()
    cells = [name for name in best if ann.text("choice.pass") not in name.lower()]
    assert ann.page.locator(".sheet .cell.best").count() == len(cells)
    assert ann.page.locator(".turn .choice.hint").count() == len(cells)
    for cell in ann.page.locator(".sheet .cell.best button").all():
        assert ann.text("options.best") in (cell.get_attribute("aria-label") or "")
    # After the next choice the hint is gone.
    ann.page.locator(".turn button.pass").click()
    expect(ann.page.locator(".cell.best")).to_have_count(0)


def test_no_hints_at_other_tables(meet: Meet) -> None:
    ann = meet()
    ann.open("/")
    ann.press("home.play")
    ann.page.locator(".turn .choice, .turn .main").first.wait_for()
    assert ann.page.get_by_role("button", name=ann.text("hint.ask")).count() == 0
    assert ann.page.get_by_text(ann.text("table.training")).count() == 0


def test_a_refused_hint_says_why(meet: Meet) -> None:
    ann = meet()
    ann.expected = ("409",)
    practise(ann)
    ann.press("do.roll")
    asked = ann.page.get_by_role("button", name=ann.text("hint.ask"))
    asked.wait_for()
    ann.page.route(
        "**/hint?*",
        lambda route: route.fulfill(status=409, json={"type": "error", "code": "not-your-turn"}),
    )
    asked.click()
    ann.see("refusal.not-your-turn")


def practise(person: Person) -> None:
    person.open("/")
    person.press("home.practise")
    person.page.locator(".turn").wait_for()


def play_a_turn(person: Person, turn: int) -> int:
    """Takes the last option of each question; returns the number of questions."""
    panel = person.page.locator(".turn")
    expect(panel).to_have_attribute("aria-label", person.text("table.turn", turn=turn))
    person.press("do.roll")
    decisions = 0
    choice = panel.locator("button.choice").last
    # When a turn is over, the next one is announced.
    over = person.page.locator(f'.turn[aria-label="{person.text("table.turn", turn=turn + 1)}"]')
    while True:
        choice.or_(over).first.wait_for()
        if over.count():
            return decisions
        question = panel.locator(".ask").inner_text()
        choice.click()
        panel.locator("button.main").last.click()
        decisions += 1
        expect(panel.locator(".ask")).not_to_have_text(question)


@pytest.mark.parametrize("language", ["en", "uk"])
def test_a_practice_turn_gets_an_exact_verdict(meet: Meet, language: str) -> None:
    ann = meet(language)
    practise(ann)
    ann.see("table.training")
    # Below the dice, in the place of the hint and of the verdicts; there is no card yet.
    about = ann.page.locator(".hint").get_by_text(ann.text("practice.about"))
    expect(about).to_be_in_viewport(ratio=1)
    assert ann.page.locator(".practice .card").count() == 0
    decisions = play_a_turn(ann, 1)
    ann.see("practice.title", turn=1)
    expect(about).to_have_count(0)
    verdict = ann.page.locator("section.card", has=ann.page.locator("dl"))
    words = {ann.text(f"verdict.{word}") for word in ("fine", "inaccuracy", "mistake", "blunder")}
    assert verdict.locator("li .word").count() == decisions
    assert set(verdict.locator("li .word").all_inner_texts()) <= words
    # The expected score is now the start, plus the luck, minus the errors.
    luck, errors, expected = (figure(text) for text in verdict.locator("dd").all_inner_texts())
    assert errors <= 0
    assert expected == pytest.approx(115.4831 + luck + errors, abs=0.2)
    # A tap on its line below the dice shows all of it, without scrolling.
    line = ann.page.locator(".hint button[aria-haspopup]")
    if decisions:
        line.click()
        details = ann.page.get_by_role("dialog", name=ann.text("practice.title", turn=1))
        for part in (*details.locator("li .word").all(), details.locator("dl")):
            expect(part).to_be_in_viewport(ratio=1)
        ann.page.keyboard.press("Escape")
        expect(details).to_have_count(0)


@pytest.mark.parametrize("size", [(360, 740), (1280, 800)])
def test_the_widest_choice_fits_on_one_line(meet: Meet, size: tuple[int, int]) -> None:
    ann = meet("uk", size)
    practise(ann)
    ann.press("do.roll")
    choice = ann.page.locator(".turn button.choice").first
    choice.wait_for()
    # The widest letter everywhere, as if every row offered it.
    ann.page.evaluate(
        "document.querySelectorAll('.turn .choice [aria-hidden]').forEach((e) => (e.textContent = '▲ Ж 12'))"
    )
    for button in ann.page.locator(".turn button.choice").all():
        box = button.bounding_box()
        assert box
        assert box["height"] < 50
        assert button.evaluate("(e) => e.scrollWidth <= e.clientWidth")


def figure(text: str) -> float:
    return float(text.replace("−", "-").replace(",", ".").replace("+", ""))


def test_the_game_goes_on_until_the_exact_values_are_ready(meet: Meet) -> None:
    ann = meet()
    working = {"type": "working", "what": "values", "done": 0.4}
    ann.page.route("**/verdict?*", lambda route: route.fulfill(status=202, json=working))
    practise(ann)
    play_a_turn(ann, 1)
    ann.see("practice.play-on")
    ann.page.get_by_text("40").first.wait_for()
    play_a_turn(ann, 2)
    assert ann.page.get_by_text(ann.text("practice.title", turn=1)).count() == 0
    ann.page.unroute("**/verdict?*")
    ann.see("practice.title", turn=2)


# The review


@pytest.fixture(scope="module")
def finished(chromium: Browser, server: Server) -> Iterator[str]:
    """The id of a finished, badly played game."""
    with people(chromium, server.url) as meet:
        ann = meet()
        ann.open("/")
        ann.press("home.play")
        ann.page.locator(".turn").wait_for()
        ann.play()
        ann.see_the_end()
        yield ann.page.url.rsplit("/", 1)[1].split("?")[0]


def chosen(person: Person) -> str:
    return person.page.locator("#chosen").inner_text()


def test_the_review_by_keyboard_alone(meet: Meet, finished: str) -> None:
    ann = meet()
    ann.open(f"/review/{finished}")
    graph = ann.page.get_by_role("slider", name=ann.text("review.marked"))
    graph.wait_for()
    graph.focus()
    ann.page.keyboard.press("Home")
    assert graph.get_attribute("aria-valuenow") == "1"
    first = graph.get_attribute("aria-valuetext") or ""
    assert chosen(ann) in first
    last = int(graph.get_attribute("aria-valuemax") or 0)
    assert last > 1, "the dice are new each time; two errors are enough to move between"
    ann.page.keyboard.press("ArrowRight")
    assert graph.get_attribute("aria-valuenow") == "2"
    link = ann.page.url
    assert re.search(r"\?ply=\d+$", link)
    ann.page.keyboard.press("End")
    assert graph.get_attribute("aria-valuenow") == str(last)
    assert ann.page.get_by_role("button", name=ann.text("review.next")).is_disabled()
    ann.page.keyboard.press("ArrowLeft")
    assert graph.get_attribute("aria-valuenow") == str(last - 1)
    # The position, the choice made, and the best one.
    options = ann.page.get_by_role("region", name=ann.text("hint.title"))
    assert options.get_by_text(ann.text("options.played")).count() == 1
    assert options.locator("tr.best").count() >= 1
    assert ann.page.locator(".sheet").first.is_visible()
    # A link leads to its choice.
    ann.open(link.removeprefix(ann.url))
    graph.wait_for()
    assert graph.get_attribute("aria-valuenow") == "2"


def test_beside_a_long_column_the_position_keeps_its_height(meet: Meet, finished: str) -> None:
    ann = meet(size=(1280, 800))
    ann.open(f"/review/{finished}")
    ann.page.get_by_role("slider").wait_for()
    card = ann.page.locator(".position")
    below = "(e) => e.getBoundingClientRect().bottom - e.lastElementChild.getBoundingClientRect().bottom"
    assert card.evaluate(below) < 40


def test_the_choices_of_a_position_are_on_one_line_each(meet: Meet, finished: str) -> None:
    ann = meet("el", size=(360, 640))
    ann.open(f"/review/{finished}")
    options = ann.page.get_by_role("region", name=ann.text("hint.title")).locator("tbody th")
    options.first.wait_for()
    for option in options.all():
        # The word for the choice that was made has a line of its own.
        option.evaluate("(th) => th.querySelector('small')?.remove()")
        text = "(th) => { const range = document.createRange(); range.selectNodeContents(th); return range; }"
        assert option.evaluate(f"(th) => ({text})(th).getBoundingClientRect().height") < 30
        name = option.inner_text().strip().split("\u00a0")
        assert (name[1] if name[0] in "●▲■◆" else name[0])[0].isupper()


def test_luck_and_play_and_the_ways_out_end_where_both_columns_end(meet: Meet, finished: str) -> None:
    ann = meet(size=(1280, 800))
    ann.open(f"/review/{finished}")
    ann.page.get_by_role("slider").wait_for()
    parts = ann.page.locator(".parts").bounding_box()
    luck = ann.page.locator("section.card", has=ann.page.locator("dl")).bounding_box()
    ways = [way.bounding_box() for way in ann.page.locator(".ways > a").all()]
    assert parts
    assert luck
    assert (luck["x"], luck["width"]) == (parts["x"], parts["width"])
    assert ways[0]
    assert ways[-1]
    assert ways[0]["x"] == parts["x"]
    assert ways[-1]["x"] + ways[-1]["width"] == pytest.approx(parts["x"] + parts["width"])
    # The players are beside each other.
    tops = {players["y"] for one in ann.page.locator("dl").all() if (players := one.bounding_box())}
    assert len(tops) == 1


def test_a_tap_and_the_moments_show_their_position(meet: Meet, finished: str) -> None:
    ann = meet("pl", has_touch=True)
    ann.open(f"/review/{finished}")
    graph = ann.page.get_by_role("slider")
    graph.wait_for()
    marks = graph.locator(".mark")
    for number in (marks.count() - 1, 0):
        mark = marks.nth(number).bounding_box()
        assert mark
        ann.page.touchscreen.tap(mark["x"] + mark["width"] / 2, mark["y"] + mark["height"] / 2)
        assert graph.get_attribute("aria-valuenow") == str(number + 1)
    moments = ann.page.locator("ol button")
    assert 1 <= moments.count() <= 3
    for moment in moments.all():
        moment.click()
        assert moment.get_attribute("aria-pressed") == "true"
        assert moment.locator("b").inner_text().startswith(chosen(ann))
        assert "{" not in moment.inner_text()


def test_the_numbers_are_also_a_table_and_the_evaluator_is_named(meet: Meet, finished: str) -> None:
    ann = meet()
    ann.open(f"/review/{finished}")
    ann.page.get_by_role("slider").wait_for()
    ann.page.get_by_text(ann.text("review.figures")).click()
    table = ann.page.get_by_role("region", name=ann.text("review.figures"))
    rows = table.locator("tbody tr")
    assert rows.count() > 5
    shares = [int(text.rstrip("%").split(".")[0]) for text in rows.last.locator("td").all_inner_texts()]
    assert sum(shares) == 100
    ann.page.get_by_text(ann.text("review.judged")).wait_for()
    summary = ann.page.locator("dl")
    assert summary.count() == 2


def test_a_choice_of_the_select_shows_everybodys_marks(meet: Meet, finished: str) -> None:
    ann = meet()
    ann.open(f"/review/{finished}")
    whose = ann.field("review.whose")
    whose.wait_for()
    marks = ann.page.locator("figure .graph .mark")
    everybody = marks.count()
    counts = []
    for seat in ("0", "1"):
        whose.select_option(seat)
        counts.append(marks.count())
    assert sum(counts) == everybody


def test_the_review_is_linked_from_the_end_the_replay_and_the_list(meet: Meet) -> None:
    ann = meet()
    practise(ann)
    ann.play()
    ann.see_the_end()
    link = ann.page.get_by_role("link", name=ann.text("end.review"), exact=True)
    link.click()
    ann.see("review.exact")
    assert ann.page.locator("figure .seat1").count() == 0
    ann.page.get_by_role("link", name=ann.text("end.replay"), exact=True).click()
    ann.page.get_by_role("slider").wait_for()
    link.click()
    ann.see("review.exact")
    ann.page.get_by_role("link", name=ann.text("nav.home"), exact=True).click()
    link.first.click()
    ann.see("review.exact")


def test_an_unfinished_review_shows_its_progress(meet: Meet, finished: str) -> None:
    ann = meet(service_workers="block")
    ann.expected = (BLOCKED,)
    working = {"type": "working", "what": "thinking", "done": 0.35}
    ann.page.route("**/review", lambda route: route.fulfill(status=202, json=working))
    ann.open(f"/review/{finished}")
    ann.see("working.thinking", percent="35%")
    ann.page.unroute("**/review")
    ann.page.get_by_role("slider").wait_for()


@pytest.mark.parametrize(("status", "code"), [(503, "busy"), (400, "damaged"), (400, "coach-failed")])
def test_a_refused_review_says_why(meet: Meet, finished: str, status: int, code: str) -> None:
    ann = meet(service_workers="block")
    ann.expected = (BLOCKED, str(status))
    ann.page.route("**/review", lambda route: route.fulfill(status=status, json={"code": code}))
    ann.open(f"/review/{finished}")
    ann.see(f"refusal.{code}")


def test_there_is_no_review_before_the_end(meet: Meet) -> None:
    ann = meet()
    ann.expected = ("409",)
    practise(ann)
    table = ann.page.url.rsplit("/", 1)[1].split("?")[0]
    ann.open(f"/review/{table}")
    ann.see("refusal.not-finished")

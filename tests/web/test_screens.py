"""Every screen in every language fits a small phone and is accessible.

The games are played once; then all screens are checked in each language and colour scheme.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from at_the_table import take_seats
from axe import findings
from browser_play import Person, Server, people
from playwright.sync_api import Browser

from qwixx.locales import LANGUAGES, catalogue
from qwixx.rules import COLOURS, VARIANTS

# Longo has the longest rows, so its screens are the fullest.
SMALLEST = (320, 640)
# Colours are the same in every language, and their check takes longest.
CONTRAST = ["color-contrast"]
NO_CONTRAST = {rule: {"enabled": False} for rule in CONTRAST}
# A table may scroll, but the total is at its end.
HALF_SEEN = "[...document.querySelectorAll('.scroll')].some((one) => one.scrollWidth > one.clientWidth)"
# The dice differ each time, and two digits need more room than one.
LARGEST_NUMBERS = """() => {
  for (const score of document.querySelectorAll('.mini .score')) score.textContent = '104';
  for (const name of document.querySelectorAll('.choices:not(.spaces) .choice > [aria-hidden]:first-child'))
    name.textContent = name.textContent.replace(/\\d+/, '16');
}"""
# The tables of choices with the longest name of a choice and the longest numbers: which ones there are
# depends on the dice.
LONGEST_CHOICES = """name => {
  for (const row of document.querySelectorAll('.position tbody tr')) {
    for (const node of row.querySelector('th').childNodes)
      if (node.nodeType === Node.TEXT_NODE && node.textContent.trim()) node.textContent = name;
    for (const number of row.querySelectorAll('td:not(:has(*))')) {
      number.textContent = number.textContent.replace(/\\d+/, '88');
    }
  }
}"""
# The list of choices at its longest: a lucky roll of Longo can offer two numbers in each row.
MOST_CHOICES = """() => {
  const list = document.querySelector('.choices');
  while (list.children.length < 8) list.append(list.firstElementChild.cloneNode(true));
}"""
# Visible texts that do not fit into their element, which hides the rest.
CUT = """() => [...document.querySelectorAll('main *, header *')].filter((one) =>
  [...one.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent.trim()) &&
  getComputedStyle(one).overflowX !== 'visible' && one.clientWidth > 9 &&
  one.scrollWidth > one.clientWidth + 1).map((one) => one.textContent)"""
# What must be on one line: the scores of the others, and the header.
BROKEN = """() => {
  const lines = (one) => {
    const range = document.createRange();
    range.selectNodeContents(one);
    return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
  };
  const scores = [...document.querySelectorAll('.mini .score')].filter((one) => lines(one) > 1);
  const header = [...document.querySelectorAll('header')].filter((one) => one.offsetHeight > 60);
  return [...scores, ...header].map((one) => one.textContent);
}"""
# The element that shows that a screen is complete.
SHOWN = {
    "home": "main ul a",
    "new table": "main .game",
    "lobby": "main ol li",
    "invitation": ".invitation",
    "hand-over": "dialog button",
    "first steps": ".bubble .sum",
    "table": ".sheet",
    "own dice": ".keys",
    "end": "tbody tr",
    "replay": ".sheet",
    "review": "figure svg",
    "practice": "dl",
    "hint": ".turn .choice",
}


@dataclass
class Screens:
    person: Person
    paths: dict[str, str]
    """By name. The first steps have the same one whether they have begun or not."""
    lesson: str
    """What the browser stores of the guided game that has begun."""

    def show(self, language: str, *, theme: str = "light", text: int = 100) -> None:
        self.person.page.add_init_script(
            f"localStorage.setItem('qwixx.language', '{language}');"
            f"localStorage.setItem('qwixx.settings', "
            f"JSON.stringify({{theme: '{theme}', speed: 'instant', list: true}}));"
            f"addEventListener('DOMContentLoaded', () => {{"
            f"document.documentElement.style.fontSize = '{text}%'}});"
        )

    def visit(self, name: str) -> None:
        page = self.person.page
        lesson = self.lesson if name == "first steps" else "[]"
        page.evaluate("lesson => localStorage.setItem('qwixx.lessons', lesson)", lesson)
        page.goto(self.person.url + self.paths[name])
        page.locator(SHOWN.get(name.partition(",")[0], "main h1")).first.wait_for(state="attached")
        if name == "hint":
            page.locator(".choices .choice").first.wait_for()
            page.evaluate(MOST_CHOICES)
            page.locator(".turn button.plain").last.click()
            page.locator(".turn tbody tr").first.wait_for()


@pytest.fixture(scope="module")
def screens(chromium: Browser, server: Server) -> Iterator[Screens]:
    with people(chromium, server.url) as meet:
        ann = meet(size=SMALLEST)
        ann.open("/")
        ann.press("home.play")
        ann.page.locator(".turn").wait_for()
        ann.play()
        ann.see_the_end()
        end = ann.page.url.rsplit("/", 1)[1].split("?")[0]
        paths = {
            "home": "/",
            "new table": "/new",
            "settings": "/settings",
            "restore": "/restore",
            "rules": "/rules",
            "rules, longo": "/rules/longo",
            "rules, onboard": "/rules/onboard",
            "learn": "/learn",
            "first steps": "/learn",
        }
        paths |= {"end": f"/t/{end}", "replay": f"/g/{end}?ply=30"}
        paths["lobby"] = "/t/" + ann.new_table("longo", (None, None, "gap", None, None))
        ben = meet()
        ben.arrive()
        paths["invitation"] = "/t/" + ben.new_table("classic", (None, None))
        paths["hand-over"] = "/t/" + start(ann, "classic", (None, None))
        paths["own dice"] = "/t/" + start(ann, "longo", (None,), dice="own")
        for variant in VARIANTS:
            paths[f"table, {variant}"] = "/t/" + start(ann, variant, (None, "gap", "random"))
            ann.page.locator(".turn .go button:not(:disabled)").first.click()
        paths["review"] = f"/review/{end}"
        paths |= coached(ann)
        ann.open("/learn")
        ann.press("learn.start")
        ann.page.locator(".go .main").click()
        ann.page.locator(".bubble .sum").wait_for()
        yield Screens(ann, paths, ann.page.evaluate("localStorage.getItem('qwixx.lessons')"))


def coached(person: Person) -> dict[str, str]:
    """Adds a practice turn and its review, a hint, and the review of a game with a board."""
    panel = person.page.locator(".turn")
    practice = start(person, "classic", (None,), training=True)
    roll(person)
    while not person.page.locator("dl").count():
        choice = panel.locator("button.choice").last
        if choice.count():
            choice.click()
            panel.locator("button.main").last.click()
        person.page.wait_for_timeout(200)
    alone = start(person, "classic", (None,), training=True)
    person.play()
    person.see_the_end()
    hint = start(person, "longo", (None, "gap"), training=True)
    roll(person)
    board = start(person, "onboard-a", (None, "gap"), roll_after=0)
    person.play()
    person.see_the_end()
    return {
        "practice": f"/t/{practice}",
        "hint": f"/t/{hint}",
        "review, alone": f"/review/{alone}",
        "review, board": f"/review/{board}",
    }


def roll(person: Person) -> None:
    """Presses Roll until there is a choice: a press right after the question has changed does not count."""
    panel = person.page.locator(".turn")
    while not panel.locator("button.choice").count():
        main = panel.locator("button.main:not(:disabled)")
        if main.count():
            main.first.click()
        person.page.wait_for_timeout(200)


def start(person: Person, variant: str, seats: tuple[str | None, ...], **options: object) -> str:
    table = person.new_table(variant, seats, **options)
    person.open(f"/t/{table}")
    take_seats(person, seats.count(None))
    person.press("lobby.start")
    person.page.locator(".turn").wait_for()
    return table


def longest_choice(person: Person, *, board: bool) -> str:
    text = catalogue(person.page.evaluate("document.documentElement.lang"))
    names = [text(f"cell.{colour}", number=12) for colour in COLOURS]
    return max(names, key=len).replace(" ", "\u00a0") + " (+10)" * board


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_screen_fits_a_small_phone_and_is_accessible(screens: Screens, language: str) -> None:
    page = screens.person.page
    screens.show(language)
    found: list[str] = []
    for name in screens.paths:
        screens.visit(name)
        assert page.evaluate("document.documentElement.lang") == language
        if name.startswith("review"):
            page.evaluate(LONGEST_CHOICES, longest_choice(screens.person, board=name == "review, board"))
        if not screens.person.no_overflow() or page.evaluate(HALF_SEEN):
            found.append(f"{name}: too wide")
        found += [f"{name}: cut: {text}" for text in page.evaluate(CUT)]
        found += [f"{name}: on two lines: {text}" for text in page.evaluate(BROKEN)]
        # In English, axe looks at both themes below.
        if language != "en":
            found += [f"{name}: {finding}" for finding in findings(page, rules=NO_CONTRAST)]
    assert found == [], "\n".join(found)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_in_either_theme(screens: Screens, theme: str) -> None:
    screens.show("en", theme=theme)
    found: list[str] = []
    for name in screens.paths:
        screens.visit(name)
        found += [f"{name}: {finding}" for finding in findings(screens.person.page)]
    assert found == [], "\n".join(found)


def test_text_of_double_size_stays_usable(screens: Screens) -> None:
    """Nothing overflows, and no enabled button is cut off."""
    page = screens.person.page
    screens.show("de", text=200)
    wide = []
    for name in screens.paths:
        screens.visit(name)
        assert page.evaluate("parseFloat(getComputedStyle(document.body).fontSize)") == 32
        page.evaluate(LARGEST_NUMBERS)
        if not screens.person.no_overflow():
            wide.append(name)
        # The sign of a player who has chosen lies over the corner of the card on purpose.
        cut = page.evaluate(
            """() => {
                for (const sign of document.querySelectorAll('.mini .sign')) sign.style.display = 'none';
                return [...document.querySelectorAll('main button:not(.cell *), main a.button')].filter(
                    (one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.textContent);
            }"""
        )
        assert cut == [], name
    assert wide == []
    screens.show("en", text=100)


def test_reduced_motion_moves_nothing(screens: Screens) -> None:
    page = screens.person.page
    page.emulate_media(reduced_motion="reduce")
    for name in screens.paths:
        screens.visit(name)
        assert page.evaluate("document.getAnimations().length") == 0, name
    page.emulate_media(reduced_motion="no-preference")


def test_every_choice_is_a_large_button(screens: Screens) -> None:
    page = screens.person.page
    for variant in VARIANTS:
        screens.visit(f"table, {variant}")
        sizes = page.evaluate(
            """() => [...document.querySelectorAll('.turn button')].map((one) => one.getBoundingClientRect())
                .map(({ width, height }) => Math.min(width, height))"""
        )
        assert all(size >= 44 for size in sizes), (variant, sizes)

"""The main flows in Firefox and in WebKit, the engine of every browser on an iPhone.

They are not part of `./test`, because most machines have neither: run `./test tests/web/other_browsers.py`.
"""

import re
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import webdriver
from browser_play import KEPT, PLAY, Server
from webdriver import Driver, WebDriverError, until

from qwixx.locales import catalogue

ELEMENT = "element-6066-11e4-a52e-4f735466cecf"
PHONE = (500, 860)
INSTANT = "localStorage.setItem('qwixx.settings', JSON.stringify({ speed: 'instant', list: true }))"
WATCH = """
window.faults = [];
addEventListener('error', ({ message }) => faults.push(message));
addEventListener('unhandledrejection', ({ reason }) => faults.push(String(reason)));
"""
# The first visible element that matches, contains the text (or is labelled with it), and can be pressed.
FIND = """
const plain = (text) => text.replace(/\\s+/g, ' ');
const [css, text] = [arguments[0], plain(arguments[1])];
const says = (one) => plain(`${one.getAttribute('aria-label') ?? ''} ${one.textContent}`);
const works = (one) => !one.disabled && one.getAttribute('aria-disabled') !== 'true';
return [...document.querySelectorAll(css)].find(
  (one) => one.getClientRects().length && says(one).includes(text) && works(one)) ?? null;
"""
BUTTONS = "button, a.button, nav a, a"


class Visitor:
    """A visitor with a browser of their own."""

    def __init__(self, driver: Driver, url: str) -> None:
        self.driver = driver
        self.url = url
        self.text = catalogue("en")
        driver.call("SetWindowRect", width=PHONE[0], height=PHONE[1])

    def run(self, script: str, *values: object) -> Any:
        return self.driver.call("ExecuteScript", script=script, args=list(values))

    def open(self, path: str) -> None:
        self.driver.call("Navigate", url=path if "//" in path else self.url + path)
        self.run(WATCH)

    def arrive(self) -> None:
        """Opens the home page as on the first visit, but without pauses."""
        self.open("/")
        self.run(INSTANT)
        self.open("/")

    def find(self, css: str, text: str = "") -> dict[str, str]:
        try:
            found: dict[str, str] = until(lambda: self.run(FIND, css, text), f"{css} {text!r}")
        except WebDriverError as error:
            raise WebDriverError(
                f"{error}; the page says: {self.run('return document.body.innerText')}"
            ) from None
        return found

    def press(self, key: str, css: str = BUTTONS, **values: object) -> None:
        self.click(css, self.text(key, **values))

    def click(self, css: str, text: str = "") -> None:
        """Clicks what it finds; if the page has just drawn something else, it looks again."""

        def clicked() -> bool:
            try:
                self.driver.call("ElementClick", id=self.find(css, text)[ELEMENT])
            except WebDriverError as error:
                if "stale element" not in str(error):
                    raise
                return False
            return True

        until(clicked, f"{css} {text!r}")

    def picks_a_cell(self) -> bool:
        """Whether a tap on the first cell drew a cross: a cell of the last question is not taken any more."""
        self.click(".cell button")
        return bool(self.run("return document.querySelectorAll('.cell.picked .cross').length"))

    def see(self, key: str, **values: object) -> None:
        self.find("main *, nav *", self.text(key, **values))

    def play(self) -> None:
        self.run(f"({PLAY})()")

    def change(self, before: object) -> object:
        """What the page says, unless it is what it said before."""
        text = self.run("return document.body.innerText")
        return text if text != before else None

    def scores(self) -> list[str]:
        """The totals, when the game is over."""
        before = None
        while not self.run(FIND, "button", self.text("end.rematch")):
            before = until(partial(self.change, before), "something new on the page")
        table = self.run("return document.querySelector('table').innerText")
        return re.findall(r"-?\d+$", str(table), re.MULTILINE)

    def check(self) -> None:
        assert self.run("return window.faults ?? []") == []


Visit = Callable[..., Visitor]


@pytest.fixture(scope="module", params=["firefox", "webkit"])
def visit(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Visit]:
    """Starts the browser of the first or second visitor, each with a profile of their own."""
    if lacking := webdriver.missing(request.param):
        pytest.skip(f"install {lacking}")
    drivers: list[Driver] = []

    def visit(url: str, visitor: int = 0) -> Visitor:
        if visitor == len(drivers):
            drivers.append(webdriver.start(request.param, tmp_path_factory.mktemp("browser") / "profile"))
        return Visitor(drivers[visitor], url)

    yield visit
    for driver in drivers:
        driver.close()


def test_a_game_against_a_bot(visit: Visit, server: Server) -> None:
    ann = visit(server.url)
    ann.arrive()
    ann.press("home.play")
    ann.find(".turn")
    for _ in range(3):
        ann.click(".go button.main, .go button.pass")
        time.sleep(0.6)
        if ann.run("return document.querySelectorAll('.cell button').length"):
            until(ann.picks_a_cell, "a cross in pencil")
            ann.click(".go button.main")
            time.sleep(0.6)
    ann.play()
    assert len(ann.scores()) == 2
    ann.check()


@pytest.mark.parametrize("variant", ["classic", "longo", "onboard-a", "onboard-b"])
def test_two_guests_meet_in_the_lobby_and_play(visit: Visit, server: Server, variant: str) -> None:
    ann, ben = visit(server.url), visit(server.url, 1)
    ann.arrive()
    ben.arrive()
    ann.open("/new")
    ann.click("label", ann.text(f"variant.{variant}"))
    ann.press("new.create")
    until(lambda: ann.run("return location.pathname.startsWith('/t/') || null"), "the table opens")
    ben.open(str(ann.run("return location.origin + location.pathname")))
    ben.press("lobby.take-seat")
    ann.press("lobby.start")
    for person in (ann, ben):
        person.find(".turn")
        person.play()
    assert ann.scores() == ben.scores()
    ann.check()
    ben.check()


def test_the_language_changes(visit: Visit, server: Server) -> None:
    ann = visit(server.url)
    ann.open("/")
    ann.see("home.claim")
    change = "const list = document.querySelector('select'); list.value = arguments[0]; "
    for language in ("el", "en"):
        ann.run(change + "list.dispatchEvent(new Event('change', { bubbles: true }))", language)
        ann.text = catalogue(language)
        ann.see("home.claim")
        assert ann.run("return document.documentElement.lang") == language
    ann.check()


def test_the_rules_open_offline(visit: Visit, client: Path, tmp_path: Path) -> None:
    assert client.is_dir()
    server = Server(tmp_path)
    ann = visit(server.url)
    ann.open("/")
    if not ann.run("return 'serviceWorker' in navigator"):
        server.stop()
        pytest.skip("install a browser with service workers")
    kept = f"({KEPT})(['en', false]).then((kept) => (window.kept = kept)); return window.kept || null;"
    until(lambda: ann.run(kept), "the service worker keeps the files")
    server.kill()
    ann.open("/rules")
    ann.see("rules.pocket-title")
    ann.open("/")
    ann.see("home.claim")

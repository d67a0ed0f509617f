"""Drives real browsers as players: a `Person` acts as a player would and fails on any console error."""

import json
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import browser
import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Locator, Page, Playwright, Request

from qwixx.locales import catalogue

SERVE = [sys.executable, "-c", "from qwixx.cli import main; main()", "serve", "--no-browser", "--pace", "0"]
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
]
PHONE = (360, 740)
Bots = tuple[str | None, ...]
# Long, because the machine may be busy, and the coach gives way to everything else.
PATIENCE = 300_000

# Keeps choosing the first option, with the clicks that a person would make.
PLAY = """
() => {
  let done = '', when = 0;
  const timer = setInterval(() => {
    const turn = document.querySelector('.turn');
    if (!turn) return;
    const now = turn.getAttribute('aria-label') + turn.querySelector('.ask, .bubble')?.textContent;
    if (now === done && Date.now() < when) return;
    const choice = turn.querySelector('button.choice');
    if (choice && choice.getAttribute('aria-pressed') !== 'true') choice.click();
    setTimeout(() => {
      const main = turn.querySelector('button.main:not(:disabled)');
      if (!main) return;
      done = now;
      when = Date.now() + 3000;
      main.click();
    }, 0);
  }, 25);
}
"""


# Without pauses, and with the list of choices, which has a button for each.
SETTINGS = """
try {
  if (!localStorage.getItem('qwixx.settings'))
    localStorage.setItem('qwixx.settings', JSON.stringify({ speed: 'instant', list: true }));
} catch { /* a page without storage, such as about:blank */ }
"""


# Adds up all layout shifts from now on, those after a tap too.
SHIFTS = """
() => {
  window.shift = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) window.shift += entry.value;
  }).observe({ type: 'layout-shift' });
}
"""
# Whether the service worker has kept the files of a first visit in a language, or those of all screens. It
# lists them in its first lines. It may keep some of them and then give up, so all are looked for.
KEPT = """async ([language, all]) => {
  const worker = await (await fetch('/sw.js')).text();
  const list = (name) => JSON.parse(new RegExp(`const ${name} = (.*);`).exec(worker)[1]);
  const { first, rest } = list('TEXTS')[language];
  const more = all ? [...list('REST'), ...rest] : [];
  const wanted = ['/', '/api/variants', ...list('FIRST'), ...first, ...more];
  return (await Promise.all(wanted.map((path) => caches.match(path)))).every(Boolean);
}"""


def chromium_path() -> str:
    """The path of the browser; a test that needs one is skipped if there is none."""
    return browser.find() or pytest.skip(browser.MISSING)


def launch(playwright: Playwright, *flags: str) -> Browser:
    return playwright.chromium.launch(executable_path=chromium_path(), args=[*FLAGS, *flags])


class Server:
    """`qwixx serve` in its own process."""

    def __init__(self, folder: Path, *options: str) -> None:
        self.folder = folder
        self.options = options
        self.port = 0
        self.start()

    def start(self) -> None:
        command = [*SERVE, "--data", str(self.folder), "--port", str(self.port), *self.options]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        assert self.process.stdout
        with self.process.stdout as said:
            line = said.readline()
        self.url = line.split()[3].rstrip("/")
        self.port = int(self.url.rsplit(":", 1)[1])
        with urlopen(f"{self.url}/healthz", timeout=60) as answer:
            assert answer.read() == b"ok\n"

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()

    def freeze(self) -> None:
        """It keeps its connections, but answers nothing until `thaw`."""
        self.process.send_signal(signal.SIGSTOP)

    def thaw(self) -> None:
        self.process.send_signal(signal.SIGCONT)

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(20)


@dataclass
class Person:
    """One player: a browser context with a language, and all console errors and requests to other hosts."""

    context: BrowserContext
    page: Page
    url: str
    language: str = "en"
    errors: list[str] = field(default_factory=list)
    left: list[str] = field(default_factory=list)
    expected: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        self.text = catalogue(self.language)
        self.context.on("request", self._requested)
        self.context.on("console", self._said)
        self.page.on("pageerror", lambda error: self.errors.append(f"{error.name}: {error.message}"))

    def _requested(self, request: Request) -> None:
        if not request.url.startswith((self.url, "data:", "blob:")):
            self.left.append(request.url)

    def _said(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.errors.append(f"{message.text} ({message.location.get('url', '')})")

    def check(self) -> None:
        assert self.left == [], f"requests left the origin: {self.left}"
        complaints = [error for error in self.errors if not any(part in error for part in self.expected)]
        assert complaints == [], "\n".join(complaints)

    def open(self, path: str) -> None:
        self.page.goto(self.url + path)

    def arrive(self) -> None:
        """Opens the home page and waits until the server knows this guest."""
        with self.page.expect_response("**/api/games"):
            self.open("/")

    def press(self, key: str, **values: object) -> None:
        """Presses the button with this text."""
        self.page.get_by_role("button", name=self.text(key, **values), exact=True).click()

    def field(self, key: str, **values: object) -> Locator:
        """The input with this label; the label of a list also contains its choices."""
        return self.page.get_by_label(re.compile(rf"^\s*{re.escape(self.text(key, **values))}(?!\w)")).first

    def see(self, key: str, **values: object) -> None:
        self.page.get_by_text(self.text(key, **values)).first.wait_for()

    def play(self) -> None:
        self.page.evaluate(PLAY)

    def see_the_end(self) -> None:
        self.page.get_by_role("button", name=self.text("end.rematch")).wait_for()

    def wait_until_kept(self, *, all_screens: bool = False) -> None:
        """Waits until the service worker controls the page and has kept what a visit needs offline."""
        self.page.wait_for_function("() => !!navigator.serviceWorker.controller")
        self.page.wait_for_function(KEPT, arg=[self.language, all_screens])

    def no_overflow(self) -> bool:
        widths = self.page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
        return bool(widths[0] <= widths[1])

    def post(self, path: str, body: object) -> Any:
        answer = self.context.request.post(self.url + path, data=json.dumps(body))
        assert answer.ok, answer.text()
        return answer.json()

    def new_table(
        self, variant: str = "classic", bots: tuple[str | None, ...] = (), **options: object
    ) -> str:
        table = {"variant": variant, "seats": max(len(bots), 1), "visibility": "link", **options}
        return str(self.post("/api/tables", {"options": table, "bots": bots})["id"])


Meet = Callable[..., Person]


@contextmanager
def people(browser: Browser, url: str) -> Iterator[Meet]:
    met: list[Person] = []

    def meet(language: str = "en", size: tuple[int, int] = PHONE, **more: Any) -> Person:
        address = more.pop("url", url)
        settings = more.pop("settings", SETTINGS)
        viewport: Any = {"width": size[0], "height": size[1]}
        context = browser.new_context(locale=language, viewport=viewport, **more)
        context.set_default_timeout(PATIENCE)
        if settings:
            context.add_init_script(settings)
        met.append(Person(context, context.new_page(), address, language))
        return met[-1]

    yield meet
    try:
        for person in met:
            person.check()
    finally:
        for person in met:
            person.context.close()


def wait_until(true: Callable[[], bool], what: str, seconds: float = 60) -> None:
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, what
        time.sleep(0.05)

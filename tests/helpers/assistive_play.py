"""Plays whole games without a pointer: by what a screen reader knows of the page, or by the keyboard."""

import re
from contextlib import suppress
from functools import partial

from browser_play import Person, wait_until
from playwright.sync_api import Locator, TimeoutError

# Of the elements, the outline of the one that has the focus; null if none has it.
FOCUSED = """(found) => {
    const focused = document.activeElement;
    return found.includes(focused) ? getComputedStyle(focused).outlineStyle : null;
}"""


def play_by_roles(person: Person, variant: str) -> None:
    """A whole game from the home page to the result, in which every element is found by role and name."""
    page = person.page

    def named(key: str, **values: object) -> Locator:
        """Usable buttons whose whole name is this text, with anything in place of the values."""
        pattern = re.escape(person.text(key, **values)).replace("VALUE", ".+")
        return page.get_by_role("button", name=re.compile(f"^{pattern}$"), disabled=False)

    person.open("/")
    page.get_by_role("button", name=person.text(f"tile.{variant}")).click()
    roll, end = named("do.roll"), named("end.rematch")
    # A pass that ends the game without a penalty has that in its name, too.
    ends = re.compile(rf"^{re.escape(person.text('do.pass'))}\s*{re.escape(person.text('outlook.ends'))}$")
    passing = (
        named("do.pass")
        .or_(named("do.pass-penalty", points="VALUE"))
        .or_(page.get_by_role("button", name=ends, disabled=False))
    )
    cells = named("cell-state.possible", cell="VALUE")
    board = page.get_by_role("region", name=person.text("track.title"), exact=True)
    spaces = board.get_by_role("button", name=re.compile(r"\+"), pressed=False)
    confirm = named("do.cross", cell="VALUE").or_(named("do.move", space="VALUE"))
    for step in range(600):
        roll.or_(passing).or_(end).first.wait_for()
        if end.count():
            return
        options = spaces if spaces.count() else cells
        # The others' choices may take a button away before it is pressed; then the next step looks again.
        with suppress(TimeoutError):
            if roll.count():
                roll.first.click(timeout=10_000)
            elif step % 3 and options.count():
                options.first.click(timeout=10_000)
                confirm.first.click(timeout=10_000)
            elif passing.count():
                passing.first.click(timeout=10_000)
        page.wait_for_timeout(20)
    raise AssertionError("the game did not end")


def play_by_keys(person: Person, variant: str) -> None:
    """A whole game from the home page to the result with Tab, Enter and Space only."""
    page = person.page

    def tab_to(wanted: Locator, before: str = "") -> bool:
        """Whether it was reached: the others' choices may take it away after the state `before`."""
        for _ in range(80):
            page.keyboard.press("Tab")
            if outline := wanted.evaluate_all(FOCUSED):
                assert outline != "none", "the focus is not visible"
                return True
        assert before, f"{wanted} cannot be reached with the Tab key"
        assert has_changed(before), f"{wanted} cannot be reached with the Tab key"
        return False

    def now() -> str:
        state = "[document.querySelector('.turn')].map((it) => it?.ariaLabel + it?.innerText)[0]"
        return str(page.evaluate(state))

    def has_changed(before: str) -> bool:
        return bool(end.count()) or now() != before

    end = page.get_by_role("button", name=person.text("end.rematch"))
    person.open("/")
    tile = page.get_by_role("button", name=person.text(f"tile.{variant}"))
    tile.wait_for()
    tab_to(tile)
    page.keyboard.press("Enter")
    choices = page.locator("button.choice")
    passing, going = page.locator(".turn button.pass"), page.locator(".turn button.main")
    for step in range(600):
        page.locator(".turn .go button:not(:disabled)").or_(end).first.wait_for()
        if end.count():
            return
        before = now()
        # The list of choices is drawn after the buttons.
        asked = passing.count()
        if step % 2 and asked:
            if not tab_to(choices, before):
                continue
            page.keyboard.press("Space")
            # The list is drawn last: a choice of the question before does not count any more.
            if not page.locator("button.choice[aria-pressed=true]").count():
                continue
            before = now()
        if not tab_to(passing if asked and not step % 2 else going, before):
            continue
        page.locator(".go [aria-disabled=true]").first.wait_for(state="detached")
        page.keyboard.press("Enter")
        wait_until(partial(has_changed, before), "Enter did nothing")
    raise AssertionError("the game did not end")

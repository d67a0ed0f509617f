"""Plays a game with what a screen reader knows of the page: roles and accessible names."""

import re

from browser_play import Person
from playwright.sync_api import Locator


def play_by_roles(person: Person, variant: str) -> None:
    """A whole game from the home page to the result, in which every element is found by role and name."""
    page = person.page

    def named(key: str, **values: object) -> Locator:
        """Buttons whose whole name is this text, with anything in place of the values."""
        pattern = re.escape(person.text(key, **values)).replace("VALUE", ".+")
        return page.get_by_role("button", name=re.compile(f"^{pattern}$"))

    def usable(button: Locator) -> bool:
        return bool(button.count()) and button.first.is_enabled()

    person.open("/")
    page.get_by_role("button", name=person.text(f"tile.{variant}")).click()
    roll, end = named("do.roll"), named("end.rematch")
    passing = named("do.pass").or_(named("do.pass-penalty", points="VALUE"))
    cells = named("cell-state.possible", cell="VALUE")
    board = page.get_by_role("region", name=person.text("track.title"), exact=True)
    spaces = board.get_by_role("button", name=re.compile(r"\+"))
    confirm = named("do.cross", cell="VALUE").or_(named("do.move", space="VALUE"))
    for step in range(600):
        roll.or_(passing).or_(end).first.wait_for()
        if end.count():
            return
        options = spaces if spaces.count() else cells
        if usable(roll):
            roll.first.click()
        elif step % 3 and options.count():
            options.first.click()
            confirm.first.click()
        elif usable(passing):
            passing.first.click()
        page.wait_for_timeout(20)
    raise AssertionError("the game did not end")

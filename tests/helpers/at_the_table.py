"""Begins games for browser tests: people sit down, and type the dice that a test needs."""

from browser_play import SETTINGS, Meet, Person
from playwright.sync_api import expect

# The settings of a new device, with and without pauses.
USUAL = ""
INSTANT = "localStorage.setItem('qwixx.settings', JSON.stringify({ speed: 'instant' }));"
# Hands a shared device over at once.
HAND_OVER = (
    "setInterval(() => document.querySelector('dialog[aria-labelledby=hand-over] button')?.click(), 25)"
)


def take_seats(person: Person, free: int) -> None:
    """Takes all free seats: one, and then the others for people at the same device."""
    for number in range(free):
        key = "new.here" if number else "lobby.sit"
        buttons = person.page.get_by_role("button", name=person.text(key), exact=True)
        expect(buttons).to_have_count(free - number)
        buttons.first.click()


def begin(
    person: Person, variant: str = "classic", seats: tuple[str | None, ...] = (None,), **more: object
) -> None:
    """Starts a game with typed dice; every free seat is ours."""
    person.arrive()
    person.open("/t/" + person.new_table(variant, seats, dice="own", **more))
    take_seats(person, seats.count(None))
    person.press("lobby.start")
    person.page.locator(".turn").wait_for()


def sit_down(person: Person, table: str) -> None:
    """Takes the first free seat, or, as an invited guest, the seat that is offered."""
    person.open(f"/t/{table}")
    sit, take = (
        person.page.get_by_role("button", name=person.text(f"lobby.{key}")) for key in ("sit", "take-seat")
    )
    sit.or_(take).first.click()


def two_people(
    meet: Meet, variant: str = "classic", *, settings: str = SETTINGS, **options: object
) -> tuple[Person, Person, str]:
    """Two people at two devices and their table, whose game has begun."""
    ann, ben = meet(settings=settings), meet(settings=settings)
    ann.arrive()
    table = ann.new_table(variant, (None, None), **options)
    for person in (ann, ben):
        sit_down(person, table)
    ann.press("lobby.start")
    for person in (ann, ben):
        person.page.locator(".turn").wait_for()
    return ann, ben, table


def type_dice(person: Person, values: str) -> None:
    for value in values:
        person.page.get_by_role("button", name=value, exact=True).click()
    person.press("pad.done")


def with_a_clock(meet: Meet) -> Person:
    """Somebody whose clock a test can stop. It replaces the browser's before the page sets a timer."""
    person = meet(settings=USUAL)
    person.page.clock.install()
    return person


def stop_the_clock(person: Person) -> None:
    """Pauses then last until the test lets the time go on, however busy the machine is."""
    person.page.clock.pause_at(person.page.evaluate("Date.now()") + 1000)


def cell(person: Person, colour: str, number: int) -> None:
    name = person.text(f"cell.{colour}", number=number)
    person.page.get_by_role("button", name=person.text("cell-state.possible", cell=name)).click()

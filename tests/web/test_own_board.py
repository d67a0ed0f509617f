"""A table with a board of its own: table, hint, end, replay and review all draw that board."""

from collections.abc import Iterator

import pytest
from browser_play import PATIENCE, Meet, Person, Server, people
from playwright.sync_api import Browser, Locator, expect

from qwixx.rules import parse_board
from qwixx.rules.notation import COLOURS

expect.set_options(timeout=PATIENCE)

BOARD = "y2+7 b12+9 r3+11 g12+13 y4+15 b11+17 g10+19 r5+21"
SPACES = parse_board(BOARD).spaces


def space_name(person: Person, space: int) -> str:
    row, number, points = SPACES[space - 1].row, SPACES[space - 1].number, SPACES[space - 1].points
    cell = person.text(f"cell.{COLOURS[row]}", number=number)
    return person.text("space.name", space=space, cell=cell, points=points)


def shown_name(person: Person, space: int) -> str:
    """The space as the button and the hint name it: as it is printed, without a number of its own."""
    row, number, points = SPACES[space - 1].row, SPACES[space - 1].number, SPACES[space - 1].points
    return f"{person.text(f'cell.{COLOURS[row]}', number=number)} (+{points})"


def track(person: Person) -> Locator:
    return person.page.get_by_role("region", name=person.text("track.title"))


def expect_own_board(person: Person) -> None:
    """The track shows the spaces of this board and no others."""
    spaces = track(person).locator("li")
    expect(spaces).to_have_count(len(SPACES))
    names = spaces.evaluate_all(
        "spaces => spaces.map((space) => space.querySelector('button')?.ariaLabel ?? space.textContent)"
    )
    for space, name in enumerate(names, 1):
        assert space_name(person, space) in name


def begin(person: Person) -> str:
    """Alone at a training table with typed dice; returns the table's id."""
    person.arrive()
    table = person.new_table("onboard-a", (None,), board=BOARD, dice="own", training=True)
    person.open(f"/t/{table}")
    person.press("lobby.sit")
    person.press("lobby.start")
    return table


def roll_and_pass_to_the_board(person: Person) -> None:
    """A turn up to the move of the pawn, with typed dice and no cross."""
    person.see("table.type-dice")
    for value in "112345":
        person.page.get_by_role("button", name=value, exact=True).click()
    person.press("pad.done")
    for question in ("table.white-alone", "table.colour"):
        person.see(question, sum=2)
        person.page.locator(".turn .go button.pass").click()
    person.see("table.board")


def open_board(person: Person) -> None:
    """Turns the sheet over: on a phone the board is behind it."""
    person.press("track.open")


def move_to(person: Person, space: int) -> None:
    """Taps the space on the open board and confirms."""
    track(person).get_by_role("button", name=space_name(person, space), exact=True).click()
    person.press("do.move", space=shown_name(person, space))


def see_bonus(person: Person, points: int) -> None:
    sheet = person.page.locator(".sheet").first
    expect(sheet.get_by_text(person.text("sheet.bonus", points=points), exact=True)).to_be_visible()


@pytest.fixture(scope="module")
def finished(chromium: Browser, server: Server) -> Iterator[str]:
    """The id of a game of two turns: each makes a cross by a pawn move, and the second ends the game."""
    with people(chromium, server.url) as meet:
        ann = meet()
        table = begin(ann)
        for space in (1, 4):
            roll_and_pass_to_the_board(ann)
            open_board(ann)
            move_to(ann, space)
        ann.see_the_end()
        # Yellow 2 and green 12 are worth a point each, and the last space its bonus.
        cells = ann.page.locator("tbody tr td").all_inner_texts()
        assert cells == ["1", "0", "1", "1", "0", "13", "0", "15"]
        yield table


def test_the_table_draws_its_own_board(meet: Meet) -> None:
    ann = meet()
    begin(ann)
    roll_and_pass_to_the_board(ann)
    open_board(ann)
    expect_own_board(ann)
    choices = ann.page.locator(".turn button.choice .hidden").all_inner_texts()
    assert [text.split(", +")[0] for text in choices] == [
        space_name(ann, space).split(", +")[0] for space in range(1, 6)
    ]
    move_to(ann, 1)
    ann.see("table.type-dice")
    see_bonus(ann, 7)


def test_a_hint_names_the_spaces_of_the_own_board(meet: Meet) -> None:
    ann = meet()
    begin(ann)
    roll_and_pass_to_the_board(ann)
    ann.press("hint.ask")
    options = ann.page.get_by_role("region", name=ann.text("hint.title")).locator("tbody th")
    expect(options).to_have_count(6)
    wanted = {ann.text("choice.pass"), *(shown_name(ann, space) for space in range(1, 6))}
    # As words of a table they have a capital, and the number stays with its colour.
    shown = {text.strip().replace("\u00a0", " ") for text in options.all_text_contents()}
    assert shown == {name[0].upper() + name[1:] for name in wanted}


def test_the_replay_draws_the_own_board(meet: Meet, finished: str) -> None:
    ann = meet()
    ann.open(f"/g/{finished}")
    ann.press("replay.last")
    expect_own_board(ann)
    see_bonus(ann, 13)
    expect(ann.page.locator("ul li").filter(has_text=shown_name(ann, 4))).to_be_visible()


def test_the_review_draws_the_own_board(meet: Meet, finished: str) -> None:
    ann = meet()
    ann.open(f"/review/{finished}")
    ann.page.locator(".position").wait_for()
    expect_own_board(ann)

"""The game on the full screen: the pure parts, and whole games driven by Textual's Pilot."""

import asyncio
import itertools
from pathlib import Path

import pytest
from full_screen import play, shown
from textual.app import App
from textual.events import Key
from textual.pilot import Pilot

from qwixx.bots import LEVELS
from qwixx.cli.draw.words import Words
from qwixx.cli.play.full_screen import game_screen, local_screen, pages
from qwixx.cli.play.full_screen.app import GameApp
from qwixx.cli.play.full_screen.choosing import Choosing
from qwixx.cli.play.full_screen.game_screen import GameScreen
from qwixx.cli.play.full_screen.layout import KeyHint, PlayerScreen, layout, question_of
from qwixx.cli.play.full_screen.menu import Agreed, MenuApp
from qwixx.cli.play.help_lines import COMMANDS
from qwixx.cli.play.keyboard import latin
from qwixx.cli.play.local_game import OWN_DICE, LocalGame
from qwixx.locales import LANGUAGES, catalogue
from qwixx.rules import VARIANTS, Cross, Move, Pass, Record, Roll, Rules, parse_position


def choosing(position: str, seat: int = 0) -> Choosing:
    rules, state = parse_position(position)
    return Choosing(rules, state, seat)


# Keys to a choice


def test_one_key_takes_what_costs_nothing() -> None:
    choices = choosing("classic | r2,3 | 0 white 1+3 6 6 6 6 : ?")
    assert choices.take(1) == Cross(0, 0, 4)


@pytest.mark.parametrize(
    ("position", "number", "why"),
    [
        ("classic | - | 0 white 2+4 6 6 6 6 : ?", 1, "skips four numbers"),
        ("classic | r2,3,4,5,6 | 0 white 6+6 6 6 6 6 : ?", 1, "closes a row"),
        ("classic | - | 0 colour 2+4 6 6 6 6", 0, "a penalty"),
        (
            "onboard-a board r2+1 y3+1 g10+2 b12+3 r4+5 y5+8 | r2 @1 | - | 0 board 1+4 6 3 6 3",
            1,
            "begins the final round",
        ),
    ],
)
def test_a_second_key_is_needed_for_what_costs_something(position: str, number: int, why: str) -> None:
    choices = choosing(position)
    assert choices.take(number) is None, why
    assert choices.pending == choices.cursor == number
    assert choices.take(number) == choices.options[number]


def test_another_key_takes_the_other_option_and_escape_none() -> None:
    choices = choosing("classic | r2,3,4 | 0 white 2+4 6 6 6 6 : ?")
    assert choices.take(2) is None, "yellow 6 skips four"
    assert choices.take(1) == Cross(0, 0, 6), "red 6 skips one"
    assert choices.take(2) is None
    choices.back()
    assert choices.enter() is None, "nothing is marked"
    assert choices.take(2) is None, "the first press does not count any more"
    assert choices.take(9) is None


def test_the_only_option_is_taken_with_enter_whatever_it_costs() -> None:
    choices = choosing("classic | r11 y11 g3 b3 | 0 colour 2+4 5 5 5 5")
    assert choices.only_pass
    assert choices.enter() == Pass(0)


def test_arrow_keys_move_over_the_possible_cells() -> None:
    """In action 2 with white 4 and 5: red 7, 8; yellow 10, 11; green 7, 6; blue 10, 9; the pass is below."""
    choices = choosing("classic | - | 0 colour 4+5 3 6 2 5")
    seen = []
    for key in ("right", "right", "down", "down", "down", "down", "down", "left", "up"):
        choices.move(key)
        seen.append(str(choices.marked))
    cells = {str(choice): choice for choice in choices.options}
    found = " ".join(_short(cells[one]) for one in seen)
    assert found == "r7 r8 y10 g6 b9 pass r7 pass b10"


def _short(choice: object) -> str:
    match choice:
        case Cross(_, row, number):
            return f"{'rygb'[row]}{number}"
        case Move(_, space):
            return f"@{space}"
    return "pass"


def test_a_cell_or_a_space_that_is_clicked_on_is_an_option() -> None:
    choices = choosing("classic | - | 0 colour 4+5 3 6 2 5")
    assert choices.options[choices.at((0, 8)) or 0] == Cross(0, 0, 8)
    assert choices.at((0, 9)) is None
    moves = choosing("onboard-a | - | - | 0 board 2+4 6 6 6 6")
    assert moves.options[moves.at_space(3) or 0] == Move(0, 3)


def test_letters_of_greek_and_ukrainian_keyboards() -> None:
    assert latin("ΗΘΝΡΣ;") == "hunrsq"
    assert latin("РГТКІЙ") == "hunrsq"
    assert latin("и?7") == "b?7"


# The screen, line by line


SIZES = [(79, 24), (99, 40), (39, 24), (39, 40)]


@pytest.mark.parametrize("variant", VARIANTS)
def test_nothing_is_too_wide_and_the_foot_leaves_room(variant: str) -> None:
    rules = Rules(variant, 2)
    state, _ = rules.step(rules.start(), Roll((3, 4), (5, 4, 4, 6)))
    choices = Choosing(rules, state, 0)
    for language, (width, height) in itertools.product(LANGUAGES, SIZES):
        words = Words(catalogue(language), rules, ["Ann", "Ben"])
        keys = [KeyHint(key, key, words.text(f"command.{name}")) for key, name in COMMANDS.items()]
        asked = choices, question_of(words, state, choices), "status", keys
        above, below, _ = layout(PlayerScreen(words, state, 0, ["news"] * 9, *asked), width, height)
        assert max(line.cell_len for line in [*above, *below]) <= width
        assert str(above[0]) == "news"
        if (width, height) == (39, 24):
            assert len(below) <= height / 2
        else:
            assert len(above) + len(below) <= height


def test_a_low_and_narrow_screen_keeps_sums_and_costs() -> None:
    rules, state = parse_position("classic | - | - | 0 colour 3+2 1 3 3 4")
    words, choices = Words(catalogue("en"), rules, ["Ann", "Ben"]), Choosing(rules, state, 0)
    for height, explained in ((24, True), (12, False)):
        view = PlayerScreen(words, state, 0, [], choices, "Action 2", "", [])
        above, below, _ = layout(view, 39, height)
        assert str(above[0]).startswith("White 3 + 2    ● 1  → 3/4"), "the sums"
        assert "1 ●3 (1)  2 ●4 (2)" in str(below[1])
        shown = " ".join(map(str, below))
        assert "0 pass −5" in shown
        assert ("(7): skips 7 numbers" in shown) is explained


@pytest.mark.parametrize(
    ("position", "options"),
    [
        (
            "classic | r2,3,4,5,6,11 y2,3,4,5,6 | - | 0 white 6+6 6 6 6 6 : ? ?",
            "1 ●12 closes the row 2 ▲12 (5) closes the row 3 ■12 4 ◆12 0 pass",
        ),
        (
            "classic | g8,6,5,4,3 p3 | y2,3,4,5,6,12 | 0 colour 1+2 1 - 1 6",
            "1 ●2 2 ●3 (1) 3 ■2 ends the game 4 ◆7 (5) 5 ◆8 (4) 0 pass −5, ends the game",
        ),
        (
            "onboard-a board r2+1 y3+1 g10+2 b12+3 r4+5 y5+8 | r2 @1 | - | 0 board 1+4 6 3 6 3",
            "1 @2 (1) starts the final round 2 @3 (2) starts the final round 3 @4 starts the final round "
            "4 @5 (1) starts the final round 5 @6 (3) starts the final round 0 pass −5",
        ),
    ],
)
def test_the_shortest_options_say_what_each_of_them_costs(position: str, options: str) -> None:
    rules, state = parse_position(position)
    words, choices = Words(catalogue("en"), rules, ["Ann", "Ben"]), Choosing(rules, state, 0)
    view = PlayerScreen(words, state, 0, [], choices, "Question", "", [])
    lines = layout(view, 39, 12).below[1:]
    assert " ".join(" ".join(map(str, lines)).split()) == options


# Whole games


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, games: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("os.fsync", lambda _: None)
    monkeypatch.setattr(game_screen, "SECOND_PRESS", 0.0)
    monkeypatch.setattr(pages, "QUIET", 0.0)
    assert not games.exists()


def test_a_game_against_a_bot() -> None:
    async def script(pilot: "Pilot[BaseException]", game: LocalGame) -> None:
        screen = pilot.app.screen
        assert isinstance(screen, GameScreen)
        while not game.over:
            await pilot.press("0" if screen.choosing else "enter")
        assert "Winner" in shown(pilot)
        assert shown(pilot).count("The game is over") == 1
        assert "Enter quit   n again   r review   u undo   s save" in shown(pilot)
        await pilot.press("enter")

    game = play(script, "Ann", "gap", variant="onboard-a", size=(80, 40))
    assert Record.parse(Path("game.txt").read_text("utf-8")) == game.record


def test_cells_can_be_clicked_on_and_keys_too() -> None:
    async def script(pilot: "Pilot[BaseException]", game: LocalGame) -> None:
        await pilot.press("enter")
        lines = shown(pilot).splitlines()
        row = next(n for n, line in enumerate(lines) if " ▲ Y " in line)
        for _ in range(2):  # it skips five numbers
            await pilot.click(offset=(lines[row].index("[7]") + 1, row))
        assert game.record.actions[1] == Cross(0, 1, 7)
        foot = shown(pilot).splitlines()[-1]
        await pilot.click(offset=(foot.index("help"), 23))
        assert "Numbers you skip are lost." in shown(pilot)
        await pilot.press("escape")
        assert "Numbers you skip are lost." not in shown(pilot)

    play(script, "Ann", "gap")


def test_leaving_asks_and_a_slip_is_no_answer() -> None:
    async def script(pilot: "Pilot[BaseException]", game: LocalGame) -> None:
        await pilot.press("enter", "q", "c", "n", "y")
        assert "Leave the game?" in shown(pilot)
        await pilot.press("b", "2", "2")
        assert len(game.record.actions) == 3
        await pilot.press("ι", "q", "d", "n", "q", "d")
        assert "Discard the game for good?" in shown(pilot)
        assert not game.discarded
        await pilot.press("y")

    game = play(script, "Ann", "gap")
    assert game.discarded
    assert not Path("game.txt").exists()


def test_letters_with_alt_are_not_letters() -> None:
    async def script(pilot: "Pilot[BaseException]", _game: LocalGame) -> None:
        def chord(letter: str) -> None:
            pilot.app.screen.post_message(Key(f"alt+{letter}", letter))

        await pilot.press("enter")
        chord("q")
        await pilot.pause()
        assert "Leave the game?" not in shown(pilot)
        await pilot.press("q")
        chord("d")
        await pilot.pause()
        assert "Leave the game?" in shown(pilot)
        assert "for good" not in shown(pilot)

    assert not play(script, "Ann", "gap").discarded


def test_control_z_suspends_the_game_and_the_menu(monkeypatch: pytest.MonkeyPatch) -> None:
    suspended = []
    monkeypatch.setattr(App, "action_suspend_process", lambda app: suspended.append(type(app)))

    async def script(pilot: "Pilot[BaseException]", _game: LocalGame) -> None:
        await pilot.press("ctrl+z")

    async def menu() -> None:
        async with MenuApp(catalogue("en")).run_test() as pilot:
            await pilot.press("ctrl+z")

    play(script, "Ann", "gap")
    asyncio.run(menu())
    assert suspended == [GameApp, MenuApp]


def test_the_sheet_scrolls_to_the_cursor() -> None:
    async def script(pilot: "Pilot[BaseException]", _game: LocalGame) -> None:
        await pilot.press("enter")
        for row in "RYGB":
            await pilot.press("down")
            await pilot.pause()
            lines = shown(pilot).splitlines()
            assert any("(×)" in line for line in lines), row

    play(script, "Ann", "gap", variant="longo", size=(40, 12))


def test_people_choose_in_turns_without_seeing_the_others() -> None:
    async def script(pilot: "Pilot[BaseException]", _game: LocalGame) -> None:
        await pilot.press("enter")
        assert "Hand over to [b]Ann" in shown(pilot), "a name is not mark-up"
        assert "●" not in shown(pilot)
        await pilot.press("enter", "1", "1")
        assert "Hand over to Ben" in shown(pilot)
        assert "red" not in shown(pilot)
        await pilot.press("enter")
        assert "red 7" in shown(pilot), "as an option"
        assert "×7" not in shown(pilot)
        await pilot.press("2", "2")
        assert "[b]Ann – ● red 7 · Ben – ▲ yellow 7" in shown(pilot)

    play(script, "[b]Ann", "Ben")


def test_a_second_press_of_the_same_key_does_not_answer_the_next_question(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(game_screen, "SECOND_PRESS", 1000.0)

    async def script(pilot: "Pilot[BaseException]", game: LocalGame) -> None:
        await pilot.press("enter", "2", "2", "2", "2", "2")
        assert len(game.record.actions) == 3, "red 7 took two presses; the others are slips"
        await pilot.press("3")
        assert len(game.record.actions) > 3

    play(script, "Ann", "gap")


def test_a_bot_that_fails_ends_the_game_with_its_error() -> None:
    class Lost:
        def choose(self, *_: object) -> None:
            raise ValueError("no idea")

    async def script(pilot: "Pilot[BaseException]", game: LocalGame) -> None:
        game.seats = [game.seats[0], game.seats[1]._replace(bot=Lost())]  # type: ignore[arg-type]
        await pilot.press("enter", "1", "1")
        await pilot.pause()
        screen = pilot.app.screen
        assert isinstance(screen, GameScreen)
        assert "no idea" in str(pilot.app.return_value)

    play(script, "Ann", "gap")


def test_hint_take_back_own_dice_and_what_follows_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(local_screen, "hint_lines", lambda *_: ["a hint"])
    monkeypatch.setattr(local_screen, "review_lines", lambda *_: ["a review"])

    async def script(pilot: "Pilot[BaseException]", game: LocalGame) -> None:
        assert "Roll your dice and enter the result. Next: " in shown(pilot)
        await pilot.press(*"12345", "backspace", *"5666")
        assert "All dice are entered" in shown(pilot)
        await pilot.press("enter", "h")
        await pilot.app.workers.wait_for_complete()
        assert "a hint" in shown(pilot)
        await pilot.press("escape", "1", "u")
        assert len(game.record.actions) == 1
        while not game.over:
            await pilot.press(*("0" if screen_of(pilot).choosing else "111111"), "enter", "0")
        await pilot.press("r")
        await pilot.app.workers.wait_for_complete()
        assert "a review" in shown(pilot)
        await pilot.press("escape", "n")

    game = play(script, "Ann", headers=OWN_DICE)
    assert game.record.actions[0] == Roll((1, 2), (3, 4, 5, 6))
    assert game.again


def screen_of(pilot: "Pilot[BaseException]") -> GameScreen:
    found = pilot.app.screen
    assert isinstance(found, GameScreen)
    return found


CORRECTED = [*["backspace"] * 4, *"Ben", "enter"]


@pytest.mark.parametrize(
    ("keys", "variant", "names"),
    [
        (["enter", "enter"], "classic", ["You", LEVELS["medium"]]),
        (["2", "x", "4"], "longo", ["You", "expert"]),
        (["3", "5"], "onboard-a", ["You"]),
        (
            ["4", "6", "end", *", tmpo", "enter", "end", *CORRECTED],
            "onboard-b",
            ["You", LEVELS["medium"], "Ben"],
        ),
    ],
)
def test_the_menu(keys: list[str], variant: str, names: list[str]) -> None:
    async def run() -> Agreed | None:
        menu = MenuApp(catalogue("en"), ["a note"])
        async with menu.run_test() as pilot:
            await pilot.pause()
            assert "a note" in shown(pilot)
            for key in keys:
                await pilot.press("comma" if key == "," else "space" if key == " " else key)
                await pilot.pause()
        return menu.return_value

    found = asyncio.run(run())
    assert found is not None
    assert (found[0], [seat.name for seat in found[1]]) == (variant, names)

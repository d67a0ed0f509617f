"""Keys typed ahead on the full screen: no burst of keys leaves it blank, discards a game or saves a file."""

import asyncio
import random
from pathlib import Path
from typing import Any

import pytest
from full_screen import play, shown
from textual.app import App
from textual.events import Key
from textual.pilot import Pilot

from qwixx.cli.play.full_screen import local_screen, pages
from qwixx.cli.play.full_screen.line_editor import LineEditor
from qwixx.cli.play.full_screen.menu import MenuApp
from qwixx.cli.play.local_game import LocalGame
from qwixx.locales import catalogue

NAMED = {"\n": "enter", " ": "space", "\x1b": "escape"}
COMMAND_LINE = "clear; ./bin/qwixx resume\n"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, games: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("os.fsync", lambda _: None)
    monkeypatch.setattr(pages, "QUIET", 0.05)
    monkeypatch.setattr(local_screen, "hint_lines", lambda *_: ["a hint"])
    monkeypatch.setattr(local_screen, "review_lines", lambda *_: ["a review"])
    assert not games.exists()


async def burst(pilot: "Pilot[Any]", keys: str) -> None:
    """Types all keys before the first one is handled."""
    for key in keys:
        pilot.app.post_message(Key(NAMED.get(key, key), None if key in NAMED else key))
    await pilot.pause()
    await pilot.pause()


@pytest.mark.parametrize(
    ("keys", "after"),
    [
        ("bb", "Action 1"),
        ("b\x1b\x1b", "Action 1"),
        ("bs", "Save as"),
        ("bq", "Leave the game?"),
        ("bqs", "Leave the game?"),
        ("bqdy", "Leave the game?"),
        ("dy", "Discard the game for good?"),
        (COMMAND_LINE, "Leave the game?"),
        ("b" + COMMAND_LINE, "Leave the game?"),
    ],
)
def test_a_burst_at_the_question_whether_to_leave(keys: str, after: str) -> None:
    """Every key acts on what the one before it has left on the screen."""

    async def script(pilot: "Pilot[BaseException]", _game: LocalGame) -> None:
        await pilot.press("enter", "q")
        assert "Leave the game?" in shown(pilot)
        await asyncio.sleep(pages.QUIET)
        await burst(pilot, keys)
        assert after in shown(pilot)
        assert pilot.app.return_code is None

    assert not play(script, "Ann", "gap").discarded
    assert [path.name for path in Path().iterdir()] == ["game.txt"]


def test_a_question_that_costs_something_is_not_answered_by_what_was_typed_before_it() -> None:
    async def script(pilot: "Pilot[BaseException]", game: LocalGame) -> None:
        await pilot.press("enter")
        await burst(pilot, "qdy")
        assert "Leave the game?" in shown(pilot)
        await asyncio.sleep(pages.QUIET)
        await burst(pilot, "b")
        assert "Action 1" in shown(pilot)
        await burst(pilot, "smine\n")
        assert "Save as" in shown(pilot)
        await asyncio.sleep(pages.QUIET)
        await burst(pilot, "\x1bq")
        assert "Leave the game?" in shown(pilot)
        await asyncio.sleep(pages.QUIET)
        await burst(pilot, "s1u")
        assert pilot.app.return_code == 0
        assert len(game.record.actions) == 1, "nothing is played after the player has left"

    assert not play(script, "Ann", "gap").discarded
    assert [path.name for path in Path().iterdir()] == ["game.txt"]


def test_a_name_that_comes_in_a_burst_is_confirmed() -> None:
    async def script(pilot: "Pilot[BaseException]", _game: LocalGame) -> None:
        await pilot.press("enter")
        for answer in "ny":
            await burst(pilot, "s")
            await asyncio.sleep(pages.QUIET)
            await burst(pilot, "mine\ny")
            assert "Save the game as mine?" in shown(pilot)
            assert not Path("mine").exists()
            await asyncio.sleep(pages.QUIET)
            await burst(pilot, answer)
        assert Path("mine").exists()

    play(script, "Ann", "gap")


@pytest.mark.parametrize("name", ["x" * 300, "no/such/folder", "."])
def test_a_name_that_cannot_be_written_leaves_the_game_open(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pages, "QUIET", 0.0)
    monkeypatch.setattr(pages, "BURST", 0.0)

    async def script(pilot: "Pilot[BaseException]", _game: LocalGame) -> None:
        await pilot.press("enter", "s")
        await burst(pilot, f"{name}\n")
        await burst(pilot, "y")
        assert "Action 1" in shown(pilot)
        assert "could not be written" in " ".join(shown(pilot).split())

    play(script, "Ann", "gap")


def test_a_key_does_not_answer_a_question_that_was_not_on_the_screen() -> None:
    async def script(pilot: "Pilot[BaseException]", game: LocalGame) -> None:
        await burst(pilot, "\n1100")
        assert len(game.record.actions) == 1, "only the roll"
        await burst(pilot, "?")
        assert "Numbers you skip are lost." in shown(pilot)
        await burst(pilot, "\n\n22")
        assert len(game.record.actions) == 1
        assert "Action 1" in shown(pilot), "Enter closed the help, and Ann has taken over"

    play(script, "Ann", "Ben")


def test_a_hint_that_comes_late_does_not_cover_a_question(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    async def think(_work: object) -> list[str]:
        asked.append(asyncio.get_running_loop().create_future())
        return [await asked[-1]]

    monkeypatch.setattr(local_screen, "in_daemon_thread", think)

    async def script(pilot: "Pilot[BaseException]", _game: LocalGame) -> None:
        await burst(pilot, "\n")
        await burst(pilot, "hhh")
        assert len(asked) == 1, "the coach works on one question"
        assert "The coach is thinking… 0:0" in shown(pilot)
        assert "The first time it takes up to two minutes." in shown(pilot)
        await burst(pilot, "q")
        asked[0].set_result("a hint")
        await pilot.pause()
        assert "Leave the game?" in shown(pilot)
        await asyncio.sleep(pages.QUIET)
        await burst(pilot, "b")
        assert "a hint" in shown(pilot)
        await burst(pilot, "\nh")
        await pilot.press("2", "2")
        asked[1].set_result("an old hint")
        await pilot.pause()
        assert "an old hint" not in shown(pilot)

    play(script, "Ann", "gap")


@pytest.mark.parametrize(("language", "yes", "no"), [("uk", "т", "н"), ("el", "ν", "ο"), ("de", "j", "n")])
def test_yes_is_the_letter_of_the_language(language: str, yes: str, no: str) -> None:
    async def script(pilot: "Pilot[BaseException]", game: LocalGame) -> None:
        await pilot.press("enter")
        for answer in (no, yes):
            assert not game.discarded
            for key in ("q", "d", answer):
                await burst(pilot, key)
                await asyncio.sleep(pages.QUIET)

    assert play(script, "Ann", "gap", language=language).discarded


@pytest.mark.parametrize("names", [["Ann", "gap"], ["Ann", "Ben"]])
def test_random_bursts(names: list[str]) -> None:
    """Whatever was typed, the screen shows something and answers."""
    chance = random.Random(7)

    async def script(pilot: "Pilot[BaseException]", game: LocalGame) -> None:
        for _ in range(8):
            await burst(pilot, "".join(chance.choices("\n\n\n 0123?hvuqbrs\x1bx;/", k=30)))
            assert shown(pilot).strip()
            await asyncio.sleep(pages.QUIET)
            await burst(pilot, "\x1b\x1b?")
            assert "Numbers you skip are lost." in shown(pilot)
        assert pilot.app.return_code is None
        assert not game.over

    assert not play(script, *names).discarded


def test_a_burst_in_the_menu() -> None:
    async def run(keys: str) -> App[Any]:
        menu = MenuApp(catalogue("en"))
        async with menu.run_test() as pilot:
            await pilot.pause()
            await burst(pilot, keys)
        return menu

    menu = asyncio.run(run("\n6Ann, Ben\n\n\nqq"))
    assert menu.return_value is not None
    assert [seat.name for seat in menu.return_value[1]] == ["Ann", "Ben"]
    assert asyncio.run(run("2q1\n")).return_value is None


def test_the_editor_of_a_line() -> None:
    editor = LineEditor("proposal")
    for key in ("x", "y", "left", "z", "home", "delete", "end", "backspace", "!"):
        editor.insert(key) if len(key) == 1 else editor.press(key)
    assert editor.text == "z!", "the first letter replaced the proposal"
    kept = LineEditor("proposal")
    for key in ("end", "left", "right", "backspace", "left", "ctrl+u", "up"):
        kept.press(key)
    assert kept.text == "a"
    assert kept.drawn().plain == "a "
    emptied = LineEditor("proposal")
    emptied.press("backspace")
    assert emptied.text == ""

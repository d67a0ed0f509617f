"""The screen of the game: shows it, and hands keys and clicks to the question that is open."""

import asyncio
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from rich.console import Group, RenderableType
from rich.text import Text
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.events import Click, Key, Resize
from textual.screen import Screen
from textual.widgets import Static

from qwixx.rules import Choice, Phase, QwixxError

from ...draw.options import described
from ...draw.screen import screen
from ..coaching import Progress, hint_lines, review_lines
from ..dice_pad import DicePad
from ..help_lines import COMMANDS, help_lines
from ..local_game import LocalGame, PlayerQuestion
from ..result_lines import result_lines
from .choosing import Choosing
from .layout import KeyHint, PlayerScreen, foot, layout, question_of
from .pages import KeyQuestion, LineQuestion, TextPage, key_of

SECOND_PRESS = 0.4
"""Seconds in which a second press of the same key is taken for a slip."""


class GameScreen(Screen[None]):
    def __init__(self, game: LocalGame) -> None:
        super().__init__()
        self.game = game
        self.words = game.words
        self.text = game.words.text
        self.asked: PlayerQuestion | None = None
        self.choosing: Choosing | None = None
        self.pad: DicePad | None = None
        self.covered = False
        """The screen is hidden until the next person has taken over."""
        self.news: list[str] = []
        self.status = ""
        self.answered_by = ""
        self.answered_at = 0.0

    def compose(self) -> ComposeResult:
        above = VerticalScroll(Static(id="picture"), id="above")
        above.can_focus = False
        yield above
        yield Static(id="below")

    async def on_mount(self) -> None:
        await self.proceed()

    # The course of the game

    async def proceed(self) -> None:
        """Lets the bots play until a person is asked, and shows the question."""
        try:
            self.asked = await asyncio.to_thread(self.game.next_question)
        except QwixxError as error:
            self.app.exit(error)
            return
        self.choosing, self.pad, self.status = None, None, ""
        if self.game.unsaved:
            self.status = self.text("save.failed", file=self.game.saver.path or "")
        hidden = self.game.state.phase is Phase.WHITE and len(self.game.people) > 1
        self.covered = self.asked is not None and not self.asked.roll and hidden
        if self.asked is None:
            self.news = self.game.unseen_news(self.game.people[0])
        elif not self.covered:
            self.ask()
        self.draw()

    async def take_back(self) -> None:
        if self.game.take_back():
            await self.proceed()
        else:
            self.say(self.text("undo.nothing"))

    def ask(self) -> None:
        assert self.asked is not None
        seat = self.asked.seat
        self.news = self.game.unseen_news(seat) or self.news
        if not self.asked.roll:
            self.choosing = Choosing(self.game.rules, self.game.view(seat), seat)
        elif self.game.own_dice:
            self.pad = DicePad(self.game.rules, self.game.state)

    async def choose(self, choice: Choice | None) -> None:
        """Plays the choice; without one the screen shows what is missing."""
        if choice is None:
            self.draw()
            return
        self.game.apply(choice)
        await self.proceed()

    # Keys and clicks

    async def on_key(self, event: Key) -> None:
        """A key that has just answered a question does not answer the next one by a second press."""
        key, now = key_of(event), time.monotonic()
        if key == self.answered_by and now - self.answered_at < SECOND_PRESS:
            return
        self.answered_by = ""
        question = self.asked, self.game.state
        await self.press(key)
        if (self.asked, self.game.state) != question:
            self.answered_by, self.answered_at = key, now

    async def on_click(self, event: Click) -> None:
        meta = event.style.meta
        if "key" in meta:
            await self.press(meta["key"])
        elif self.choosing:
            number = meta.get("option")
            if "cell" in meta:
                number = self.choosing.at(tuple(meta["cell"]))
            elif "space" in meta:
                number = self.choosing.at_space(meta["space"])
            if number is not None:
                await self.choose(self.choosing.take(number))

    async def press(self, key: str) -> None:
        key = "enter" if key == "space" else key
        if self.asked is None:
            await self.press_after(key)
        elif self.covered:
            if key == "enter":
                self.covered = False
                self.ask()
                self.draw()
            elif key == "q":
                self.leave()
        elif self.pad:
            await self.press_pad(self.pad, key)
        elif key == "enter" and self.asked.roll:
            self.game.roll()
            await self.proceed()
        elif not (self.choosing and await self.press_choice(self.choosing, key)):
            await self.command(key)

    async def press_pad(self, pad: DicePad, key: str) -> None:
        if key == "enter" and pad.complete:
            self.game.roll(pad.roll())
            await self.proceed()
        elif key in ("backspace", "left", "escape"):
            pad.delete()
            self.draw()
        elif key.isdecimal():
            pad.add(int(key))
            self.draw()
        else:
            await self.command(key)

    async def press_choice(self, choosing: Choosing, key: str) -> bool:
        """Whether the key belongs to the choice."""
        if key.isdecimal():
            await self.choose(choosing.take(int(key)))
        elif key == "enter":
            await self.choose(choosing.enter())
        elif key in ("up", "down", "left", "right"):
            choosing.move(key)  # type: ignore[arg-type]
            self.draw()
        elif key == "escape":
            choosing.back()
            self.draw()
        else:
            return False
        return True

    async def press_after(self, key: str) -> None:
        match key:
            case "enter" | "q" | "escape":
                self.app.exit()
            case "n":
                self.game.again = True
                self.app.exit()
            case "r":
                self.run_worker(self.work(lambda progress: review_lines(self.game, progress)), exclusive=True)
            case _:
                await self.command(key)

    async def command(self, key: str) -> None:
        match key:
            case "?":
                self.show_page(help_lines(self.words, keys=True))
            case "h":
                self.hint()
            case "u":
                await self.take_back()
            case "v":
                self.show_sheets()
            case "s":
                self.save_as()
            case "q":
                self.leave()

    def hint(self) -> None:
        if not self.choosing or not self.asked:
            self.say(self.text("hint.not-now"))
            return
        seat, state = self.asked.seat, self.game.view(self.asked.seat)
        self.run_worker(
            self.work(lambda progress: hint_lines(self.words, state, seat, progress)), exclusive=True
        )

    async def work(self, think: Callable[[Progress], list[RenderableType]]) -> None:
        """Shows what the coach works out in a thread; the status line shows how far it is."""
        loop = asyncio.get_running_loop()

        def progress(done: int, total: int) -> None:
            percent = self.text("review.percent", number=100 * done // max(total, 1))
            loop.call_soon_threadsafe(self.say, self.text("working.thinking", percent=percent))

        self.say(self.text("working.thinking", percent=""))
        try:
            lines = await asyncio.to_thread(think, progress)
        except QwixxError as error:
            self.say(str(error))
            return
        self.say("")
        self.show_page(lines)

    def show_page(self, lines: Sequence[RenderableType]) -> None:
        self.app.push_screen(TextPage(lines, self.text("ask.go-on").rstrip(" >")))

    def show_sheets(self) -> None:
        seat = self.asked.seat if self.asked else self.game.people[0]
        state = self.game.view(seat)
        self.show_page(screen(self.words, state, seat, every_sheet=True, width=self.size.width - 3))

    def leave(self) -> None:
        def answered(answer: str | None) -> None:
            if answer == "d":
                self.game.discard()
            if answer in ("s", "d"):
                self.app.exit()

        question = self.text("ask.leave").rstrip(" >")
        self.app.push_screen(KeyQuestion(question, {"s": "s", "d": "d", "b": "b", "escape": "b"}), answered)

    def save_as(self) -> None:
        def answered(answer: str | None) -> None:
            if answer:
                self.save(Path(answer))

        proposal = str(self.game.saver.proposal())
        question = self.text("ask.file", file=proposal)
        self.app.push_screen(LineQuestion(question, proposal), answered)

    def save(self, path: Path) -> None:
        def overwrite(answer: str | None) -> None:
            self.write(path) if answer == "y" else self.say(self.text("save.not-saved"))

        if self.game.saver.would_overwrite(path):
            yes = self.text("answer.yes")[0]
            answers = {"y": "y", yes: "y", "n": "n", "escape": "n", "enter": "n"}
            self.app.push_screen(KeyQuestion(self.text("ask.overwrite", file=path), answers), overwrite)
        else:
            self.write(path)

    def write(self, path: Path) -> None:
        try:
            self.game.saver.move(self.game.record, path)
            self.say(self.text("save.saved", file=path))
        except QwixxError:
            self.say(self.text("save.failed", file=path))

    def say(self, status: str) -> None:
        self.status = status
        self.draw()

    # Drawing

    def on_resize(self, _event: Resize) -> None:
        self.draw()

    def draw(self) -> None:
        above, below = self.query_one("#picture", Static), self.query_one("#below", Static)
        width, height = self.size.width - 1, self.size.height
        if self.asked is None:
            lines = [*map(Text, self.news), *result_lines(self.game, width)]
            above.update(Group(*lines))
            below.update(Group(*foot(self.status, self.keys_after(), width)))
            return
        if self.covered:
            above.update("")
            below.update(self.text("ask.hand-over", name=self.words.names[self.asked.seat]).rstrip(" >"))
            return
        found = layout(self.view(), width, height)
        above.update(Group(*found.above))
        below.update(Group(*found.below))

    def view(self) -> PlayerScreen:
        assert self.asked is not None
        state = self.game.view(self.asked.seat)
        return PlayerScreen(
            self.words,
            state,
            self.asked.seat,
            self.news,
            self.choosing,
            self.question(),
            self.line(),
            self.keys(),
        )

    def question(self) -> str:
        assert self.asked is not None
        name = self.words.names[self.game.state.active]
        if self.choosing:
            return question_of(self.words, self.game.state, self.choosing)
        if self.pad is None:
            return self.text("ask.roll", name=name).rstrip(" >")
        typed = " ".join(map(str, self.pad.typed))
        if self.pad.complete:
            return f"{self.text('pad.check')} {typed}"
        die = self.text(f"die.{self.pad.next_die()}")
        return f"{self.text('table.type-for', name=name)}. {self.text('pad.next', die=die)}: {typed}"

    def line(self) -> str:
        """The line above the keys: what the last key did, or what the marked option needs."""
        if self.choosing and self.choosing.pending is not None and self.choosing.marked:
            state = self.game.view(self.asked.seat) if self.asked else self.game.state
            what = described(self.words, state, self.choosing.marked).plain.replace("  ", ", ")
            return self.text("full.twice", what=what)
        return self.status

    def keys(self) -> list[KeyHint]:
        text = self.text
        if self.choosing is None:
            found = [KeyHint("enter", "Enter", text("pad.done" if self.pad else "do.roll"))]
        elif self.choosing.only_pass:
            found = [KeyHint("enter", "Enter", text("choice.pass"))]
        else:
            last = len(self.choosing.options) - 1
            numbers = f"1{self.words.glyphs.dash}{last} {self.words.glyphs.arrows} Enter"
            found = [KeyHint("enter", numbers, text("full.choose"))]
        return [*found, *self.hints({key: f"command.{name}" for key, name in COMMANDS.items()})]

    def keys_after(self) -> list[KeyHint]:
        names = {"n": "end.rematch", "r": "end.review", "u": "command.undo", "s": "command.save"}
        return [*self.hints(names), KeyHint("enter", "Enter", self.text("command.quit"))]

    def hints(self, names: Mapping[str, str]) -> list[KeyHint]:
        alone = len(self.game.people) == 1
        return [KeyHint(key, key, self.text(name)) for key, name in names.items() if alone or key != "u"]

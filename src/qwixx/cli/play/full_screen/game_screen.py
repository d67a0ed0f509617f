"""The screen of the game: shows it, and hands keys and clicks to the question that is open."""

from abc import abstractmethod
from collections.abc import Callable, Coroutine, Mapping, Sequence
from typing import Any

from rich.console import RenderableType
from rich.text import Text
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.events import Click, Key, Resize
from textual.widgets import Static

from qwixx.rules import Choice, Roll

from ...draw.options import described
from ...draw.screen import screen
from ..dice_pad import DicePad
from ..help_lines import help_lines
from ..result_lines import result_lines
from ..shown_game import PlayerQuestion, ShownGame
from .choosing import Choosing
from .layout import KeyHint, PlayerScreen, foot, layout, question_of
from .page_screen import PageScreen, scroll
from .pages import TextPage, key_of, lines_of, now

LEAVING = ("enter", "q", "escape")
"""The keys that leave a finished game."""
SCROLLING = ("pageup", "pagedown")
SECOND_PRESS = 0.4
"""Seconds in which a second press of the same key is taken for a slip."""


class GameScreen(PageScreen):
    """The parts that do not depend on where the game is played; subclasses say how it goes on."""

    def __init__(self, game: ShownGame) -> None:
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
        self.working = False
        """The coach is at work."""
        self.asked_at = 0.0
        """When the open question appeared."""
        self.answered_by = ""

    def compose(self) -> ComposeResult:
        above = VerticalScroll(Static(id="picture"), id="above")
        above.can_focus = False
        yield above
        yield Static(id="below")
        yield from super().compose()

    def ask(self) -> None:
        assert self.asked is not None
        seat, self.asked_at = self.asked.seat, now()
        self.query_one("#above", VerticalScroll).scroll_home(animate=False)
        self.news = self.game.unseen_news(seat) or self.news
        if not self.asked.roll:
            self.choosing = Choosing(self.words.rules, self.game.view(seat), seat)
        elif self.game.own_dice:
            self.pad = DicePad(self.words.rules, self.game.state)

    async def choose(self, choice: Choice | None) -> None:
        """Plays the choice; without one the screen shows what is missing."""
        if choice is None:
            self.draw()
        else:
            await self.play(choice)

    @abstractmethod
    async def play(self, choice: Choice) -> None: ...

    @abstractmethod
    async def roll(self, dice: Roll | None = None) -> None:
        """Rolls, or plays the dice that were typed in."""

    @abstractmethod
    def leave(self) -> None:
        """Asks whether to leave the unfinished game."""

    # Keys and clicks

    async def press_key(self, event: Key) -> None:
        """Only a key pressed after a question has appeared answers it.

        The key that answered the one before may be pressed twice by a slip, so it counts a little later.
        """
        key = key_of(event)
        slip = SECOND_PRESS if key == self.answered_by else 0.0
        if (key.isdecimal() or key in ("enter", "space")) and event.time < self.asked_at + slip:
            return
        self.answered_by, asked_at = "", self.asked_at
        await self.press(key)
        if self.asked_at != asked_at:
            self.answered_by = key

    async def on_click(self, event: Click) -> None:
        meta = event.style.meta
        if self.pages or self.left:
            return
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
        if key in SCROLLING or (self.game.over and key in ("up", "down")):
            scroll(self.query_one("#above", VerticalScroll), key)
        elif self.asked is None:
            await self.command("quit-now" if self.game.over and key in LEAVING else key)
        elif self.covered:
            if key == "enter":
                self.covered = False
                self.ask()
                self.draw()
            elif key in ("q", "?"):  # which show nothing of the game
                await self.command(key)
        elif self.pad:
            await self.press_pad(self.pad, key)
        elif key == "enter" and self.asked.roll:
            await self.roll()
        elif not (self.choosing and await self.press_choice(self.choosing, key)):
            await self.command(key)

    async def press_pad(self, pad: DicePad, key: str) -> None:
        if key == "enter" and pad.complete:
            await self.roll(pad.roll())
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

    async def command(self, key: str) -> None:
        match key:
            case "?":
                self.show_page(help_lines(self.words, keys=True))
            case "v":
                self.show_sheets()
            case "q":
                self.leave()
            case "quit-now":
                self.leave_app()

    def show_page(self, lines: Sequence[RenderableType], *, below: bool = False) -> None:
        self.open(TextPage(lines, self.text("ask.go-on").rstrip(" >")), below=below)

    def show_sheets(self) -> None:
        seat = self.seat
        state = self.game.view(seat)
        self.show_page(screen(self.words, state, seat, every_sheet=True, width=self.size.width - 3))

    def say(self, status: str) -> None:
        self.status = status
        if self.is_running:  # the coach may still be at work when the player has left
            self.draw()

    def start_work(self, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Asks the coach, who works on one thing at a time, while the game goes on."""

        async def run() -> None:
            try:
                await work()
            finally:
                self.working = False

        if not self.working:
            self.working = True
            self.run_worker(run())

    # Drawing

    def on_resize(self, _event: Resize) -> None:
        self.draw()

    def draw(self) -> None:
        above, below = self.query_one("#picture", Static), self.query_one("#below", Static)
        width, height = self.size.width - 1, self.size.height
        if self.game.over:
            lines = result_lines(self.game, width, sheets_last=True)
            above.update(lines_of([*(Text(line) for line in self.news if line not in lines), *lines]))
            below.update(lines_of(foot(self.status, self.keys(), width)))
            return
        if self.covered and self.asked:
            above.update("")
            hand_over = self.text("ask.hand-over", name=self.words.names[self.asked.seat])
            below.update(Text(hand_over.rstrip(" >")))
            return
        found = layout(self.view(), width, height)
        above.update(lines_of(found.above))
        below.update(lines_of(found.below))
        if found.marked is not None:
            self.call_after_refresh(self.show_line, found.marked, height - len(found.below))

    def show_line(self, number: int, room: int) -> None:
        """Scrolls the picture, of which `room` lines are in view, until this line is one of them."""
        area = self.query_one("#above", VerticalScroll)
        top = min(max(round(area.scroll_y), number - room + 1), number)
        area.scroll_to(y=top, animate=False)

    def view(self) -> PlayerScreen:
        asked = self.choosing, self.question(), self.line(), self.keys()
        return PlayerScreen(self.words, self.game.view(self.seat), self.seat, self.news, *asked)

    @property
    def seat(self) -> int:
        """The seat whose view is shown."""
        if self.asked:
            return self.asked.seat
        return self.game.people[0] if self.game.people else 0

    def question(self) -> str:
        name = self.words.names[self.game.state.active]
        if self.asked is None:
            return ""
        if self.choosing:
            return question_of(self.words, self.game.state, self.choosing)
        if self.pad is None:
            return self.text("ask.roll", name=name).rstrip(" >")
        typed = " ".join(map(str, self.pad.typed))
        if self.pad.complete:
            return f"{self.text('full.check')} {typed}"
        die = self.text(f"die.{self.pad.next_die()}")
        key = "table.type-for"
        if self.game.state.active in self.game.people:
            key = "table.type-dice" if len(self.game.people) == 1 else "table.type-dice-named"
        return f"{self.text(key, name=name)}. {self.text('pad.next', die=die)}: {typed}"

    def line(self) -> str:
        """The line above the keys: what the last key did, or what the marked option needs."""
        if self.choosing and self.choosing.pending is not None and self.choosing.marked:
            what = described(self.words, self.game.view(self.seat), self.choosing.marked).plain.replace(
                "  ", ", "
            )
            return self.text("full.twice", what=what)
        return self.status

    def keys(self) -> list[KeyHint]:
        text = self.text
        if self.asked is None:
            found = [KeyHint("enter", "Enter", text("command.quit"))] if self.game.over else []
        elif self.choosing is None:
            found = [KeyHint("enter", "Enter", text("full.confirm" if self.pad else "full.roll"))]
        elif self.choosing.only_pass:
            found = [KeyHint("enter", "Enter", text("choice.pass"))]
        else:
            last = len(self.choosing.options) - 1
            numbers = f"1{self.words.glyphs.dash}{last} {self.words.glyphs.arrows} Enter"
            found = [KeyHint("enter", numbers, text("full.choose"))]
        return [*found, *(KeyHint(key, key, text(name)) for key, name in self.letters().items())]

    @abstractmethod
    def letters(self) -> Mapping[str, str]:
        """The letters that can be pressed now, with the keys of their words in the catalogue."""

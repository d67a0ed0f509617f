"""The screen of a game that is played here: bots, saving, taking back, and the coach."""

import asyncio
import threading
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path

from rich.console import RenderableType

from qwixx.rules import Choice, Phase, QwixxError, Roll

from ..coaching import Progress, hint_lines, review_lines
from ..help_lines import AFTER, COMMANDS
from ..local_game import LocalGame
from .game_screen import GameScreen
from .pages import KeyQuestion, LineQuestion, YesNoQuestion, now


class LocalScreen(GameScreen):
    game: LocalGame

    async def on_mount(self) -> None:
        await self.proceed()

    async def proceed(self) -> None:
        """Lets the bots play until a person is asked, and shows the question."""
        try:
            self.asked = await asyncio.to_thread(self.game.next_question)
        except QwixxError as error:
            self.leave_app(error)
            return
        self.asked_at = now()
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

    async def play(self, choice: Choice) -> None:
        self.game.apply(choice)
        await self.proceed()

    async def roll(self, dice: Roll | None = None) -> None:
        self.game.roll(dice)
        await self.proceed()

    async def command(self, key: str) -> None:
        match key:
            case "n" if self.game.over:
                self.game.again = True
                self.leave_app()
            case "r" if self.game.over:
                self.start_work(lambda: self.work(lambda progress: review_lines(self.game, progress)))
            case "h":
                self.hint()
            case "u":
                await self.take_back()
            case "s":
                self.save_as()
            case _:
                await super().command(key)

    def letters(self) -> Mapping[str, str]:
        names = AFTER if self.game.over else COMMANDS
        shown = {key: name for key, name in names.items() if key != "u" or self.game.takes_back}
        return {key: f"command.{name}" for key, name in shown.items()}

    # The coach

    def hint(self) -> None:
        if not self.choosing or not self.asked:
            self.say(self.text("hint.not-now"))
            return
        seat, state = self.asked.seat, self.game.view(self.asked.seat)
        self.start_work(lambda: self.work(lambda progress: hint_lines(self.words, state, seat, progress)))

    async def work(self, think: Callable[[Progress], list[RenderableType]]) -> None:
        """Shows what the coach works out in a thread; the status line shows how far it is, and the time."""
        loop, position, since = asyncio.get_running_loop(), self.game.state, now()
        percent = ""

        def show() -> None:
            minutes, seconds = divmod(round(now() - since), 60)
            status = self.text("working.thinking", percent=percent).strip()
            self.say(f"{status} {minutes}:{seconds:02} {'' if percent else self.text('hint.first')}".strip())

        def progress(done: int, total: int) -> None:
            nonlocal percent
            percent = self.text("review.percent", number=100 * done // max(total, 1))
            loop.call_soon_threadsafe(show)

        show()
        clock = self.set_interval(1, show)
        try:
            lines = await in_daemon_thread(lambda: think(progress))
        except QwixxError as error:
            self.say(str(error))
            return
        finally:
            clock.stop()
        self.say("")
        if self.game.state == position:  # otherwise the player has gone on
            self.show_page(lines, below=True)

    # Leaving and saving

    def leave(self) -> None:
        def answered(answer: str) -> None:
            if answer == "s":
                self.leave_app()
            elif answer == "d":
                self.ask_yes_or_no(self.text("ask.discard"), self.discard)

        if not self.game.record.actions:  # a game that has not begun: there is nothing to save
            self.leave_app()
            return
        question = self.text("ask.leave").rstrip(" >")
        answers = {"s": "s", "d": "d", "b": "b", "escape": "b"}
        self.open(KeyQuestion(question, answers, answered, careful=True))

    def ask_yes_or_no(self, question: str, then: Callable[[bool], None]) -> None:
        self.open(YesNoQuestion(question, self.text("answer.yes")[0], then))

    def discard(self, sure: bool) -> None:
        if not sure:
            return
        try:
            self.game.discard()
        except QwixxError as error:
            self.say(str(error))
        else:
            self.leave_app()

    def save_as(self) -> None:
        def answered(answer: str | None) -> None:
            if answer:
                self.save(Path(answer), sure=not page.in_a_burst)

        proposal = str(self.game.saver.proposal())
        page = LineQuestion(self.text("ask.file", file=proposal), proposal, answered, careful=True)
        self.open(page)

    def save(self, path: Path, sure: bool) -> None:
        """Saves the game there; asks before it overwrites a file, and if the name may not have been meant."""

        def answered(yes: bool) -> None:
            self.write(path) if yes else self.say(self.text("save.not-saved"))

        if self.game.saver.would_overwrite(path):
            self.ask_yes_or_no(self.text("ask.overwrite", file=path), answered)
        elif not sure:
            self.ask_yes_or_no(self.text("ask.save-as", file=path), answered)
        else:
            self.write(path)

    def write(self, path: Path) -> None:
        try:
            self.game.saver.move(self.game.record, path)
            self.say(self.text("save.saved", file=path))
        except QwixxError:
            self.say(self.text("save.failed", file=path))


async def in_daemon_thread(work: Callable[[], list[RenderableType]]) -> list[RenderableType]:
    """The result of work that need not be finished when the player leaves."""
    loop = asyncio.get_running_loop()
    done: asyncio.Future[list[RenderableType]] = loop.create_future()

    def settle(result: list[RenderableType] | None, error: BaseException | None) -> None:
        if not done.done() and error is not None:
            done.set_exception(error)
        elif not done.done() and result is not None:
            done.set_result(result)

    def run() -> None:
        result, error = None, None
        try:
            result = work()
        except Exception as raised:  # noqa: BLE001 - raised where the result is awaited
            error = raised
        with suppress(RuntimeError):  # the loop is closed: the player has left
            loop.call_soon_threadsafe(settle, result, error)

    threading.Thread(target=run, daemon=True).start()
    return await done

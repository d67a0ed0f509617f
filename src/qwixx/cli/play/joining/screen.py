"""The screens of a server's table: the table before its game, the game, and the wait for the others."""

from collections.abc import Awaitable, Mapping, Sequence
from contextlib import suppress

from textual.app import ComposeResult
from textual.events import Key
from textual.widgets import Static

from qwixx.client import ClientError, Guest, Refused, TableClient
from qwixx.client.table import new_id
from qwixx.locales import Catalogue
from qwixx.rules import Choice, QwixxError, Roll
from qwixx.server.protocol import Start

from ...draw.glyphs import Glyphs
from ..full_screen.game_screen import GameScreen
from ..full_screen.layout import NEWS_SHOWN
from ..full_screen.page_screen import PageScreen
from ..full_screen.pages import KeyQuestion, LineQuestion, Page, key_of, lines_of
from ..help_lines import help_lines
from .lobby import chat_lines, explained, lobby_lines, may_start, next_table, take_seat
from .remote_game import RemoteGame


class AnotherTable(Exception):
    """The players go on at another table."""

    def __init__(self, table: str) -> None:
        super().__init__(table)
        self.table = table


class LobbyScreen(PageScreen):
    """The table before its game; the game covers it when that starts."""

    def __init__(self, guest: Guest, client: TableClient, text: Catalogue, glyphs: Glyphs) -> None:
        super().__init__()
        self.guest = guest
        self.client = client
        self.text = text
        self.glyphs = glyphs

    def compose(self) -> ComposeResult:
        yield Static(id="above", markup=False)
        yield from super().compose()

    def on_mount(self) -> None:
        self.run_worker(self.follow())

    async def follow(self) -> None:
        try:
            await take_seat(self.client)
            while self.client.game is None:
                self.draw()
                await self.client.change()
        except (ClientError, Refused) as error:
            self.leave_app(QwixxError(explained(self.text, error)))
            return
        game = RemoteGame(self.guest, self.client, self.text, self.glyphs)
        self.app.push_screen(JoinScreen(game, self.pages))

    def draw(self) -> None:
        lines = lobby_lines(self.client, self.text)
        if may_start(self.client):
            lines[-1] = f"Enter: {self.text('lobby.start')}"
        lines += ["", *chat_lines(self.client)]
        if self.client.table and self.client.table.options.chat:
            lines.append(f"c {self.text('command.chat')}   q {self.text('command.quit')}")
        self.query_one("#above", Static).update(lines_of(lines))

    async def press_key(self, event: Key) -> None:
        key = key_of(event)
        if key == "q":
            ask_to_leave(self, self.text)
        elif key == "c":
            open_chat(self, self.client, self.text)
        elif key == "enter" and may_start(self.client):
            with suppress(Refused, ClientError):  # a player has just stood up; `follow` tells of a lost line
                await self.client.send(Start(new_id()))


class JoinScreen(GameScreen):
    game: RemoteGame

    def __init__(self, game: RemoteGame, pages: Sequence[Page] = ()) -> None:
        """`pages` are open already, such as a line of chat that the player is typing."""
        super().__init__(game)
        self.pages = [*pages]
        self.question_id: object = None
        """What the open question is about, so that a message about something else leaves it open."""

    def on_mount(self) -> None:
        self.show_pages()
        self.run_worker(self.follow())

    async def follow(self) -> None:
        """Shows every change at the table."""
        try:
            while True:
                self.update_question()
                self.draw()
                await self.game.client.change()
        except ClientError as error:
            self.leave_app(QwixxError(explained(self.text, error)))

    def update_question(self) -> None:
        game = self.game
        game.hear()
        asked = None if game.over else game.question()
        about = asked and (asked, game.view_of_game.turn, game.view_of_game.phase)
        self.news = [*self.news, *game.unseen_news(self.seat)][-NEWS_SHOWN:]
        if asked and about == self.question_id:
            return
        self.question_id, self.asked = about, asked
        self.choosing, self.pad, self.status = None, None, ""
        if asked:
            self.ask()

    async def play(self, choice: Choice) -> None:
        self.answer(self.game.choose(choice))

    async def roll(self, dice: Roll | None = None) -> None:
        self.answer(self.game.roll(dice))

    def answer(self, command: Awaitable[None]) -> None:
        """Sends an answer. Meanwhile nothing is asked, and other keys work: the line may be lost."""
        self.asked, self.choosing, self.pad = None, None, None
        self.say(self.text("table.sending"))
        self.run_worker(self.sent(command))

    async def sent(self, command: Awaitable[None]) -> None:
        """Waits for the server's answer; after a refusal the question is asked again."""
        problem = ""
        try:
            await command
        except Refused as refused:
            problem = self.text(f"refusal.{refused.code}")
            self.question_id = None
            self.update_question()
        except ClientError as error:
            self.leave_app(QwixxError(explained(self.text, error)))
        if not self.left:
            self.say(problem)

    async def send(self, command: Awaitable[None]) -> None:
        """Waits for the server's answer; a refusal is shown."""
        try:
            await command
        except Refused as refused:
            self.say(self.text(f"refusal.{refused.code}"))
        except ClientError as error:
            self.leave_app(QwixxError(explained(self.text, error)))

    def question(self) -> str:
        return super().question() if self.asked else self.game.waiting()

    def line(self) -> str:
        return super().line() if self.game.client.connected else self.game.lost()

    async def command(self, key: str) -> None:
        match key:
            case "n" if self.game.over:
                await self.send(self.rematch())
            case "c":
                open_chat(self, self.game.client, self.text)
            case "h" if "h" in self.game.commands:
                self.hint()
            case "u":
                self.game.reopen()
                self.update_question()
                self.draw()
            case "?":
                self.show_page(help_lines(self.words, keys=True, commands=self.game.commands))
            case _:
                await super().command(key)

    def hint(self) -> None:
        if not self.choosing or not self.asked or self.game.changeable() is not None:
            self.say(self.text("hint.not-now"))
            return
        seat = self.asked.seat
        self.start_work(lambda: self.send(self.show_hint(seat)))

    async def show_hint(self, seat: int) -> None:
        def progress(done: int, total: int) -> None:
            percent = self.text("review.percent", number=100 * done // total)
            self.say(self.text("working.thinking", percent=percent))

        self.say(self.text("working.thinking", percent="").strip())
        question = self.question_id
        lines = await self.game.hint(seat, progress)
        self.say("")
        if self.question_id == question:  # otherwise the game has gone on
            self.show_page(lines, below=True)

    async def rematch(self) -> None:
        self.leave_app(AnotherTable(await next_table(self.game.client)))

    def letters(self) -> Mapping[str, str]:
        if not self.game.over:
            return {key: f"command.{name}" for key, name in self.game.commands.items()}
        chat = {"c": "command.chat"} if self.game.table.options.chat else {}
        return {**({"n": "command.again"} if self.game.people else {}), **chat}

    def leave(self) -> None:
        ask_to_leave(self, self.text)


def open_chat(screen: PageScreen, client: TableClient, text: Catalogue) -> None:
    """Shows the last lines of the chat, and sends what the player types."""
    if client.table is None or not client.table.options.chat:
        return

    async def say(line: str) -> None:
        with suppress(ClientError):  # the screen tells of a lost line
            try:
                await client.say(line)
            except Refused as refused:
                screen.notify(text(f"refusal.{refused.code}"), markup=False)

    def answered(line: str | None) -> None:
        if line:
            screen.run_worker(say(line))

    question = "\n".join([text("chat.title"), *chat_lines(client), "", f"{text('chat.say')}:"])
    screen.open(LineQuestion(question, "", answered))


def ask_to_leave(screen: PageScreen, text: Catalogue) -> None:
    def answered(answer: str) -> None:
        if answer == "y":
            screen.leave_app()

    answers = {"y": "y", "b": "b", "escape": "b"}
    screen.open(KeyQuestion(text("join.leave").rstrip(" >"), answers, answered, careful=True))

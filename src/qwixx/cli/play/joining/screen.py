"""The screens of a server's table: the table before its game, the game, and the wait for the others."""

from collections.abc import Awaitable, Mapping
from contextlib import suppress

from textual.app import ComposeResult
from textual.events import Key
from textual.screen import Screen
from textual.widgets import Static

from qwixx.client import ClientError, Refused, TableClient
from qwixx.client.table import new_id
from qwixx.locales import Catalogue
from qwixx.rules import Choice, QwixxError, Roll
from qwixx.server.protocol import Rematch, Start

from ...draw.glyphs import Glyphs
from ..full_screen.game_screen import GameScreen
from ..full_screen.layout import NEWS_SHOWN
from ..full_screen.pages import KeyQuestion, key_of, lines_of
from .lobby import lobby_lines, may_start, take_seat
from .remote_game import RemoteGame


class AnotherTable(Exception):
    """The players go on at another table."""

    def __init__(self, table: str) -> None:
        super().__init__(table)
        self.table = table


class LobbyScreen(Screen[None]):
    """The table before its game; the game covers it when that starts."""

    def __init__(self, client: TableClient, text: Catalogue, glyphs: Glyphs) -> None:
        super().__init__()
        self.client = client
        self.text = text
        self.glyphs = glyphs

    def compose(self) -> ComposeResult:
        yield Static(classes="page", markup=False)

    def on_mount(self) -> None:
        self.run_worker(self.follow())

    async def follow(self) -> None:
        try:
            await take_seat(self.client)
            while self.client.game is None:
                self.draw()
                await self.client.change()
        except (ClientError, Refused) as error:
            self.app.exit(QwixxError(str(error)))
            return
        self.app.push_screen(JoinScreen(RemoteGame(self.client, self.text, self.glyphs)))

    def draw(self) -> None:
        lines = lobby_lines(self.client, self.text)
        if may_start(self.client):
            lines[-1] = f"Enter: {self.text('lobby.start')}"
        self.query_one(Static).update(lines_of(lines))

    async def on_key(self, event: Key) -> None:
        key = key_of(event)
        if key == "q":
            ask_to_leave(self, self.text)
        elif key == "enter" and may_start(self.client):
            with suppress(Refused):  # somebody has just stood up
                await self.client.send(Start(new_id()))


class JoinScreen(GameScreen):
    game: RemoteGame

    def __init__(self, game: RemoteGame) -> None:
        super().__init__(game)
        self.question_id: object = None
        """What the open question is about, so that a message about something else leaves it open."""

    def on_mount(self) -> None:
        self.run_worker(self.follow())

    async def follow(self) -> None:
        """Shows every change at the table."""
        try:
            while True:
                self.update_question()
                self.draw()
                await self.game.client.change()
        except ClientError as error:
            self.app.exit(QwixxError(str(error)))

    def update_question(self) -> None:
        game = self.game
        game.hear()
        asked = None if game.over else game.question()
        about = asked and (asked, game.view_of_game.turn, game.view_of_game.phase)
        if asked and about == self.question_id:
            return
        self.question_id, self.asked = about, asked
        self.choosing, self.pad, self.status = None, None, ""
        self.news = [*self.news, *game.unseen_news(self.seat)][-NEWS_SHOWN:]
        if asked:
            self.ask()

    async def play(self, choice: Choice) -> None:
        await self.send(self.game.choose(choice))

    async def roll(self, dice: Roll | None = None) -> None:
        await self.send(self.game.roll(dice))

    async def send(self, command: Awaitable[None]) -> None:
        """Waits for the server's answer; a refusal is shown."""
        try:
            await command
        except Refused as refused:
            self.say(self.text(f"refusal.{refused.code}"))
        except ClientError as error:
            self.app.exit(QwixxError(str(error)))

    def question(self) -> str:
        return super().question() if self.asked else self.game.waiting()

    async def command(self, key: str) -> None:
        if key == "n" and self.game.over:
            await self.send(self.rematch())
        else:
            await super().command(key)

    async def rematch(self) -> None:
        """Goes on to the table of the next game, which the first player to ask for it opens."""
        client = self.game.client
        if not self.game.table.rematch:
            await client.send(Rematch(new_id()))
            await client.until(lambda: bool(self.game.table.rematch))
        self.app.exit(AnotherTable(self.game.table.rematch))

    def letters(self) -> Mapping[str, str]:
        if self.game.over:
            return {"n": "end.rematch"} if self.game.people else {}
        return {"?": "command.help", "v": "command.sheets", "q": "command.quit"}

    def leave(self) -> None:
        ask_to_leave(self, self.text)


def ask_to_leave(screen: Screen[None], text: Catalogue) -> None:
    def answered(answer: str | None) -> None:
        if answer == "y":
            screen.app.exit()

    answers = {"y": "y", "b": "b", "escape": "b"}
    screen.app.push_screen(KeyQuestion(text("join.leave").rstrip(" >"), answers), answered)

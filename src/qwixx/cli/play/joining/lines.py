"""A server's table in plain lines, for pipes, dumb terminals and screen readers."""

import asyncio
import sys
from collections.abc import Coroutine
from typing import Any

from qwixx.client import Guest, Refused, TableClient
from qwixx.locales import Catalogue
from qwixx.rules import Choice, Roll

from ...draw.glyphs import Glyphs
from ...draw.screen import screen
from ..choice_parser import is_command
from ..choice_prompt import ChoicePrompt
from ..dice_pad import DicePad
from ..help_lines import help_lines
from ..result_lines import result_lines
from ..shown_game import PlayerQuestion
from ..terminal import InputEnded, Terminal
from ..terminal_game import Left
from .lobby import chat_lines, lobby_lines, next_table, take_seat
from .remote_game import RemoteGame


class JoinLines:
    def __init__(
        self, terminal: Terminal, guest: Guest, client: TableClient, text: Catalogue, glyphs: Glyphs
    ) -> None:
        self.terminal = terminal
        self.guest = guest
        self.client = client
        self.text = text
        self.glyphs = glyphs
        self.loop = asyncio.get_running_loop()

    async def play(self) -> str | None:
        """Waits for the game and plays it to the end; the table of the next game if the player goes on."""
        await self.wait_for_start()
        game = RemoteGame(self.guest, self.client, self.text, self.glyphs)
        waiting = ""
        while True:
            changed = asyncio.ensure_future(self.client.change())
            await asyncio.sleep(0)  # a change after this look at the table is noticed
            game.hear()
            if game.over:
                changed.cancel()
                return await self.finish(game)
            if question := game.question():
                changed.cancel()
                waiting = ""
                await self.answer(game, question)
                continue
            self.terminal.show(*game.unseen_news(0))
            if waiting != (waiting := game.waiting()):
                self.terminal.show(waiting)
            await self.wait(game, changed)

    async def wait_for_start(self) -> None:
        await take_seat(self.client)
        shown: list[str] = []
        while self.client.game is None:
            if shown != (shown := [*lobby_lines(self.client, self.text), *chat_lines(self.client)]):
                self.terminal.show(*shown)
            await self.client.change()

    async def wait(self, game: RemoteGame, changed: "asyncio.Future[None]") -> None:
        """Waits for the server, and for a command that is typed meanwhile."""
        typed = asyncio.ensure_future(line_typed(self.terminal))
        either: list[asyncio.Future[Any]] = [changed, typed]
        await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
        if typed.done():
            changed.cancel()
            await asyncio.to_thread(self.command, game, None, typed.result())
        else:
            typed.cancel()
            await changed

    async def answer(self, game: RemoteGame, question: PlayerQuestion) -> None:
        """Asks in a thread, so that the connection stays alive."""
        try:
            if question.roll:
                await game.roll(await asyncio.to_thread(self.dice, game, question.seat))
            else:
                await game.choose(await asyncio.to_thread(self.choice, game, question.seat))
        except Refused as refused:
            self.terminal.show(self.text(f"refusal.{refused.code}"))

    async def finish(self, game: RemoteGame) -> str | None:
        """Shows the result, and offers another game."""
        self.terminal.show(*game.unseen_news(0), *result_lines(game, self.terminal.width))
        try:
            while typed := await asyncio.to_thread(self.terminal.ask, self.text("ask.after-join")):
                if is_command(self.text, typed, "again", "n"):
                    return await next_table(self.client)
                if is_command(self.text, typed, "quit", "q"):
                    break
                await asyncio.to_thread(self.command, game, None, typed)
        except InputEnded:
            pass
        except Refused as refused:
            self.terminal.show(self.text(f"refusal.{refused.code}"))
        return None

    # In a thread

    def choice(self, game: RemoteGame, seat: int) -> Choice:
        news = game.unseen_news(seat)
        prompt = ChoicePrompt(
            self.terminal, game.words, game.state, seat, news, lambda typed: self.command(game, seat, typed)
        )
        return prompt.choose()

    def dice(self, game: RemoteGame, seat: int) -> Roll | None:
        """The dice that the player typed in; None where the server rolls."""
        self.terminal.show(*game.unseen_news(seat))
        name, pad = game.words.names[game.state.active], DicePad(game.words.rules, game.state)
        if not game.own_dice:
            while typed := self.terminal.ask(self.text("ask.roll", name=name)):
                if not self.command(game, None, typed):
                    self.terminal.show(self.text("ask.roll-hint"))
            return None
        white = self.text("dice.white")
        order = " ".join([white, white, *(self.glyphs.shapes[row] for row in pad.rows)])
        key = "ask.own-dice" if game.state.active in game.people else "ask.dice"
        while not pad.read(typed := self.terminal.ask(self.text(key, name=name, dice=order))):
            if not self.command(game, None, typed):
                self.terminal.show(self.text("ask.dice-hint", n=pad.size, faces=pad.faces))
        return pad.roll()

    def command(self, game: RemoteGame, choosing: int | None, typed: str) -> bool:
        """Carries out a typed command; `choosing` is the seat that is asked for a choice."""
        letters = {name: letter for letter, name in game.commands.items()}
        name = next((name for name, sign in letters.items() if is_command(self.text, typed, name, sign)), "")
        match name:
            case "help":
                self.terminal.show(*help_lines(game.words, commands=game.commands))
            case "sheets":
                self.terminal.show(
                    *screen(
                        game.words, game.state, game.shown_seat, every_sheet=True, width=self.terminal.width
                    )
                )
            case "chat":
                self.chat()
            case "hint":
                self.hint(game, choosing)
            case "undo":
                game.reopen()
            case "quit":
                if self.terminal.yes(self.text("join.leave"), self.text):
                    raise Left
        return bool(name)

    def chat(self) -> None:
        self.terminal.show(*chat_lines(self.client))
        if said := self.terminal.ask(f"{self.text('chat.say')} >"):
            self.send(self.client.say(said))

    def hint(self, game: RemoteGame, seat: int | None) -> None:
        if seat is None or game.changeable() is not None:
            self.terminal.show(self.text("hint.not-now"))
        else:
            self.terminal.show(self.text("working.thinking", percent="").strip())
            self.terminal.show(*(self.send(game.hint(seat, lambda _done, _total: None)) or ()))
            self.terminal.ask(self.text("ask.go-on"))

    def send(self, command: Coroutine[Any, Any, Any]) -> Any:
        """Waits for the server's answer; a refusal is shown."""
        try:
            return asyncio.run_coroutine_threadsafe(command, self.loop).result()
        except Refused as refused:
            self.terminal.show(self.text(f"refusal.{refused.code}"))
            return None


async def line_typed(terminal: Terminal) -> str:
    """A line that the player types while nothing is asked. A pipe's lines are answers, so it has none."""
    loop = asyncio.get_running_loop()
    ready = asyncio.Event()
    watched = not terminal.echo and sys.platform != "win32"
    if watched:
        loop.add_reader(sys.stdin.fileno(), ready.set)
    try:
        await ready.wait()
    finally:
        if watched:
            loop.remove_reader(sys.stdin.fileno())
    return terminal.ask("")

"""A server's table in plain lines, for pipes, dumb terminals and screen readers."""

import asyncio

from qwixx.client import Refused, TableClient
from qwixx.locales import Catalogue
from qwixx.rules import Choice, Roll

from ...draw.glyphs import Glyphs
from ..choice_parser import is_command
from ..choice_prompt import ChoicePrompt
from ..dice_pad import DicePad
from ..help_lines import help_lines
from ..shown_game import PlayerQuestion
from ..terminal import Terminal
from ..terminal_game import Left
from .lobby import lobby_lines, take_seat
from .remote_game import RemoteGame


class JoinLines:
    def __init__(self, terminal: Terminal, client: TableClient, text: Catalogue, glyphs: Glyphs) -> None:
        self.terminal = terminal
        self.client = client
        self.text = text
        self.glyphs = glyphs

    async def play(self) -> RemoteGame:
        """Waits for the game and plays it to the end."""
        await self.wait_for_start()
        game = RemoteGame(self.client, self.text, self.glyphs)
        waiting = ""
        while True:
            game.hear()
            question = game.question()
            if game.over:
                return game
            if question:
                waiting = ""
                await self.answer(game, question)
            else:
                self.terminal.show(*game.unseen_news(0))
                if waiting != (waiting := game.waiting()):
                    self.terminal.show(waiting)
                await self.client.change()

    async def wait_for_start(self) -> None:
        await take_seat(self.client)
        shown: list[str] = []
        while self.client.game is None:
            if shown != (shown := lobby_lines(self.client, self.text)):
                self.terminal.show(*shown)
            await self.client.change()

    async def answer(self, game: RemoteGame, question: PlayerQuestion) -> None:
        """Asks in a thread, so that the connection stays alive."""
        try:
            if question.roll:
                await game.roll(await asyncio.to_thread(self.dice, game, question.seat))
            else:
                await game.choose(await asyncio.to_thread(self.choice, game, question.seat))
        except Refused as refused:
            self.terminal.show(self.text(f"refusal.{refused.code}"))

    def choice(self, game: RemoteGame, seat: int) -> Choice:
        news = game.unseen_news(seat)
        prompt = ChoicePrompt(
            self.terminal, game.words, game.state, seat, news, lambda typed: self.command(game, typed)
        )
        return prompt.choose()

    def dice(self, game: RemoteGame, seat: int) -> Roll | None:
        """The dice that the player typed in; None where the server rolls."""
        self.terminal.show(*game.unseen_news(seat))
        name, pad = game.words.names[game.state.active], DicePad(game.words.rules, game.state)
        if not game.own_dice:
            while typed := self.terminal.ask(self.text("ask.roll", name=name)):
                self.command(game, typed)
            return None
        white = self.text("dice.white")
        order = " ".join([white, white, *(self.glyphs.shapes[row] for row in pad.rows)])
        while not pad.read(typed := self.terminal.ask(self.text("ask.dice", name=name, dice=order))):
            if not self.command(game, typed):
                self.terminal.show(self.text("ask.dice-hint", n=pad.size, faces=pad.faces))
        return pad.roll()

    def command(self, game: RemoteGame, typed: str) -> bool:
        if is_command(self.text, typed, "help", "?"):
            self.terminal.show(*help_lines(game.words))
        elif is_command(self.text, typed, "quit", "q"):
            if self.terminal.yes(self.text("join.leave"), self.text):
                raise Left
        else:
            return False
        return True

"""A game in plain lines: asks the players, shows what happened, and carries out commands."""

from collections.abc import Sequence
from pathlib import Path

from qwixx.rules import Choice, Phase, QwixxError

from ..draw.screen import screen
from .choice_parser import is_command
from .choice_prompt import ChoicePrompt
from .help_lines import help_lines
from .local_game import LocalGame
from .result_lines import result_lines
from .terminal import InputEnded, Terminal


class Left(Exception):
    """The player has left the game, which is saved unless it was discarded."""


class TerminalGame:
    def __init__(self, terminal: Terminal, game: LocalGame) -> None:
        self.terminal = terminal
        self.game = game
        self.words = game.words
        self.text = game.words.text
        self.rules = game.rules

    def play(self) -> None:
        while question := self.game.next_question():
            if self.game.unsaved:
                self.game.news.append(self.text("save.failed", file=self.game.saver.path or ""))
            if question.roll:
                self.wait_for_roll(question.seat)
                self.game.roll()
            else:
                self.game.apply(self.choice(question.seat))
        self.show_result()
        self.finish()

    def wait_for_roll(self, active: int) -> None:
        news = self.game.unseen_news(active)
        self.draw(active, news)
        while typed := self.terminal.ask(self.text("ask.roll", name=self.words.names[active])):
            if self.command(typed):
                self.draw(active, news)
            else:
                self.terminal.show(self.text("ask.roll-hint"))

    def choice(self, seat: int) -> Choice:
        hidden = self.game.state.phase is Phase.WHITE and len(self.game.people) > 1
        if hidden:
            self.terminal.clear()
            self.wait(self.text("ask.hand-over", name=self.words.names[seat]))
        news = self.game.unseen_news(seat)
        chosen = ChoicePrompt(
            self.terminal, self.words, self.game.view(seat), seat, news, self.command
        ).choose()
        if hidden:
            self.terminal.clear()
        return chosen

    def draw(self, seat: int, news: Sequence[str]) -> None:
        room = self.terminal.room(below=1)
        lines = screen(self.words, self.game.state, seat, width=self.terminal.width, height=room)
        self.terminal.picture(news, lines, room)

    def wait(self, prompt: str) -> None:
        while (typed := self.terminal.ask(prompt)) and self.command(typed):
            pass

    def show_result(self) -> None:
        """The last events, then all sheets and the score table."""
        news = self.game.unseen_news(self.game.people[0])
        self.terminal.picture(news, result_lines(self.game, self.terminal.width), None)

    def finish(self) -> None:
        """Waits until the player leaves; the finished game can be saved under another name."""
        try:
            while self.is_command(self.terminal.ask(self.text("ask.after")), "save", "s") and not self.save():
                pass
        except InputEnded:
            return

    # Commands that the player can type

    def command(self, typed: str) -> bool:
        if self.is_command(typed, "help", "?", "h"):
            self.terminal.clear()
            self.terminal.show(*help_lines(self.words))
            self.terminal.ask(self.text("ask.go-on"))
        elif self.is_command(typed, "sheets", "v"):
            self.terminal.clear()
            seat = self.game.people[0]
            masked, width = self.game.view(seat), self.terminal.width
            self.terminal.show(*screen(self.words, masked, seat, every_sheet=True, width=width))
            self.terminal.ask(self.text("ask.go-on"))
        elif self.is_command(typed, "save", "s"):
            self.save()
            self.terminal.ask(self.text("ask.go-on"))
        elif self.is_command(typed, "quit", "q"):
            self.leave()
        else:
            return False
        return True

    def leave(self) -> None:
        """Asks whether to save or discard the game, or to go back, until one of these is typed."""
        while True:
            typed = self.terminal.ask(self.text("ask.leave"))
            if self.is_command(typed, "save", "s"):
                raise Left
            if self.is_command(typed, "discard", "d"):
                self.game.discard()
                raise Left
            if self.is_command(typed, "back", "b"):
                return
            self.terminal.show(self.text("ask.leave-hint"))

    def is_command(self, typed: str, name: str, *signs: str) -> bool:
        return is_command(self.text, typed, name, *signs)

    def save(self) -> bool:
        """Asks for a file, saves the game there, and shows and returns whether that succeeded."""
        proposal = self.game.saver.proposal()
        typed = self.terminal.ask(self.text("ask.file", file=proposal))
        path = Path(typed) if typed else proposal
        if self.game.saver.would_overwrite(path) and not self.terminal.yes(
            self.text("ask.overwrite", file=path), self.text
        ):
            self.terminal.show(self.text("save.not-saved"))
            return False
        try:
            self.game.saver.move(self.game.record, path)
        except QwixxError:
            self.terminal.show(self.text("save.failed", file=path))
            return False
        self.terminal.show(self.text("save.saved", file=path))
        return True

"""A game in plain lines: asks the players, shows what happened, and carries out commands."""

from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from qwixx.rules import Choice, Phase, QwixxError, Roll

from ..draw.screen import screen
from ..progress import bar
from .choice_parser import is_command
from .choice_prompt import ChoicePrompt
from .coaching import hint_lines, review_lines
from .dice_pad import DicePad
from .help_lines import help_lines
from .local_game import LocalGame
from .result_lines import result_lines
from .shown_game import PlayerQuestion
from .terminal import InputEnded, Terminal


class Left(Exception):
    """The player has left the game, which is saved unless it was discarded."""


class ChoiceUndone(Exception):
    """The player has taken the last choice back: another question is open."""


class TerminalGame:
    def __init__(self, terminal: Terminal, game: LocalGame) -> None:
        self.terminal = terminal
        self.game = game
        self.words = game.words
        self.text = game.words.text
        self.rules = game.rules

    def play(self) -> None:
        """Plays to the end; what was taken back after the end is played again."""
        while True:
            while question := self.game.next_question():
                if self.game.unsaved:
                    self.game.news.append(self.text("save.failed", file=self.game.saver.path or ""))
                with suppress(ChoiceUndone):
                    self.answer(question)
            self.show_result()
            try:
                return self.finish()
            except ChoiceUndone:
                continue

    def answer(self, question: PlayerQuestion) -> None:
        if not question.roll:
            self.game.apply(self.choice(question.seat))
        elif self.game.own_dice:
            self.game.roll(self.typed_dice(question.seat))
        else:
            self.wait_for_roll(question.seat)
            self.game.roll()

    def wait_for_roll(self, active: int) -> None:
        news = self.game.unseen_news(active)
        self.draw(active, news)
        while typed := self.terminal.ask(self.text("ask.roll", name=self.words.names[active])):
            if self.command(typed, active):
                self.draw(active, news)
            else:
                self.terminal.show(self.text("ask.roll-hint"))

    def typed_dice(self, seat: int) -> Roll:
        """The dice that the players have rolled for the active seat; `seat` types them in."""
        pad, name = DicePad(self.rules, self.game.state), self.words.names[self.game.state.active]
        white = self.text("dice.white")
        order = " ".join([white, white, *(self.words.glyphs.shapes[row] for row in pad.rows)])
        news = self.game.unseen_news(seat)
        self.draw(seat, news)
        key = "ask.own-dice" if self.game.state.active in self.game.people else "ask.dice"
        while not pad.read(typed := self.terminal.ask(self.text(key, name=name, dice=order))):
            if typed and self.command(typed, seat):
                self.draw(seat, news)
            else:
                self.terminal.show(self.text("ask.dice-hint", n=pad.size, faces=pad.faces))
        return pad.roll()

    def choice(self, seat: int) -> Choice:
        hidden = self.game.state.phase is Phase.WHITE and len(self.game.people) > 1
        if hidden:
            self.terminal.clear()
            self.wait(self.text("ask.hand-over", name=self.words.names[seat]), seat)
        news, state = self.game.unseen_news(seat), self.game.view(seat)
        chosen = ChoicePrompt(
            self.terminal, self.words, state, seat, news, lambda typed: self.command(typed, seat)
        ).choose()
        if hidden:
            self.terminal.clear()
        return chosen

    def draw(self, seat: int, news: Sequence[str]) -> None:
        room = self.terminal.room(below=1)
        lines = screen(self.words, self.game.state, seat, width=self.terminal.width, height=room)
        self.terminal.picture(news, lines, room)

    def wait(self, prompt: str, seat: int) -> None:
        while (typed := self.terminal.ask(prompt)) and self.command(typed, seat):
            pass

    def show_result(self) -> None:
        """The last events, then all sheets and the score table."""
        news = self.game.unseen_news(self.game.people[0])
        self.terminal.picture(news, result_lines(self.game, self.terminal.width), None)

    def finish(self) -> None:
        """Offers another game, a review and a file until the player leaves."""
        try:
            while typed := self.terminal.ask(self.text("ask.after")):
                if self.is_command(typed, "again", "n"):
                    self.game.again = True
                    return
                if self.is_command(typed, "quit", "q"):
                    return
                if self.is_command(typed, "review", "r"):
                    with bar(self.text("end.review")) as progress:
                        lines = review_lines(self.game, progress)
                    self.terminal.show(*lines)
                elif self.is_command(typed, "save", "s"):
                    self.save()
                elif self.is_command(typed, "undo", "u"):
                    self.take_back()
        except InputEnded:
            return

    # Commands that the player can type

    def command(self, typed: str, seat: int) -> bool:
        if self.is_command(typed, "help", "?"):
            self.terminal.clear()
            self.terminal.show(*help_lines(self.words))
            self.terminal.ask(self.text("ask.go-on"))
        elif self.is_command(typed, "hint", "h"):
            self.show_hint(seat)
        elif self.is_command(typed, "undo", "u"):
            self.take_back()
        elif self.is_command(typed, "sheets", "v"):
            self.terminal.clear()
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

    def show_hint(self, seat: int) -> None:
        if seat not in self.rules.to_act(self.game.state):
            self.terminal.show(self.text("hint.not-now"))
            return
        self.terminal.show(self.text("hint.first"))
        with bar(self.text("hint.ask")) as progress:
            lines = hint_lines(self.words, self.game.view(seat), seat, progress)
        self.terminal.show(*lines)
        self.terminal.ask(self.text("ask.go-on"))

    def take_back(self) -> None:
        if self.game.take_back():
            raise ChoiceUndone
        self.terminal.show(self.text("undo.nothing"))
        self.terminal.ask(self.text("ask.go-on"))

    def leave(self) -> None:
        """Asks whether to save or discard the game, or to go back, until one of these is typed.

        A game that has not begun is left at once, because there is nothing to save.
        """
        while self.game.record.actions:
            typed = self.terminal.ask(self.text("ask.leave"))
            if self.is_command(typed, "save", "s"):
                raise Left
            if self.is_command(typed, "discard", "d"):
                self.game.discard()
                raise Left
            if self.is_command(typed, "back", "b"):
                return
            self.terminal.show(self.text("ask.leave-hint"))
        raise Left

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

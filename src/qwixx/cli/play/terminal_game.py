"""A game at one terminal: rolls the dice, asks the players, shows what happened, and saves."""

import tempfile
from collections.abc import Sequence
from pathlib import Path

from msgspec import structs
from rich.text import Text

from qwixx.bots.error_text import in_short
from qwixx.dice import bot_stream, dice_stream, roll
from qwixx.rules import Action, Choice, Phase, QwixxError, Record, State, View
from qwixx.rules.notation import quoted

from ..draw.result import result, verdict
from ..draw.screen import screen
from ..draw.words import Words
from .choice_parser import is_command
from .choice_prompt import ChoicePrompt
from .help_lines import help_lines
from .saving import Saver
from .seats import SeatedPlayer
from .terminal import InputEnded, Terminal


class Quit(Exception):
    """The player leaves the game."""


class TerminalGame:
    def __init__(
        self,
        terminal: Terminal,
        words: Words,
        seats: Sequence[SeatedPlayer],
        record: Record,
        saver: Saver,
        seed: int,
        game: int = 0,
    ) -> None:
        self.terminal = terminal
        self.words = words
        self.text = words.text
        self.rules = words.rules
        self.seats = seats
        self.record = record
        self.saver = saver
        self.seed = seed
        self.game = game
        self.people = [seat for seat, who in enumerate(seats) if who.bot is None]
        self.news: list[str] = []
        self.seen = dict.fromkeys(self.people, 0)
        self.turn = 0
        self.state = self.rules.start(record.first)
        for ply in record.plies():
            self.turn = ply.turn
            self.state = ply.after

    def play(self) -> None:
        while not self.rules.is_over(self.state):
            if self.rules.awaits_roll(self.state):
                self.roll()
            else:
                self.ask_all()
        self.show_result()

    def roll(self) -> None:
        if self.state.active in self.people:
            self.wait_for_roll(self.state.active)
        stream = dice_stream(self.seed, self.game, self.turn + 1)
        dice = roll(stream, self.rules.variant.faces, self.rules.closed(self.state))
        self.turn += 1
        self.apply(dice)

    def wait_for_roll(self, active: int) -> None:
        news = self.unseen_news(active)
        self.draw(active, news)
        while typed := self.terminal.ask(self.text("ask.roll", name=self.words.names[active])):
            if self.command(typed):
                self.draw(active, news)
            else:
                self.terminal.show(self.text("ask.roll-hint"))

    def ask_all(self) -> None:
        """Asks all seats in the same position, people before bots; no one sees another's choice."""
        asked = self.state
        for seat in sorted(self.rules.to_act(asked), key=lambda seat: (seat not in self.people, seat)):
            self.apply(self.choice(asked, seat))

    def choice(self, asked: State, seat: int) -> Choice:
        view = self.rules.view(asked, seat)
        if self.seats[seat].bot is not None:
            return self.bot_choice(view)
        hidden = asked.phase is Phase.WHITE and len(self.people) > 1
        if hidden:
            self.terminal.clear()
            self.wait(self.text("ask.hand-over", name=self.words.names[seat]))
        chosen = ChoicePrompt(
            self.terminal, self.words, view.state, seat, self.unseen_news(seat), self.command
        ).choose()
        if hidden:
            self.terminal.clear()
        return chosen

    def bot_choice(self, view: View) -> Choice:
        name, bot = self.seats[view.seat]
        assert bot is not None
        legal = self.rules.legal(view.state, view.seat)
        rng = bot_stream(self.seed, self.game, self.turn, view.seat, view.state.phase.action)
        try:
            chosen = bot.choose(view, legal, rng)
            if chosen in legal:
                return legal[legal.index(chosen)]
        except (Exception, SystemExit) as error:
            raise QwixxError(f"The bot {name} failed: {in_short(error)}.") from error
        raise QwixxError(f"The bot {name} chose {quoted(chosen)}, which is not legal.")

    def apply(self, action: Action) -> None:
        self.state, events = self.rules.step(self.state, action)
        self.record = structs.replace(self.record, actions=(*self.record.actions, action))
        self.news += self.words.lines(events, self.turn)

    def unseen_news(self, seat: int) -> list[str]:
        """What happened since this player was last asked."""
        lines = self.news[self.seen[seat] :]
        self.seen[seat] = len(self.news)
        return lines

    def draw(self, seat: int, news: Sequence[str]) -> None:
        room = self.terminal.room(below=1)
        lines = screen(self.words, self.state, seat, width=self.terminal.width, height=room)
        self.terminal.picture(news, lines, room)

    def wait(self, prompt: str) -> None:
        while (typed := self.terminal.ask(prompt)) and self.command(typed):
            pass

    def show_result(self) -> None:
        """The last events, all sheets, then the score table."""
        seat = self.people[0]
        sheets = screen(self.words, self.state, seat, every_sheet=True, width=self.terminal.width)
        self.terminal.picture(self.unseen_news(seat), sheets, None)
        self.terminal.show(*result(self.words, self.state, self.terminal.width))
        cause = self.rules.cause(self.state)
        assert cause is not None
        self.terminal.show(self.words.cause(cause), Text(verdict(self.words, self.state), "bold"))

    def finish(self) -> None:
        """Saves a finished game in its file; if it has none, offers to save it."""
        if self.saver.path is not None:
            self.saver.save(self.record, self.saver.path)
            self.terminal.show(self.text("save.saved", file=self.saver.path))
            return
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
            masked = self.rules.view(self.state, self.people[0]).state
            width = self.terminal.width
            self.terminal.show(*screen(self.words, masked, self.people[0], every_sheet=True, width=width))
            self.terminal.ask(self.text("ask.go-on"))
        elif self.is_command(typed, "save", "s"):
            self.save()
            self.terminal.ask(self.text("ask.go-on"))
        elif self.is_command(typed, "quit", "q"):
            if not self.yes(self.text("ask.save-first"), enter=True) or self.save():
                raise Quit
            self.terminal.ask(self.text("ask.go-on"))
        else:
            return False
        return True

    def is_command(self, typed: str, name: str, *signs: str) -> bool:
        return is_command(self.text, typed, name, *signs)

    def yes(self, question: str, *, enter: bool) -> bool:
        """Asks a yes-no question; `enter` is the answer of Enter alone."""
        typed = self.terminal.ask(question).casefold()
        return typed[0] in ("y", self.text("answer.yes")[0]) if typed else enter

    def save(self) -> bool:
        """Asks for a file, saves the game there, and shows and returns whether that succeeded."""
        proposal = self.saver.proposal()
        typed = self.terminal.ask(self.text("ask.file", file=proposal))
        path = Path(typed) if typed else proposal
        if self.saver.would_overwrite(path):
            question = self.text("ask.overwrite", file=path)
            if not self.yes(question, enter=False):  # a file must not be lost by accident
                self.terminal.show(self.text("save.not-saved"))
                return False
        try:
            self.saver.save(self.record, path)
        except QwixxError:
            self.terminal.show(self.text("save.failed", file=path))
            return False
        self.terminal.show(self.text("save.saved", file=path))
        return True

    def autosave(self) -> Path | None:
        """Saves an interrupted game under a new name, without asking. A game not yet begun is not saved."""
        if not self.record.actions:
            return None
        path = self.saver.proposal()
        if self.saver.would_overwrite(path):
            path = Saver(None).proposal()
        try:
            self.saver.save(self.record, path)
        except QwixxError:  # the folder cannot be written to
            path = Saver(None, folder=Path(tempfile.gettempdir())).proposal()
            self.saver.save(self.record, path)
        return path

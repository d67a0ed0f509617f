"""Prompt for one player's choice: shows the options, and asks twice for what costs something."""

from collections.abc import Callable, Sequence

from rich.console import RenderableType
from rich.text import Text

from qwixx.rules import Choice, Phase, State

from ..draw.options import described, options, short_options, skips_explained
from ..draw.screen import screen
from ..draw.words import Words
from .choice_parser import Unclear, is_command, parse_choice
from .costly import is_costly
from .terminal import Terminal

Command = Callable[[str], bool]
"""Carries out a typed command such as help; returns False if the line is not a command."""


class ChoicePrompt:
    """Prompts one seat in one position. `state` holds only what this seat may see."""

    def __init__(
        self, terminal: Terminal, words: Words, state: State, seat: int, news: Sequence[str], command: Command
    ) -> None:
        self.terminal = terminal
        self.words = words
        self.text = words.text
        self.state = state
        self.seat = seat
        self.news = news
        self.command = command
        self.options = words.rules.legal(state, seat)
        self.shown_options: list[RenderableType] = []

    def choose(self) -> Choice:
        """Asks until a choice is made; one that costs something has to be confirmed.

        If passing is the only option, Enter alone passes.
        """
        while True:
            self.draw()
            chosen = self.pick()
            if chosen and (self.is_free(chosen) or self.confirmed(chosen)):
                return chosen

    def is_free(self, chosen: Choice) -> bool:
        return len(self.options) == 1 or not is_costly(self.words.rules.outlook(self.state, chosen))

    def draw(self, chosen: Choice | None = None) -> None:
        """Shows the position; the options are shortened if the dice would scroll off the screen."""
        width = self.terminal.width
        in_full = options(self.words, self.state, self.seat)
        in_short: list[RenderableType] = [*short_options(self.words, self.state, self.seat, width)]
        explained = [*in_short, *skips_explained(self.words, self.state, self.options)]
        for shown in (in_full, explained, in_short):
            room = self.terminal.room(below=1 + self.terminal.height_of([self.question(), *shown]))
            lines = screen(self.words, self.state, self.seat, self.options, chosen, width=width, height=room)
            if room is None or len(lines) <= room:
                break
        self.shown_options = shown
        self.terminal.picture(self.news, lines, room)

    def pick(self) -> Choice | None:
        """The choice that was typed; None after a command, because the screen has to be drawn again."""
        self.terminal.show(Text(self.question(), "bold"))
        if len(self.options) > 1:
            self.terminal.show(*self.shown_options)
        while True:
            typed = self.terminal.ask(self.prompt())
            if not typed and len(self.options) == 1:
                return self.options[0]
            if not typed:
                self.terminal.show(self.text("ask.hint", last=len(self.options) - 1))
                continue
            if self.command(typed):
                return None
            try:
                return parse_choice(self.words, self.state, self.seat, self.options, typed)
            except Unclear as error:
                self.terminal.show(Text(self.question() if len(self.options) == 1 else str(error), "red"))

    def confirmed(self, chosen: Choice) -> bool:
        self.draw(chosen)
        self.terminal.show(described(self.words, self.state, chosen))
        while True:
            typed = self.terminal.ask(self.text("ask.confirm"))
            if not typed:
                return True
            if is_command(self.text, typed, "undo", "u"):
                return False
            if self.command(typed):
                self.draw(chosen)
                self.terminal.show(described(self.words, self.state, chosen))
            else:
                self.terminal.show(self.text("ask.confirm-hint"))

    def question(self) -> str:
        roll = self.state.roll
        assert roll is not None
        if len(self.options) == 1:
            return self.text("ask.only-pass")
        if self.state.phase is Phase.WHITE:
            return self.text("ask.white", sum=sum(roll.white))
        return self.text("ask.colour" if self.state.phase is Phase.COLOUR else "ask.board")

    def prompt(self) -> str:
        name = self.words.names[self.seat]
        if len(self.options) > 1:
            return f"{name} [0{self.words.glyphs.dash}{len(self.options) - 1}, ?] >"
        costs = self.words.consequences(
            self.options[0], self.words.rules.outlook(self.state, self.options[0])
        )
        what = ", ".join([self.text("ask.enter-passes"), *costs])
        return f"{name}: {what} >"

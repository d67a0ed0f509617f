"""What the game needs of a terminal: show lines, ask for one, hide what was there."""

import sys
from collections.abc import Callable, Iterable, Sequence

from rich.console import Console, RenderableType
from rich.text import Text

from ..console import make_console

NEWS_SHOWN = 4

Read = Callable[[], str]


class InputEnded(Exception):
    """Whoever plays has gone: end of input."""


class Terminal:
    def __init__(self, console: Console | None = None, read: Read | None = None) -> None:
        self.console = console or make_console()
        self.read = read or input
        self.echo = read is not None or not sys.stdin.isatty()

    @property
    def encoding(self) -> str:
        return self.console.encoding

    @property
    def width(self) -> int:
        return self.console.width

    def show(self, *lines: RenderableType) -> None:
        for line in lines:
            self.console.print(line)

    def height_of(self, lines: Iterable[RenderableType]) -> int:
        return sum(len(self.console.render_lines(line)) for line in lines)

    def room(self, below: int) -> int | None:
        """How many lines there are above so many others; without a screen, any number."""
        return self.console.height - below if self.console.is_terminal else None

    def picture(self, news: Sequence[str], lines: Sequence[RenderableType], room: int | None) -> None:
        """A fresh screen: the latest news, as many as there is room for, then the position."""
        self.clear()
        spare = NEWS_SHOWN if room is None else min(max(room - self.height_of(lines), 1), NEWS_SHOWN)
        latest: list[Text] = []
        for line in reversed(news):
            spare -= 1 + len(line) // self.console.width
            if latest and spare < 0:
                break
            latest.insert(0, Text(line, "italic"))
        self.show(*latest, *lines)

    def ask(self, prompt: str) -> str:
        self.console.print(f"{prompt} ", end="", style="bold", soft_wrap=True)
        # Python's own `input` writes to the same stream; what Rich holds has to be out before.
        self.console.file.flush()
        try:
            typed = self.read()
        except EOFError:
            self.console.print()
            raise InputEnded from None
        # What is shown again must not steer the terminal.
        typed = "".join(letter for letter in typed if letter.isprintable()).strip()
        if self.echo:
            self.console.print(typed)
        return typed

    def clear(self) -> None:
        """A fresh screen, with nothing to scroll back to; a blank line where there is no screen."""
        if not self.console.is_terminal:
            self.console.print()
            return
        self.console.clear()
        if not self.console.is_dumb_terminal:
            self.console.file.write("\x1b[3J")

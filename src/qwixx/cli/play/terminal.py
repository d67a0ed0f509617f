"""A terminal as the game uses it: shows lines, reads one, and clears the screen."""

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress

from rich.console import Console, RenderableType
from rich.text import Text

from qwixx.locales import Catalogue

from ..console import make_console

NEWS_SHOWN = 4

Read = Callable[[], str]


class InputEnded(Exception):
    """The input has ended: the player has pressed Ctrl-D, or the terminal is gone."""


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
        """The number of lines for a picture above the lowest `below` lines; None without a screen.

        The line above it is for news.
        """
        return self.console.height - below - 1 if self.console.is_terminal else None

    def picture(self, news: Sequence[str], lines: Sequence[RenderableType], room: int | None) -> None:
        """Clears the screen, then shows the latest news, as far as there is room, and the position."""
        self.clear()
        spare = NEWS_SHOWN if room is None else min(max(room + 1 - self.height_of(lines), 1), NEWS_SHOWN)
        latest: list[Text] = []
        for line in reversed(news):
            spare -= 1 + len(line) // self.console.width
            if latest and spare < 0:
                break
            latest.insert(0, Text(line, "italic"))
        self.show(*latest, *lines)

    def ask(self, prompt: str) -> str:
        self.console.print(f"{prompt} ", end="", style="bold", soft_wrap=True)
        # `input` writes to the same stream, so Rich's buffer has to be flushed first.
        self.console.file.flush()
        try:
            typed = self.read()
        except OSError:  # the terminal is gone
            raise InputEnded from None
        except EOFError:
            self.console.print()
            raise InputEnded from None
        # The text is echoed, so it must not contain control characters.
        typed = "".join(letter for letter in typed if letter.isprintable()).strip()
        if self.echo:
            self.console.print(typed)
        return typed

    def yes(self, question: str, text: Catalogue) -> bool:
        """Asks a yes-no question; everything but a yes is a no."""
        typed = self.ask(question).casefold()
        return typed[:1] in ("y", text("answer.yes")[0])

    @property
    def has_screen(self) -> bool:
        return self.console.is_terminal and not self.console.is_dumb_terminal

    @property
    def is_interactive(self) -> bool:
        """Whether single keys can be read and drawn: input and output are a terminal."""
        return self.has_screen and not self.echo

    @contextmanager
    def full_screen(self) -> Iterator[None]:
        """Uses the terminal's alternate screen, so that what was there before comes back afterwards."""
        if self.has_screen:
            self.console.set_alt_screen(True)
        try:
            yield
        finally:
            with suppress(OSError):  # the terminal may be gone
                self.console.set_alt_screen(False)

    def clear(self) -> None:
        """Clears the screen; prints a blank line if there is none."""
        if self.console.is_terminal:
            self.console.clear()
        else:
            self.console.print()

"""Pages over the game: a text to read, a question with a few keys, and a line to type."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence

from rich.console import Group, RenderableType
from rich.text import Text
from textual.events import Key
from textual.message import Message

from ..keyboard import latin
from .line_editor import LineEditor

CLOSING = {"escape", "enter", "q", "space"}
BURST = 0.02
"""Seconds between two keys: nobody types faster, so what comes faster may not be meant for the page."""
QUIET = 0.3
"""Seconds without a key after which a question that waits for them can be answered."""


def now() -> float:
    """The time by the clock of Textual's events, which is not the same on every system."""
    return Message().time


def key_of(event: Key) -> str:
    """The key by the letter that it types on a Latin keyboard, or by its name."""
    if event.key != "space" and event.character and event.is_printable:
        return latin(event.character)
    return event.key


def is_chord(event: Key) -> bool:
    """Whether a letter was typed together with a key such as Alt, so that it is not meant as the letter."""
    modifiers = event.key.split("+")[:-1]
    return event.is_printable and bool(set(modifiers) - {"shift"})


def lines_of(lines: Sequence[RenderableType]) -> Group:
    """The lines as they are: names of players are never read as mark-up."""
    return Group(*(Text(line) if isinstance(line, str) else line for line in lines))


class Page(ABC):
    """Something over the game that takes every key until one of them closes it."""

    foot = ""
    """The line at the bottom of the screen; a click on it is the key Enter."""
    typed_at_end = False
    """The last line is typed by the player, so it has to be in view."""

    def __init__(self, *, careful: bool = False) -> None:
        self._waits = careful
        """Keys typed before the player can have read the page do nothing."""
        self._last_key = 0.0

    def opened(self, now: float) -> None:
        self._last_key = now

    def accepts(self, time: float) -> bool:
        """Whether a key counts that was pressed at this time."""
        if self._waits and time - self._last_key < QUIET:
            self._last_key = max(self._last_key, time)
            return False
        self._waits = False
        return True

    @abstractmethod
    def drawn(self) -> RenderableType: ...

    @abstractmethod
    def press(self, event: Key) -> Callable[[], None] | None:
        """What to do after the page has been closed; None if the key leaves it open."""

    def paste(self, text: str) -> None:  # noqa: B027 - most pages do nothing
        """Takes pasted text, which only a line to type does."""


class TextPage(Page):
    """Something to read; the arrow keys scroll, and Enter or a click on the last line closes it."""

    def __init__(self, lines: Sequence[RenderableType], foot: str) -> None:
        super().__init__()
        self.lines = lines
        self.foot = foot

    def drawn(self) -> RenderableType:
        return lines_of(self.lines)

    def press(self, event: Key) -> Callable[[], None] | None:
        return (lambda: None) if key_of(event) in CLOSING else None


class KeyQuestion(Page):
    """A question that only its own keys answer; `then` gets the answer of the key."""

    def __init__(
        self, question: str, answers: Mapping[str, str], then: Callable[[str], None], *, careful: bool = False
    ) -> None:
        super().__init__(careful=careful)
        self.question = question
        self.answers = answers
        self.then = then

    def drawn(self) -> RenderableType:
        return Text(self.question)

    def press(self, event: Key) -> Callable[[], None] | None:
        answer = self.answers.get(key_of(event))
        return None if answer is None else lambda: self.then(answer)


class YesNoQuestion(Page):
    """A question that only a yes answers with yes, by the letter that the key types: any other key is a no.

    The place of the key does not count here: a Ukrainian keyboard has its н for no where others have a y.
    """

    def __init__(self, question: str, yes: str, then: Callable[[bool], None]) -> None:
        super().__init__(careful=True)
        self.question = question
        self.letters = ("y", yes)
        self.then = then

    def drawn(self) -> RenderableType:
        return Text(self.question)

    def press(self, event: Key) -> Callable[[], None] | None:
        yes = (event.character or "").casefold() in self.letters
        return lambda: self.then(yes)


class LineQuestion(Page):
    """A question that is answered by typing; `then` gets the line, or None for Escape."""

    typed_at_end = True

    def __init__(
        self, question: str, proposal: str, then: Callable[[str | None], None], *, careful: bool = False
    ) -> None:
        super().__init__(careful=careful)
        self.question = question
        self.proposal = proposal
        self.then = then
        self.editor = LineEditor(proposal)
        self.in_a_burst = False
        """Keys came faster than anybody types."""
        self._typed_at = 0.0

    def drawn(self) -> RenderableType:
        return Group(Text(self.question), "", self.editor.drawn())

    def press(self, event: Key) -> Callable[[], None] | None:
        self.in_a_burst |= event.time - self._typed_at < BURST
        self._typed_at = event.time
        if event.key == "escape":
            return lambda: self.then(None)
        if event.key == "enter":
            return lambda: self.then(self.editor.text.strip() or self.proposal)
        if event.is_printable and event.character:
            self.editor.insert(event.character)
        else:
            self.editor.press(event.key)
        return None

    def paste(self, text: str) -> None:
        """Inserts the first line of the text."""
        self.editor.insert("".join(letter for letter in text.strip().split("\n")[0] if letter.isprintable()))

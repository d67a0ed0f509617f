"""Pages over the game: a text to read, a question with a few keys, and a line to type."""

from collections.abc import Mapping, Sequence

from rich.console import Group, RenderableType
from rich.text import Text
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.events import Click, Key
from textual.screen import ModalScreen
from textual.widgets import Input, Static

from ..keyboard import latin

CLOSING = {"escape", "enter", "q", "space"}


def key_of(event: Key) -> str:
    """The key by the letter that it types on a Latin keyboard, or by its name."""
    if event.key != "space" and event.character and event.is_printable:
        return latin(event.character)
    return event.key


def lines_of(lines: Sequence[RenderableType]) -> Group:
    """The lines as they are: names of players are never read as mark-up."""
    return Group(*(Text(line) if isinstance(line, str) else line for line in lines))


class TextPage(ModalScreen[None]):
    """Something to read; the arrow keys scroll, and Enter or a click on the last line closes it."""

    def __init__(self, lines: Sequence[RenderableType], close: str) -> None:
        super().__init__()
        self.lines = lines
        self.close_hint = close

    def compose(self) -> ComposeResult:
        with VerticalScroll(classes="page"):
            yield Static(lines_of(self.lines))
        yield Static(self.close_hint, id="foot", markup=False)

    def on_key(self, event: Key) -> None:
        if key_of(event) in CLOSING:
            event.stop()
            self.dismiss()

    def on_click(self, event: Click) -> None:
        if event.widget and event.widget.id == "foot":
            self.dismiss()


class KeyQuestion(ModalScreen[str]):
    """A question that only its own keys answer; its result is the answer of the key."""

    def __init__(self, question: str, answers: Mapping[str, str]) -> None:
        super().__init__()
        self.question = question
        self.answers = answers

    def compose(self) -> ComposeResult:
        yield Static(self.question, classes="page", markup=False)

    def on_key(self, event: Key) -> None:
        event.stop()
        if (answer := self.answers.get(key_of(event))) is not None:
            self.dismiss(answer)


class LineQuestion(ModalScreen[str | None]):
    """A question that is answered by typing; Escape gives no answer."""

    def __init__(self, question: str, proposal: str) -> None:
        super().__init__()
        self.question = question
        self.proposal = proposal

    def compose(self) -> ComposeResult:
        yield Static(self.question, markup=False)
        yield Input(self.proposal)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        self.dismiss(event.value.strip() or self.proposal)

    def on_key(self, event: Key) -> None:
        if event.key == "escape":
            event.stop()
            self.dismiss(None)

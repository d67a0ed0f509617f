"""Everything on the screen, line by line: news, dice and sheets above; question, options and keys below."""

from collections.abc import Sequence
from enum import Enum, auto
from typing import NamedTuple

from rich.style import Style
from rich.text import Text

from qwixx.rules import Choice, Move, Pass, Phase, State

from ...draw.fold import fold
from ...draw.options import described, skips_explained
from ...draw.options import short as in_short
from ...draw.screen import screen
from ...draw.words import Words
from .choosing import Choosing

NEWS_SHOWN = 4


class OptionForm(Enum):
    """How the options are shown, from the form that takes the most room to the one that takes the least."""

    FULL = auto()
    EXPLAINED = auto()
    """Short, with a line that says what the numbers in brackets mean."""
    SHORT = auto()


class KeyHint(NamedTuple):
    """A key and what it does, in the lowest line. A click on it is the key."""

    key: str
    label: str
    does: str


class PlayerScreen(NamedTuple):
    """What one player sees of the game."""

    words: Words
    state: State
    seat: int
    news: Sequence[str]
    choosing: Choosing | None
    question: str
    status: str
    keys: Sequence[KeyHint]


class Lines(NamedTuple):
    """The lines that scroll if they are too many, and those at the foot of the screen."""

    above: list[Text]
    below: list[Text]
    marked: int | None = None
    """The line above that shows the option under the cursor."""


def layout(view: PlayerScreen, width: int, height: int) -> Lines:
    """The screen. In a low terminal other sheets become strips, and the options show costs as numbers."""
    for form in OptionForm:
        below = _below(view, width, form)
        room = height - len(below) - 1
        options = view.choosing.options if view.choosing else ()
        marked = view.choosing.marked if view.choosing else None
        picture = screen(view.words, view.state, view.seat, options, marked, width=width, height=room)
        if len(picture) <= room:
            break
    above = [*_news(view.news, width, height - len(below) - len(picture)), *picture]
    return Lines(above, below, _line_of(view, above))


def _line_of(view: PlayerScreen, lines: Sequence[Text]) -> int | None:
    """The line with the cell or the space of the option under the cursor."""
    choice = view.choosing.marked if view.choosing else None
    if choice is None or isinstance(choice, Pass):
        return None
    if isinstance(choice, Move):
        wanted: dict[str, object] = {"space": choice.space}
    else:
        wanted = {"cell": (choice.row, choice.number)}
    for number, line in enumerate(lines):
        if any(isinstance(span.style, Style) and span.style.meta == wanted for span in line.spans):
            return number
    return None


def question_of(words: Words, state: State, choosing: Choosing) -> str:
    """What the player is asked to choose."""
    assert state.roll is not None
    if choosing.only_pass:
        return words.text("ask.only-pass")
    if state.phase is Phase.WHITE:
        return words.text("ask.white", sum=sum(state.roll.white))
    return words.text("ask.colour" if state.phase is Phase.COLOUR else "ask.board")


def _news(news: Sequence[str], width: int, room: int) -> list[Text]:
    """The latest news, as far as there is room; at least one line."""
    shown: list[Text] = []
    room = min(max(room, 1), NEWS_SHOWN)
    for line in reversed(news):
        folded = _words(Text(line, "italic"), width)
        if shown and len(shown) + len(folded) > room:
            break
        shown[:0] = folded
    return shown


def _below(view: PlayerScreen, width: int, form: OptionForm) -> list[Text]:
    short = form is not OptionForm.FULL
    lines = _words(Text(view.question, "bold"), width) if view.question else []
    if view.choosing and not view.choosing.only_pass:
        lines += _options(view, width, short)
        if short and view.choosing.marked and not view.status:
            lines += _words(described(view.words, view.state, view.choosing.marked), width)
        elif form is OptionForm.EXPLAINED and not view.status:
            lines += skips_explained(view.words, view.state, view.choosing.options)
    return [*lines, *foot(view.status, view.keys, width)]


def foot(status: str, keys: Sequence[KeyHint], width: int) -> list[Text]:
    """The lowest lines: the status, and the keys as far as there are any."""
    parts = [
        Text.assemble((key.label, Style(reverse=True)), f" {key.does}", style=Style(meta={"key": key.key}))
        for key in keys
    ]
    lines = _words(Text(status, "bold reverse"), width) if status else []
    return [*lines, *(fold(parts, width, gap="   ", indent=0) if parts else [])]


def _options(view: PlayerScreen, width: int, short: bool) -> list[Text]:
    assert view.choosing is not None
    options = view.choosing.options
    parts = [_option(view, number, choice, short) for number, choice in enumerate(options)]
    if short:
        return fold([*parts[1:], parts[0]], width, gap="  ", indent=0)
    widest = max(part.cell_len for part in parts[1:])
    if widest > width:
        return [line for part in [*parts[1:], parts[0]] for line in _words(part, width, indent=2)]
    for part in parts[1:]:  # aligned in columns
        part.append(" " * (widest - part.cell_len))
    return [*fold(parts[1:], width, gap="   ", indent=0), *_words(parts[0], width, indent=2)]


def _option(view: PlayerScreen, number: int, choice: Choice, short: bool) -> Text:
    assert view.choosing is not None
    what = in_short(view.words, view.state, choice) if short else described(view.words, view.state, choice)
    part = Text.assemble((f"{number} ", "bold"), what)
    part.stylize(Style(meta={"option": number}))
    if number == view.choosing.cursor:
        part.stylize("reverse")
    return part


def _words(line: Text, width: int, indent: int = 0) -> list[Text]:
    """The line broken between words."""
    return [line] if line.cell_len <= width else fold(line.split(" "), width, gap=" ", indent=indent)

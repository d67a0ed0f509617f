"""The questions before a game, with single keys; their answers are those of `setup_questions`."""

from collections.abc import Callable, Mapping, Sequence

from textual.binding import Binding
from textual.events import Key
from textual.screen import Screen

from qwixx.bots import LEVELS
from qwixx.locales import Catalogue
from qwixx.rules import VARIANTS, QwixxError

from ..seats import OPPONENT, SeatedPlayer
from ..setup_questions import read_seats
from .app import FullScreenApp
from .page_screen import PageScreen
from .pages import KeyQuestion, LineQuestion

Agreed = tuple[str, list[SeatedPlayer]]
ALONE, NAMES = "alone", "names"


class MenuApp(FullScreenApp[Agreed]):
    """Asks for the game and the opponent. Its result is None if the player leaves."""

    BINDINGS = [Binding("ctrl+c", "quit", priority=True, show=False)]  # noqa: RUF012

    def __init__(self, text: Catalogue, notes: Sequence[str] = ()) -> None:
        super().__init__()
        self.menu = MenuScreen(text, notes)

    def get_default_screen(self) -> Screen[None]:
        return self.menu


class MenuScreen(PageScreen):
    """The questions are pages, one after the other."""

    def __init__(self, text: Catalogue, notes: Sequence[str]) -> None:
        super().__init__()
        self.text = text
        self.notes = notes
        """Lines above the first question."""
        self.variant = ""

    def on_mount(self) -> None:
        text = self.text
        games = {name: f"{text(f'variant.{name}')}: {text(f'about.{name}')}" for name in VARIANTS}
        self.ask([text("start.welcome"), *self.notes], games, next(iter(VARIANTS)), self.ask_opponent)

    def ask_opponent(self, variant: str) -> None:
        text, self.variant = self.text, variant
        levels = {
            level: f"{text(f'level.{level}')}: {text(f'bot.{level}')}. {text(f'style.{level}')}"
            for level in LEVELS
        }
        others = {ALONE: text("home.practise"), NAMES: text("start.names")}
        self.ask([text(f"variant.{variant}"), text("home.opponent")], levels | others, OPPONENT, self.seat)

    def seat(self, opponent: str) -> None:
        if opponent == NAMES:
            self.ask_names(f"{self.text('play.you')}, {self.text(f'level.{OPPONENT}')}")
        else:
            names = [self.text("play.you"), *([] if opponent == ALONE else [opponent])]
            self.sit_down(", ".join(names))

    def ask_names(self, proposal: str, problem: str = "") -> None:
        def answered(names: str | None) -> None:
            if names is None:
                self.ask_opponent(self.variant)
            else:
                self.sit_down(names)

        question = self.text("start.who", most=VARIANTS[self.variant].max_players)
        self.open(LineQuestion(f"{problem}\n{question}".strip(), proposal, answered))

    def sit_down(self, names: str) -> None:
        try:
            self.leave_app((self.variant, read_seats(names, self.variant, self.text)))
        except QwixxError as error:
            self.ask_names(names, str(error))

    def ask(
        self, head: Sequence[str], choices: Mapping[str, str], usual: str, then: Callable[[str], None]
    ) -> None:
        """Numbers the choices; Enter takes the usual one, q leaves."""

        def answered(answer: str) -> None:
            if answer:
                then(answer)
            else:
                self.leave_app()

        lines, answers = [*head, ""], {"enter": usual, "q": "", "escape": ""}
        for number, (name, about) in enumerate(choices.items(), 1):
            lines.append(f"{f'[{number}]' if name == usual else f' {number} '} {about}")
            answers[str(number)] = name
        self.open(KeyQuestion("\n".join(lines), answers, answered))

    async def press_key(self, event: Key) -> None:
        """A page is always open."""

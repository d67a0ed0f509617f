"""A game at a server's table, as the terminal shows it. The server decides; this only follows."""

import asyncio
from collections.abc import Callable, Sequence

from rich.console import RenderableType

from qwixx.client import Guest, Refused, TableClient
from qwixx.locales import Catalogue
from qwixx.rules import Choice, Phase, Roll, Rules, State, parse_board
from qwixx.rules.events import Crossed, Rolled
from qwixx.server.protocol import (
    ChatLine,
    Code,
    Dice,
    Error,
    GameView,
    Notice,
    SeatView,
    TableEvent,
    TableView,
    Working,
)

from ...draw.glyphs import Glyphs
from ...draw.review import HintSource, draw_hint
from ...draw.words import Words
from ..seats import shown_name
from ..shown_game import PlayerQuestion

HINT_SECONDS = 0.5
"""Seconds until a hint that is not ready yet is asked for again."""


class RemoteGame:
    """Follows a running or finished game. `hear` takes in what the server has sent since the last call."""

    def __init__(self, guest: Guest, client: TableClient, text: Catalogue, glyphs: Glyphs) -> None:
        self.guest = guest
        self.client = client
        table = self.table
        self.words = Words(text, rules_of(table), [name_of(text, seat) for seat in table.seats], glyphs)
        self.news: list[str] = []
        self._seen = 0
        self._heard = len(client.events)
        self._heard_chat = last_number(client.chat)
        self._reopened: int | None = None
        """The seat whose hidden choice is being changed."""
        self._turn = self.view_of_game.turn
        penalty = any(one.options[0].penalty for one in client.offers)
        self._crossed = self.view_of_game.phase in (Phase.COLOUR, Phase.BOARD) and not penalty
        """Whether the active player has made a cross in this turn, which the server does not send."""

    @property
    def table(self) -> TableView:
        assert self.client.table is not None
        return self.client.table

    @property
    def view_of_game(self) -> GameView:
        assert self.client.game is not None
        return self.client.game

    @property
    def people(self) -> list[int]:
        return self.client.played_seats()

    @property
    def over(self) -> bool:
        return self.client.over

    @property
    def own_dice(self) -> bool:
        return self.table.options.dice == "own"

    @property
    def state(self) -> State:
        game = self.view_of_game
        white = game.phase is Phase.WHITE
        choices: tuple[Choice | None, ...] = (None,) * len(game.sheets) if white else ()
        picked = [choice for choice in self.client.picked if choice.seat != self._reopened]
        for choice in picked if white else ():
            choices = (*choices[: choice.seat], choice, *choices[choice.seat + 1 :])
        return State(
            game.sheets, game.active, game.phase, game.roll, choices, self._crossed and not white, game.final
        )

    @property
    def shown_seat(self) -> int:
        """The seat whose sheet comes first."""
        return self.people[0] if self.people else 0

    def view(self, seat: int) -> State:  # noqa: ARG002
        return self.state

    def unseen_news(self, seat: int) -> list[str]:  # noqa: ARG002
        lines = self.news[self._seen :]
        self._seen = len(self.news)
        return lines

    @property
    def commands(self) -> dict[str, str]:
        """The letters of the commands that there are now, with the names of their words in the catalogue."""
        found = {"?": "help", "v": "sheets", "q": "quit"}
        if self.table.options.training and self.people:
            found["h"] = "hint"
        if self.changeable() is not None:
            found["u"] = "undo"
        if self.table.options.chat:
            found["c"] = "chat"
        return found

    def hear(self) -> None:
        if self.view_of_game.phase is not Phase.WHITE:
            self._reopened = None
        events = self.client.events[self._heard :]
        self._heard += len(events)
        for event in events:
            if isinstance(event, Rolled):
                self._turn += 1
                self._crossed = False
            elif isinstance(event, Crossed) and event.seat == self.view_of_game.active:
                self._crossed = True
        self.news += self._lines(events)
        said = [line for line in self.client.chat if line.number > self._heard_chat]
        self._heard_chat = last_number(self.client.chat)
        self.news += map(chat_text, said)

    def changeable(self) -> int | None:
        """The seat whose choice is still hidden, so that it can be changed."""
        game, mine = self.view_of_game, self.people
        hidden = [choice.seat for choice in self.client.picked if choice.seat in mine]
        return hidden[-1] if hidden and game.phase is Phase.WHITE and not self.over else None

    def reopen(self) -> None:
        """Asks for a hidden choice again; the old one counts until there is a new one."""
        self._reopened = self.changeable()

    def question(self) -> PlayerQuestion | None:
        """What one of the player's own seats has to do now."""
        game, mine = self.view_of_game, self.people
        if self._reopened is not None:
            return PlayerQuestion(self._reopened, False)
        awaited = [seat for seat in game.awaited if seat in mine]
        if game.phase is Phase.ROLL and awaited:
            return PlayerQuestion(awaited[0], True)
        seats = [one.seat for one in self.client.offers if one.seat in awaited]
        return PlayerQuestion(seats[0], False) if seats else None

    def waiting(self) -> str:
        """What is awaited while the player has nothing to do."""
        text = self.words.text
        if not self.client.connected:
            return self.lost()
        if not self.people:
            return text("table.spectating")
        names = [self.words.names[seat] for seat in self.view_of_game.awaited]
        parts = [text("table.waiting", n=len(names), names=", ".join(names))] if names else []
        seat = self.changeable()
        if seat is not None:
            chosen = next(choice for choice in self.client.picked if choice.seat == seat)
            parts.append(f"{self.words.choice(chosen)}: {text('table.change')}")
        return "  ".join(parts)

    def lost(self) -> str:
        """The sentence about a lost connection; the client tries to connect again by itself."""
        line = self.words.text("link.lost")
        return line[:1].upper() + line[1:]

    async def roll(self, dice: Roll | None = None) -> None:
        own = None if dice is None else Dice(dice.white, dice.colours)
        await self.client.roll(self.view_of_game.turn + 1, own)

    async def choose(self, choice: Choice) -> None:
        offers = next((one for one in self.client.offers if one.seat == choice.seat), None)
        if offers is None:  # the game has gone on, or ended, while the player chose
            raise Refused(Error(Code.TOO_LATE))
        await self.client.choose(offers, choice)
        self._reopened = None

    async def hint(self, seat: int, progress: Callable[[int, int], None]) -> list[RenderableType]:
        """What the server's coach thinks of the choices of our own seat, best first."""
        while isinstance(answer := await self.guest.hint(self.table.id, seat), Working):
            progress(round(100 * answer.done), 100)
            await asyncio.sleep(HINT_SECONDS)
        source = HintSource(answer.evaluator, answer.games)
        return list(draw_hint(self.words, source, (), {seat: answer.options}))

    def _lines(self, events: Sequence[TableEvent]) -> list[str]:
        game = [event for event in events if not isinstance(event, Notice)]
        notices = [event for event in events if isinstance(event, Notice)]
        return [*self.words.lines(game, self._turn), *filter(None, map(self._notice, notices))]

    def _notice(self, notice: Notice) -> str:
        text, key = self.words.text, f"notice.{notice.what}"
        name = notice.name or text("people.unknown")
        if notice.seat is not None:
            name = self.words.names[notice.seat]
        return text(key, name=name) if key in text.messages else ""


def chat_text(line: ChatLine) -> str:
    """A line of the chat as it is shown."""
    said = "".join(sign if sign.isprintable() else " " for sign in line.text)
    return f"{line.name}: {said}"


def last_number(chat: Sequence[ChatLine]) -> int:
    return max((line.number for line in chat), default=-1)


def rules_of(table: TableView) -> Rules:
    options = table.options
    board = parse_board(options.board) if options.board else None
    return Rules(options.variant, len(table.seats), lucky=options.lucky, board=board)


def name_of(text: Catalogue, seat: SeatView) -> str:
    if seat.level:
        return text(f"bot.{seat.level}")
    return seat.name or shown_name(text, seat.bot) or text("seat.free")

"""A game at one terminal without input and output: whom to ask next, bots, dice, news and the record."""

from collections.abc import Sequence

from msgspec import structs

from qwixx.dice import bot_stream, dice_stream, roll
from qwixx.files import FileError
from qwixx.kernel.bots.error_text import in_short
from qwixx.rules import Action, Choice, QwixxError, Record, Roll, State
from qwixx.rules.notation import quoted

from ..draw.words import Words
from .saving import Saver
from .seats import SeatedPlayer
from .shown_game import PlayerQuestion

LATEST = 3
"""The lines of news with which a saved game goes on."""
OWN_DICE = {"Dice": "own"}
"""The header of a game whose players roll dice of their own."""


class LocalGame:
    """People and bots at one table. Everything that was played is saved before a person is asked."""

    def __init__(
        self,
        words: Words,
        seats: Sequence[SeatedPlayer],
        record: Record,
        saver: Saver,
        seed: int,
        number: int = 0,
    ) -> None:
        self.words = words
        self.rules = words.rules
        self.seats = seats
        self.record = record
        self.saver = saver
        self.seed = seed
        self.number = number
        """The number of the game among those of its seed."""
        self.people = [seat for seat, who in enumerate(seats) if who.bot is None]
        self.unsaved = False
        """The last action could not be saved."""
        self.discarded = False
        self.again = False
        """The players want another game after this one."""
        self.state: State
        self.turn: int
        self.news: list[str]
        self._replay()
        # A game that goes on begins with its latest news.
        self.seen = dict.fromkeys(self.people, max(len(self.news) - LATEST, 0))

    @property
    def over(self) -> bool:
        return self.rules.is_over(self.state)

    def next_question(self) -> PlayerQuestion | None:
        """Rolls for bots and lets them choose until a person has to act; None when the game is over.

        People are asked before bots, and no one sees another's choice.
        """
        question = self._question()
        while question and question.seat not in self.people:
            if question.roll and self.own_dice:
                question = PlayerQuestion(self.people[0], True)
                break
            if question.roll:
                self.roll()
            else:
                self.apply(self._bot_choice(question.seat))
            question = self._question()
        self.save()
        return question

    def _question(self) -> PlayerQuestion | None:
        if self.over:
            return None
        if self.rules.awaits_roll(self.state):
            return PlayerQuestion(self.state.active, True)
        return PlayerQuestion(
            min(self.rules.to_act(self.state), key=lambda n: (n not in self.people, n)), False
        )

    def view(self, seat: int) -> State:
        """The position as this seat may see it."""
        return self.rules.view(self.state, seat).state

    @property
    def own_dice(self) -> bool:
        """Whether the players roll dice of their own, for bots too, and type in the result."""
        return OWN_DICE.items() <= self.record.headers.items()

    def roll(self, dice: Roll | None = None) -> None:
        stream = dice_stream(self.seed, self.number, self.turn + 1)
        self.apply(dice or roll(stream, self.rules.variant.faces, self.rules.closed(self.state)))

    def apply(self, action: Action) -> None:
        self.state, events = self.rules.step(self.state, action)
        self.record = structs.replace(self.record, actions=(*self.record.actions, action))
        self.turn += isinstance(action, Roll)
        self.news += self.words.lines(events, self.turn)

    def save(self) -> None:
        """A game not yet begun is not saved. A full disk does not end the game; `unsaved` tells."""
        if not self.record.actions or self.discarded:
            return
        try:
            self.saver.save(self.record)
            self.unsaved = False
        except FileError:
            self.unsaved = True

    @property
    def takes_back(self) -> bool:
        """Whether anything in this game can be taken back: several people hide their choices."""
        return len(self.people) == 1 or self.own_dice

    def take_back(self) -> bool:
        """Goes back to the last choice of the only person, or to before the last roll that was typed in.

        A pass that was the only option does not count. The dice of the computer stay the same, so nothing can
        be gained but another choice.
        """
        before = self._last_taken_back()
        if before is None:
            return False
        self.record = structs.replace(self.record, actions=self.record.actions[:before])
        self._replay()
        self.seen = dict.fromkeys(self.people, max(len(self.news) - 1, 0))  # the latest news is shown again
        if not before:
            self._unsave()
        return True

    def _last_taken_back(self) -> int | None:
        """The number of plies before what is taken back."""
        last = None
        for ply in self.record.plies():
            if isinstance(ply.action, Roll):
                last = ply.number - 1 if self.own_dice else last
            elif ply.action.seat in self.people:
                if len(self.people) > 1:
                    last = None
                elif len(self.rules.legal(ply.before, ply.action.seat)) > 1:
                    last = ply.number - 1
        return last

    def _unsave(self) -> None:
        """A game that has not begun is not saved."""
        try:
            self.saver.discard()
        except FileError:
            self.unsaved = True

    def discard(self) -> None:
        self.saver.discard()
        self.discarded = True

    def unseen_news(self, seat: int) -> list[str]:
        """What happened since this player was last asked."""
        lines = self.news[self.seen[seat] :]
        self.seen[seat] = len(self.news)
        return lines

    def _replay(self) -> None:
        self.state, self.turn, self.news = self.record.opening(), 0, []
        for ply in self.record.plies():
            self.turn = ply.turn
            self.state = ply.after
            self.news += self.words.lines(ply.events, ply.turn)

    def _bot_choice(self, seat: int) -> Choice:
        view = self.rules.view(self.state, seat)
        name, bot = self.seats[seat]
        assert bot is not None
        legal = self.rules.legal(view.state, seat)
        rng = bot_stream(self.seed, self.number, self.turn, seat, view.state.phase.action)
        try:
            chosen = bot.choose(view, legal, rng)
            if chosen in legal:
                return legal[legal.index(chosen)]
        except (Exception, SystemExit) as error:
            raise QwixxError(f"The bot {name} failed: {in_short(error)}.") from error
        raise QwixxError(f"The bot {name} chose {quoted(chosen)}, which is not legal.")

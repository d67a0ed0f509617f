"""`check_bot`: whether a bot keeps to what is expected of every bot."""

from collections.abc import Iterable

from qwixx.bots import AnyBot, Bot, as_bot
from qwixx.dice import bot_stream, dice_stream, roll
from qwixx.rules import VARIANTS, Choice, Rules, State


def check_bot(bot: str | AnyBot | type[AnyBot], *, games: int = 1, seed: int = 0) -> None:
    """Plays the bot in every variant with every number of players; raises AssertionError if it misbehaves.

    A bot must choose one of the legal choices, take all randomness from its `rng`, choose the same whenever
    it sees the same, whatever others have chosen already, and must not change what it is shown.
    """
    for variant in VARIANTS.values():
        for players in range(1, variant.max_players + 1):
            for game in range(games):
                _BotTrial(bot, Rules(variant, players), seed, game).play()


class _BotTrial:
    """One game in which the bot sits in every seat."""

    def __init__(self, bot: str | AnyBot | type[AnyBot], rules: Rules, seed: int, game: int) -> None:
        self.rules = rules
        self.name = bot if isinstance(bot, str) else getattr(bot, "__name__", type(bot).__name__)
        self.bots = [_make(bot) for _ in rules.seats]
        self.seed = seed
        self.game = game
        self.turn = 0

    def play(self) -> None:
        state = self.rules.start(self.game % self.rules.players)
        while not self.rules.is_over(state):
            if self.rules.awaits_roll(state):
                self.turn += 1
                dice = dice_stream(self.seed, self.game, self.turn)
                state, _ = self.rules.step(
                    state, roll(dice, self.rules.variant.faces, self.rules.closed(state))
                )
            else:
                state = self.ask(state)

    def ask(self, state: State) -> State:
        """Asks all seats that are to act twice, in opposite orders; the second time, others have chosen."""
        seats = sorted(self.rules.to_act(state))
        first = {seat: self.choice(state, seat) for seat in seats}
        for seat in reversed(seats):
            again = self.choice(state, seat)
            if again != first[seat]:
                self.fail(state, seat, f"chose {first[seat]} and then, seeing the same, {again}")
            state, _ = self.rules.step(state, again)
        return state

    def choice(self, state: State, seat: int) -> Choice:
        view, legal = self.rules.view(state, seat), self.rules.legal(state, seat)
        rng = bot_stream(self.seed, self.game, self.turn, seat, state.phase.action)
        try:
            chosen = self.bots[seat].choose(view, legal, rng)
        except Exception as error:
            raise AssertionError(self.message(state, seat, f"raised {error!r}")) from error
        if chosen not in legal:
            self.fail(state, seat, f"chose {chosen}, which is not one of {_list(legal)}")
        if view != Rules(self.rules.variant, self.rules.players).view(state, seat):
            self.fail(state, seat, "changed what it was shown")
        return chosen

    def message(self, state: State, seat: int, problem: str) -> str:
        position = self.rules.position(self.rules.view(state, seat).state)
        return f"bot {self.name} in seat {seat} {problem}; it saw: {position}"

    def fail(self, state: State, seat: int, problem: str) -> None:
        raise AssertionError(self.message(state, seat, problem))


def _make(bot: str | AnyBot | type[AnyBot]) -> Bot:
    return as_bot(bot() if isinstance(bot, type) else bot)


def _list(choices: Iterable[Choice]) -> str:
    return ", ".join(map(str, choices))

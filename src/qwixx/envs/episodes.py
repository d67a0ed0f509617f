"""Episodes: one game after another between agents and bots, each given by a seed and a number."""

from collections.abc import Mapping, Sequence
from typing import Any, Literal, NamedTuple, get_args

import numpy as np

from qwixx.arena.game import GameLoop
from qwixx.bots import AnyBot, as_bot
from qwixx.dice import Stream, check_seed
from qwixx.rules import (
    Board,
    Choice,
    Pass,
    Phase,
    QwixxError,
    Record,
    Rules,
    SetupError,
    State,
    Variant,
    parse_position,
)

from .observation import Encoder, Options, Vector

Reward = Literal["win", "score"]
"""The reward at the end of a game: the share of the win, or the points ahead of the best opponent."""
OnIllegal = Literal["pass", "raise"]
Seats = Sequence[str | AnyBot | None]
"""By seat: a bot, or `None` for an agent."""


BEFORE_THE_AGENT = "From this position the game can end before the agent acts: start from another one."


class EpisodeSetting(NamedTuple):
    """The options of an environment."""

    variant: str | Variant
    seats: Seats
    reward: Reward = "win"
    on_illegal: OnIllegal = "pass"
    lucky: Sequence[tuple[int, int]] | None = None
    board: Board | None = None


class Episodes:
    """Episodes on the reference engine, which takes every bot."""

    def __init__(self, setting: EpisodeSetting) -> None:
        self.setting = setting
        self.rules = Rules(setting.variant, len(setting.seats), lucky=setting.lucky, board=setting.board)
        check_setting(self.rules, setting.reward, setting.on_illegal)
        self.encoder = Encoder(self.rules)
        self.asked: list[int] = []
        """The agents' seats that are to act now; none when the game is over."""
        self._bots = [AgentSeat() if bot is None else as_bot(bot) for bot in setting.seats]
        self._seed: int | None = None
        self._number = 0
        self._agents = [seat for seat in self.rules.seats if setting.seats[seat] is None]
        self._options: dict[int, Options] = {}

    def next_game(self, seed: int | None, options: Mapping[str, Any] | None = None) -> None:
        """Begins the first game of the seed or, without one, the game after the last.

        The option `position` is the position that it starts from.
        """
        start = starting_position(self.rules, options)
        if seed is not None:
            check_seed(seed)
            self._seed, self._number = seed, 0
        elif self._seed is None:
            self._seed = int(np.random.default_rng().integers(1 << 63))
        else:
            self._number += 1
        self.begin(self._seed, self._number, start)
        if not self.asked:
            raise SetupError(BEFORE_THE_AGENT)

    def begin(self, seed: int, number: int, start: State | None = None) -> None:
        setting = self.setting
        first = first_seat(seed, number, self.rules.players)
        record = Record(
            variant=self.rules.variant.name,
            seats=tuple(map(_name, setting.seats)),
            first=first if start is None else start.active,
            lucky=None if setting.lucky is None else tuple(setting.lucky),
            board=setting.board,
            start=None if start is None else self.rules.position(start),
            headers={"Seed": str(seed), "Game": str(number)},
        )
        self._game = GameLoop(self.rules, self._bots, record, seed, number)
        self._go_on()

    def act(self, actions: Sequence[int]) -> None:
        """Takes `actions[seat]` from the seats that are asked; an illegal action counts as a pass."""
        for seat in self.asked:
            self._game.take(self._options[seat].get(actions[seat]) or Pass(seat))
        if self._game.state.phase is Phase.WHITE:
            self._game.ask()
        self._go_on()

    def _go_on(self) -> None:
        """Rolls and lets bots choose until an agent is asked. In action 1 the agents choose first."""
        game, rules = self._game, self.rules
        self.asked = []
        while not rules.is_over(game.state):
            if rules.awaits_roll(game.state):
                game.roll()
            to_act = rules.to_act(game.state)
            self.asked = [seat for seat in self._agents if seat in to_act]
            if self.asked:
                break
            game.ask()
        self._options = {seat: self.encoder.options(rules.legal(game.state, seat)) for seat in self.asked}

    def allows(self, seat: int, action: int) -> bool:
        """Whether the action is legal. With `on_illegal="raise"` an illegal one raises the reason."""
        if not self.asked:
            raise QwixxError("The game is over: reset the environment.")
        if not 0 <= action < self.encoder.actions:
            raise QwixxError(f"{action} is not an action: use 0 to {self.encoder.actions - 1}.")
        if self.is_option(seat, action):
            return True
        if self.setting.on_illegal == "raise":
            self.rules.verify(self.game().state, self.encoder.choices[seat][action])
        return False

    def is_option(self, seat: int, action: int) -> bool:
        return action in self._options.get(seat, ())

    def mask(self, seat: int) -> Vector:
        return self.encoder.mask(self._options.get(seat, {}))

    def observe(self, seat: int) -> Vector:
        return self.encoder.observe(self.rules.view(self._game.state, seat))

    def rewards(self) -> list[float]:
        """By seat; 0 before the end."""
        return rewards(self.rules, self._game.state, self.setting.reward)

    def scores(self) -> list[int]:
        """The totals by seat, once the game is over."""
        return list(self.rules.scores(self._game.state))

    def game(self) -> GameLoop:
        """The game so far: its position and its record."""
        return self._game


class AgentSeat:
    """Placeholder bot in an agent's seat; the environment asks the agent itself."""

    def choose(self, view: object, legal: object, rng: object) -> Choice:
        raise NotImplementedError


def _name(seat: str | AnyBot | None) -> str:
    return "agent" if seat is None else seat if isinstance(seat, str) else type(seat).__name__


def first_seat(seed: int, game: int, players: int) -> int:
    """The seat that begins (R2). Turns count from 1, so turn 0 is free for this draw."""
    return Stream(seed, game, 0, 0).below(players)


def rewards(rules: Rules, state: State, reward: Reward) -> list[float]:
    if not rules.is_over(state):
        return [0.0] * rules.players
    if reward == "win":
        places = rules.places(state)
        return [1 / places.count(1) if place == 1 else 0.0 for place in places]
    scores = rules.scores(state)
    best = [max((*scores[:seat], *scores[seat + 1 :]), default=0) for seat in rules.seats]
    return [float(score - other) for score, other in zip(scores, best, strict=True)]


def starting_position(rules: Rules, options: Mapping[str, Any] | None) -> State | None:
    """The option `position` of `reset`: a state or its one-line form."""
    found = (options or {}).get("position")
    if found is None:
        return None
    text = found if isinstance(found, str) else rules.position(found)
    game, state = parse_position(text)
    if game != rules or rules.is_over(state):
        raise SetupError("The position must be one of this game, and not its end.")
    return state


def check_setting(rules: Rules, reward: str, on_illegal: str) -> None:
    _check_word("reward", reward, get_args(Reward))
    _check_word("on_illegal", on_illegal, get_args(OnIllegal))
    if reward == "win" and rules.players == 1:
        raise SetupError("A solo game has no winner: choose reward='score'.")


def _check_word(option: str, word: str, known: Sequence[str]) -> None:
    if word not in known:
        raise SetupError(f"{option}={word!r} is unknown: choose one of {', '.join(known)}.")

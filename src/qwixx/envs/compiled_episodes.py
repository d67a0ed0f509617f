"""Episodes on the compiled kernel, for bots that it supports: several times as fast."""

from collections.abc import Sequence

import numpy as np

from qwixx.arena.game import GameLoop
from qwixx.bots import in_batch
from qwixx.bots.registry import is_batched
from qwixx.kernel import Batch, supports
from qwixx.rules import State

from .episodes import Episodes, EpisodeSetting
from .observation import Vector


def open_episodes(setting: EpisodeSetting) -> Episodes:
    """The fastest episodes that these seats and this variant allow."""
    reference = Episodes(setting)
    others = [seat for seat in setting.seats if seat is not None and not is_batched(seat)]
    names = [bot for bot in others if isinstance(bot, str)]
    compiled = len(names) == len(others) and supports(reference.rules, *names)
    return CompiledEpisodes(setting) if compiled else reference


class CompiledEpisodes(Episodes):
    """A batch of one game. Position and record come from a replay on the reference engine."""

    def __init__(self, setting: EpisodeSetting) -> None:
        super().__init__(setting)
        bots = [None if seat is None else in_batch(seat) for seat in setting.seats]
        self._batch = Batch(self.rules, 1, bots=bots, margin=setting.reward == "score")
        self._actions = np.zeros((1, self.rules.players), np.int64)
        self._wanted: list[tuple[int, ...]] = []
        """Actions of the agents that the reference engine has not replayed yet."""
        self._reference = Episodes(setting)
        self._begun: tuple[int, int, State | None] | None = None

    def begin(self, seed: int, number: int, start: State | None = None) -> None:
        self._begun = seed, number, start
        self._wanted.clear()
        self._batch.reset(seed, number, start)
        self._find_asked()

    def act(self, actions: Sequence[int]) -> None:
        self._wanted.append(tuple(actions))
        self._actions[0] = actions
        self._batch.step(self._actions)
        self._find_asked()

    def _find_asked(self) -> None:
        to_act = self._batch.to_act[0].tolist()
        self.asked = [seat for seat in self._agents if to_act[seat]]

    def is_option(self, seat: int, action: int) -> bool:
        return bool(self._batch.masks[0, seat, action])

    def mask(self, seat: int) -> Vector:
        own: Vector = self._batch.masks[0, seat]
        return own.copy()

    def observe(self, seat: int) -> Vector:
        """The kernel shows the position to the seats that are asked; others get it turned to their seat."""
        if not self.asked or seat in self.asked:
            own: Vector = self._batch.observations[0, seat]
            return own.copy()
        asked = self.asked[0]
        return self.encoder.turned(self._batch.observations[0, asked], seat - asked)

    def rewards(self) -> list[float]:
        rewards: list[float] = self._batch.rewards[0].tolist()
        return rewards

    def scores(self) -> list[int]:
        scores: list[int] = self._batch.scores[0].tolist()
        return scores

    def game(self) -> GameLoop:
        if self._begun:
            self._reference.begin(*self._begun)
            self._begun = None
        for actions in self._wanted:
            self._reference.act(actions)
        self._wanted.clear()
        return self._reference.game()

"""The Gymnasium environment: one agent against bots."""

from __future__ import annotations  # the spaces of Gymnasium before 1.4 are not generic

from collections.abc import Sequence
from typing import Any, SupportsInt

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from qwixx.bots import AnyBot
from qwixx.rules import Board, SetupError, Variant

from .episodes import EpisodeSetting, OnIllegal, Reward
from .observation import Vector
from .one_game import OneGame, observation_space

Info = dict[str, Any]


class QwixxEnv(OneGame, gymnasium.Env[Vector, SupportsInt]):
    """The agent is asked whenever its seat has a choice to make; the bots choose in between."""

    metadata: dict[str, Any] = {"render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012

    def __init__(
        self,
        variant: str | Variant = "classic",
        opponents: str | Sequence[str | AnyBot] = ("random",),
        *,
        seat: int = 0,
        reward: Reward = "win",
        on_illegal: OnIllegal = "pass",
        lucky: Sequence[tuple[int, int]] | None = None,
        board: Board | None = None,
        render_mode: str | None = None,
    ) -> None:
        seats = seats_with_agent(opponents, seat)
        self._open(EpisodeSetting(variant, seats, reward, on_illegal, lucky, board), render_mode)
        self._seat = seat
        self._actions = [0] * len(seats)
        self.observation_space = observation_space(self.encoder)
        self.action_space = spaces.Discrete(self.encoder.actions)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Vector, Info]:
        super().reset(seed=seed, options=options)
        self._episodes.next_game(seed, options)
        return self._episodes.observe(self._seat), self._info(legal=True)

    def step(self, action: SupportsInt) -> tuple[Vector, float, bool, bool, Info]:
        episodes, seat = self._episodes, self._seat
        self._actions[seat] = wanted = int(action)
        legal = episodes.allows(seat, wanted)
        episodes.act(self._actions)
        over = not episodes.asked
        reward = episodes.rewards()[seat] if over else 0.0
        return episodes.observe(seat), reward, over, False, self._info(legal)

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """The legal actions, under the name that MaskablePPO of sb3-contrib asks for."""
        return self._episodes.mask(self._seat).astype(np.bool_)

    def _info(self, legal: bool) -> Info:
        episodes = self._episodes
        info: Info = {"action_mask": episodes.mask(self._seat), "illegal": not legal}
        if not episodes.asked:
            info["scores"] = np.array(episodes.scores())
        return info


def seats_with_agent(opponents: str | Sequence[str | AnyBot], seat: int) -> tuple[str | AnyBot | None, ...]:
    others = (opponents,) if isinstance(opponents, str) else opponents
    if seat not in range(len(others) + 1):
        raise SetupError(f"There is no seat {seat}: seats run from 0 to {len(others)}.")
    return (*others[:seat], None, *others[seat:])

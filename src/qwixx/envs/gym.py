"""Gymnasium: one agent against bots."""

from collections.abc import Sequence
from typing import Any, SupportsInt

import gymnasium
import numpy as np
from gymnasium import spaces

from qwixx.bots import Bot
from qwixx.rules import Board, Record, Rules, SetupError, State, Variant

from .compiled_episodes import open_table
from .episodes import EpisodeSetting, OnIllegal, Reward
from .observation import Encoder, Vector
from .picture import picture

Info = dict[str, Any]


class QwixxEnv(gymnasium.Env[Vector, SupportsInt]):
    """The agent is asked whenever its seat has a choice to make; the bots choose in between."""

    metadata: dict[str, Any] = {"render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012

    def __init__(
        self,
        variant: str | Variant = "classic",
        opponents: str | Sequence[str | Bot] = ("random",),
        *,
        seat: int = 0,
        reward: Reward = "win",
        on_illegal: OnIllegal = "pass",
        lucky: Sequence[tuple[int, int]] | None = None,
        board: Board | None = None,
        render_mode: str | None = None,
    ) -> None:
        seats = seats_with_agent(opponents, seat)
        self._table = open_table(EpisodeSetting(variant, seats, reward, on_illegal, lucky, board))
        self._seat = seat
        self._actions = [0] * len(seats)
        self.render_mode = render_mode
        self.observation_space = observation_space(self._table.encoder)
        self.action_space = spaces.Discrete(self._table.encoder.actions)

    @property
    def rules(self) -> Rules:
        return self._table.rules

    @property
    def encoder(self) -> Encoder:
        return self._table.encoder

    @property
    def state(self) -> State:
        return self._table.game().state

    @property
    def record(self) -> Record:
        """The game so far, to be saved or replayed."""
        return self._table.game().so_far()

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Vector, Info]:
        super().reset(seed=seed, options=options)
        self._table.deal(seed)
        return self._table.observe(self._seat), self._info(legal=True)

    def step(self, action: SupportsInt) -> tuple[Vector, float, bool, bool, Info]:
        table, seat = self._table, self._seat
        self._actions[seat] = wanted = int(action)
        legal = table.allows(seat, wanted)
        table.act(self._actions)
        over = not table.asked
        reward = table.rewards()[seat] if over else 0.0
        return table.observe(seat), reward, over, False, self._info(legal)

    def _info(self, legal: bool) -> Info:
        return {"action_mask": self._table.mask(self._seat), "illegal": not legal}

    def render(self) -> str | None:
        return None if self.render_mode is None else picture(self.rules, self.state)


def observation_space(encoder: Encoder) -> spaces.Box[np.int8]:
    return spaces.Box(np.zeros_like(encoder.high), encoder.high, dtype=np.int8)


def seats_with_agent(opponents: str | Sequence[str | Bot], seat: int) -> tuple[str | Bot | None, ...]:
    others = (opponents,) if isinstance(opponents, str) else opponents
    if seat not in range(len(others) + 1):
        raise SetupError(f"There is no seat {seat}; seats run from 0 to {len(others)}.")
    return (*others[:seat], None, *others[seat:])

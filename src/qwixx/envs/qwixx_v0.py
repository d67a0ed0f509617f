"""PettingZoo: every seat is an agent. `env()` asks one after the other, `parallel_env()` all at once."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, SupportsInt

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv, ParallelEnv, aec_registry, register
from pettingzoo.utils import wrappers

from qwixx.rules import Board, Record, Rules, State, Variant

from .compiled_episodes import open_table
from .episodes import EpisodeSetting, OnIllegal, Reward
from .gym import observation_space
from .observation import Encoder, Vector
from .picture import picture

Observation = dict[str, Vector]
Info = dict[str, Any]


def env(**options: Any) -> AECEnv[str, Observation, SupportsInt]:
    """The environment with PettingZoo's checks around it; `raw_env` takes the same options."""
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(raw_env(**options)))


class _Seats:
    """What both kinds of environment share: the table, the agents and their spaces."""

    metadata: ClassVar[dict[str, Any]] = {
        "name": "qwixx_v0",
        "render_modes": ["ansi"],
        "render_fps": 1,
        "is_parallelizable": False,
    }

    def __init__(
        self,
        variant: str | Variant = "classic",
        players: int = 2,
        *,
        reward: Reward = "win",
        on_illegal: OnIllegal = "pass",
        lucky: Sequence[tuple[int, int]] | None = None,
        board: Board | None = None,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self._table = open_table(EpisodeSetting(variant, (None,) * players, reward, on_illegal, lucky, board))
        self.render_mode = render_mode
        self.possible_agents = [f"seat_{seat}" for seat in range(players)]
        self.agents: list[str] = []
        self._seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._observations = {
            agent: _observation_space(self._table.encoder) for agent in self.possible_agents
        }
        self._actions = {
            agent: spaces.Discrete(self._table.encoder.actions) for agent in self.possible_agents
        }

    @property
    def rules(self) -> Rules:
        return self._table.rules

    @property
    def encoder(self) -> Encoder:
        return self._table.encoder

    @property
    def position(self) -> State:
        """The whole position, pending choices included. (`state` is a method of PettingZoo's.)"""
        return self._table.game().state

    @property
    def record(self) -> Record:
        """The game so far, to be saved or replayed."""
        return self._table.game().so_far()

    def observation_space(self, agent: str) -> spaces.Dict[Any]:
        return self._observations[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        return self._actions[agent]

    def render(self) -> str | None:
        return None if self.render_mode is None else picture(self.rules, self.position)

    def close(self) -> None:
        pass


def _observation_space(encoder: Encoder) -> spaces.Dict[Any]:
    return spaces.Dict(
        {
            "observation": observation_space(encoder),
            "action_mask": spaces.Box(0, 1, (encoder.actions,), np.int8),
        }
    )


class raw_env(_Seats, AECEnv[str, Observation, SupportsInt]):  # type: ignore[misc]  # noqa: N801  # PettingZoo's name for it
    """One agent after the other. In action 1 nobody is shown what was chosen before."""

    agent_selection: str

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002
        self._table.deal(seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, Info] = {agent: {"illegal": False} for agent in self.agents}
        self._chosen = [0] * len(self.agents)
        self._ask()

    def step(self, action: SupportsInt | None) -> None:
        agent = self.agent_selection
        if action is None or self.terminations[agent]:
            self._was_dead_step(action)
            return
        seat = self._waiting[0]
        self._chosen[seat] = wanted = int(action)
        self.infos[agent] = {"illegal": not self._table.allows(seat, wanted)}
        del self._waiting[0]
        if self._waiting:
            self.agent_selection = self.possible_agents[self._waiting[0]]
        else:
            self._table.act(self._chosen)
            self._ask()

    def _ask(self) -> None:
        self._waiting = list(self._table.asked)
        if self._waiting:
            self.agent_selection = self.possible_agents[self._waiting[0]]
        else:
            self.rewards = dict(zip(self.agents, self._table.rewards(), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
            self._accumulate_rewards()
            self.agent_selection = self.agents[0]

    def observe(self, agent: str) -> Observation:
        table, seat = self._table, self._seat_of[agent]
        mask = table.mask(seat) if agent == self.agent_selection else np.zeros(table.encoder.actions, np.int8)
        return {"observation": table.observe(seat), "action_mask": mask}


class parallel_env(_Seats, ParallelEnv[str, Observation, SupportsInt]):  # type: ignore[misc]  # noqa: N801
    """All agents at once. In actions 2 and 3 all but the active player can only pass."""

    def reset(
        self,
        seed: int | None = None,
        options: dict[str, Any] | None = None,  # noqa: ARG002
    ) -> tuple[dict[str, Observation], dict[str, Info]]:
        self._table.deal(seed)
        self.agents = list(self.possible_agents)
        return self._observe(), {agent: {"illegal": False} for agent in self.agents}

    def step(
        self, actions: Mapping[str, SupportsInt]
    ) -> tuple[dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], dict[str, Info]]:
        table, acting = self._table, self.agents
        chosen = [int(actions[agent]) for agent in acting]
        infos = {
            agent: {"illegal": not ((seat not in table.asked and action == 0) or table.allows(seat, action))}
            for (seat, action), agent in zip(enumerate(chosen), acting, strict=True)
        }
        table.act(chosen)
        over = not table.asked
        self.agents = [] if over else acting
        return (
            self._observe(),
            dict(zip(acting, table.rewards(), strict=True)),
            dict.fromkeys(acting, over),
            dict.fromkeys(acting, False),
            infos,
        )

    def _observe(self) -> dict[str, Observation]:
        table = self._table
        seen = {}
        for seat, agent in enumerate(self.possible_agents):
            mask = table.mask(seat)
            mask[0] = 1
            seen[agent] = {"observation": table.observe(seat), "action_mask": mask}
        return seen


if "qwixx/qwixx-v0" not in aec_registry:
    register("aec", "qwixx/qwixx_v0", entry_point=f"{__name__}:env")
    register("parallel", "qwixx/qwixx_v0", entry_point=f"{__name__}:parallel_env")

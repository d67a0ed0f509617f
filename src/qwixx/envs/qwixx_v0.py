"""The PettingZoo environments: all seats are agents, asked in turn (`env`) or at once (`parallel_env`)."""

from __future__ import annotations  # the spaces of Gymnasium before 1.4 are not generic

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, SupportsInt

import numpy as np
import pettingzoo
from gymnasium import spaces
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils import wrappers

from qwixx.rules import Board, Variant

from .episodes import EpisodeSetting, OnIllegal, Reward
from .observation import Encoder, Vector
from .one_game import OneGame, observation_space

Observation = dict[str, Vector]
Info = dict[str, Any]


def env(**options: Any) -> AECEnv[str, Observation, SupportsInt]:
    """The environment with PettingZoo's checks around it; `raw_env` takes the same options."""
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(raw_env(**options)))


class _AgentSeats(OneGame):
    """What both environments share: the agents and their spaces."""

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
        seats = (None,) * players
        self._open(EpisodeSetting(variant, seats, reward, on_illegal, lucky, board), render_mode)
        self.possible_agents = [f"seat_{seat}" for seat in range(players)]
        self.agents: list[str] = []
        self._seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._observations = {agent: _observation_space(self.encoder) for agent in self.possible_agents}
        self._actions = {agent: spaces.Discrete(self.encoder.actions) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Dict[Any]:
        return self._observations[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        return self._actions[agent]

    def close(self) -> None:
        pass


def _observation_space(encoder: Encoder) -> spaces.Dict[Any]:
    return spaces.Dict(
        {
            "observation": observation_space(encoder),
            "action_mask": spaces.Box(0, 1, (encoder.actions,), np.int8),
        }
    )


class raw_env(_AgentSeats, AECEnv[str, Observation, SupportsInt]):  # type: ignore[misc]  # noqa: N801  # the name that PettingZoo expects
    """Asks one agent at a time. In action 1 an agent does not see what others have chosen."""

    agent_selection: str

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self._episodes.next_game(seed, options)
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
        self.infos[agent] = {"illegal": not self._episodes.allows(seat, wanted)}
        del self._waiting[0]
        if self._waiting:
            self.agent_selection = self.possible_agents[self._waiting[0]]
        else:
            self._episodes.act(self._chosen)
            self._ask()

    def _ask(self) -> None:
        self._waiting = list(self._episodes.asked)
        if self._waiting:
            self.agent_selection = self.possible_agents[self._waiting[0]]
        else:
            self.rewards = dict(zip(self.agents, self._episodes.rewards(), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
            for info in self.infos.values():
                info["scores"] = self._episodes.scores()
            self._accumulate_rewards()
            self.agent_selection = self.agents[0]

    def observe(self, agent: str) -> Observation:
        episodes, seat = self._episodes, self._seat_of[agent]
        is_next = agent == self.agent_selection
        mask = episodes.mask(seat) if is_next else np.zeros(self.encoder.actions, np.int8)
        return {"observation": episodes.observe(seat), "action_mask": mask}


class parallel_env(_AgentSeats, ParallelEnv[str, Observation, SupportsInt]):  # type: ignore[misc]  # noqa: N801
    """Asks all agents at once. In actions 2 and 3 all but the active player can only pass."""

    def reset(
        self,
        seed: int | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[dict[str, Observation], dict[str, Info]]:
        self._episodes.next_game(seed, options)
        self.agents = list(self.possible_agents)
        return self._observe(), {agent: {"illegal": False} for agent in self.agents}

    def step(
        self, actions: Mapping[str, SupportsInt]
    ) -> tuple[dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], dict[str, Info]]:
        episodes, acting = self._episodes, self.agents
        chosen = [int(actions[agent]) for agent in acting]
        infos: dict[str, Info] = {}
        for (seat, action), agent in zip(enumerate(chosen), acting, strict=True):
            passes_unasked = seat not in episodes.asked and action == 0
            infos[agent] = {"illegal": not (passes_unasked or episodes.allows(seat, action))}
        episodes.act(chosen)
        over = not episodes.asked
        if over:
            for info in infos.values():
                info["scores"] = episodes.scores()
        self.agents = [] if over else acting
        return (
            self._observe(),
            dict(zip(acting, episodes.rewards(), strict=True)),
            dict.fromkeys(acting, over),
            dict.fromkeys(acting, False),
            infos,
        )

    def _observe(self) -> dict[str, Observation]:
        episodes = self._episodes
        seen = {}
        for seat, agent in enumerate(self.possible_agents):
            mask = episodes.mask(seat)
            mask[0] = 1
            seen[agent] = {"observation": episodes.observe(seat), "action_mask": mask}
        return seen


# PettingZoo before 1.27 has no registry.
if hasattr(pettingzoo, "aec_registry") and "qwixx/qwixx-v0" not in pettingzoo.aec_registry:
    pettingzoo.register("aec", "qwixx/qwixx_v0", entry_point=f"{__name__}:env")
    pettingzoo.register("parallel", "qwixx/qwixx_v0", entry_point=f"{__name__}:parallel_env")

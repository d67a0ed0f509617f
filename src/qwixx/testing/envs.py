"""`check_env`: whether an environment keeps to what is expected, with any wrappers around it."""

import contextlib
import copy
import math
import pickle
import random
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from qwixx.rules import QwixxError, Record, Rules, State, replay

MOST_STEPS = 10_000
WILD = 0.1
"""The share of actions that are drawn without looking at the mask."""

STEPS_BEFORE_COPY = 3


def check_env(make: Callable[[], Any], *, games: int = 2, seed: int = 0) -> None:
    """Plays games in environments made by `make`; raises AssertionError if they misbehave.

    It takes Gymnasium environments and both kinds of PettingZoo's. Observations must be within their space
    and show no pending choice; masks must equal what the rules allow; an illegal action must count as a pass
    and be flagged, or raise and change nothing; rewards must be finite; every game must be whole and legal;
    the same seed and actions must give the same game, and the next game must differ. If the environment can
    be copied with `copy.deepcopy`, the copy must go on like the original.
    """
    for game in range(games):
        trial = _trial(make())
        steps = list(trial.play(seed + game, random.Random(game)))
        played = trial.record
        if not trial.cut:
            assert replay(played).phase == "over", f"the environment ended before its game did: {played}"
        for one, other in zip(steps, _trial(make()).play(seed + game, random.Random(game)), strict=True):
            assert one == other, f"the same seed and the same actions gave {one} and then {other}"
        for one, other in zip(steps, _copied(make, seed + game, random.Random(game)), strict=True):
            assert one == other, f"a copy of the environment showed {other}, but the original {one}"
        list(trial.play(None, random.Random(game)))
        assert trial.record.actions != played.actions, "two games after one another were the same"


def _copied(make: Callable[[], Any], seed: int, rng: random.Random) -> Iterator[object]:
    """A game that is played on in a copy of the environment after its first steps."""
    trial = _trial(make())
    for number, step in enumerate(trial.play(seed, rng)):
        yield step
        if number == STEPS_BEFORE_COPY:
            # Wrappers may hold what cannot be copied, such as a window.
            with contextlib.suppress(TypeError, pickle.PicklingError):
                trial.env = copy.deepcopy(trial.env)


class _EnvTrial:
    """An environment of any kind, with the observations and masks of the agents that it asks."""

    def __init__(self, env: Any) -> None:
        self.env = env
        self.asked: dict[str, tuple[Any, Any]] = {}
        self.illegal: dict[str, bool] = {}
        self.rewards: dict[str, float] = {}
        self.cut = False

    def reset(self, seed: int | None) -> None:
        raise NotImplementedError

    def step(self, wanted: dict[str, int]) -> None:
        raise NotImplementedError

    def space(self, agent: str) -> Any:
        return self.env.observation_space(agent)

    def actions(self, agent: str) -> int:
        return int(self.env.action_space(agent).n)

    def seat(self, agent: str) -> int:
        return int(self.env.possible_agents.index(agent))

    @property
    def record(self) -> Record:
        record: Record = self.env.unwrapped.record
        return record

    @property
    def state(self) -> State:
        """The position, without choices of an action in which others are still to choose."""
        position: State = self.env.unwrapped.position
        return position

    def play(self, seed: int | None, rng: random.Random) -> Iterator[object]:
        self.reset(seed)
        for _ in range(MOST_STEPS):
            if not self.asked:
                return
            state = self.state
            for agent in self.asked:
                self.look(agent, state)
            wanted = {agent: self.choose(agent, rng) for agent in self.asked}
            yield _plain(self.asked), wanted
            self.try_step(wanted)
        raise AssertionError(f"the game was not over after {MOST_STEPS} steps")

    def look(self, agent: str, state: State) -> None:
        observation, mask = self.asked[agent]
        assert observation in self.space(agent), f"{agent} sees what is not in its space: {observation}"
        rules: Rules = self.env.unwrapped.rules
        legal = [rules.code(choice) for choice in rules.legal(state, self.seat(agent))]
        first = self.seat(agent) * self.actions(agent)
        found = [first + int(action) for action in np.flatnonzero(mask)]
        # An agent that need not act can only pass.
        assert found == (legal or [first]), f"{agent} is offered {found}, but the rules allow {legal}"

    def choose(self, agent: str, rng: random.Random) -> int:
        possible = np.flatnonzero(self.asked[agent][1]).tolist()
        return rng.randrange(self.actions(agent)) if rng.random() < WILD else int(rng.choice(possible))

    def try_step(self, wanted: dict[str, int]) -> None:
        illegal = {agent: not self.asked[agent][1][action] for agent, action in wanted.items()}
        before = self.state
        try:
            self.step(wanted)
        except QwixxError as error:
            if not any(illegal.values()) or self.state != before:
                problem = f"{wanted} was refused although it is legal, or changed the game although refused"
                raise AssertionError(problem) from error
            wanted = {agent: 0 if illegal[agent] else action for agent, action in wanted.items()}
            illegal = dict.fromkeys(wanted, False)
            self.step(wanted)
        assert self.illegal == illegal, f"{wanted} was flagged as illegal: {self.illegal}, not {illegal}"
        assert all(map(math.isfinite, self.rewards.values())), (
            f"a reward is not a finite number: {self.rewards}"
        )


class _Gymnasium(_EnvTrial):
    def reset(self, seed: int | None) -> None:
        observation, info = self.env.reset(seed=seed)
        self.asked = {"agent": (observation, info["action_mask"])}

    def step(self, wanted: dict[str, int]) -> None:
        observation, reward, over, self.cut, info = self.env.step(wanted["agent"])
        self.asked = {} if over or self.cut else {"agent": (observation, info["action_mask"])}
        self.illegal, self.rewards = {"agent": info["illegal"]}, {"agent": reward}

    def space(self, agent: str) -> Any:  # noqa: ARG002
        return self.env.observation_space

    def actions(self, agent: str) -> int:  # noqa: ARG002
        return int(self.env.action_space.n)

    def seat(self, agent: str) -> int:
        return self.record.seats.index(agent)


class _AtOnce(_EnvTrial):
    def reset(self, seed: int | None) -> None:
        observations, _ = self.env.reset(seed=seed)
        self._ask(observations)

    def step(self, wanted: dict[str, int]) -> None:
        observations, self.rewards, _, cut, infos = self.env.step(wanted)
        self.cut = any(cut.values())
        self.illegal = {agent: infos[agent]["illegal"] for agent in wanted}
        self._ask(observations)

    def _ask(self, observations: dict[str, Any]) -> None:
        agents = self.env.agents
        self.asked = {agent: (observations[agent], observations[agent]["action_mask"]) for agent in agents}


class _InTurns(_EnvTrial):
    def reset(self, seed: int | None) -> None:
        self.env.reset(seed=seed)
        self._ask()

    def step(self, wanted: dict[str, int]) -> None:
        [(agent, action)], before, state = wanted.items(), self._observations(), self.state
        self.env.step(action)
        if self.state == state:
            # Others are still to choose in this action.
            assert self._observations() == before, f"the choice of {agent} shows before all have chosen"
        self.illegal = {agent: self.env.infos[agent]["illegal"]}
        self.rewards = dict(self.env.rewards)
        self.cut = any(self.env.truncations.values())
        self._ask()

    def _ask(self) -> None:
        agent = self.env.agent_selection
        over = self.env.terminations[agent] or self.env.truncations[agent]
        observation = self.env.observe(agent)
        self.asked = {} if over else {agent: (observation, observation["action_mask"])}

    def _observations(self) -> dict[str, Any]:
        return {agent: self.env.observe(agent)["observation"].tolist() for agent in self.env.agents}


def _trial(env: Any) -> _EnvTrial:
    if hasattr(env, "agent_iter"):
        return _InTurns(env)
    return _AtOnce(env) if hasattr(env, "possible_agents") else _Gymnasium(env)


def _plain(asked: dict[str, tuple[Any, Any]]) -> dict[str, Any]:
    """In a form that can be compared and printed."""
    return {agent: [_lists(part) for part in seen] for agent, seen in asked.items()}


def _lists(observation: Any) -> Any:
    if isinstance(observation, dict):
        return {key: _lists(part) for key, part in observation.items()}
    return observation.tolist() if hasattr(observation, "tolist") else observation

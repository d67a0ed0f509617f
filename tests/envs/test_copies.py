"""Copies of environments, as tree search and checkpoints make them, go on by themselves."""

import copy
import pickle
from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
import pytest

from qwixx.bots.gap import Gap
from qwixx.envs import qwixx_v0
from qwixx.envs.vector import QwixxVectorEnv

Copy = Callable[[Any], Any]
COPIES = pytest.mark.parametrize(
    "copied", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))], ids=["deepcopy", "pickle"]
)


def lists(found: Any) -> Any:
    if isinstance(found, dict):
        return {key: lists(part) for key, part in found.items()}
    if isinstance(found, tuple):
        return [lists(part) for part in found]
    return found.tolist() if hasattr(found, "tolist") else found


def any_legal(mask: Any, rng: np.random.Generator) -> int:
    return int(rng.choice(np.flatnonzero(mask)))


@COPIES
@pytest.mark.parametrize("opponents", [["random"], ["gap", Gap(2)]], ids=["kernel", "reference"])
def test_one_agent_against_bots(copied: Copy, opponents: list[Any]) -> None:
    env = gymnasium.make("qwixx/Qwixx-v0", opponents=opponents)
    rng = np.random.default_rng(1)
    _, info = env.reset(seed=3)
    for _ in range(4):
        *_, info = env.step(any_legal(info["action_mask"], rng))
    twin, position = copied(env), env.unwrapped.position  # type: ignore[attr-defined]
    actions, shown, over = [], [], False
    while not over:
        actions.append(any_legal(info["action_mask"], rng))
        *_, over, _, info = found = twin.step(actions[-1])
        shown.append(lists(found))
    assert env.unwrapped.position == position  # type: ignore[attr-defined]
    assert [lists(env.step(action)) for action in actions] == shown
    assert env.unwrapped.record == twin.unwrapped.record  # type: ignore[attr-defined]
    assert lists(env.reset()) == lists(twin.reset())


@COPIES
@pytest.mark.parametrize("threads", [1, 2])
def test_many_games_at_once(copied: Copy, threads: int) -> None:
    env = QwixxVectorEnv(5, opponents=["gap"], threads=threads)
    env.reset(seed=3)
    env.step(env.sample())
    twin = copied(env)
    actions, shown = [], []
    for _ in range(80):
        actions.append(twin.sample())
        shown.append(lists(twin.step(actions[-1])))
    assert any(any(over) for _, _, over, _, _ in shown)
    assert [lists(env.step(chosen)) for chosen in actions] == shown
    assert lists(env.reset()) == lists(twin.reset())


@COPIES
def test_an_agent_in_every_seat_in_turns(copied: Copy) -> None:
    env, rng = qwixx_v0.env(players=3), np.random.default_rng(1)
    env.reset(seed=3)
    for _ in range(7):
        env.step(any_legal(env.last()[0]["action_mask"], rng))
    twin = copied(env)
    shown, actions = [], []
    for agent in twin.agent_iter():
        seen, _, over, _, _ = found = twin.last()
        shown.append((agent, lists(found)))
        actions.append(None if over else any_legal(seen["action_mask"], rng))
        twin.step(actions[-1])
    for expected, action in zip(shown, actions, strict=True):
        assert (env.agent_selection, lists(env.last())) == expected
        env.step(action)
    assert not env.agents


@COPIES
def test_an_agent_in_every_seat_at_once(copied: Copy) -> None:
    env, rng = qwixx_v0.parallel_env(players=3), np.random.default_rng(1)
    seen, _ = env.reset(seed=3)
    seen, *_ = env.step({agent: any_legal(seen[agent]["action_mask"], rng) for agent in env.agents})
    twin = copied(env)
    shown, actions = [], []
    while twin.agents:
        actions.append({agent: any_legal(seen[agent]["action_mask"], rng) for agent in twin.agents})
        seen, *_ = found = twin.step(actions[-1])
        shown.append(lists(found))
    assert [lists(env.step(chosen)) for chosen in actions] == shown
    assert env.record == twin.record

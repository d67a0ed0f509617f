"""The PettingZoo environments."""

import warnings
from typing import Any

import numpy as np
import pettingzoo
import pytest

from qwixx import VARIANTS, IllegalAction, QwixxError, SetupError
from qwixx.envs import qwixx_v0

with warnings.catch_warnings():
    # With pygame installed, PettingZoo's tests import one of its games in a deprecated way.
    warnings.filterwarnings("ignore", "The old environment creation API", DeprecationWarning)
    from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, seed_test

GAMES = [(name, players) for name, variant in VARIANTS.items() for players in (2, variant.max_players)]


# PettingZoo's own environments with a mask in a dictionary cause these two warnings as well.
@pytest.mark.filterwarnings("ignore:Observation is not a NumPy array:UserWarning:pettingzoo.test")
@pytest.mark.filterwarnings("ignore:Observation space for each agent probably:UserWarning:pettingzoo.test")
@pytest.mark.parametrize(("variant", "players"), GAMES)
def test_pettingzoo_finds_no_fault(variant: str, players: int) -> None:
    options: dict[str, Any] = {"variant": variant, "players": players}
    api_test(qwixx_v0.env(**options), num_cycles=300)
    seed_test(lambda: qwixx_v0.env(**options), num_cycles=50)
    parallel_api_test(qwixx_v0.parallel_env(**options), num_cycles=300)
    parallel_seed_test(lambda: qwixx_v0.parallel_env(**options), num_cycles=50)


@pytest.mark.filterwarnings("ignore:Observation is not a NumPy array:UserWarning:pettingzoo.test")
@pytest.mark.filterwarnings("ignore:Observation space for each agent probably:UserWarning:pettingzoo.test")
def test_one_player_alone() -> None:
    api_test(qwixx_v0.env(players=1, reward="score"), num_cycles=100)
    parallel_api_test(qwixx_v0.parallel_env(players=1, reward="score"), num_cycles=100)


def choose(mask: Any, rng: np.random.Generator) -> int:
    return int(rng.choice(np.flatnonzero(mask)))


@pytest.mark.parametrize(("variant", "players"), GAMES)
def test_both_kinds_play_the_same_games(variant: str, players: int) -> None:
    turns = qwixx_v0.raw_env(variant=variant, players=players)
    at_once = qwixx_v0.parallel_env(variant=variant, players=players)
    turns.reset(seed=8)
    seen, _ = at_once.reset(seed=8)
    rng = np.random.default_rng(2)
    rewards: dict[str, float] = {}
    infos: dict[str, Any] = {}
    while at_once.agents:
        actions = {agent: choose(seen[agent]["action_mask"], rng) for agent in at_once.agents}
        asked = [agent for agent in at_once.agents if seen[agent]["action_mask"].sum() > 1]
        while asked:
            agent = turns.agent_selection
            found, *_ = turns.last()
            assert found["observation"].tolist() == seen[agent]["observation"].tolist()
            assert found["action_mask"].tolist() == seen[agent]["action_mask"].tolist()
            turns.step(actions[agent])
            asked = [other for other in asked if other != agent]
        seen, rewards, over, _, infos = at_once.step(actions)
        while not all(over.values()) and turns.record.actions != at_once.record.actions:
            # Agents that can only pass are asked too.
            assert turns.last()[0]["action_mask"].sum() == 1
            turns.step(0)
        if all(over.values()):
            while not all(turns.terminations.values()):
                turns.step(0)
    assert turns.record == at_once.record
    scores = list(turns.rules.scores(turns.position))
    assert infos == turns.infos
    assert all(info == {"illegal": False, "scores": scores} for info in infos.values())
    assert {agent: turns._cumulative_rewards[agent] for agent in turns.agents} == rewards
    assert sum(rewards.values()) == pytest.approx(1)


def test_choices_of_action_1_stay_hidden_until_all_are_in() -> None:
    """The last seat sees the same, whatever the first seats choose."""
    for masked in (0, -1):
        env = qwixx_v0.raw_env(players=3)
        env.reset(seed=6)
        start = {agent: env.observe(agent)["observation"].tolist() for agent in env.agents}
        for _ in range(2):
            mask = env.last()[0]["action_mask"]
            env.step(int(np.flatnonzero(mask)[masked]))
            for agent in env.agents:
                assert env.observe(agent)["observation"].tolist() == start[agent]
                assert env.infos[agent] == {"illegal": False}
        mask = env.last()[0]["action_mask"]
        env.step(int(np.flatnonzero(mask)[masked]))
        assert all(env.observe(agent)["observation"].tolist() != start[agent] for agent in env.agents)


def test_only_the_selected_agent_has_a_mask() -> None:
    env = qwixx_v0.raw_env(players=3)
    env.reset(seed=6)
    for agent in env.agents:
        assert env.observe(agent)["action_mask"].any() == (agent == env.agent_selection)


def test_those_who_are_not_asked_can_only_pass_at_once() -> None:
    env = qwixx_v0.parallel_env(players=3, on_illegal="raise")
    env.reset(seed=6)
    seen, *_ = env.step(dict.fromkeys(env.agents, 0))
    active = env.agents[env.position.active]
    others = [agent for agent in env.agents if agent != active]
    assert all(np.flatnonzero(seen[agent]["action_mask"]).tolist() == [0] for agent in others)
    with pytest.raises(IllegalAction):
        env.step({**dict.fromkeys(env.agents, 0), others[0]: 1})
    env.step(dict.fromkeys(env.agents, 0))


@pytest.mark.parametrize("kind", [qwixx_v0.env, qwixx_v0.parallel_env])
def test_illegal_actions_are_forgiven_or_raise(kind: Any) -> None:
    for on_illegal in ("pass", "raise"):
        env = kind(on_illegal=on_illegal)
        env.reset(seed=1)
        is_parallel = kind is qwixx_v0.parallel_env
        observation = env.unwrapped._observe()["seat_0"] if is_parallel else env.observe("seat_0")
        wrong = int(np.flatnonzero(observation["action_mask"] == 0)[0])
        action = {"seat_0": wrong, "seat_1": 0} if is_parallel else wrong
        if on_illegal == "raise":
            with pytest.raises(IllegalAction):
                env.step(action)
        elif is_parallel:
            *_, infos = env.step(action)
            assert infos == {"seat_0": {"illegal": True}, "seat_1": {"illegal": False}}
        else:
            env.step(action)
            assert env.infos == {"seat_0": {"illegal": True}, "seat_1": {"illegal": False}}


def test_a_number_that_is_not_an_action_is_refused() -> None:
    env = qwixx_v0.raw_env()
    env.reset(seed=1)
    with pytest.raises(QwixxError, match="99 is not an action"):
        env.step(99)


def test_wrong_options_are_named() -> None:
    with pytest.raises(SetupError, match="onboard-a is for 1 to 4 players, not 5"):
        qwixx_v0.env(variant="onboard-a", players=5)
    with pytest.raises(SetupError, match="reward='score'"):
        qwixx_v0.parallel_env(players=1)


def test_the_picture() -> None:
    env = qwixx_v0.env(render_mode="ansi")
    env.reset(seed=1)
    assert "seat 0: 0 points" in env.render()
    assert str(env) == "qwixx_v0"


def test_the_name_is_known_to_pettingzoo() -> None:
    pytest.importorskip("pettingzoo", "1.27", reason="older versions have no registry")
    turns = pettingzoo.make("aec", "qwixx/qwixx_v0", variant="longo", players=3)
    assert isinstance(turns.unwrapped, qwixx_v0.raw_env)
    at_once = pettingzoo.make("parallel", "qwixx/qwixx_v0", variant="longo", players=3)
    assert isinstance(at_once, qwixx_v0.parallel_env)
    assert turns.possible_agents == at_once.possible_agents == ["seat_0", "seat_1", "seat_2"]

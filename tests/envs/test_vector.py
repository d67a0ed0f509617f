"""The vectorised Gymnasium environment."""

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode, SyncVectorEnv

import qwixx.envs  # noqa: F401  # registers the environment
from qwixx import VARIANTS, IllegalAction, QwixxError
from qwixx.bots.gap import Gap
from qwixx.envs.gym import QwixxEnv
from qwixx.envs.vector import QwixxVectorEnv

PLACES = 5


def legal_actions(masks: Any, rng: np.random.Generator) -> Any:
    """A random legal action for each game; 0 if it is over."""
    return np.array([rng.choice(np.flatnonzero(mask)) if mask.any() else 0 for mask in masks])


@pytest.mark.parametrize("opponents", [["random"], ["gap", "random"]], ids=str)
@pytest.mark.parametrize("variant", VARIANTS)
def test_it_plays_the_games_of_single_environments(variant: str, opponents: list[str]) -> None:
    """Compares with Gymnasium's own way of running several environments."""
    options: dict[str, Any] = {"variant": variant, "opponents": opponents, "seat": 1, "reward": "score"}
    many = QwixxVectorEnv(PLACES, **options)
    yardstick = SyncVectorEnv([lambda: QwixxEnv(**options)] * PLACES)
    assert many.metadata["autoreset_mode"] == yardstick.metadata["autoreset_mode"]
    assert many.observation_space == yardstick.observation_space
    assert many.action_space == yardstick.action_space
    rng = np.random.default_rng(3)
    seen, info = many.reset(seed=100)
    expected, expected_info = yardstick.reset(seed=100)
    ended = 0
    over = np.zeros(PLACES, bool)
    for _ in range(150):
        assert seen.tolist() == expected.tolist()
        assert info["action_mask"][~over].tolist() == expected_info["action_mask"][~over].tolist()
        assert info["action_mask"][over].sum(axis=1).tolist() == info["action_mask"][over, 0].tolist()
        assert info["action_mask"].any(axis=1).all()
        actions = legal_actions(info["action_mask"], rng)
        wild = rng.random(PLACES) < 0.1
        actions[wild] = rng.integers(many.encoder.actions, size=int(wild.sum()))
        seen, rewards, over, cut, info = many.step(actions)
        expected, expected_rewards, expected_over, _, expected_info = yardstick.step(actions)
        assert rewards.tolist() == expected_rewards.tolist()
        assert over.tolist() == expected_over.tolist()
        assert info["illegal"].tolist() == expected_info["illegal"].tolist()
        for name in ("scores", "_scores"):
            assert np.array_equal(info.get(name, 0), expected_info.get(name, 0))
        assert not cut.any()
        ended += int(over.sum())
    assert ended > PLACES


def test_the_step_that_ends_a_game_can_begin_the_next() -> None:
    """Compares with Gymnasium's own SAME_STEP, and both ways of handing out arrays."""
    options: dict[str, Any] = {"opponents": ["gap"], "seat": 1, "reward": "score"}
    mode = AutoresetMode.SAME_STEP
    many = QwixxVectorEnv(PLACES, **options, autoreset_mode=mode)
    reused = QwixxVectorEnv(PLACES, **options, autoreset_mode="SameStep", copy=False)
    yardstick = SyncVectorEnv([lambda: QwixxEnv(**options)] * PLACES, autoreset_mode=mode)
    assert many.metadata["autoreset_mode"] is reused.autoreset_mode is mode
    rng = np.random.default_rng(3)
    seen, info = many.reset(seed=100)
    reused.reset(seed=100)
    expected, expected_info = yardstick.reset(seed=100)
    ended = 0
    for _ in range(150):
        assert seen.tolist() == expected.tolist()
        actions = legal_actions(info["action_mask"], rng)
        wild = rng.random(PLACES) < 0.1
        actions[wild] = rng.integers(many.encoder.actions, size=int(wild.sum()))
        seen, rewards, over, _, info = many.step(actions)
        again = reused.step(actions)
        expected, expected_rewards, expected_over, _, expected_info = yardstick.step(actions)
        assert rewards.tolist() == again[1].tolist() == expected_rewards.tolist()
        assert over.tolist() == again[2].tolist() == expected_over.tolist()
        assert info["action_mask"].any(axis=1).all()
        same(info, expected_info, over)
        same(again[4], expected_info, over)
        ended += int(over.sum())
    assert ended > PLACES


def same(info: Any, expected: Any, over: Any) -> None:
    """What holds for all places is equal everywhere, what is about ended games where one has ended."""
    assert info["action_mask"].tolist() == expected["action_mask"].tolist()
    assert info["illegal"].tolist() == expected["illegal"].tolist()
    assert ("final_obs" in info) == ("final_info" in info) == ("final_obs" in expected) == over.any()
    assert "scores" not in info
    if over.any():
        assert info["_final_obs"].tolist() == info["_final_info"].tolist() == over.tolist()
        last, expected_last = info["final_info"], expected["final_info"]
        assert last.keys() == expected_last.keys()
        for g in np.flatnonzero(over):
            assert info["final_obs"][g].tolist() == expected["final_obs"][g].tolist()
            assert all(np.array_equal(last[name][g], expected_last[name][g]) for name in last)


def test_samples_are_legal() -> None:
    env = QwixxVectorEnv(50, "onboard-a", seat=1, on_illegal="raise")
    env.reset(seed=2)
    chosen = set()
    for _ in range(100):
        actions = env.sample()
        chosen.update(actions.tolist())
        env.step(actions)
    assert len(chosen) > 60


def test_make_vec_finds_it() -> None:
    env = gymnasium.make_vec("qwixx/Qwixx-v0", num_envs=3, variant="longo", opponents=["gap:skip=1"])
    assert isinstance(env.unwrapped, QwixxVectorEnv)
    seen, info = env.reset(seed=1)
    assert seen in env.observation_space
    assert info["action_mask"].shape == (3, 61)
    env.action_space.seed(1)
    seen, *_ = env.step(env.action_space.sample())
    assert seen in env.observation_space


def test_threads_change_nothing() -> None:
    one, two = QwixxVectorEnv(40, threads=1), QwixxVectorEnv(40, threads=2)
    rng = np.random.default_rng(1)
    first, info = one.reset(seed=9)
    second, _ = two.reset(seed=9)
    for _ in range(60):
        assert first.tolist() == second.tolist()
        actions = legal_actions(info["action_mask"], rng)
        first, _, _, _, info = one.step(actions)
        second, *_ = two.step(actions)


def test_what_is_handed_out_stays_unless_asked_otherwise() -> None:
    kept, reused = QwixxVectorEnv(2), QwixxVectorEnv(2, copy=False)
    first, _ = kept.reset(seed=1)
    before = first.tolist()
    again, _ = reused.reset(seed=1)
    assert again.tolist() == before
    kept.step(np.array([0, 0]))
    reused.step(np.array([0, 0]))
    assert first.tolist() == before
    assert again.tolist() != before


def test_a_seed_fixes_the_games_after_a_reset_without_one() -> None:
    one, two = QwixxVectorEnv(3), QwixxVectorEnv(3)
    one.reset(seed=5)
    two.reset(seed=5)
    assert one.reset()[0].tolist() == two.reset()[0].tolist()


def test_illegal_actions_can_raise() -> None:
    env = QwixxVectorEnv(4, on_illegal="raise")
    _, info = env.reset(seed=1)
    actions = np.zeros(4, np.int64)
    actions[2] = np.flatnonzero(info["action_mask"][2] == 0)[0]
    with pytest.raises(IllegalAction):
        env.step(actions)
    env.step(np.zeros(4, np.int64))


def test_a_number_that_is_not_an_action_is_refused() -> None:
    env = QwixxVectorEnv(2)
    env.reset(seed=1)
    with pytest.raises(QwixxError, match="An action is out of range: use 0 to 44"):
        env.step(np.array([0, 45]))


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"opponents": ["gapp"]}, "There is no bot 'gapp'"),
        ({"opponents": [Gap()]}, "The bot Gap does not run in the kernel: choose vectorization_mode='sync'"),
        ({"num_envs": 0}, "at least one game"),
        ({"opponents": []}, "reward='score'"),
        ({"autoreset_mode": "Disabled"}, "choose NextStep or SameStep"),
        ({"on_illegal": "ignore"}, "choose one of pass, raise"),
    ],
)
def test_wrong_options_are_named(options: dict[str, Any], message: str) -> None:
    with pytest.raises(QwixxError, match=message):
        QwixxVectorEnv(**options)

"""qwixx.testing.check_env passes our environments and finds faults in others."""

import copy
from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
import pytest

from qwixx import VARIANTS
from qwixx.bots.gap import Gap
from qwixx.envs import qwixx_v0
from qwixx.envs.gym import QwixxEnv
from qwixx.testing import check_env


@pytest.mark.parametrize("on_illegal", ["pass", "raise"])
@pytest.mark.parametrize("variant", VARIANTS)
def test_our_environments_pass(variant: str, on_illegal: str) -> None:
    options: dict[str, Any] = {"variant": variant, "on_illegal": on_illegal}
    check_env(lambda: QwixxEnv(opponents=["random"], **options), games=1)
    check_env(lambda: QwixxEnv(opponents=["gap", Gap(2)], seat=1, reward="score", **options), games=1)
    check_env(lambda: qwixx_v0.env(players=3, **options), games=1)
    check_env(lambda: qwixx_v0.parallel_env(players=2, **options), games=1)


def test_wrapped_environments_pass() -> None:
    check_env(lambda: gymnasium.make("qwixx/Qwixx-v0", variant="longo", reward="score"))
    check_env(lambda: gymnasium.make("qwixx/Qwixx-v0", max_episode_steps=5))


class OffersTooMuch(QwixxEnv):
    def _info(self, legal: bool) -> dict[str, Any]:
        info = super()._info(legal)
        info["action_mask"][1] = 1
        return info


class FlagsNothing(QwixxEnv):
    def _info(self, legal: bool) -> dict[str, Any]:  # noqa: ARG002
        return super()._info(legal=True)


class Forgetful(QwixxEnv):
    def reset(self, *, seed: int | None = None, options: Any = None) -> Any:  # noqa: ARG002
        return super().reset(seed=int(np.random.default_rng().integers(1 << 32)))


class Repeating(QwixxEnv):
    def reset(self, *, seed: int | None = None, options: Any = None) -> Any:
        return super().reset(seed=seed or 1, options=options)


class Frozen(QwixxEnv):
    """Its copies show the position in which they were made for ever."""

    def __deepcopy__(self, memo: dict[int, Any]) -> "Frozen":
        twin = copy.copy(self)
        twin._episodes = copy.deepcopy(self._episodes, memo)
        frozen = self._episodes.observe(self._seat)
        twin._episodes.observe = lambda seat: frozen  # type: ignore[method-assign]  # noqa: ARG005
        return twin


class Unpaid(gymnasium.Wrapper[Any, Any, Any, Any]):
    def step(self, action: Any) -> Any:
        observation, _, over, cut, info = super().step(action)
        return observation, float("nan"), over, cut, info


class Loud(gymnasium.ObservationWrapper[Any, Any, Any]):
    def observation(self, observation: Any) -> Any:
        return observation + 100


class Tattling(qwixx_v0.raw_env):
    """Shows the others the last choice before all have chosen."""

    def observe(self, agent: str) -> Any:
        observation = super().observe(agent)
        observation["observation"][0] = max(self._chosen) % 2
        return observation


@pytest.mark.parametrize(
    ("make", "fault"),
    [
        (OffersTooMuch, "but the rules allow"),
        (FlagsNothing, "was flagged as illegal"),
        (Forgetful, "the same seed and the same actions"),
        (Frozen, "a copy of the environment showed"),
        (Repeating, "two games after one another were the same"),
        (lambda: Unpaid(QwixxEnv()), "a reward is not a finite number"),
        (lambda: Loud(QwixxEnv()), "not in its space"),
        (Tattling, "shows before all have chosen"),
    ],
)
def test_faults_are_found(make: Callable[[], Any], fault: str) -> None:
    with pytest.raises(AssertionError, match=fault):
        check_env(make, games=3)

"""The vectorised Gymnasium environment: many games at once on the kernel, one agent in each."""

from __future__ import annotations  # the spaces of Gymnasium before 1.4 are not generic

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from qwixx.bots import AnyBot, BatchBot, in_batch
from qwixx.kernel import Batch
from qwixx.kernel.bots.players import bot_problem
from qwixx.kernel.engine.limits import engine_problem
from qwixx.rules import Board, QwixxError, Rules, SetupError, Variant

from .episodes import BEFORE_THE_AGENT, OnIllegal, Reward, check_setting, starting_position
from .gym import seats_with_agent
from .observation import Encoder
from .one_game import observation_space

Info = dict[str, Any]
Observations = npt.NDArray[np.int8]
Actions = npt.NDArray[np.int64]


class QwixxVectorEnv(VectorEnv[Any, Any, Any]):
    """Plays the same games as `QwixxEnv`; environment i has the seed `seed + i`.

    With the autoreset mode `NextStep` the step after the end of a game begins another one, whatever the
    action; with `SameStep` the step that ends a game does, and `info["final_obs"]` and `info["final_info"]`
    show the end.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012
        "autoreset_mode": AutoresetMode.NEXT_STEP
    }

    def __init__(
        self,
        num_envs: int = 1,
        variant: str | Variant = "classic",
        opponents: str | Sequence[str | AnyBot] = ("random",),
        *,
        seat: int = 0,
        reward: Reward = "win",
        on_illegal: OnIllegal = "pass",
        lucky: Sequence[tuple[int, int]] | None = None,
        board: Board | None = None,
        threads: int = 1,
        copy: bool = True,
        autoreset_mode: str | AutoresetMode = AutoresetMode.NEXT_STEP,
    ) -> None:
        """With `copy=False` the next step overwrites the arrays that this one returns."""
        bots = seats_with_agent(opponents, seat)
        self._seat = seat
        self._raises = on_illegal == "raise"
        self._copy = copy
        self.autoreset_mode = _autoreset_mode(autoreset_mode)
        self.metadata = {"autoreset_mode": self.autoreset_mode}
        self.rules = Rules(variant, len(bots), lucky=lucky, board=board)
        seats = [_in_kernel(self.rules, bot) for bot in bots]
        check_setting(self.rules, reward, on_illegal)
        self.encoder = Encoder(self.rules)
        self._batch = Batch(self.rules, num_envs, bots=seats, margin=reward == "score", threads=threads)
        self._actions = np.zeros((num_envs, len(seats)), np.int64)
        self.num_envs = num_envs
        self.single_observation_space = observation_space(self.encoder)
        self.single_action_space = spaces.Discrete(self.encoder.actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observations, Info]:
        """Without a seed, one is drawn from the generator that the last seed began.

        The option `position` is the position that all games start from, until the next reset.
        """
        super().reset(seed=seed, options=options)
        if seed is None:
            seed = int(self.np_random.integers(1 << 63))
        self._batch.reset(seed, start=starting_position(self.rules, options))
        if self._batch.over.any():
            raise SetupError(BEFORE_THE_AGENT)
        return self._seen(self._batch.observations), self._info(self._batch.over)

    def step(
        self, actions: Actions
    ) -> tuple[Observations, npt.NDArray[np.float32], npt.NDArray[np.bool_], npt.NDArray[np.bool_], Info]:
        batch = self._batch
        self._actions[:, self._seat] = actions
        self._check(self._actions[:, self._seat])
        batch.step(self._actions)
        if self.autoreset_mode is AutoresetMode.SAME_STEP:
            return self._renewed()
        rewards = self._seen(batch.rewards)
        over = batch.over.copy() if self._copy else batch.over
        return self._seen(batch.observations), rewards, over, np.zeros_like(over), self._info(over)

    def _renewed(
        self,
    ) -> tuple[Observations, npt.NDArray[np.float32], npt.NDArray[np.bool_], npt.NDArray[np.bool_], Info]:
        """The results of a step, and the first observations of the games that follow those that it ended."""
        batch = self._batch
        over, rewards = batch.over.copy(), batch.rewards[:, self._seat].copy()
        final: Info = {}
        if np.count_nonzero(over):
            last = {
                "action_mask": np.zeros((self.num_envs, batch.actions), np.int8),
                "illegal": batch.illegal[:, self._seat] & over,
                "scores": batch.scores.copy(),
            }
            seen = batch.observations[:, self._seat].copy()
            seen[~over] = 0
            final = {"final_obs": seen, "_final_obs": over}
            final |= {"final_info": last | {f"_{name}": over for name in last}, "_final_info": over}
            while batch.over.any():  # from some positions bots can end a game at once
                batch.renew()
        return (
            self._seen(batch.observations),
            rewards,
            over,
            np.zeros_like(over),
            self._info(batch.over) | final,
        )

    def sample(self) -> Actions:
        """A random legal action for each game. (`action_space.sample()` ignores the masks.)"""
        return self._batch.sample(self._actions)[:, self._seat].copy()

    def _seen(self, of_all_seats: npt.NDArray[Any]) -> npt.NDArray[Any]:
        own = of_all_seats[:, self._seat]
        return own.copy() if self._copy else own

    def _info(self, over: npt.NDArray[np.bool_]) -> Info:
        batch = self._batch
        info = {"action_mask": self._seen(batch.masks), "illegal": self._seen(batch.illegal)}
        if np.count_nonzero(over):
            # Whatever is chosen there is ignored; a distribution over no action at all would be an error.
            info["action_mask"] = masks = info["action_mask"].copy()
            masks[over, 0] = 1
            # Gymnasium's form for what only some places have: zeros elsewhere, and a mask with an underscore.
            info["scores"] = batch.scores.copy() if self._copy else batch.scores
            info["_scores"] = over
        return info

    def _check(self, actions: Actions) -> None:
        if actions.min() < 0 or actions.max() >= self.encoder.actions:
            raise QwixxError(f"An action is out of range: use 0 to {self.encoder.actions - 1}.")
        if self._raises:
            legal = self._batch.masks[np.arange(self.num_envs), self._seat, actions]
            for g in np.flatnonzero((legal == 0) & ~self._batch.over):
                choice = self.encoder.choices[self._seat][actions[g]]
                self.rules.verify(self._batch.state(int(g)), choice)


def _autoreset_mode(wanted: str | AutoresetMode) -> AutoresetMode:
    for mode in (AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP):
        if wanted in (mode, mode.value):
            return mode
    raise SetupError(f"autoreset_mode={wanted!r} is not supported: choose NextStep or SameStep.")


def _in_kernel(rules: Rules, bot: str | AnyBot | None) -> str | BatchBot | None:
    found = None if bot is None else in_batch(bot)
    if bot is not None and found is None:
        name = bot if isinstance(bot, str) else type(bot).__name__
        raise _outside(f"The bot {name} does not run in the kernel.")
    problem = engine_problem(rules) or (bot_problem(rules, found) if isinstance(found, str) else None)
    if problem:
        raise _outside(problem)
    return found


def _outside(problem: str) -> SetupError:
    return SetupError(f"{problem.removesuffix('.')}: choose vectorization_mode='sync'.")

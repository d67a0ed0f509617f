"""Batches: many games side by side, for agents that choose for all of them at once."""

import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from qwixx.dice import check_seed
from qwixx.rules import QwixxError, Rules, State
from qwixx.rules.action_codes import block

from ..bots.choosing import Bots, seat_players
from ..bots.kinds import OUTSIDE
from ..bots.players import KernelBot
from ..engine.compiled_rules import FIELDS, GAME
from ..engine.cores import usable_cores
from ..engine.layout import Ints, layout_of
from .advance import renew_games, sample_choices, step_games
from .games import player_of
from .observations import observation_size
from .playouts import row_of
from .trace import state_of

Array = TypeVar("Array", bound=npt.NDArray[Any])
Result = TypeVar("Result")
PartWork = Callable[[Bots, int, int], Result]
"""Work on the games from … to …, the end not included. Threads must not share bots."""

WORTH_THREADS = 2e-3
"""Seconds of work from which threads are used. Handing it out takes up to 0.1 ms, 5 % of that."""

_CONNECTED = {
    "_layout",
    "_bots",
    "_threads",
    "_work",
    "observations",
    "masks",
    "to_act",
    "over",
    "rewards",
    "scores",
    "illegal",
}
"""The attributes of a batch that `_connect` makes."""


class Batch:
    """`n` games, each followed by the next one of its seed when it is over.

    Place g plays the games 0, 1, 2 … of the seed `seed + g`, and who begins is drawn from it, unless `reset`
    gives a position from which all start. A seat is an agent's unless `bots` names the bot that plays there.
    `reset` and `step` write the arrays below, which are only to be read:

    - `observations[g, seat]`: what the seat sees, if it is to act or the game is over; see `observations`
    - `masks[g, seat, action]`: 1 if the seat is to act and may choose the action
    - `to_act[g, seat]`: whether `step` takes an action from the seat
    - `over[g]`: whether the last step ended the game; the next one begins another, whatever the actions
    - `rewards[g, seat]`: 0 until the game is over, then the share of the win or, with `margin`, the points
      ahead of the best of the others
    - `scores[g, seat]`: 0 until the game is over, then the seat's total
    - `illegal[g, seat]`: whether the last action was illegal; it counted as a pass
    """

    def __init__(
        self,
        rules: Rules,
        n: int,
        seed: int = 0,
        *,
        bots: Sequence[str | None] | None = None,
        margin: bool = False,
        threads: int = 1,
    ) -> None:
        if n < 1 or threads < 1:
            raise QwixxError(f"A batch needs at least one game and one thread, not {n} and {threads}.")
        self.rules = rules
        self.n = n
        self.actions = block(rules)
        """How many actions a seat has: the pass, the cells by row and number, the spaces."""
        self._names = bots
        self._margin = margin
        threads = min(threads, n, usable_cores())
        self._bounds = [n * part // threads for part in range(threads + 1)]
        self._state = np.zeros((n, FIELDS), np.int64)
        self._make_arrays()
        self._connect()
        self.reset(seed)

    def _make_arrays(self) -> None:
        n, seats = self.n, self.rules.players
        self._observations = np.zeros((n * seats, observation_size(self.rules)), np.int8)
        self._masks = np.zeros((n * seats, self.actions), np.int8)
        self._to_act = np.zeros((n, seats), np.bool_)
        self._over = np.zeros(n, np.bool_)
        self._rewards = np.zeros((n, seats), np.float32)
        self._scores = np.zeros((n, seats), np.int64)
        self._illegal = np.zeros((n, seats), np.bool_)

    def _connect(self) -> None:
        """Makes what a copy needs for itself: tables for the compiled code, threads, views of the arrays."""
        n, seats, threads = self.n, self.rules.players, len(self._bounds) - 1
        self._layout = layout_of(self.rules)
        self._bots = [_players(self.rules, self._names) for _ in range(threads)]
        self._threads = ThreadPoolExecutor(threads - 1) if threads > 1 else None
        self._work: dict[str, float] = {}
        """By kind of work: the seconds of processor time that it took the last time."""
        self.observations = _read_only(self._observations.reshape(n, seats, -1))
        self.masks = _read_only(self._masks.reshape(n, seats, -1))
        self.to_act = _read_only(self._to_act)
        self.over = _read_only(self._over)
        self.rewards = _read_only(self._rewards)
        self.scores = _read_only(self._scores)
        self.illegal = _read_only(self._illegal)

    def __getstate__(self) -> dict[str, Any]:
        """What the games need to go on in a copy or in another process; `_connect` makes the rest."""
        kept = {name: value for name, value in vars(self).items() if name not in _CONNECTED}
        return {name: v.copy() if isinstance(v, np.ndarray) else v for name, v in kept.items()}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        self._connect()

    def reset(self, seed: int, game: int = 0, start: State | None = None) -> None:
        """Starts over with the first game of each seed or a later one, from a position if one is given."""
        check_seed(seed)
        self._opening = np.zeros((0, FIELDS), np.int64)
        if start is not None:
            if self.rules.is_over(start):
                raise QwixxError("The starting position is the end of a game: choose an earlier one.")
            self._opening = row_of(self.rules, start, 0)[None]
        self._seeds = np.uint64(seed) + np.arange(self.n, dtype=np.uint64)
        # As if the game before had just ended.
        self._state[:, GAME] = game - 1
        self._over.fill(True)
        self.step(np.zeros(self._to_act.shape, np.int64))

    def step(self, actions: npt.NDArray[np.integer[Any]]) -> int:
        """Takes `actions[g, seat]` from all seats that are to act; how many there were."""
        if actions.shape != self._to_act.shape:
            raise QwixxError(f"The actions have the shape {actions.shape}, not {self._to_act.shape}.")
        chosen = np.ascontiguousarray(actions, np.int64)
        taken = self._in_parts(
            "step",
            lambda bots, begin, end: step_games(
                self._layout,
                bots,
                self._state,
                self._seeds,
                begin,
                end,
                self._observations,
                self._masks,
                self._to_act,
                chosen,
                self._illegal,
                self._over,
                self._rewards,
                self._scores,
                self._opening,
                self._margin,
            ),
        )
        return sum(taken)

    def renew(self) -> None:
        """Begins the next game in the places where one is over, instead of leaving that to the next step."""
        self._in_parts(
            "renew",
            lambda bots, begin, end: renew_games(
                self._layout,
                bots,
                self._state,
                self._seeds,
                begin,
                end,
                self._observations,
                self._masks,
                self._to_act,
                self._illegal,
                self._over,
                self._rewards,
                self._scores,
                self._opening,
            ),
        )

    def sample(self, actions: Ints | None = None) -> Ints:
        """What the bot `random` would choose for the seats that are to act, in `actions` or a new array."""
        chosen = np.zeros(self._to_act.shape, np.int64) if actions is None else actions
        if chosen.shape != self._to_act.shape or chosen.dtype != np.int64 or not chosen.flags.c_contiguous:
            raise QwixxError(f"The actions must be an array of int64 of the shape {self._to_act.shape}.")
        self._in_parts(
            "sample",
            lambda _, begin, end: sample_choices(self._layout, self._state, begin, end, self._to_act, chosen),
        )
        return chosen

    def state(self, g: int) -> State:
        """The position of a game, in the words of the rules."""
        return state_of(self.rules, self._state[g])

    def game(self, g: int) -> tuple[int, int]:
        """The seed and number of a game, which `qwixx.play` takes too."""
        return int(self._seeds[g]), int(self._state[g, GAME])

    def _in_parts(self, name: str, work: PartWork[Result]) -> list[Result]:
        """Runs the work in threads if there was enough of it the last time, and notes how much there is."""
        if self._threads is None:
            return [work(self._bots[0], 0, self.n)]
        parts = [(0, self.n)]
        if self._work.get(name, 0.0) >= WORTH_THREADS:
            parts = list(zip(self._bounds[:-1], self._bounds[1:], strict=True))
        others = [
            self._threads.submit(_timed, work, bots, part)
            for bots, part in zip(self._bots[1:], parts[1:], strict=False)
        ]
        done = [_timed(work, self._bots[0], parts[0]), *(other.result() for other in others)]
        self._work[name] = sum(seconds for _, seconds in done)
        return [result for result, _ in done]


def _timed(work: PartWork[Result], bots: Bots, part: tuple[int, int]) -> tuple[Result, float]:
    """The result, and the processor time that it took."""
    began = time.thread_time()
    return work(bots, *part), time.thread_time() - began


def _players(rules: Rules, bots: Sequence[str | None] | None) -> Bots:
    names = [None] * rules.players if bots is None else list(bots)
    if len(names) != rules.players or None not in names:
        raise QwixxError(f"A batch needs a bot or None for each of {rules.players} seats, and one None.")
    return seat_players(
        rules, [KernelBot(OUTSIDE) if name is None else player_of(rules, name) for name in names]
    )


def _read_only(array: Array) -> Array:
    view = array.view()
    view.flags.writeable = False
    return view

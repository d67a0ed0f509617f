"""Batches: many games side by side, for agents that choose for all of them at once."""

import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from qwixx.dice import check_seed
from qwixx.rules import QwixxError, Rules, State
from qwixx.rules.action_codes import block

from ..bots.batch_bot import BatchBot
from ..bots.choosing import Bots, seat_players
from ..bots.kinds import OUTSIDE
from ..bots.players import KernelBot
from ..engine.compiled_rules import FIELDS, GAME, LEGAL
from ..engine.cores import usable_cores
from ..engine.layout import Ints, layout_of
from ..engine.results import Results
from .advance import renew_games, sample_choices, step_games
from .batched_bots import Asked, uniform_numbers
from .games import numbers_of_games, player_of
from .observations import observation_size
from .positions import results_of, row_of, state_of

Array = TypeVar("Array", bound=npt.NDArray[Any])
Result = TypeVar("Result")
PartWork = Callable[[Bots, int, int], Result]
"""Work on the games from … to …, the end not included. Threads must not share bots."""

WORTH_THREADS = 2e-3
"""Seconds of work from which threads are used. Handing it out takes up to 0.1 ms, 5 % of that."""
NOT_MEASURED = 255
"""Calls without threads after each one whose time is measured: that would take too long for small batches."""

_CONNECTED = {
    "_layout",
    "_bots",
    "_asked",
    "_threads",
    "_work",
    "_unmeasured",
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
    gives a position from which all start. A seat is an agent's unless `bots` has the bot that plays there:
    the name of a compiled one, or a batched bot. Without agents, `reset` and `deal` play whole games, and
    nothing is played before them.
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
        bots: Sequence[str | BatchBot | None] | None = None,
        margin: bool = False,
        threads: int = 1,
    ) -> None:
        if n < 1 or threads < 1:
            raise QwixxError(f"A batch needs at least one game and one thread, not {n} and {threads}.")
        self.rules = rules
        self.n = n
        self.actions = block(rules)
        """How many actions a seat has: the pass, the cells by row and number, the spaces."""
        self._seated = [None] * rules.players if bots is None else list(bots)
        self._margin = margin
        threads = min(threads, n, usable_cores())
        self._bounds = [n * part // threads for part in range(threads + 1)]
        self._state = np.zeros((n, FIELDS), np.int64)
        self._make_arrays()
        self._connect()
        if None in self._seated:
            self.reset(seed)

    def _make_arrays(self) -> None:
        n, seats = self.n, self.rules.players
        self._observations = np.zeros((n * seats, observation_size(self.rules)), np.int8)
        self._masks = np.zeros((n * seats, self.actions), np.int8)
        self._to_act = np.zeros((n, seats), np.bool_)
        self._agents_to_act = np.zeros((n, seats), np.bool_)
        """The same without the seats of batched bots."""
        self._no_place = np.zeros(n, np.bool_)
        self._over = np.zeros(n, np.bool_)
        self._rewards = np.zeros((n, seats), np.float32)
        self._scores = np.zeros((n, seats), np.int64)
        self._illegal = np.zeros((n, seats), np.bool_)

    def _connect(self) -> None:
        """Makes what a copy needs for itself: tables for the compiled code, threads, views of the arrays."""
        n, seats, threads = self.n, self.rules.players, len(self._bounds) - 1
        self._layout = layout_of(self.rules)
        self._bots = [_players(self.rules, self._seated) for _ in range(threads)]
        self._asked = [
            Asked(self._layout, bot, places, self._observations.shape[1])
            for bot, places in self._batched_bots()
        ]
        self._threads = ThreadPoolExecutor(threads - 1) if threads > 1 else None
        self._work: dict[str, float] = {}
        """By kind of work: the seconds of processor time that it took when last measured."""
        self._unmeasured: dict[str, int] = {}
        """By kind of work: the number of calls until it is measured again."""
        self.observations = _read_only(self._observations.reshape(n, seats, -1))
        self.masks = _read_only(self._masks.reshape(n, seats, -1))
        self.to_act = _read_only(self._agents_to_act if self._asked else self._to_act)
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
        seeds = np.uint64(seed) + np.arange(self.n, dtype=np.uint64)
        self._begin(seeds, np.full(self.n, game, np.uint64), start)

    def deal(self, seed: int, games: Sequence[int], start: State) -> None:
        """Starts over with one of the games of the seed in each place, all from a position."""
        check_seed(seed)
        if len(games) != self.n:
            raise QwixxError(f"A batch of {self.n} games cannot play {len(games)}.")
        self._begin(np.full(self.n, seed, np.uint64), numbers_of_games(games), start)

    def _begin(
        self, seeds: npt.NDArray[np.uint64], games: npt.NDArray[np.uint64], start: State | None
    ) -> None:
        self._opening = np.zeros((0, FIELDS), np.int64)
        if start is not None:
            if self.rules.is_over(start):
                raise QwixxError("The starting position is the end of a game: choose an earlier one.")
            self._opening = row_of(self.rules, start, 0)[None]
        self._seeds = seeds
        # As if the game before had just ended.
        self._state[:, GAME] = (games - np.uint64(1)).astype(np.int64)
        self._over.fill(True)
        self.step(np.zeros(self._to_act.shape, np.int64))

    def step(self, actions: npt.NDArray[np.integer[Any]]) -> int:
        """Takes `actions[g, seat]` from all seats that are to act; how many there were."""
        if actions.shape != self._to_act.shape:
            raise QwixxError(f"The actions have the shape {actions.shape}, not {self._to_act.shape}.")
        if not self._asked:
            return self._step(np.ascontiguousarray(actions, np.int64), self._no_place)
        taken = int(np.count_nonzero(self._agents_to_act & ~self._over[:, None]))
        chosen = np.array(actions, np.int64, order="C")
        self._ask(chosen, self._over)
        self._step(chosen, self._no_place)
        illegal = self._illegal.copy()
        self._settle()
        self._illegal |= illegal
        return taken

    def _step(self, chosen: Ints, idle: npt.NDArray[np.bool_]) -> int:
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
                idle,
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
                self._margin,
            ),
        )
        if self._asked:
            self._settle()

    def _settle(self) -> None:
        """Lets the batched bots choose until everywhere an agent is to act or the game is over."""
        agents = [seat is None for seat in self._seated]
        while True:
            self._agents_to_act[:] = self._to_act & agents
            idle = self._over | self._agents_to_act.any(axis=1)
            if idle.all():
                return
            chosen = np.zeros(self._to_act.shape, np.int64)
            self._ask(chosen, idle)
            self._step(chosen, idle)

    def _ask(self, chosen: Ints, idle: npt.NDArray[np.bool_]) -> None:
        """Writes what the batched bots choose, but not in games that are idle.

        A bot chooses for all its seats at once, and is not asked where it can only pass.
        """
        players = self.rules.players
        for asked in self._asked:
            options = self._state[:, [LEGAL + seat for seat in asked.seats]] != 0
            found = np.nonzero(self._to_act[:, asked.seats] & options & ~idle[:, None])
            places, seats = found[0], np.array(asked.seats)[found[1]]
            if places.size:
                rows = places * players + seats
                chosen[places, seats] = asked.choose(
                    self._state,
                    places,
                    seats,
                    self._observations[rows],
                    self._masks[rows],
                    partial(uniform_numbers, self._state, places, seats),
                    self._seen,
                )

    def _seen(self, g: int, seat: int) -> str:
        """The position as the seat sees it, in one line."""
        return self.rules.position(self.rules.view(self.state(g), seat).state)

    def _batched_bots(self) -> list[tuple[BatchBot, list[int]]]:
        """Each batched bot, with its seats."""
        found: dict[int, tuple[BatchBot, list[int]]] = {}
        for seat, bot in enumerate(self._seated):
            if bot is not None and not isinstance(bot, str):
                found.setdefault(id(bot), (bot, []))[1].append(seat)
        return list(found.values())

    def results(self) -> Results:
        """The results of the games, all of which must be over."""
        if not self._over.all():
            raise QwixxError("The games are not over yet: step on.")
        return results_of(self.rules, self._state, self._scores)

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
        if calls := self._unmeasured.get(name):
            self._unmeasured[name] = calls - 1
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
        self._unmeasured[name] = NOT_MEASURED if self._work[name] < WORTH_THREADS else 0
        return [result for result, _ in done]


def _timed(work: PartWork[Result], bots: Bots, part: tuple[int, int]) -> tuple[Result, float]:
    """The result, and the processor time that it took."""
    began = time.thread_time()
    return work(bots, *part), time.thread_time() - began


def _players(rules: Rules, bots: Sequence[str | BatchBot | None]) -> Bots:
    if len(bots) != rules.players or all(isinstance(bot, str) for bot in bots):
        raise QwixxError(
            f"A batch needs a bot or None for each of {rules.players} seats, and one None or batched bot."
        )
    return seat_players(
        rules, [player_of(rules, bot) if isinstance(bot, str) else KernelBot(OUTSIDE) for bot in bots]
    )


def _read_only(array: Array) -> Array:
    view = array.view()
    view.flags.writeable = False
    return view

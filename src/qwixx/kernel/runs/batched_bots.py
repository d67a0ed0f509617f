"""Batched bots: each chooses in many games at once; what it is shown, and the check of its choices."""

import inspect
from collections.abc import Callable, Sequence
from typing import Any, cast

import numpy as np
import numpy.typing as npt

from ..bots.batch_bot import EXTRAS, BatchBot, BatchBotFailure
from ..bots.error_text import with_place
from ..engine.compiled_rules import PHASE, TURN_KEY
from ..engine.layout import Ints, Layout
from ..engine.stream import GAMMA, mix
from .afterstates import AfterstateRows


class Asked:
    """A batched bot and the seats that it has in a batch."""

    def __init__(self, layout: Layout, bot: BatchBot, seats: Sequence[int], size: int) -> None:
        self._bot = bot
        self.seats = list(seats)
        wanted = self._wanted()
        self._afterstates = AfterstateRows(layout, size) if "afterstates" in wanted else None
        self._uniform = "uniform" in wanted

    def _wanted(self) -> set[str]:
        """The extras that `choose_many` asks for by the names of its parameters."""
        if not callable(self._bot.choose_many):
            raise self._failure("choose_many is not a method")
        parameters = inspect.signature(self._bot.choose_many).parameters.values()
        kinds = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)
        given = [parameter for parameter in parameters if parameter.kind not in kinds]
        unknown = [p.name for p in given[2:] if p.name not in EXTRAS and p.default is p.empty]
        if len(given) < 2 or unknown:
            raise self._failure(
                f"choose_many takes {', '.join(p.name for p in given) or 'nothing'}: it must take "
                f"observations and masks, and can ask for {' and '.join(EXTRAS)}"
            )
        return {parameter.name for parameter in given[2:]} & set(EXTRAS)

    def choose(
        self,
        state: Ints,
        places: Ints,
        seats: Ints,
        observations: npt.NDArray[np.int8],
        masks: npt.NDArray[np.int8],
        uniform: Callable[[], npt.NDArray[np.float64]],
        where: Callable[[int, int], str],
    ) -> Ints:
        """The actions of these seats in these games. `where` gives the position of a game, for errors."""
        more: dict[str, Any] = {}
        if self._afterstates:
            more["afterstates"] = self._afterstates.find(state, places, seats)
        if self._uniform:
            more["uniform"] = uniform()
        legal = masks.astype(np.bool_)  # the bot may change what it gets
        try:
            chosen = np.asarray(self._bot.choose_many(observations, masks, **more))
        except (Exception, SystemExit) as error:
            place, seat = int(places[0]), int(seats[0])
            asked = f"positions in this call: {len(places)}, the first: {where(place, seat)}"
            raise self._failure(f"{with_place(error).rstrip('.')}; {asked}", seat) from error
        if chosen.shape != places.shape or not np.issubdtype(chosen.dtype, np.integer):
            raise self._failure(
                f"choose_many returned {chosen.dtype} of the shape {chosen.shape}: it must return "
                f"whole numbers of the shape {places.shape}, one for each row of the observations"
            )
        within = (chosen >= 0) & (chosen < legal.shape[1])
        wrong = ~(within & legal[np.arange(len(legal)), np.where(within, chosen, 0)])
        if wrong.any():
            first = np.flatnonzero(wrong)[0]
            place, seat = int(places[first]), int(seats[first])
            raise self._failure(f"chose {chosen[first]}, which is not legal in {where(place, seat)}", seat)
        return chosen.astype(np.int64)

    def _failure(self, problem: str, seat: int | None = None) -> BatchBotFailure:
        return BatchBotFailure(type(self._bot).__name__, self.seats[0] if seat is None else seat, problem)


def uniform_numbers(state: Ints, places: Ints, seats: Ints) -> npt.NDArray[np.float64]:
    """For each decision what `rng.below(1 << 32) / (1 << 32)` gives a bot that is asked one by one."""
    mixed = cast("Any", mix).py_func  # not compiled, it takes arrays
    key = state[places, TURN_KEY].astype(np.uint64)
    decision = (4 * seats + state[places, PHASE]).astype(np.uint64)
    stream = mixed((key ^ decision) + GAMMA)
    numbers: npt.NDArray[np.float64] = (mixed(stream + GAMMA) >> np.uint64(32)) / (1 << 32)
    return numbers

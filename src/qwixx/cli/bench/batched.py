"""The speed of batched bots: a value network in NumPy, as a user might write one."""

import os
from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING, Any

from .speed import Speed, clock_for, cores, rate, speed

if TYPE_CHECKING:
    from qwixx.kernel.runs.afterstates import Afterstates

PLAYERS = 2
AT_ONCE = 1000
"""Number of games that are played side by side."""


class ValueNetwork:
    """A network with the layers of `expert`'s, on the plain observations. Its weights are drawn, not learned.

    It likes crosses and not penalties, so that its games are about as long as those of other players.
    """

    def __init__(self) -> None:
        import numpy as np

        from qwixx.kernel.bots.expert.weights import weights_of
        from qwixx.kernel.runs.observations import observation_size
        from qwixx.rules import Rules

        rules, rng = Rules("classic", PLAYERS), np.random.default_rng(1)
        width, hidden = weights_of(rules).hidden.shape
        sizes = ((observation_size(rules), width), (width, hidden), (hidden, 1))
        self.layers = [np.abs(rng.normal(0, size[0] ** -0.5, size)).astype(np.float32) for size in sizes]
        self.layers[0][len(rules.crossing.cells) + len(rules.crossing.rows) :] *= -1

    def choose_many(self, observations: Any, masks: Any, afterstates: "Afterstates") -> Any:  # noqa: ARG002
        import numpy as np

        values = afterstates.observations.astype(np.float32)
        for layer in self.layers[:-1]:
            values = values @ layer
            np.maximum(values, 0, out=values)
        return afterstates.best((values @ self.layers[-1])[:, 0])


def batched_speeds(games: int, runs: int) -> Iterator[Speed]:
    """Games per second against a compiled bot and against itself, with `games` on each core."""
    # NumPy reads it when it is loaded: one core means one thread, and each process of a match has a core.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    from qwixx.arena.match import play_match
    from qwixx.arena.match_setting import MatchSetting
    from qwixx.arena.workers.pieces import play_batched

    def play(setting: MatchSetting, count: int) -> float:
        if count > 1:
            return play_match(setting, games * count, workers=count).played
        for begin in range(0, games, AT_ONCE):
            play_batched(setting, 0, range(begin, min(begin + AT_ONCE, games)))
        return games

    network = f"{__name__}:{ValueNetwork.__name__}"
    for other in ("gap", network):
        setting = MatchSetting("classic", (network, other))
        play_batched(setting, 0, range(1))
        for count in cores():
            rates = [rate(partial(play, setting, count), clock_for(count)) for _ in range(runs)]
            what = f"network against {'itself' if other == network else other}"
            yield speed("batched", what, "games/s", count, rates)

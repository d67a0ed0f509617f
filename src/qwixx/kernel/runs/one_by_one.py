"""A batched bot that is asked for one decision at a time, by the reference engine."""

import numpy as np

from qwixx.dice import Stream
from qwixx.rules import Choice, Rules, View
from qwixx.rules.action_codes import block

from ..bots.batch_bot import BatchBot
from ..engine.compiler import entry
from ..engine.layout import Ints, Layout, layout_of
from ..engine.stepping import Mask, behind, options, write_mask
from .batched_bots import Asked
from .observations import Observations, observation_size, write_observation
from .positions import row_of


class OneByOne:
    """Shows a batched bot the same as a batch does."""

    def __init__(self, bot: BatchBot) -> None:
        self.bot = bot
        self._known: dict[Rules, tuple[Layout, Asked]] = {}

    def choose(self, view: View, legal: tuple[Choice, ...], rng: Stream) -> Choice:
        if len(legal) == 1:
            return legal[0]
        rules, seat = view.rules, view.seat
        size = observation_size(rules)
        if rules not in self._known:
            layout = layout_of(rules)
            self._known[rules] = layout, Asked(layout, self.bot, list(rules.seats), size)
        layout, asked = self._known[rules]
        state = row_of(rules, view.state, 0)[None]
        observations, masks = np.zeros((1, size), np.int8), np.zeros((1, block(rules)), np.int8)
        show_decision(layout, state, seat, observations, masks)
        (code,) = asked.choose(
            state,
            np.zeros(1, np.int64),
            np.full(1, seat),
            observations,
            masks,
            lambda: np.array([rng.below(1 << 32) / (1 << 32)]),
            lambda *_: rules.position(view.state),
        )
        chosen = rules.decode(seat * block(rules) + int(code))
        return legal[legal.index(chosen)]


@entry
def show_decision(layout: Layout, state: Ints, seat: int, observations: Observations, masks: Mask) -> None:
    write_observation(layout, state, 0, seat, observations, 0)
    write_mask(options(layout, state, 0, seat), behind(layout, state, 0, seat), masks, 0)

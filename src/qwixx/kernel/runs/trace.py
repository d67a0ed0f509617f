"""Traces: a game of the kernel as positions of the rules, to compare the two."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from qwixx.rules import Rules, State
from qwixx.rules.action_codes import block as block_of

from ..bots.choosing import Bots, choose
from ..engine.compiled_rules import FIELDS, NOBODY, OVER, PHASE, ROLL, roll, score, start_from
from ..engine.compiler import entry
from ..engine.layout import Ints, Layout, layout_of
from ..engine.stepping import Mask, act, acts, behind, options, write_mask
from .games import bots_of
from .positions import row_of, state_of

MOST_PLIES = 4096


class TracedPly(NamedTuple):
    state: State
    legal: tuple[tuple[int, ...], ...]
    """By seat: the codes it may choose."""
    scores: tuple[int, ...]
    chosen: int | None
    """The code of the choice made here; None where dice are rolled or the game is over."""


class TraceArrays(NamedTuple):
    """Positions, one after the other, and what was done in them."""

    states: Ints
    """By position: the row of the kernel's array of games."""
    masks: Mask
    """By position and seat, as one number: 1 for each code that the seat may choose."""
    scores: Ints
    """By position and seat."""
    choices: Ints
    """By position: the seat that chose and its code; `NOBODY` where dice are rolled or the game is over."""

    @classmethod
    def empty(cls, rules: Rules, plies: int) -> "TraceArrays":
        return cls(
            np.zeros((plies, FIELDS), np.int64),
            np.zeros((plies * rules.players, block_of(rules)), np.int8),
            np.zeros((plies, rules.players), np.int64),
            np.zeros((plies, 2), np.int64),
        )

    def between(self, begin: int, end: int | None = None) -> "TraceArrays":
        """The positions from … to …, the end not included."""
        seats, last = self.scores.shape[1], len(self.scores) if end is None else end
        rows = slice(begin, last)
        return TraceArrays(
            self.states[rows],
            self.masks[begin * seats : last * seats],
            self.scores[rows],
            self.choices[rows],
        )


def trace(rules: Rules, bots: Sequence[str], seed: int, game: int, first: int = 0) -> list[TracedPly]:
    block = block_of(rules)
    arrays = TraceArrays.empty(rules, MOST_PLIES)
    states, masks, scores, choices = arrays
    count = play_traced(
        layout_of(rules),
        bots_of(rules, bots),
        np.uint64(seed),
        np.uint64(game),
        row_of(rules, rules.start(first), 0)[None],
        *arrays,
    )
    plies = []
    for ply in range(count):
        legal = tuple(
            tuple(int(code) + seat * block for code in np.flatnonzero(masks[ply * rules.players + seat]))
            for seat in rules.seats
        )
        seat, code = map(int, choices[ply])
        chosen = None if seat == NOBODY else seat * block + code
        plies.append(TracedPly(state_of(rules, states[ply]), legal, tuple(map(int, scores[ply])), chosen))
    return plies


@entry
def play_traced(
    layout: Layout,
    bots: Bots,
    seed: np.uint64,
    game: np.uint64,
    opening: Ints,
    states: Ints,
    masks: Mask,
    scores: Ints,
    choices: Ints,
) -> int:
    """Plays a game from the only row of `opening`, with one row of the arrays for each position.

    Returns how many there were; 0 if there is no room for all of them.
    """
    start_from(states, 0, opening, 0, seed, game)
    for ply in range(states.shape[0] - 1):
        for seat in range(layout.players):
            scores[ply, seat] = score(layout, states, ply, seat)
            n = ply * layout.players + seat
            if acts(states, ply, seat):
                write_mask(options(layout, states, ply, seat), behind(layout, states, ply, seat), masks, n)
            else:
                for code in range(masks.shape[1]):
                    masks[n, code] = 0
        choices[ply, 0] = NOBODY
        if states[ply, PHASE] == OVER:
            return ply + 1
        for field in range(states.shape[1]):
            states[ply + 1, field] = states[ply, field]
        if states[ply, PHASE] == ROLL:
            roll(layout, states, ply + 1)
        else:
            seat = 0
            while not acts(states, ply, seat):
                seat += 1
            code = choose(layout, bots, states, ply, seat)
            choices[ply, 0], choices[ply, 1] = seat, code
            act(layout, states, ply + 1, seat, code)
    return 0

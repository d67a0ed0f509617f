"""Traces: a game of the kernel as positions of the rules, to compare the two."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from qwixx.rules import Phase, Roll, Rules, Sheet, State
from qwixx.rules.action_codes import block as block_of

from ..bots.choosing import Bots, choose
from ..engine.compiled_rules import (
    ACTIVE,
    CHOICE,
    CLOSED,
    CROSSED,
    DIE,
    FIELDS,
    FINAL,
    LOCKS,
    MARKS,
    NOBODY,
    OVER,
    PAWN,
    PENALTIES,
    PHASE,
    ROLL,
    UNCHOSEN,
    roll,
    score,
    start,
)
from ..engine.compiler import entry
from ..engine.layout import Ints, Layout, layout_of
from ..engine.stepping import Mask, act, acts, behind, options, write_mask
from .games import bots_of

MOST_PLIES = 4096
PHASES = (Phase.ROLL, Phase.WHITE, Phase.COLOUR, Phase.BOARD, Phase.OVER)


class TracedPly(NamedTuple):
    state: State
    legal: tuple[tuple[int, ...], ...]
    """By seat: the codes it may choose."""
    scores: tuple[int, ...]
    chosen: int | None
    """The code of the choice made here; None where dice are rolled or the game is over."""


def trace(rules: Rules, bots: Sequence[str], seed: int, game: int, first: int = 0) -> list[TracedPly]:
    layout, block = layout_of(rules), block_of(rules)
    states = np.zeros((MOST_PLIES, FIELDS), np.int64)
    masks = np.zeros((MOST_PLIES * rules.players, block), np.int8)
    scores = np.zeros((MOST_PLIES, rules.players), np.int64)
    choices = np.zeros((MOST_PLIES, 2), np.int64)
    count = play_traced(
        layout,
        bots_of(rules, bots),
        np.uint64(seed),
        np.uint64(game),
        first,
        states,
        masks,
        scores,
        choices,
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


def state_of(rules: Rules, fields: Ints) -> State:
    """A row of the kernel's array of games as a position of the rules."""
    at = [int(field) for field in fields]
    phase = PHASES[at[PHASE]]
    rolled = phase in (Phase.WHITE, Phase.COLOUR, Phase.BOARD)
    colours = [None if at[CLOSED] >> row & 1 else at[DIE + 2 + row] for row in rules.crossing.rows]
    choices = [at[CHOICE + seat] for seat in rules.seats] if phase is Phase.WHITE else []
    return State(
        tuple(
            Sheet(_rows(rules, at[MARKS + seat], at[LOCKS + seat]), at[PENALTIES + seat], at[PAWN + seat])
            for seat in rules.seats
        ),
        at[ACTIVE],
        phase,
        Roll((at[DIE], at[DIE + 1]), tuple(colours)) if rolled else None,
        tuple(
            None if code == UNCHOSEN else rules.decode(seat * block_of(rules) + code)  # type: ignore[misc]
            for seat, code in enumerate(choices)
        ),
        bool(at[CROSSED]),
        None if at[FINAL] == NOBODY else at[FINAL],
    )


def _rows(rules: Rules, marks: int, locks: int) -> tuple[int, ...]:
    rows = [rules.crossing.locks[row] if locks >> row & 1 else 0 for row in rules.crossing.rows]
    for cell, (row, number) in enumerate(rules.crossing.cells):
        rows[row] |= (marks >> cell & 1) << rules.crossing.columns[row][number]
    return tuple(rows)


@entry
def play_traced(
    layout: Layout,
    bots: Bots,
    seed: np.uint64,
    game: np.uint64,
    first: int,
    states: Ints,
    masks: Mask,
    scores: Ints,
    choices: Ints,
) -> int:
    """Plays a game with one row of the arrays for each position; returns how many there were."""
    start(layout, states, 0, first, seed, game)
    for ply in range(states.shape[0] - 1):
        for seat in range(layout.players):
            scores[ply, seat] = score(layout, states, ply, seat)
            if acts(states, ply, seat):
                found = options(layout, states, ply, seat)
                write_mask(found, behind(layout, states, ply, seat), masks, ply * layout.players + seat)
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

"""The bot `pocket`, compiled; `qwixx.bots.pocket` is the reference."""

from typing import NamedTuple

import numpy as np

from qwixx.rules import Rules

from ..engine.compiled_rules import (
    BOARD,
    CHOICE,
    COLOUR,
    CROSSED,
    FIELDS,
    MARKS,
    OVER,
    PAWN,
    PHASE,
    REACH,
    WHITE,
    colour,
    move,
    reveal,
    score,
)
from ..engine.compiler import lowest, part
from ..engine.layout import Ints, Layout
from .expert.search import copy
from .kinds import POCKET
from .pocket_limits import most_given_up
from .tempo.search import NOT_ASKED

MANY = 1 << 20
"""More than the throws of the white dice."""


class Throws(NamedTuple):
    """What `pocket` counts, and room for trying a choice: each thread needs its own."""

    by_cell: Ints
    """The throws of the white dice that make the number of a cell."""
    cheap: int
    """The most throws that a cross may give up."""
    saving: int
    """The most that it may give up to avoid a penalty."""
    trial: Ints


def throws_of(rules: Rules, layout: Layout) -> Throws:
    faces = rules.variant.faces
    by_cell = np.zeros(layout.row.size, np.int64)
    for number in range(2, 2 * faces + 1):
        for cell in range(layout.row.size):
            if int(layout.white[number]) >> cell & 1:
                by_cell[cell] = faces - abs(number - faces - 1)
    cheap, saving = most_given_up(faces)
    return Throws(by_cell, cheap, saving, np.zeros((1, FIELDS), np.int64))


@part
def ask_pocket(
    layout: Layout,
    throws: Throws | None,
    players: Ints,
    state: Ints,
    g: int,
    seat: int,
    phase: int,
    options: int,
) -> int:
    """The code of pocket's choice, or its space. Without `throws`, Numba leaves out all that follows."""
    if throws is None:
        return NOT_ASKED
    if players[seat, 0] != POCKET:
        return NOT_ASKED
    return _choose(layout, throws, state, g, seat, phase, options)


@part
def _choose(layout: Layout, throws: Throws, state: Ints, g: int, seat: int, phase: int, options: int) -> int:
    before = state[g, PAWN + seat] if phase == BOARD else 0
    saves = phase != WHITE and not state[g, CROSSED]
    closing, least_closing, crossing, least_crossing, farthest = 0, MANY, 0, MANY, 0
    while options:
        code = before + 1 + lowest(options)
        options &= options - 1
        cell = layout.space_cell[code] if phase == BOARD else code - 1
        crosses = not state[g, MARKS + seat] >> cell & 1
        closes = crosses and layout.closes[cell] == 1
        if closes or phase == BOARD:
            _try(layout, throws.trial, state, g, seat, phase, code)
            if throws.trial[0, PHASE] == OVER:
                lead = _lead(layout, throws.trial, seat)
                if lead > 0:
                    return code
                if lead < 0:
                    continue
        given_up = _given_up(layout, throws, state, g, seat, cell) if crosses else 0
        if closes and given_up < least_closing:
            closing, least_closing = code, given_up
        if crosses and given_up < least_crossing:
            crossing, least_crossing = code, given_up
        if given_up <= throws.cheap:
            farthest = code
    if closing:
        return closing
    if phase == BOARD:
        return crossing if crossing and saves else farthest
    most = throws.saving if saves and phase == COLOUR else throws.cheap
    return crossing if least_crossing <= most else 0


@part
def _given_up(layout: Layout, throws: Throws, state: Ints, g: int, seat: int, cell: int) -> int:
    """The number of white throws whose sum is a number that this cross skips."""
    skipped, total = state[g, REACH + seat] & layout.left[cell], 0
    while skipped:
        total += throws.by_cell[lowest(skipped)]
        skipped &= skipped - 1
    return total


@part
def _try(layout: Layout, trial: Ints, state: Ints, g: int, seat: int, phase: int, code: int) -> None:
    """Makes the choice in the trial; the others pass."""
    copy(state, g, trial, 0)
    if phase == WHITE:
        for other in range(layout.players):
            trial[0, CHOICE + other] = 0
        trial[0, CHOICE + seat] = code
        reveal(layout, trial, 0)
    elif phase == COLOUR:
        colour(layout, trial, 0, code)
    else:
        move(layout, trial, 0, code)


@part
def _lead(layout: Layout, trial: Ints, seat: int) -> int:
    """The lead over the best opponent; 0 without one."""
    own, best = score(layout, trial, 0, seat), -MANY
    for other in range(layout.players):
        if other != seat:
            best = max(best, score(layout, trial, 0, other))
    return own - best if layout.players > 1 else 0

"""The compiled choices of the bot `amateur`; `qwixx.bots.amateur` is the reference and explains the idea."""

import numpy as np

from ...engine.compiled_rules import (
    ACTIVE,
    CHOICE,
    COLOUR,
    MARKS,
    PAWN,
    PHASE,
    TURN_KEY,
    WHITE,
    colour,
    move,
    reveal,
    skips,
)
from ...engine.compiler import lowest, part, routine
from ...engine.layout import Ints, Layout
from ...engine.stream import below, fold
from ..expert.judgement import Judge, worth
from ..expert.search import IN_BOARD, IN_COLOUR, IN_WHITE, LEAST, NOT_ASKED, best_finish, best_move, copy
from ..kinds import AMATEUR
from .limits import DRAWS, FACTOR, MIDDLE, MOST_SKIPPED, RANGE

TABLE, NOISE = 3, 4
"""Where the numbers of a seat have that of its judge, and its noise."""
MANY = 64


@part
def ask_amateur(
    layout: Layout,
    judges: tuple[Judge, ...] | None,
    players: Ints,
    state: Ints,
    g: int,
    seat: int,
    options: int,
) -> int:
    """The code of an amateur's choice, or its space."""
    if judges is None:
        return NOT_ASKED
    if players[seat, 0] != AMATEUR:
        return NOT_ASKED
    judge = judges[players[seat, TABLE]]
    return _choose(layout, judge, state, g, seat, options, players[seat, NOISE])


@routine
def _choose(layout: Layout, judge: Judge, state: Ints, g: int, seat: int, options: int, noise: int) -> int:
    phase = state[g, PHASE]
    stream = fold(np.uint64(state[g, TURN_KEY]), np.uint64(4 * seat + phase))
    first = state[g, PAWN + seat] if phase not in (WHITE, COLOUR) else 0
    fewest, rest = MANY, options
    while rest:
        fewest = min(fewest, _skipped(layout, state, g, seat, phase, first + 1 + lowest(rest), MANY))
        rest &= rest - 1
    best, choice, code = 2 * LEAST, 0, 0
    while True:
        error = -MIDDLE
        for _ in range(DRAWS):
            stream, number = below(stream, np.uint64(RANGE))
            error += number
        skipped = _skipped(layout, state, g, seat, phase, code, 0)
        if skipped <= MOST_SKIPPED or skipped == fewest or _closes(layout, phase, code):
            value = _value(layout, judge, state, g, seat, phase, code) + (error * noise * FACTOR >> 16)
            if value > best:
                best, choice = value, code
        if options == 0:
            return choice
        code = first + 1 + lowest(options)
        options &= options - 1


@part
def _skipped(layout: Layout, state: Ints, g: int, seat: int, phase: int, code: int, none: int) -> int:
    """The cells that a choice skips, or `none` if it crosses nothing."""
    if code == 0:
        return none
    if phase in (WHITE, COLOUR):
        return skips(layout, state, g, seat, code - 1)
    cell = layout.space_cell[code]
    return none if state[g, MARKS + seat] >> cell & 1 else skips(layout, state, g, seat, cell)


@part
def _closes(layout: Layout, phase: int, code: int) -> bool:
    cell = code - 1 if phase in (WHITE, COLOUR) else layout.space_cell[code]
    return code > 0 and layout.closes[cell] == 1


@part
def _value(layout: Layout, judge: Judge, state: Ints, g: int, seat: int, phase: int, code: int) -> int:
    """What a choice is worth to the seat, if the others pass."""
    trials = judge.trials
    if phase == WHITE:
        copy(state, g, trials, IN_WHITE)
        for other in range(layout.players):
            trials[IN_WHITE, CHOICE + other] = 0
        trials[IN_WHITE, CHOICE + seat] = code
        reveal(layout, trials, IN_WHITE)
        if seat == state[g, ACTIVE]:
            return best_finish(layout, judge, seat)[0]
        return worth(layout, judge, IN_WHITE, seat)
    if phase == COLOUR:
        copy(state, g, trials, IN_COLOUR)
        colour(layout, trials, IN_COLOUR, code)
        return best_move(layout, judge, seat)[0]
    copy(state, g, trials, IN_BOARD)
    move(layout, trials, IN_BOARD, code)
    return worth(layout, judge, IN_BOARD, seat)

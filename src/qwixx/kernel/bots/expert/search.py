"""The compiled choices of `expert`: the best answer to what the others will probably choose.

`qwixx.bots.expert` is the reference and explains the idea. What follows a choice is tried out with the
compiled rules, on copies of the position. Of equal options the first one is taken.
"""

from ...engine.compiled_rules import (
    ACTIVE,
    BOARD,
    CHOICE,
    COLOUR,
    PAWN,
    PHASE,
    WHITE,
    colour,
    colour_options,
    move,
    move_options,
    reveal,
    white_options,
)
from ...engine.compiler import lowest, part, routine
from ...engine.layout import Ints, Layout
from ..players import EXPERT
from .judgement import Judge, worth
from .weights import WON

NOT_ASKED = -1
"""The answer for a seat where another bot sits."""
LEAST = -2 * WON
IN_WHITE, IN_COLOUR, IN_BOARD = range(3)
"""The trials: the position after action 1, after action 2, and after action 3."""


@part
def ask_expert(
    layout: Layout,
    judges: tuple[Judge, ...] | None,
    players: Ints,
    state: Ints,
    g: int,
    seat: int,
    phase: int,
) -> int:
    """The code of expert's choice, or its space. Without judges, Numba leaves out all that follows."""
    if judges is None:
        return NOT_ASKED
    if players[seat, 0] != EXPERT:
        return NOT_ASKED
    judge = judges[players[seat, 3]]
    if phase == WHITE:
        return best_white(layout, judge, state, g, seat)
    if phase == COLOUR:
        _copy(state, g, judge.trials, IN_WHITE)
        return best_finish(layout, judge, seat)[1]
    _copy(state, g, judge.trials, IN_COLOUR)
    return best_move(layout, judge, seat)[1]


@part
def _copy(source: Ints, g: int, target: Ints, n: int) -> None:
    for field in range(target.shape[1]):
        target[n, field] = source[g, field]


@routine
def best_finish(layout: Layout, judge: Judge, seat: int) -> tuple[int, int, int]:
    """Actions 2 and 3 after the trial `IN_WHITE`: the worth, the code and the space of the best."""
    trials = judge.trials
    if trials[IN_WHITE, PHASE] != COLOUR:
        return worth(layout, judge, IN_WHITE, seat), 0, 0
    options = colour_options(layout, trials, IN_WHITE)
    best, choice, space, code = LEAST, 0, 0, 0
    while True:
        _copy(trials, IN_WHITE, trials, IN_COLOUR)
        colour(layout, trials, IN_COLOUR, code)
        value, ahead = best_move(layout, judge, seat)
        if value > best:
            best, choice, space = value, code, ahead
        if options == 0:
            return best, choice, space
        code = 1 + lowest(options)
        options &= options - 1


@routine
def best_move(layout: Layout, judge: Judge, seat: int) -> tuple[int, int]:
    """Action 3 after the trial `IN_COLOUR`: the worth and the space of the best move."""
    trials = judge.trials
    if trials[IN_COLOUR, PHASE] != BOARD:
        return worth(layout, judge, IN_COLOUR, seat), 0
    options = move_options(layout, trials, IN_COLOUR)
    pawn = trials[IN_COLOUR, PAWN + seat]
    best, choice, space = LEAST, 0, 0
    while True:
        _copy(trials, IN_COLOUR, trials, IN_BOARD)
        move(layout, trials, IN_BOARD, space)
        value = worth(layout, judge, IN_BOARD, seat)
        if value > best:
            best, choice = value, space
        if options == 0:
            return best, choice
        space = pawn + 1 + lowest(options)
        options &= options - 1


@routine
def best_white(layout: Layout, judge: Judge, state: Ints, g: int, seat: int) -> int:
    """Action 1: the code of the best choice."""
    active = state[g, ACTIVE]
    count, best = _make_plans(layout, judge, state, g)
    for other in range(layout.players):
        judge.likely[other] = 0
    judge.likely[active] = judge.plans[best, 0]
    if seat != active and layout.players == 2:
        return _answer(layout, judge, state, g, seat, best)
    for n in range(1, layout.players):
        other = active + n if active + n < layout.players else active + n - layout.players
        if other != seat:
            # Not known to the others yet: each expects the rest to pass.
            judge.plans[count + n, 0] = _answer(layout, judge, state, g, other, best)
    for n in range(1, layout.players):
        other = active + n if active + n < layout.players else active + n - layout.players
        if other != seat:
            judge.likely[other] = judge.plans[count + n, 0]
    if seat != active:
        return _answer(layout, judge, state, g, seat, best)
    return _answer_by_plan(layout, judge, state, g, seat, count)


@part
def _make_plans(layout: Layout, judge: Judge, state: Ints, g: int) -> tuple[int, int]:
    """Writes the active player's plans if the others pass: their number, and the number of the best."""
    active, trials = state[g, ACTIVE], judge.trials
    options = white_options(layout, state, g, active)
    best, choice, code, count = LEAST, 0, 0, 0
    while True:
        _copy(state, g, trials, IN_WHITE)
        for seat in range(layout.players):
            trials[IN_WHITE, CHOICE + seat] = 0
        trials[IN_WHITE, CHOICE + active] = code
        reveal(layout, trials, IN_WHITE)
        value, judge.plans[count, 1], judge.plans[count, 2] = best_finish(layout, judge, active)
        judge.plans[count, 0] = code
        if value > best:
            best, choice = value, count
        count += 1
        if options == 0:
            return count, choice
        code = 1 + lowest(options)
        options &= options - 1


@routine
def _answer(layout: Layout, judge: Judge, state: Ints, g: int, seat: int, plan: int) -> int:
    """A passive player's best choice if the active one plays that plan, and the rest what is likely."""
    options = white_options(layout, state, g, seat)
    if options == 0:
        return 0
    best, choice, code = LEAST, 0, 0
    while True:
        value = _outcome(layout, judge, state, g, seat, code, plan)
        if value > best:
            best, choice = value, code
        if options == 0:
            return choice
        code = 1 + lowest(options)
        options &= options - 1


@part
def _answer_by_plan(layout: Layout, judge: Judge, state: Ints, g: int, seat: int, count: int) -> int:
    """The active player's choice by the best of the plans, if the others choose what is likely."""
    best, choice = LEAST, 0
    for plan in range(count):
        code = judge.plans[plan, 0]
        value = _outcome(layout, judge, state, g, seat, code, plan)
        if value > best:
            best, choice = value, code
    return choice


@routine
def _outcome(layout: Layout, judge: Judge, state: Ints, g: int, seat: int, code: int, plan: int) -> int:
    """What the turn is worth to a seat that makes the choice, while the others choose what is likely.

    The active player goes on with the plan; what the choices have made illegal is left out.
    """
    trials = judge.trials
    _copy(state, g, trials, IN_WHITE)
    for other in range(layout.players):
        trials[IN_WHITE, CHOICE + other] = judge.likely[other]
    trials[IN_WHITE, CHOICE + seat] = code
    reveal(layout, trials, IN_WHITE)
    if trials[IN_WHITE, PHASE] == COLOUR:
        choice = judge.plans[plan, 1]
        legal = choice > 0 and colour_options(layout, trials, IN_WHITE) >> (choice - 1) & 1
        colour(layout, trials, IN_WHITE, choice if legal else 0)
    if trials[IN_WHITE, PHASE] == BOARD:
        space = judge.plans[plan, 2]
        ahead = space - trials[IN_WHITE, PAWN + trials[IN_WHITE, ACTIVE]] - 1
        legal = space > 0 and move_options(layout, trials, IN_WHITE) >> ahead & 1
        move(layout, trials, IN_WHITE, space if legal else 0)
    return worth(layout, judge, IN_WHITE, seat)

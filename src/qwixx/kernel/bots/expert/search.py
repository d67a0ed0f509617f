"""The compiled choices of `expert`: the best answer to what the others will probably choose.

`qwixx.bots.expert` is the reference and explains the idea. What follows a choice is tried out with the
compiled rules, on copies of the position. Of equal options the first one is taken.
"""

from ...engine.compiled_rules import (
    ACTIVE,
    BOARD,
    CHOICE,
    COLOUR,
    LOCKS,
    MARKS,
    PAWN,
    PENALTIES,
    PHASE,
    REACH,
    WHITE,
    colour,
    colour_options,
    move,
    move_options,
    reveal,
    white_options,
)
from ...engine.compiler import inline, lowest, part, routine
from ...engine.layout import Ints, Layout
from ..kinds import EXPERT
from . import chances
from .judgement import UNKNOWN, Judge, worth
from .weights import WON

NOT_ASKED = -1
"""The answer for a seat where another bot sits."""
LEAST = -2 * WON
IN_WHITE, IN_COLOUR, IN_BOARD = range(3)
"""The trials: the position after action 1, after action 2, and after action 3."""

chance = part(chances.chance)


@part
def ask_expert(
    layout: Layout, judges: tuple[Judge, ...] | None, players: Ints, state: Ints, g: int, seat: int
) -> int:
    """The code of expert's choice, or its space. Without judges, Numba leaves out all that follows."""
    if judges is None:
        return NOT_ASKED
    if players[seat, 0] != EXPERT:
        return NOT_ASKED
    return best_choice(layout, judges[players[seat, 3]], state, g, seat)


@routine
def best_choice(layout: Layout, judge: Judge, state: Ints, g: int, seat: int) -> int:
    """The code of the best choice in any action, or its space."""
    if state[g, PHASE] == WHITE:
        return best_white(layout, judge, state, g, seat)
    if state[g, PHASE] == COLOUR:
        copy(state, g, judge.trials, IN_WHITE)
        return best_finish(layout, judge, seat)[1]
    copy(state, g, judge.trials, IN_COLOUR)
    return best_move(layout, judge, seat)[1]


@part
def copy(source: Ints, g: int, target: Ints, n: int) -> None:
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
        copy(trials, IN_WHITE, trials, IN_COLOUR)
        colour(layout, trials, IN_COLOUR, code)
        value, ahead = best_move(layout, judge, seat)
        if value > best:
            best, choice, space = value, code, ahead
        if options == 0:
            return best, choice, space
        code = 1 + lowest(options)
        options &= options - 1


@part
def best_move(layout: Layout, judge: Judge, seat: int) -> tuple[int, int]:
    """Action 3 after the trial `IN_COLOUR`: the worth and the space of the best move."""
    trials = judge.trials
    if trials[IN_COLOUR, PHASE] != BOARD:
        return worth(layout, judge, IN_COLOUR, seat), 0
    options = move_options(layout, trials, IN_COLOUR)
    pawn = trials[IN_COLOUR, PAWN + seat]
    best, choice, space = LEAST, 0, 0
    while True:
        copy(trials, IN_COLOUR, trials, IN_BOARD)
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
    if not _is_remembered(layout, judge, state, g):
        judge.found[0], judge.found[1] = _make_plans(layout, judge, state, g)
        _remember(layout, judge, state, g)
    best = judge.found[1]
    for other in range(layout.players):
        judge.likely[other] = 0
    judge.likely[active] = judge.plans[best, 0]
    if layout.players == 2:
        return _between_two(layout, judge, state, g, seat)
    for other in range(layout.players):
        # Each expects the rest to pass.
        if other not in (active, seat) and judge.answers[other] == UNKNOWN:
            judge.answers[other] = _answer(layout, judge, state, g, other, best, best)
    for other in range(layout.players):
        if other not in (active, seat):
            judge.likely[other] = judge.answers[other]
    if seat != active:
        return _answer(layout, judge, state, g, seat, best, best)
    return judge.plans[_answer_by_plan(layout, judge, state, g, seat, UNKNOWN, UNKNOWN), 0]


@inline
def _between_two(layout: Layout, judge: Judge, state: Ints, g: int, seat: int) -> int:
    """Action 1 of two players: each weighs two guesses of what the other chooses."""
    active, best = state[g, ACTIVE], judge.found[1]
    passive = 1 - active
    if judge.answers[passive] == UNKNOWN:
        judge.answers[passive] = _answer(layout, judge, state, g, passive, best, best)
    answer = judge.answers[passive]
    if judge.found[2] == UNKNOWN:
        judge.found[2] = best
        if judge.found[0] > 1:
            alone = _alone(layout, judge, state, g, passive)
            if answer or alone:  # if both are a pass, it is what the best plan expects
                judge.found[2] = _answer_by_plan(layout, judge, state, g, active, answer, alone)
    answered = judge.found[2]
    if seat == active:
        return judge.plans[answered, 0]
    return answer if answered == best else _answer(layout, judge, state, g, seat, best, answered)


@inline
def _is_remembered(layout: Layout, judge: Judge, state: Ints, g: int) -> bool:
    """Whether the plans are for this position: the players of a turn are asked one after the other."""
    for field in range(MARKS):
        if judge.remembered[field] != state[g, field]:
            return False
    for first in (MARKS, REACH, LOCKS, PENALTIES, PAWN):
        for seat in range(layout.players):
            if judge.remembered[first + seat] != state[g, first + seat]:
                return False
    return True


@inline
def _remember(layout: Layout, judge: Judge, state: Ints, g: int) -> None:
    for field in range(judge.remembered.size):
        judge.remembered[field] = state[g, field]
    judge.found[2] = UNKNOWN
    for seat in range(layout.players):
        judge.answers[seat] = UNKNOWN


@inline
def _make_plans(layout: Layout, judge: Judge, state: Ints, g: int) -> tuple[int, int]:
    """Writes the active player's plans if the others pass: their number, and the number of the best."""
    active, trials = state[g, ACTIVE], judge.trials
    options = white_options(layout, state, g, active)
    best, choice, code, count = LEAST, 0, 0, 0
    while True:
        copy(state, g, trials, IN_WHITE)
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
def _answer(layout: Layout, judge: Judge, state: Ints, g: int, seat: int, plan: int, other: int) -> int:
    """A passive player's best choice if the active one plays one of the plans, and the rest what is likely.

    Both plans are equally likely.
    """
    active = state[g, ACTIVE]
    options = white_options(layout, state, g, seat)
    if options == 0:
        return 0
    best, choice, code = LEAST, 0, 0
    while True:
        judge.likely[active] = judge.plans[plan, 0]
        value = _outcome(layout, judge, state, g, seat, code, plan)
        if plan != other:
            judge.likely[active] = judge.plans[other, 0]
            value = chance(value) + chance(_outcome(layout, judge, state, g, seat, code, other))
        if value > best:
            best, choice = value, code
        if options == 0:
            return choice
        code = 1 + lowest(options)
        options &= options - 1


@routine
def _alone(layout: Layout, judge: Judge, state: Ints, g: int, seat: int) -> int:
    """A passive player's best choice if nobody else does anything in this turn."""
    options, trials = white_options(layout, state, g, seat), judge.trials
    if options == 0:
        return 0
    best, choice, code = LEAST, 0, 0
    while True:
        copy(state, g, trials, IN_WHITE)
        for other in range(layout.players):
            trials[IN_WHITE, CHOICE + other] = 0
        trials[IN_WHITE, CHOICE + seat] = code
        reveal(layout, trials, IN_WHITE)
        trials[IN_WHITE, ACTIVE] = seat  # as if the turn were over
        value = worth(layout, judge, IN_WHITE, seat)
        if value > best:
            best, choice = value, code
        if options == 0:
            return choice
        code = 1 + lowest(options)
        options &= options - 1


@routine
def _answer_by_plan(
    layout: Layout, judge: Judge, state: Ints, g: int, seat: int, one: int, other: int
) -> int:
    """The number of the active player's best plan, if the others choose what is likely.

    With two players, the other one's choice is `one` or `other`, equally likely.
    """
    best, choice, passive = LEAST, 0, 1 - seat
    for plan in range(judge.found[0]):
        code = judge.plans[plan, 0]
        if one != UNKNOWN:
            judge.likely[passive] = one
        value = _outcome(layout, judge, state, g, seat, code, plan)
        if one != other:
            judge.likely[passive] = other
            value = chance(value) + chance(_outcome(layout, judge, state, g, seat, code, plan))
        if value > best:
            best, choice = value, plan
    return choice


@routine
def _outcome(layout: Layout, judge: Judge, state: Ints, g: int, seat: int, code: int, plan: int) -> int:
    """What the turn is worth to a seat that makes the choice, while the others choose what is likely.

    The active player goes on with the plan; what the choices have made illegal is left out.
    """
    trials = judge.trials
    copy(state, g, trials, IN_WHITE)
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

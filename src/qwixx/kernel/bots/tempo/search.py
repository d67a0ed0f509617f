"""The compiled search of `tempo`: to the end of its own turn, for the choice that leaves it furthest ahead.

`qwixx.bots.tempo` is the reference. Both expect the others to pass. Each action has a function that tries
every option, passing first, and asks the function of the next action what the option is worth; of equal
options the first one is taken.
"""

from typing import NamedTuple

from ...engine.compiled_rules import (
    ACTIVE,
    CLOSED,
    COLOUR,
    CROSSED,
    FINAL,
    LOCKS,
    MARKS,
    NO_CAUSE,
    PAWN,
    PENALTIES,
    REACH,
    WHITE,
    after_turn,
    allowed_spaces,
    coloured_cells,
    crossed,
    free_spaces,
    rows_end_game,
)
from ...engine.compiler import lowest, part
from ...engine.layout import Ints, Layout
from ..kinds import TEMPO
from .value_tables import (
    LEAST,
    OVER,
    Worth,
    ahead,
    others_ready,
    others_worth,
    ready_rows,
    rows_worth,
    stage_number,
)

NOT_ASKED = -1
"""The answer for a seat where another bot sits."""
NOT_KNOWN = -1


class Turn(NamedTuple):
    """The seat's own sheet and the closed rows, as far as the turn has been thought through."""

    marks: int
    reach: int
    locks: int
    closed: int
    crossed: int
    """1 if the active player has made a cross in this turn."""


class Others(NamedTuple):
    """The other sheets: they are worth the same until a row closes or the stage changes."""

    closed: int
    ready: int
    stage: int
    worth: int
    """Of all of them together."""
    best: int


class Rows(NamedTuple):
    """The rows of the player's own sheet: they are worth the same wherever the pawn goes without a cross."""

    ready: int
    stage: int
    worth: int


@part
def ask_tempo(
    layout: Layout,
    worths: tuple[Worth, ...] | None,
    players: Ints,
    state: Ints,
    g: int,
    seat: int,
    phase: int,
    options: int,
) -> int:
    """The code of tempo's choice, or its space. Without `worths`, Numba leaves out all that follows."""
    if worths is None:
        return NOT_ASKED
    if players[seat, 0] != TEMPO:
        return NOT_ASKED
    worth = worths[players[seat, 3]]
    turn = Turn(
        state[g, MARKS + seat],
        state[g, REACH + seat],
        state[g, LOCKS + seat],
        state[g, CLOSED],
        0 if phase == WHITE else state[g, CROSSED],
    )
    others = Others(NOT_KNOWN, 0, NOT_KNOWN, 0, 0)
    if phase == WHITE:
        return best_white(layout, worth, state, g, seat, turn, others, options)
    free = free_spaces(layout, state, g, seat)
    if phase == COLOUR:
        return best_colour(layout, worth, state, g, seat, turn, others, True, options, free)[1]
    return best_move(layout, worth, state, g, seat, turn, others, True, free)[1]


@part
def best_white(
    layout: Layout, worth: Worth, state: Ints, g: int, seat: int, turn: Turn, others: Others, options: int
) -> int:
    """Action 1: the code of the best choice. Only the active player goes on to the other actions."""
    active = seat == state[g, ACTIVE]
    coloured = coloured_cells(layout, state, g) if active else 0
    free = free_spaces(layout, state, g, seat) if active else 0
    best, choice, code = LEAST, 0, 0
    while True:
        then = after_choice(layout, turn, code)
        goes_on = active and not rows_end_game(layout, then.closed)
        colours = coloured & then.reach if goes_on else 0
        value, _, others = best_colour(
            layout, worth, state, g, seat, then, others, active, colours, free if goes_on else 0
        )
        if value > best:
            best, choice = value, code
        if options == 0:
            return choice
        code = 1 + lowest(options)
        options &= options - 1


@part
def best_colour(
    layout: Layout,
    worth: Worth,
    state: Ints,
    g: int,
    seat: int,
    turn: Turn,
    others: Others,
    active: bool,
    options: int,
    free: int,
) -> tuple[int, int, Others]:
    """Action 2: the value and the code of the best choice."""
    best, choice, code = LEAST, 0, 0
    while True:
        then = after_choice(layout, turn, code)
        spaces = 0 if rows_end_game(layout, then.closed) else free
        value, _, others = best_move(layout, worth, state, g, seat, then, others, active, spaces)
        if value > best:
            best, choice = value, code
        if options == 0:
            return best, choice, others
        code = 1 + lowest(options)
        options &= options - 1


@part
def best_move(
    layout: Layout,
    worth: Worth,
    state: Ints,
    g: int,
    seat: int,
    turn: Turn,
    others: Others,
    active: bool,
    free: int,
) -> tuple[int, int, Others]:
    """Action 3: the value and the space of the best move, 0 for staying; the turn ends with it."""
    pawn = state[g, PAWN + seat]
    options = allowed_spaces(layout, free, pawn, turn.marks | turn.reach)
    rows = Rows(ready_rows(layout, turn.marks, turn.closed), NOT_KNOWN, 0)
    best, choice, space = LEAST, 0, 0
    while True:
        then = after_move(layout, turn, space)
        crosses = then.marks != turn.marks
        value, others, rows = turn_value(
            layout, worth, state, g, seat, then, others, rows, active, space, crosses
        )
        if value > best:
            best, choice = value, space
        if options == 0:
            return best, choice, others
        space = pawn + 1 + lowest(options)
        options &= options - 1


@part
def after_choice(layout: Layout, turn: Turn, code: int) -> Turn:
    """The turn after the cross with that code; 0 passes."""
    if code == 0:
        return turn
    marks, reach, closes = crossed(layout, turn.marks, turn.reach, code - 1)
    return Turn(marks, reach, turn.locks | closes, turn.closed | closes, 1)


@part
def after_move(layout: Layout, turn: Turn, space: int) -> Turn:
    """The turn after the cross that the space needs, if any (B2); 0 stays."""
    cell = layout.space_cell[space]
    if space == 0 or turn.marks >> cell & 1:
        return turn
    return after_choice(layout, turn, cell + 1)


@part
def turn_value(
    layout: Layout,
    worth: Worth,
    state: Ints,
    g: int,
    seat: int,
    turn: Turn,
    others: Others,
    rows: Rows,
    active: bool,
    space: int,
    crosses: bool,
) -> tuple[int, Others, Rows]:
    """How far ahead the seat is after the turn, which the pawn ended with a cross if `crosses`.

    `rows` are those of the sheet before that cross.
    """
    penalties, over = state[g, PENALTIES + seat], rows_end_game(layout, turn.closed)
    if active and not over:
        arrived = space > 0 and space >= layout.last
        penalties, _, cause = after_turn(layout, seat, turn.crossed, arrived, penalties, state[g, FINAL])
        over = cause != NO_CAUSE
    ready = ready_rows(layout, turn.marks, turn.closed) if crosses else rows.ready
    others = known_others(layout, worth, state, g, seat, turn.closed, ready, over, others)
    stage = others.stage
    if crosses:
        own = rows_worth(worth, stage, turn.marks, turn.locks, turn.closed)
    else:
        if stage != rows.stage:
            rows = Rows(ready, stage, rows_worth(worth, stage, turn.marks, turn.locks, turn.closed))
        own = rows.worth
    pawn = space or state[g, PAWN + seat]
    own += worth.penalties[stage, penalties] + worth.spaces[stage, pawn]
    return ahead(layout, own, others.worth, others.best, over), others, rows


@part
def known_others(
    layout: Layout,
    worth: Worth,
    state: Ints,
    g: int,
    seat: int,
    closed: int,
    own_ready: int,
    over: bool,
    known: Others,
) -> Others:
    """The other sheets at the end of the turn; what is known of them already is used again."""
    same_rows = closed == known.closed
    ready = known.ready if same_rows else others_ready(layout, state, g, seat, closed)
    stage = OVER if over else stage_number(closed, ready + own_ready)
    if same_rows and stage == known.stage:
        return known
    total, best = others_worth(layout, worth, state, g, seat, closed, stage)
    return Others(closed, ready, stage, total, best)

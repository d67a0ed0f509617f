"""The player `tempo`, compiled: it looks to the end of its own turn and takes what leaves it furthest ahead.

`qwixx.bots.tempo` is the reference; both think that the others pass.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from qwixx.rules import Rules

from .compiled import lowest, part, popcount
from .engine import ACTIVE, CLOSED, CROSSED, DIE, FINAL, LOCKS, MARKS, NOBODY, PAWN, PENALTIES
from .layout import Ints, Layout
from .players import TEMPO
from .values import MANY_READY, POINT, STAGES, Values, row_class

NOT_ASKED = -1
"""The answer for a seat where another bot sits."""
NO_CELL = 63
"""A bit of no cell: passing as an option among crosses."""
OVER = STAGES
"""After the stages of the game comes its end, when nothing more is expected."""
LEAST = -(1 << 60)


class Worth(NamedTuple):
    """`Values` as the kernel reads them, all in hundredths of a point."""

    classes: npt.NDArray[np.uint8]
    """By row and its crossed cells: the class of an open row."""
    brings: Ints
    """By stage and class: what an open row will still bring."""
    points: Ints
    """By crosses in a row."""
    penalties: Ints
    """By number of penalties, while the game goes on and when it is over."""
    spaces: Ints
    """By space of the pawn, likewise."""
    win: int
    row_bits: int


def worth_of(rules: Rules, values: Values) -> Worth:
    variant, board = rules.variant, rules.variant.board
    lost = -POINT * variant.penalty_points * np.arange(variant.max_penalties + 1)
    won = POINT * np.array([0, *(space.points for space in (board.spaces if board else ()))])
    nothing = (0,) * len(values.rows[0])
    return Worth(
        classes=row_classes(rules),
        brings=np.array([*values.rows, nothing], np.int64),
        points=POINT * np.array(variant.points, np.int64),
        penalties=np.array([lost + np.array([*values.penalties, 0]), lost], np.int64),
        spaces=np.array([won + np.array(values.spaces), won], np.int64),
        win=values.win,
        row_bits=len(variant.rows[0]),
    )


def row_classes(rules: Rules) -> npt.NDArray[np.uint8]:
    """By row and pattern of crosses. The lowest bit of a pattern is the lowest number."""
    crossing, bits = rules.crossing, len(rules.variant.rows[0])
    most = crossing.closing[0]
    patterns = np.arange(1 << bits)
    found = []
    for numbers in crossing.numbers:
        crossed = np.array([patterns >> bit & 1 for bit in np.argsort(numbers).argsort()])
        length = np.where(crossed.any(axis=0), bits - crossed[::-1].argmax(axis=0), 0)
        found.append(np.minimum(row_class(length, crossed.sum(axis=0)), row_class(most, most)))
    return np.array(found, np.uint8)


@part
def ask_tempo(
    layout: Layout,
    worth: Worth | None,
    players: Ints,
    state: Ints,
    g: int,
    seat: int,
    action: int,
    options: int,
) -> int:
    """The code of tempo's choice, or its space. Without `worth`, Numba leaves out all that follows."""
    if worth is None:
        return NOT_ASKED
    if players[seat, 0] != TEMPO:
        return NOT_ASKED
    return best_choice(layout, worth, state, g, seat, action, options)


@part
def best_choice(
    layout: Layout, worth: Worth, state: Ints, g: int, seat: int, action: int, options: int
) -> int:
    """Actions 1, 2 and 3, one inside the other; those before `action` are done. Passing comes first."""
    best, choice = LEAST, 0
    active = seat == state[g, ACTIVE]
    whites = options if action == 1 else 0
    white = NO_CELL
    while True:
        marks1, locks1, closed1 = crossed(
            layout, state[g, MARKS + seat], state[g, LOCKS + seat], state[g, CLOSED], white
        )
        goes_on = active and popcount(closed1) < layout.rows_to_end
        colours = colour_cells(layout, state, g) if action < 3 and goes_on else 0
        colour = NO_CELL
        while True:
            marks, locks, closed = crossed(layout, marks1, locks1, closed1, colour)
            did_cross = white != NO_CELL or colour != NO_CELL or (action > 1 and state[g, CROSSED] == 1)
            space = state[g, PAWN + seat]
            last = (
                last_space(layout, state, g, space)
                if goes_on and popcount(closed) < layout.rows_to_end
                else 0
            )
            begin = space
            while True:
                value = turn_worth(
                    layout,
                    worth,
                    state,
                    g,
                    seat,
                    marks,
                    locks,
                    closed,
                    space,
                    space > begin,
                    did_cross,
                    goes_on,
                )
                if value > best:
                    best = value
                    if action == 1:
                        choice = 0 if white == NO_CELL else white + 1
                    elif action == 2:
                        choice = 0 if colour == NO_CELL else colour + 1
                    else:
                        choice = space if space > begin else 0
                space = next_space(layout, state, g, marks, closed, space, last)
                if space == 0:
                    break
            while colours and not may_cross(layout, marks1, closed1, lowest(colours)):
                colours &= colours - 1
            if colours == 0:
                break
            colour = lowest(colours)
            colours &= colours - 1
        if whites == 0:
            break
        white = lowest(whites)
        whites &= whites - 1
    return choice


@part
def crossed(layout: Layout, marks: int, locks: int, closed: int, cell: int) -> tuple[int, int, int]:
    """Marks, locks and closed rows after a cross."""
    if cell == NO_CELL:
        return marks, locks, closed
    shut = layout.closes[cell] << layout.row[cell]
    return marks | 1 << cell, locks | shut, closed | shut


@part
def may_cross(layout: Layout, marks: int, closed: int, cell: int) -> bool:
    row = layout.row[cell]
    cells = layout.row_cells[row]
    if closed >> row & 1 or marks & cells & ~layout.left[cell]:
        return False
    return not layout.closes[cell] or popcount(marks & cells) >= layout.needed


@part
def colour_cells(layout: Layout, state: Ints, g: int) -> int:
    """Action 2: the cells of all coloured dice, whether or not they may be crossed."""
    cells = 0
    for row in range(layout.row_cells.size):
        die = state[g, DIE + 2 + row]
        cells |= layout.coloured[row, die + state[g, DIE]] | layout.coloured[row, die + state[g, DIE + 1]]
    return cells


@part
def is_taken(layout: Layout, state: Ints, g: int, space: int) -> bool:
    taken = False
    for seat in range(layout.players):
        taken |= state[g, PAWN + seat] == space
    return taken


@part
def last_space(layout: Layout, state: Ints, g: int, pawn: int) -> int:
    """Action 3: the farthest free space within reach; 0 without any (B1)."""
    last, free = 0, 0
    space = pawn + 1
    while space <= layout.spaces and free < layout.reach:
        if not is_taken(layout, state, g, space):
            free += 1
            last = space
        space += 1
    return last


@part
def next_space(layout: Layout, state: Ints, g: int, marks: int, closed: int, space: int, last: int) -> int:
    """The next space after this one where the pawn may stay (B2); 0 if there is none."""
    while space < last:
        space += 1
        cell = layout.space_cell[space]
        if not is_taken(layout, state, g, space) and (
            marks >> cell & 1 or may_cross(layout, marks, closed, cell)
        ):
            return space
    return 0


@part
def turn_worth(
    layout: Layout,
    worth: Worth,
    state: Ints,
    g: int,
    seat: int,
    marks: int,
    locks: int,
    closed: int,
    pawn: int,
    moved: bool,
    did_cross: bool,
    goes_on: bool,
) -> int:
    """How far the seat is ahead when the turn ends; `goes_on` is false for a seat that only had action 1."""
    penalties, final = state[g, PENALTIES + seat], state[g, FINAL]
    if moved and not marks >> layout.space_cell[pawn] & 1:
        marks, locks, closed = crossed(layout, marks, locks, closed, layout.space_cell[pawn])
        did_cross = True
    over = popcount(closed) >= layout.rows_to_end
    if goes_on and not over:
        if not did_cross:
            penalties += 1
        if moved and pawn >= layout.last and final == NOBODY:
            final = seat
        following = seat + 1 if seat + 1 < layout.players else 0
        over = penalties == layout.max_penalties or following == final
    return lead(layout, worth, state, g, seat, marks, locks, closed, penalties, pawn, over)


@part
def lead(
    layout: Layout,
    worth: Worth,
    state: Ints,
    g: int,
    seat: int,
    marks: int,
    locks: int,
    closed: int,
    penalties: int,
    pawn: int,
    over: bool,
) -> int:
    """How far ahead of each other seat, all taken together; who is ahead at the end has won."""
    stage = OVER
    if not over:
        ready = 0
        for other in range(layout.players):
            ready += ready_rows(layout, marks if other == seat else state[g, MARKS + other], closed)
        stage = stage_number(closed, ready)
    own, theirs, best = 0, 0, LEAST
    for other in range(layout.players):
        if other == seat:
            own = sheet_worth(worth, stage, marks, locks, closed, penalties, pawn)
        else:
            value = sheet_worth(
                worth,
                stage,
                state[g, MARKS + other],
                state[g, LOCKS + other],
                closed,
                state[g, PENALTIES + other],
                state[g, PAWN + other],
            )
            theirs += value
            best = max(best, value)
    others = max(layout.players - 1, 1)
    if over and layout.players > 1 and own != best:
        own += worth.win if own > best else -worth.win
    return others * own - theirs


@part
def ready_rows(layout: Layout, marks: int, closed: int) -> int:
    """How many open rows of a sheet have the crosses to be closed."""
    ready = 0
    for row in range(layout.row_cells.size):
        if not closed >> row & 1 and popcount(marks & layout.row_cells[row]) >= layout.needed:
            ready += 1
    return ready


@part
def stage_number(closed: int, ready: int) -> int:
    return 3 * popcount(closed) + (0 if ready == 0 else 1 if ready < MANY_READY else 2)


@part
def sheet_worth(
    worth: Worth, stage: int, marks: int, locks: int, closed: int, penalties: int, pawn: int
) -> int:
    ended = stage // OVER
    total = worth.penalties[ended, penalties] + worth.spaces[ended, pawn]
    for row in range(worth.classes.shape[0]):
        pattern = marks >> (row * worth.row_bits) & ((1 << worth.row_bits) - 1)
        total += worth.points[popcount(pattern) + (locks >> row & 1)]
        if not closed >> row & 1:
            total += worth.brings[stage, worth.classes[row, pattern]]
    return total

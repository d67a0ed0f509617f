"""The player `tempo`, compiled: it looks to the end of its own turn and takes what leaves it furthest ahead.

`qwixx.bots.tempo` is the reference; both think that the others pass.
"""

from ...engine.compiled_rules import (
    ACTIVE,
    CLOSED,
    CROSSED,
    DIE,
    FINAL,
    LOCKS,
    MARKS,
    NOBODY,
    PAWN,
    PENALTIES,
)
from ...engine.compiler import lowest, part, popcount
from ...engine.layout import Ints, Layout
from ..players import TEMPO
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
NO_CELL = 63
"""A bit of no cell: passing as an option among crosses."""


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
    # The other sheets are worth the same as long as no row closes and the stage does not change.
    known_closed, known_stage, their_ready, theirs, their_best = NOT_KNOWN, NOT_KNOWN, 0, 0, 0
    active = seat == state[g, ACTIVE]
    begin = state[g, PAWN + seat]
    reachable = free_spaces(layout, state, g, begin) if active else 0
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
            space = begin
            spaces = reachable if goes_on and popcount(closed) < layout.rows_to_end else 0
            # So are the own rows as long as the pawn makes no cross.
            ready, rows_stage, rows = ready_rows(layout, marks, closed), NOT_KNOWN, 0
            while True:
                sheet, shut, penalties, over = end_of_turn(
                    layout, state, g, seat, marks, locks, closed, space, space > begin, did_cross, goes_on
                )
                if shut != known_closed:
                    known_closed, known_stage = shut, NOT_KNOWN
                    their_ready = others_ready(layout, state, g, seat, shut)
                crosses = sheet[0] != marks
                own_ready = ready_rows(layout, sheet[0], shut) if crosses else ready
                stage = OVER if over else stage_number(shut, their_ready + own_ready)
                if stage != known_stage:
                    known_stage = stage
                    theirs, their_best = others_worth(layout, worth, state, g, seat, shut, stage)
                if crosses or stage != rows_stage:
                    rows = rows_worth(worth, stage, sheet[0], sheet[1], shut)
                    rows_stage = NOT_KNOWN if crosses else stage
                own = rows + worth.penalties[stage, penalties] + worth.spaces[stage, space]
                value = ahead(layout, own, theirs, their_best, over)
                if value > best:
                    best = value
                    if action == 1:
                        choice = 0 if white == NO_CELL else white + 1
                    elif action == 2:
                        choice = 0 if colour == NO_CELL else colour + 1
                    else:
                        choice = space if space > begin else 0
                while spaces and not may_stay(layout, marks, closed, begin + lowest(spaces)):
                    spaces &= spaces - 1
                if spaces == 0:
                    break
                space = begin + lowest(spaces)
                spaces &= spaces - 1
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
def free_spaces(layout: Layout, state: Ints, g: int, pawn: int) -> int:
    """Action 3: a bit for each free space within reach, by its distance (B1)."""
    found, free = 0, 0
    space = pawn + 1
    while space <= layout.spaces and free < layout.reach:
        if not is_taken(layout, state, g, space):
            free += 1
            found |= 1 << (space - pawn)
        space += 1
    return found


@part
def may_stay(layout: Layout, marks: int, closed: int, space: int) -> bool:
    """Its number is crossed, or may be crossed now (B2)."""
    cell = layout.space_cell[space]
    return marks >> cell & 1 == 1 or may_cross(layout, marks, closed, cell)


@part
def end_of_turn(
    layout: Layout,
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
) -> tuple[tuple[int, int], int, int, bool]:
    """Marks and locks, closed rows, penalties, and whether the game is over.

    `goes_on` is false for a seat that only had action 1.
    """
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
    return (marks, locks), closed, penalties, over

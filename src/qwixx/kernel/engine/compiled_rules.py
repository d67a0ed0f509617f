"""The rules, compiled: what may be done in a position and what follows. `qwixx.rules` is the reference.

Games lie in an array with a row of whole numbers each: the fields of the turn, then those of the seats, field
by field. A function gets the array and the number of the game in it.
"""

import numpy as np

from .compiler import lowest, part, popcount
from .layout import Ints, Layout
from .stream import DICE, below, fold

ROLL, WHITE, COLOUR, BOARD, OVER = range(5)
"""What a game waits for: the dice, action 1, 2 or 3, or nothing more."""
ROWS_CLOSED, PENALTIES_TAKEN, LAP_ENDED = range(3)
"""What ended a game."""
NOBODY = -1
UNCHOSEN = -1

# The fields of the turn.
GAME, GAME_KEY, TURN, TURN_KEY, PHASE, ACTIVE, CROSSED, FINAL, CLOSED, CAUSE = range(10)
DIE = 10
"""Six dice: two white ones, then one of each colour."""
TURN_FIELDS = 16

# The fields of a seat; a field of all seats stands together, for at most five of them.
MOST_SEATS = 5
MARKS = TURN_FIELDS
"""The crossed cells."""
REACH = MARKS + MOST_SEATS
"""The cells that may still be crossed: it follows from the marks and the closed rows."""
LOCKS = REACH + MOST_SEATS
"""The rows whose lock the seat has crossed."""
PENALTIES = LOCKS + MOST_SEATS
PAWN = PENALTIES + MOST_SEATS
CHOICE = PAWN + MOST_SEATS
"""Action 1: the code of the choice, or `UNCHOSEN`."""
LEGAL = CHOICE + MOST_SEATS
"""In a batch: the options of a seat that is asked from outside."""
FIELDS = LEGAL + MOST_SEATS


@part
def start(layout: Layout, state: Ints, g: int, first: int, seed: np.uint64, game: np.uint64) -> None:
    state[g, GAME] = np.int64(game)
    state[g, GAME_KEY] = np.int64(fold(fold(np.uint64(0), seed), game))
    state[g, TURN] = 0
    state[g, PHASE] = ROLL
    state[g, ACTIVE] = first
    state[g, CROSSED] = 0
    state[g, FINAL] = NOBODY
    state[g, CLOSED] = 0
    state[g, CAUSE] = NOBODY
    for seat in range(layout.players):
        state[g, MARKS + seat] = 0
        state[g, REACH + seat] = layout.start
        state[g, LOCKS + seat] = 0
        state[g, PENALTIES + seat] = 0
        state[g, PAWN + seat] = 0
        state[g, CHOICE + seat] = UNCHOSEN


@part
def roll(layout: Layout, state: Ints, g: int) -> None:
    """The dice of the next turn. Those of closed rows are drawn too, and never looked at."""
    turn = state[g, TURN] + 1
    key = fold(np.uint64(state[g, GAME_KEY]), np.uint64(turn))
    stream = fold(key, DICE)
    faces = np.uint64(layout.faces)
    for die in range(6):
        stream, number = below(stream, faces)
        state[g, DIE + die] = number + 1
    state[g, TURN] = turn
    state[g, TURN_KEY] = np.int64(key)
    state[g, PHASE] = WHITE


@part
def white_options(layout: Layout, state: Ints, g: int, seat: int) -> int:
    """Action 1: the cells with the white sum, and what a lucky number offers instead (R3, L4)."""
    total = state[g, DIE] + state[g, DIE + 1]
    reach = state[g, REACH + seat]
    options = reach & layout.white[total]
    if layout.lucky[seat, total]:
        options |= _lucky_options(layout, state, g, seat)
    return options


@part
def _lucky_options(layout: Layout, state: Ints, g: int, seat: int) -> int:
    """The next cell of each open row with the fewest crosses, if it may be crossed (L4, L5)."""
    marks, reach = state[g, MARKS + seat], state[g, REACH + seat]
    fewest = 64
    for row in range(layout.row_cells.size):
        if not state[g, CLOSED] >> row & 1:
            fewest = min(fewest, popcount(marks & layout.row_cells[row]))
    options = 0
    for row in range(layout.row_cells.size):
        cells = layout.row_cells[row]
        if not state[g, CLOSED] >> row & 1 and popcount(marks & cells) == fewest:
            options |= _first(reach & cells, layout.ascending[row])
    return options


@part
def _first(cells: int, ascending: int) -> int:
    """The leftmost of some cells of a row, as a mask; none of none."""
    if cells == 0:
        return 0
    if ascending:
        return cells & -cells
    while cells & (cells - 1):
        cells &= cells - 1
    return cells


@part
def colour_options(layout: Layout, state: Ints, g: int) -> int:
    """Action 2: each coloured die with either white one (R4). Cells of closed rows are out of reach."""
    one, two = state[g, DIE], state[g, DIE + 1]
    cells = 0
    for row in range(layout.row_cells.size):
        die = state[g, DIE + 2 + row]
        cells |= layout.coloured[row, die + one] | layout.coloured[row, die + two]
    return cells & state[g, REACH + state[g, ACTIVE]]


@part
def move_options(layout: Layout, state: Ints, g: int) -> int:
    """Action 3: bit n is the space n + 1 ahead of the pawn (B1, B2)."""
    active = state[g, ACTIVE]
    marks, reach, pawn = state[g, MARKS + active], state[g, REACH + active], state[g, PAWN + active]
    options, free = 0, 0
    space = pawn + 1
    while space <= layout.spaces and free < layout.reach:
        taken = False
        for seat in range(layout.players):
            taken |= state[g, PAWN + seat] == space
        if not taken:
            free += 1
            options |= ((marks | reach) >> layout.space_cell[space] & 1) << (space - pawn - 1)
        space += 1
    return options


@part
def skips(layout: Layout, state: Ints, g: int, seat: int, cell: int) -> int:
    """How many cells a legal cross gives up."""
    return popcount(state[g, REACH + seat] & layout.left[cell])


@part
def _cross(layout: Layout, state: Ints, g: int, seat: int, cell: int) -> int:
    """Crosses the cell; the row that this closes, as a mask (R7, R8)."""
    row = layout.row[cell]
    marks = state[g, MARKS + seat] | 1 << cell
    state[g, MARKS + seat] = marks
    if layout.closes[cell]:
        state[g, LOCKS + seat] |= 1 << row
        return 1 << row
    reach = state[g, REACH + seat] & layout.keep[cell]
    if popcount(marks & layout.row_cells[row]) >= layout.needed:
        reach |= layout.row_closing[row]
    state[g, REACH + seat] = reach
    return 0


@part
def _close(layout: Layout, state: Ints, g: int, rows: int) -> bool:
    """The rows leave the game at once; whether that ends it (R9, R12)."""
    if rows == 0:
        return False
    closed = state[g, CLOSED] | rows
    state[g, CLOSED] = closed
    cells = 0
    for row in range(layout.row_cells.size):
        if rows >> row & 1:
            cells |= layout.row_cells[row]
    for seat in range(layout.players):
        state[g, REACH + seat] &= ~cells
    if popcount(closed) < layout.rows_to_end:
        return False
    _end(state, g, ROWS_CLOSED)
    return True


@part
def _end(state: Ints, g: int, cause: int) -> None:
    state[g, PHASE] = OVER
    state[g, CAUSE] = cause
    state[g, CROSSED] = 0


@part
def reveal(layout: Layout, state: Ints, g: int) -> None:
    """Action 1: every choice is applied to the same position (R3, R10, L6)."""
    rows = 0
    state[g, CROSSED] = state[g, CHOICE + state[g, ACTIVE]] > 0
    for seat in range(layout.players):
        choice = state[g, CHOICE + seat]
        if choice > 0:
            rows |= _cross(layout, state, g, seat, choice - 1)
        state[g, CHOICE + seat] = UNCHOSEN
    if not _close(layout, state, g, rows):
        state[g, PHASE] = COLOUR


@part
def colour(layout: Layout, state: Ints, g: int, choice: int) -> None:
    """Action 2."""
    if choice > 0:
        state[g, CROSSED] = 1
        if _close(layout, state, g, _cross(layout, state, g, state[g, ACTIVE], choice - 1)):
            return
    if layout.spaces:
        state[g, PHASE] = BOARD
    else:
        _end_turn(layout, state, g, False)


@part
def move(layout: Layout, state: Ints, g: int, space: int) -> None:
    """Action 3: the pawn, then the cross if its space needs one (B2); 0 stays."""
    if space > 0:
        active = state[g, ACTIVE]
        state[g, PAWN + active] = space
        cell = layout.space_cell[space]
        if not state[g, MARKS + active] >> cell & 1:
            state[g, CROSSED] = 1
            if _close(layout, state, g, _cross(layout, state, g, active, cell)):
                return
    _end_turn(layout, state, g, space >= layout.last)


@part
def _end_turn(layout: Layout, state: Ints, g: int, arrived: bool) -> None:
    """Penalty, then the final lap, then the next player (R6, R13, R14, B6, B7)."""
    active = state[g, ACTIVE]
    if not state[g, CROSSED]:
        penalties = state[g, PENALTIES + active] + 1
        state[g, PENALTIES + active] = penalties
        if penalties == layout.max_penalties:
            _end(state, g, PENALTIES_TAKEN)
            return
    if arrived and state[g, FINAL] == NOBODY:
        state[g, FINAL] = active
    following = active + 1 if active + 1 < layout.players else 0
    if following == state[g, FINAL]:
        _end(state, g, LAP_ENDED)
        return
    state[g, PHASE] = ROLL
    state[g, ACTIVE] = following
    state[g, CROSSED] = 0


@part
def score(layout: Layout, state: Ints, g: int, seat: int) -> int:
    marks, locks = state[g, MARKS + seat], state[g, LOCKS + seat]
    total = layout.space_points[state[g, PAWN + seat]] - layout.penalty_points * state[g, PENALTIES + seat]
    for row in range(layout.row_cells.size):
        total += layout.points[popcount(marks & layout.row_cells[row]) + (locks >> row & 1)]
    return total


@part
def nth(options: int, n: int) -> int:
    """The cell that is option n of some, counted from 0."""
    for _ in range(n):
        options &= options - 1
    return lowest(options)

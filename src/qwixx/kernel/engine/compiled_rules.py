"""The compiled rules: what may be done in a position, and what follows; `qwixx.rules` is the reference.

A game is a row of whole numbers in an array: the fields of the turn, then those of the seats, field by field.
A function gets the array and the index of the game in it.
"""

import numpy as np

from .compiler import lowest, part, popcount
from .layout import Ints, Layout
from .limits import MOST_SEATS
from .stream import DICE, below, fold

ROLL, WHITE, COLOUR, BOARD, OVER = range(5)
"""What a game waits for: the dice, action 1, 2 or 3, or nothing more."""
ROWS_CLOSED, PENALTIES_TAKEN, LAP_ENDED = range(3)
"""What ended a game."""
NO_CAUSE = -1
"""The game goes on."""
NOBODY = -1
UNCHOSEN = -1

# The fields of the turn.
GAME, GAME_KEY, TURN, TURN_KEY, PHASE, ACTIVE, CROSSED, FINAL, CLOSED, CAUSE = range(10)
DIE = 10
"""Six dice: two white ones, then one of each colour."""
TURN_FIELDS = 16

# The fields of a seat: each is stored for all seats together.
MARKS = TURN_FIELDS
"""The crossed cells."""
REACH = MARKS + MOST_SEATS
"""The cells that may still be crossed, derived from the marks and the closed rows."""
LOCKS = REACH + MOST_SEATS
"""The rows whose lock the seat has crossed."""
PENALTIES = LOCKS + MOST_SEATS
PAWN = PENALTIES + MOST_SEATS
CHOICE = PAWN + MOST_SEATS
"""Action 1: the code of the choice, or `UNCHOSEN`."""
LEGAL = CHOICE + MOST_SEATS
"""In a batch: the options of a seat that an agent plays."""
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
    state[g, CAUSE] = NO_CAUSE
    for seat in range(layout.players):
        state[g, MARKS + seat] = 0
        state[g, REACH + seat] = layout.start
        state[g, LOCKS + seat] = 0
        state[g, PENALTIES + seat] = 0
        state[g, PAWN + seat] = 0
        state[g, CHOICE + seat] = UNCHOSEN


@part
def start_from(state: Ints, g: int, rows: Ints, n: int, seed: np.uint64, game: np.uint64) -> None:
    """A game from the position in row `n` of `rows`; its dice follow from the number of rolls there."""
    for field in range(rows.shape[1]):
        state[g, field] = rows[n, field]
    key = fold(fold(np.uint64(0), seed), game)
    state[g, GAME] = np.int64(game)
    state[g, GAME_KEY] = np.int64(key)
    state[g, TURN_KEY] = np.int64(fold(key, np.uint64(state[g, TURN])))


@part
def roll(layout: Layout, state: Ints, g: int) -> None:
    """Rolls the dice of the next turn; those of closed rows are drawn too, and ignored."""
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
    """The leftmost of some cells of a row, as a mask; 0 if there are none."""
    if cells == 0:
        return 0
    if ascending:
        return cells & -cells
    while cells & (cells - 1):
        cells &= cells - 1
    return cells


@part
def colour_options(layout: Layout, state: Ints, g: int) -> int:
    """Action 2: the cells of the coloured sums that are within reach."""
    return coloured_cells(layout, state, g) & state[g, REACH + state[g, ACTIVE]]


@part
def coloured_cells(layout: Layout, state: Ints, g: int) -> int:
    """The cells with the sum of a coloured die and either white one, within reach or not (R4)."""
    one, two = state[g, DIE], state[g, DIE + 1]
    cells = 0
    for row in range(layout.row_cells.size):
        die = state[g, DIE + 2 + row]
        cells |= layout.coloured[row, die + one] | layout.coloured[row, die + two]
    return cells


@part
def move_options(layout: Layout, state: Ints, g: int) -> int:
    """Action 3: bit n is the space n + 1 ahead of the pawn (B1, B2)."""
    active = state[g, ACTIVE]
    free = free_spaces(layout, state, g, active)
    return allowed_spaces(
        layout, free, state[g, PAWN + active], state[g, MARKS + active] | state[g, REACH + active]
    )


@part
def free_spaces(layout: Layout, state: Ints, g: int, seat: int) -> int:
    """The spaces without a pawn that the seat's pawn can get to; bit n is n + 1 ahead (B1)."""
    pawn = state[g, PAWN + seat]
    found, free = 0, 0
    space = pawn + 1
    while space <= layout.spaces and free < layout.reach:
        taken = False
        for other in range(layout.players):
            taken |= state[g, PAWN + other] == space
        if not taken:
            free += 1
            found |= 1 << (space - pawn - 1)
        space += 1
    return found


@part
def allowed_spaces(layout: Layout, free: int, pawn: int, cells: int) -> int:
    """Those of the free spaces whose cell is one of `cells`: crossed already, or within reach (B2)."""
    allowed = 0
    while free:
        ahead = lowest(free)
        free &= free - 1
        allowed |= (cells >> layout.space_cell[pawn + 1 + ahead] & 1) << ahead
    return allowed


@part
def skips(layout: Layout, state: Ints, g: int, seat: int, cell: int) -> int:
    """The number of cells that a legal cross skips."""
    return popcount(state[g, REACH + seat] & layout.left[cell])


@part
def crossed(layout: Layout, marks: int, reach: int, cell: int) -> tuple[int, int, int]:
    """A sheet's marks and reach after a cross, and the row that it closes, as a mask (R7, R8)."""
    row = layout.row[cell]
    cells = layout.row_cells[row]
    marks |= 1 << cell
    if layout.closes[cell]:
        return marks, reach & ~cells, 1 << row
    reach &= layout.keep[cell]
    if popcount(marks & cells) >= layout.needed:
        reach |= layout.row_closing[row]
    return marks, reach, 0


@part
def _cross(layout: Layout, state: Ints, g: int, seat: int, cell: int) -> int:
    """Crosses the cell; the row that this closes, as a mask."""
    marks, reach, closes = crossed(layout, state[g, MARKS + seat], state[g, REACH + seat], cell)
    state[g, MARKS + seat] = marks
    state[g, REACH + seat] = reach
    if closes:
        state[g, LOCKS + seat] |= closes
    return closes


@part
def _close(layout: Layout, state: Ints, g: int, rows: int) -> bool:
    """Closes the rows for everyone; returns whether that ends the game (R9, R12)."""
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
    if not rows_end_game(layout, closed):
        return False
    _end(state, g, ROWS_CLOSED)
    return True


@part
def rows_end_game(layout: Layout, closed: int) -> bool:
    return popcount(closed) >= layout.rows_to_end


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
    """The end of the active player's turn, then the next player's or the end of the game."""
    active = state[g, ACTIVE]
    penalties, final, cause = after_turn(
        layout, active, state[g, CROSSED], arrived, state[g, PENALTIES + active], state[g, FINAL]
    )
    if not state[g, CROSSED]:
        state[g, PENALTIES + active] = penalties
    if arrived:
        state[g, FINAL] = final
    if cause != NO_CAUSE:
        _end(state, g, cause)
        return
    state[g, PHASE] = ROLL
    state[g, ACTIVE] = next_seat(layout, active)
    state[g, CROSSED] = 0


@part
def after_turn(
    layout: Layout, active: int, crossed: int, arrived: bool, penalties: int, final: int
) -> tuple[int, int, int]:
    """Penalties, the seat that began the final lap, and what ended the game (R6, R13, R14, B6, B7).

    `crossed` says whether the active player has made a cross, `arrived` whether the pawn has come to one of
    the last spaces.
    """
    if not crossed:
        penalties += 1
        if penalties == layout.max_penalties:
            return penalties, final, PENALTIES_TAKEN
    if arrived and final == NOBODY:
        final = active
    if next_seat(layout, active) == final:
        return penalties, final, LAP_ENDED
    return penalties, final, NO_CAUSE


@part
def next_seat(layout: Layout, seat: int) -> int:
    return seat + 1 if seat + 1 < layout.players else 0


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

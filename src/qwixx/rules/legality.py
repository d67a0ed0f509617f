"""What a seat may do in a position, and why it may not do the rest."""

from .actions import Choice, Cross, Move, Pass, Roll
from .cells import closed
from .crossing import Target
from .errors import Reason
from .notation import is_one_of, is_whole
from .setup import Setup
from .state import Phase, Sheet, State


def acts(state: State, seat: int) -> bool:
    """Whether the seat's choice is missing. Seats are asked even if they can only pass (R18)."""
    if state.phase is Phase.WHITE:
        return state.choices[seat] is None
    return seat == state.active and state.phase in (Phase.COLOUR, Phase.BOARD)


def legal(setup: Setup, state: State, seat: int) -> tuple[Choice, ...]:
    if not is_one_of(seat, setup.seats) or not acts(state, seat):
        return ()
    if state.phase is Phase.BOARD:
        assert setup.track is not None
        spaces = setup.track.reachable(state)
        return (
            Pass(seat),
            *[Move(seat, space) for space in spaces if setup.track.condition(state, space) is None],
        )
    assert state.roll is not None
    targets = (
        _white_targets(setup, state.roll, state.sheets[seat], seat)
        if state.phase is Phase.WHITE
        else _colour_targets(setup, state.roll)
    )
    refusal, numbers = setup.crossing.refusal, setup.crossing.numbers
    marks, colours = state.sheets[seat].rows, state.roll.colours
    cells = [
        (row, numbers[row][column])
        for row, column in targets
        if colours[row] is not None and not refusal(marks[row], row, column)
    ]
    cells.sort()
    return (Pass(seat), *[Cross(seat, row, number) for row, number in cells])


def _white_targets(setup: Setup, roll: Roll, sheet: Sheet, seat: int) -> set[Target]:
    """Action 1: the white sum in every row, and what a lucky number offers instead (R3, L4)."""
    total = sum(roll.white)
    targets = set(setup.crossing.by_number.get(total, ()))
    if total in setup.lucky[seat]:
        targets.update(_lucky_targets(setup, roll, sheet))
    return targets


def _lucky_targets(setup: Setup, roll: Roll, sheet: Sheet) -> set[Target]:
    open_rows = [row for row, die in enumerate(roll.colours) if die is not None]
    return setup.crossing.lucky(sheet, open_rows)


def _colour_targets(setup: Setup, roll: Roll) -> set[Target]:
    """Action 2: each coloured die with either white die (R4)."""
    by_colour, (one, two) = setup.crossing.by_colour, roll.white
    targets: set[Target] = set()
    for colour, die in enumerate(roll.colours):
        if die is not None:
            targets.update(by_colour.get((colour, die + one), ()))
            targets.update(by_colour.get((colour, die + two), ()))
    return targets


def refusal(setup: Setup, state: State, action: object) -> Reason | None:
    """Why the action is not legal; `None` if it is."""
    if state.phase is Phase.OVER:
        return Reason.GAME_OVER
    if isinstance(action, Roll):
        return roll_refusal(setup, state, action) if state.phase is Phase.ROLL else Reason.NOT_NOW
    if not isinstance(action, (Pass, Cross, Move)):
        return Reason.UNKNOWN_ACTION
    if state.phase is Phase.ROLL:
        return Reason.ROLL_FIRST
    if not is_one_of(action.seat, setup.seats):
        return Reason.NO_SUCH_SEAT
    if not acts(state, action.seat):
        return Reason.ALREADY_CHOSEN if state.phase is Phase.WHITE else Reason.NOT_ACTIVE
    if isinstance(action, Pass):
        return None
    if isinstance(action, Move) != (state.phase is Phase.BOARD):
        return Reason.NOT_NOW
    if isinstance(action, Move):
        assert setup.track is not None
        return setup.track.refusal(state, action.space)
    return _cross_refusal(setup, state, action)


def roll_refusal(setup: Setup, state: State, roll: Roll) -> Reason | None:
    if (type(roll.white), type(roll.colours)) != (tuple, tuple):
        # With a list, the position would not be equal to the same position with tuples.
        return Reason.UNKNOWN_ACTION
    if (len(roll.white), len(roll.colours)) != (2, len(setup.variant.rows)):
        return Reason.BAD_DIE
    shut = closed(setup, state)
    for row, die in enumerate(roll.colours):
        if (die is None) != (row in shut):
            return Reason.DIE_MISSING if die is None else Reason.DIE_REMOVED
    dice = (*roll.white, *(die for die in roll.colours if die is not None))
    return None if all(is_one_of(die, setup.faces) for die in dice) else Reason.BAD_DIE


def _cross_refusal(setup: Setup, state: State, cross: Cross) -> Reason | None:
    assert state.roll is not None
    crossing, row = setup.crossing, cross.row
    there = is_one_of(row, crossing.rows) and is_whole(cross.number)
    column = crossing.columns[row].get(cross.number) if there else None
    if column is None:
        return Reason.NO_SUCH_CELL
    if state.roll.colours[row] is None:
        return Reason.ROW_CLOSED
    if state.phase is Phase.COLOUR:
        die = state.roll.colours[setup.variant.rows[row][column].colour]
        if die is None or cross.number - die not in state.roll.white:
            return Reason.NOT_ROLLED
    elif cross.number != (total := sum(state.roll.white)):
        if total not in setup.lucky[cross.seat]:
            return Reason.NOT_WHITE_SUM
        if (row, column) not in _lucky_targets(setup, state.roll, state.sheets[cross.seat]):
            return Reason.NOT_LUCKY_CELL
    return crossing.refusal(state.sheets[cross.seat].rows[row], row, column)

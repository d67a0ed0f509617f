"""What a choice would bring about, so that clients can show it without knowing the rules."""

from msgspec import Struct, structs

from . import turn
from .actions import Choice, Cross, Move, Pass
from .crossing import Target
from .events import Closed, Crossed, Ended, FinalLap, Penalised
from .setup import Setup
from .state import Phase, State


class Outlook(Struct, frozen=True):
    skips: int = 0
    """Cells given up by the cross."""
    crosses: bool = False
    lucky: bool = False
    closes: bool = False
    penalty: bool = False
    final_lap: bool = False
    ends: bool = False


NOTHING = Outlook()


def outlook(setup: Setup, state: State, choice: Choice) -> Outlook:
    return _white(setup, state, choice) if state.phase is Phase.WHITE else played(setup, state, choice)


def _white(setup: Setup, state: State, choice: Choice) -> Outlook:
    """A fast path: a server asks for every option of every seat. A test compares it with `played`."""
    target = _target(setup, state, choice)
    if target is None or state.roll is None or not isinstance(choice, Cross):
        return NOTHING
    row, column = target
    closes = column >= setup.crossing.closing[row]
    return Outlook(
        setup.crossing.skipped(state.sheets[choice.seat].rows[row], column),
        True,
        choice.number != sum(state.roll.white),
        closes,
        False,
        False,
        closes and state.roll.colours.count(None) + 1 >= setup.variant.closed_rows_to_end,
    )


def played(setup: Setup, state: State, choice: Choice) -> Outlook:
    """Plays the choice."""
    state = others_pass(setup, state, choice.seat)
    _, events = turn.apply(setup, state, choice)
    kinds = {type(event) for event in events}
    return Outlook(
        skips=skips(setup, state, choice),
        crosses=Crossed in kinds,
        lucky=any(isinstance(event, Crossed) and event.lucky for event in events),
        closes=Closed in kinds,
        penalty=Penalised in kinds,
        final_lap=FinalLap in kinds,
        ends=Ended in kinds,
    )


def others_pass(setup: Setup, state: State, seat: int) -> State:
    """The position with all others passing in action 1: an outlook must not depend on hidden choices."""
    if state.phase is not Phase.WHITE:
        return state
    choices = tuple(None if other == seat else Pass(other) for other in setup.seats)
    return structs.replace(state, choices=choices)


def crossed_cell(setup: Setup, state: State, choice: Choice) -> tuple[int, int] | None:
    target = _target(setup, state, choice)
    if target is None:
        return None
    row, column = target
    return row, setup.crossing.numbers[row][column]


def skipped(setup: Setup, state: State, choice: Choice) -> tuple[int, ...]:
    """The numbers that the choice's cross gives up."""
    target = _target(setup, state, choice)
    if target is None:
        return ()
    row, column = target
    return setup.crossing.numbers[row][state.sheets[choice.seat].rows[row].bit_length() : column]


def skips(setup: Setup, state: State, choice: Choice) -> int:
    """The number of cells that the choice's cross gives up; 0 without a cross."""
    target = _target(setup, state, choice)
    if target is None:
        return 0
    row, column = target
    return setup.crossing.skipped(state.sheets[choice.seat].rows[row], column)


def makes_cross(setup: Setup, state: State, choice: Choice) -> bool:
    return _target(setup, state, choice) is not None


def _target(setup: Setup, state: State, choice: Choice) -> Target | None:
    """The cell that the choice crosses; a move to a number that is already crossed has none (B5)."""
    if isinstance(choice, Cross):
        return choice.row, setup.crossing.columns[choice.row][choice.number]
    if isinstance(choice, Move) and setup.track and setup.track.needs_cross(state, choice.space):
        return setup.track.targets[choice.space - 1]
    return None

"""What follows from a legal action. R17 gives the order at the end of a turn."""

from collections.abc import Sequence

from . import scoring
from .actions import Action, Choice, Cross, Move, Roll
from .events import (
    Chose,
    Closed,
    Crossed,
    Ended,
    Event,
    FinalLap,
    Moved,
    Passed,
    Penalised,
    Rolled,
    TurnBegan,
)
from .setup import Setup
from .state import Phase, Sheet, State

Step = tuple[State, tuple[Event, ...]]


def apply(setup: Setup, state: State, action: Action) -> Step:
    if isinstance(action, Roll):
        rolled = Rolled(state.active, action.white, action.colours)
        unmade = (None,) * setup.players
        return State(state.sheets, state.active, Phase.WHITE, action, unmade, False, state.final), (rolled,)
    if state.phase is Phase.WHITE:
        seat = action.seat
        choices = (*state.choices[:seat], action, *state.choices[seat + 1 :])
        if None in choices:
            return _choosing(state, choices), (Chose(seat),)
        return _Turn(setup, state, [Chose(seat)]).reveal(choices)
    turn = _Turn(setup, state, [])
    return turn.move(action) if state.phase is Phase.BOARD else turn.colour(action)


def reveal(setup: Setup, state: State, choices: tuple[Choice, ...]) -> Step:
    return _Turn(setup, state, []).reveal(choices)


def _choosing(state: State, choices: tuple[Choice | None, ...]) -> State:
    return State(state.sheets, state.active, Phase.WHITE, state.roll, choices, False, state.final)


class _Turn:
    """A step in progress: copies of what it changes, and the events so far."""

    def __init__(self, setup: Setup, state: State, events: list[Event]) -> None:
        assert state.roll is not None
        self.setup = setup
        self.state = state
        self.sheets = list(state.sheets)
        self.roll = state.roll
        self.crossed = state.crossed
        self.locks: dict[int, tuple[int, ...]] = {}
        """The rows closed in this step, and the seats that crossed their locks."""
        self.events = events

    def reveal(self, choices: Sequence[Choice | None]) -> Step:
        """Action 1: every choice is applied to the same position (R3, R10, L6)."""
        total = sum(self.roll.white)
        for seat, choice in enumerate(choices):
            if isinstance(choice, Cross):
                lucky = choice.number != total
                self.cross(
                    seat, choice.row, choice.number, Crossed(seat, choice.row, choice.number, 1, lucky)
                )
            else:
                self.events.append(Passed(seat, 1))
        self.crossed = isinstance(choices[self.state.active], Cross)
        return self.ended_by_rows() or self.going_on(Phase.COLOUR)

    def colour(self, choice: Choice) -> Step:
        """Action 2."""
        if isinstance(choice, Cross):
            self.cross(
                choice.seat, choice.row, choice.number, Crossed(choice.seat, choice.row, choice.number, 2)
            )
            self.crossed = True
        else:
            self.events.append(Passed(choice.seat, 2))
        if over := self.ended_by_rows():
            return over
        return self.going_on(Phase.BOARD) if self.setup.track else self.end_turn()

    def move(self, choice: Choice) -> Step:
        """Action 3: the pawn, then the cross if its space needs one (B2)."""
        track = self.setup.track
        assert track is not None
        if not isinstance(choice, Move):
            self.events.append(Passed(choice.seat, 3))
            return self.end_turn()
        seat, space = choice.seat, track.board.spaces[choice.space - 1]
        needs_cross = track.needs_cross(self.state, choice.space)
        sheet = self.sheets[seat]
        self.sheets[seat] = Sheet(sheet.rows, sheet.penalties, choice.space)
        self.events.append(Moved(seat, choice.space, space.points))
        if needs_cross:
            self.cross(seat, space.row, space.number, Crossed(seat, space.row, space.number, 3))
            self.crossed = True
        return self.ended_by_rows() or self.end_turn(arrived=track.is_last(choice.space))

    def cross(self, seat: int, row: int, number: int, event: Crossed) -> None:
        crossing, sheet = self.setup.crossing, self.sheets[seat]
        marks = crossing.cross(sheet.rows[row], row, crossing.columns[row][number])
        rows = (*sheet.rows[:row], marks, *sheet.rows[row + 1 :])
        self.sheets[seat] = Sheet(rows, sheet.penalties, sheet.pawn)
        self.events.append(event)
        if marks & crossing.locks[row]:
            self.locks[row] = (*self.locks.get(row, ()), seat)

    def ended_by_rows(self) -> Step | None:
        """Removes the dice of rows closed in this step; the second closed row ends the game (R9, R12)."""
        if not self.locks:
            return None
        self.events.extend(Closed(row, seats) for row, seats in sorted(self.locks.items()))
        colours = tuple(None if row in self.locks else die for row, die in enumerate(self.roll.colours))
        self.roll = Roll(self.roll.white, colours)
        return self.over() if colours.count(None) >= self.setup.variant.closed_rows_to_end else None

    def going_on(self, phase: Phase) -> Step:
        state = self.state
        sheets = tuple(self.sheets)
        return State(sheets, state.active, phase, self.roll, (), self.crossed, state.final), tuple(
            self.events
        )

    def end_turn(self, arrived: bool = False) -> Step:
        """Penalty, then the final lap, then the next player (R6, R13, R14, B6, B7)."""
        active, final = self.state.active, self.state.final
        if not self.crossed:
            sheet = self.sheets[active]
            penalties = sheet.penalties + 1
            self.sheets[active] = Sheet(sheet.rows, penalties, sheet.pawn)
            self.events.append(Penalised(active, penalties))
            if penalties == self.setup.variant.max_penalties:
                return self.over()
        if arrived and final is None:
            final = active
            self.events.append(FinalLap(active))
        following = (active + 1) % self.setup.players
        if following == final:
            return self.over(final)
        self.events.append(TurnBegan(following))
        return State(tuple(self.sheets), following, final=final), tuple(self.events)

    def over(self, final: int | None = None) -> Step:
        final = self.state.final if final is None else final
        state = State(tuple(self.sheets), self.state.active, Phase.OVER, final=final)
        cause = scoring.cause(self.setup, state)
        assert cause is not None
        self.events.append(Ended(cause, scoring.scores(self.setup, state)))
        return state, tuple(self.events)

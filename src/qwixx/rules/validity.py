"""Whether a position can occur in a game."""

from typing import NamedTuple

from . import legality
from .cells import closed
from .notation import COLOURS
from .setup import Setup
from .state import Phase, Sheet, State


class Impossible(NamedTuple):
    """Why a position cannot occur, and on which seat's sheet; `None` if the fault is in the turn."""

    problem: str
    seat: int | None = None


def impossibility(setup: Setup, state: State) -> Impossible | None:
    for seat, sheet in enumerate(state.sheets):
        if problem := _sheet_problem(setup, sheet):
            return Impossible(f"seat {seat}: {problem}", seat)
    problem = _pawn_problem(setup, state) or _end_problem(setup, state) or _turn_problem(setup, state)
    return Impossible(problem) if problem else None


def _sheet_problem(setup: Setup, sheet: Sheet) -> str | None:
    crossing, variant = setup.crossing, setup.variant
    for row, marks in enumerate(sheet.rows):
        lock = crossing.locks[row]
        closing = (marks & (lock - 1)) >> crossing.closing[row]
        before = (marks & ((1 << crossing.closing[row]) - 1)).bit_count()
        if closing.bit_count() > 1:
            return f"only one of the last numbers of {COLOURS[row]} can be crossed"
        if closing and before < variant.crosses_to_close:
            return f"{COLOURS[row]} is closed with fewer than {variant.crosses_to_close} crosses before"
    if sheet.penalties > variant.max_penalties:
        return f"{sheet.penalties} penalties are more than {variant.max_penalties}"
    if setup.track is None:
        return "there is no board for a pawn" if sheet.pawn else None
    if sheet.pawn > len(setup.track.targets):
        return f"the board has no space {sheet.pawn}"
    if sheet.pawn:
        row, column = setup.track.targets[sheet.pawn - 1]
        if not sheet.rows[row] >> column & 1:
            return f"the pawn is on space {sheet.pawn}, but its number is not crossed"
    return None


def _pawn_problem(setup: Setup, state: State) -> str | None:
    pawns = [sheet.pawn for sheet in state.sheets if sheet.pawn]
    if len(pawns) > len(set(pawns)):
        return "two pawns are on one space"
    if setup.track is None:
        return None if state.final is None else "there is no final lap without a board"
    arrived = any(setup.track.is_last(pawn) for pawn in pawns)
    if state.final is not None and not setup.track.is_last(state.sheets[state.final].pawn):
        return f"seat {state.final} did not begin the final lap: its pawn is not on the last spaces"
    if state.final == state.active and state.phase is not Phase.OVER:
        return f"the final lap ends before seat {state.final} is active again"
    if arrived and state.final is None and state.phase is not Phase.OVER:
        return "a pawn is on the last spaces, so the final lap has begun"
    return None


def _end_problem(setup: Setup, state: State) -> str | None:
    over = state.phase is Phase.OVER
    ended = len(closed(setup, state)) >= setup.variant.closed_rows_to_end
    spent = [
        seat for seat, sheet in enumerate(state.sheets) if sheet.penalties == setup.variant.max_penalties
    ]
    lapped = state.final is not None and (state.active + 1) % setup.players == state.final
    if (ended or spent) and not over:
        return "the game would be over"
    if spent and (ended or spent != [state.active]):
        return "the last penalty ends the game, so nobody else can have one and no second row can close"
    if over and not (ended or spent or lapped):
        return "nothing has ended the game"
    return None


def _turn_problem(setup: Setup, state: State) -> str | None:
    rolled = state.phase in (Phase.WHITE, Phase.COLOUR, Phase.BOARD)
    if rolled != (state.roll is not None):
        return f"{'no dice' if rolled else 'dice'} in the phase {state.phase.value}"
    if state.phase is Phase.BOARD and setup.track is None:
        return "there is no action 3 without a board"
    if state.crossed and state.phase not in (Phase.COLOUR, Phase.BOARD):
        return f"nothing is crossed yet in the phase {state.phase.value}"
    if state.crossed and not any(state.sheets[state.active].rows):
        return f"seat {state.active} has crossed something, but its sheet is empty"
    if state.roll and (reason := legality.roll_refusal(setup, state, state.roll)):
        return reason.sentence
    return _choice_problem(setup, state)


def _choice_problem(setup: Setup, state: State) -> str | None:
    if state.phase is not Phase.WHITE:
        return "choices are pending only in the phase white" if state.choices else None
    if len(state.choices) != setup.players:
        return f"every seat needs a choice: {setup.players} in all, not {len(state.choices)}"
    if None not in state.choices:
        return "all have chosen, so the choices would be revealed"
    empty = State(
        state.sheets, state.active, state.phase, state.roll, (None,) * setup.players, final=state.final
    )
    for choice in state.choices:
        if choice is not None and (reason := legality.refusal(setup, empty, choice)):
            return f"seat {choice.seat}: {reason.sentence}"
    return None

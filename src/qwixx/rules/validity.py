"""Whether a position can occur in a game."""

from typing import NamedTuple

from . import legality
from .cells import closed
from .errors import Problem, Reason, problem
from .notation import COLOURS
from .setup import Setup
from .state import Phase, Sheet, State


class Impossible(NamedTuple):
    """Why a position cannot occur, and on which seat's sheet; `None` if the fault is in the turn."""

    problem: Problem
    seat: int | None = None


def impossibility(setup: Setup, state: State) -> Impossible | None:
    for seat, sheet in enumerate(state.sheets):
        if found := _sheet_problem(setup, sheet):
            return Impossible(_at_seat(seat, found), seat)
    found = _pawn_problem(setup, state) or _end_problem(setup, state) or _turn_problem(setup, state)
    return Impossible(found) if found else None


def _at_seat(seat: int, found: Problem) -> Problem:
    return problem(f"seat {seat}: {found.message}", "at-seat", seat=seat, problem=found)


def _refused(setup: Setup, reason: Reason) -> Problem:
    """A refusal as a problem: its code is the reason, which has a translation of its own."""
    return problem(reason.sentence, reason, needed=setup.variant.crosses_to_close)


def _sheet_problem(setup: Setup, sheet: Sheet) -> Problem | None:
    crossing, variant = setup.crossing, setup.variant
    for row, marks in enumerate(sheet.rows):
        lock = crossing.locks[row]
        closing = (marks & (lock - 1)) >> crossing.closing[row]
        before = (marks & ((1 << crossing.closing[row]) - 1)).bit_count()
        if closing.bit_count() > 1:
            message = f"only one of the last numbers of {COLOURS[row]} can be crossed"
            return problem(message, "one-last", row=COLOURS[row])
        if closing and before < (needed := variant.crosses_to_close):
            message = f"{COLOURS[row]} is closed with fewer than {needed} crosses before"
            return problem(message, "closed-too-early", row=COLOURS[row], needed=needed)
    if sheet.penalties > (most := variant.max_penalties):
        message = f"{sheet.penalties} penalties are more than {most}"
        return problem(message, "penalties", given=sheet.penalties, most=most)
    if setup.track is None:
        return problem("there is no board for a pawn", "no-board") if sheet.pawn else None
    if sheet.pawn > len(setup.track.targets):
        return problem(f"the board has no space {sheet.pawn}", "no-space", space=sheet.pawn)
    if sheet.pawn:
        row, column = setup.track.targets[sheet.pawn - 1]
        if not sheet.rows[row] >> column & 1:
            message = f"the pawn is on space {sheet.pawn}, but its number is not crossed"
            return problem(message, "pawn-not-crossed", space=sheet.pawn)
    return None


def _pawn_problem(setup: Setup, state: State) -> Problem | None:
    pawns = [sheet.pawn for sheet in state.sheets if sheet.pawn]
    if len(pawns) > len(set(pawns)):
        return problem("two pawns are on one space", "two-pawns")
    if setup.track is None:
        return None if state.final is None else problem("there is no final lap without a board", "no-final")
    arrived = any(setup.track.is_last(pawn) for pawn in pawns)
    if state.final is not None and not setup.track.is_last(state.sheets[state.final].pawn):
        message = f"seat {state.final} did not begin the final lap: its pawn is not on the last spaces"
        return problem(message, "final-not-begun", seat=state.final)
    if state.final == state.active and state.phase is not Phase.OVER:
        message = f"the final lap ends before seat {state.final} is active again"
        return problem(message, "final-over", seat=state.final)
    if arrived and state.final is None and state.phase is not Phase.OVER:
        return problem("a pawn is on the last spaces, so the final lap has begun", "final-begun")
    return None


def _end_problem(setup: Setup, state: State) -> Problem | None:
    over = state.phase is Phase.OVER
    ended = len(closed(setup, state)) >= setup.variant.closed_rows_to_end
    spent = [
        seat for seat, sheet in enumerate(state.sheets) if sheet.penalties == setup.variant.max_penalties
    ]
    lapped = state.final is not None and (state.active + 1) % setup.players == state.final
    if (ended or spent) and not over:
        return problem("the game would be over", "would-be-over")
    if spent and (ended or spent != [state.active]):
        message = "the last penalty ends the game, so nobody else can have one and no second row can close"
        return problem(message, "last-penalty")
    if over and not (ended or spent or lapped):
        return problem("nothing has ended the game", "not-ended")
    return None


def _turn_problem(setup: Setup, state: State) -> Problem | None:
    rolled, phase = state.phase in (Phase.WHITE, Phase.COLOUR, Phase.BOARD), state.phase.value
    if rolled and state.roll is None:
        return problem(f"no dice in the phase {phase}", "dice-missing", phase=phase)
    if state.roll and not rolled:
        return problem(f"dice in the phase {phase}", "dice-too-early", phase=phase)
    if state.phase is Phase.BOARD and setup.track is None:
        return problem("there is no action 3 without a board", "no-action-three")
    if state.crossed and state.phase not in (Phase.COLOUR, Phase.BOARD):
        return problem(f"nothing is crossed yet in the phase {phase}", "crossed-too-early", phase=phase)
    if state.crossed and not any(state.sheets[state.active].rows):
        message = f"seat {state.active} has crossed something, but its sheet is empty"
        return problem(message, "crossed-nothing", seat=state.active)
    if state.roll and (reason := legality.roll_refusal(setup, state, state.roll)):
        return _refused(setup, reason)
    return _choice_problem(setup, state)


def _choice_problem(setup: Setup, state: State) -> Problem | None:
    if state.phase is not Phase.WHITE:
        message = "choices are pending only in the phase white"
        return problem(message, "choices-too-early") if state.choices else None
    if len(state.choices) != setup.players:
        message = f"every seat needs a choice: {setup.players} in all, not {len(state.choices)}"
        return problem(message, "choices-missing", wanted=setup.players, given=len(state.choices))
    if None not in state.choices:
        return problem("all have chosen, so the choices would be revealed", "all-chosen")
    empty = State(
        state.sheets, state.active, state.phase, state.roll, (None,) * setup.players, final=state.final
    )
    for choice in state.choices:
        if choice is not None and (reason := legality.refusal(setup, empty, choice)):
            return _at_seat(choice.seat, _refused(setup, reason))
    return None

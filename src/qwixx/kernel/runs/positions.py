"""Positions of the rules as rows of the kernel's array of games, and back."""

from functools import lru_cache

import numpy as np

from qwixx.rules import Phase, Roll, Rules, Sheet, State
from qwixx.rules.action_codes import block as block_of

from ..engine.compiled_rules import (
    ACTIVE,
    CAUSE,
    CHOICE,
    CLOSED,
    CROSSED,
    DIE,
    FIELDS,
    FINAL,
    LOCKS,
    MARKS,
    NO_CAUSE,
    NOBODY,
    PAWN,
    PENALTIES,
    PHASE,
    REACH,
    TURN,
    UNCHOSEN,
)
from ..engine.layout import Ints
from ..engine.results import CAUSES, Results

PHASES = (Phase.ROLL, Phase.WHITE, Phase.COLOUR, Phase.BOARD, Phase.OVER)


def state_of(rules: Rules, fields: Ints) -> State:
    """A row of the kernel's array of games as a position of the rules."""
    at = [int(field) for field in fields]
    phase = PHASES[at[PHASE]]
    rolled = phase in (Phase.WHITE, Phase.COLOUR, Phase.BOARD)
    colours = [None if at[CLOSED] >> row & 1 else at[DIE + 2 + row] for row in rules.crossing.rows]
    choices = [at[CHOICE + seat] for seat in rules.seats] if phase is Phase.WHITE else []
    return State(
        tuple(
            Sheet(_rows(rules, at[MARKS + seat], at[LOCKS + seat]), at[PENALTIES + seat], at[PAWN + seat])
            for seat in rules.seats
        ),
        at[ACTIVE],
        phase,
        Roll((at[DIE], at[DIE + 1]), tuple(colours)) if rolled else None,
        tuple(
            None if code == UNCHOSEN else rules.decode(seat * block_of(rules) + code)  # type: ignore[misc]
            for seat, code in enumerate(choices)
        ),
        bool(at[CROSSED]),
        None if at[FINAL] == NOBODY else at[FINAL],
    )


def _rows(rules: Rules, marks: int, locks: int) -> tuple[int, ...]:
    rows = [rules.crossing.locks[row] if locks >> row & 1 else 0 for row in rules.crossing.rows]
    for cell, (row, number) in enumerate(rules.crossing.cells):
        rows[row] |= (marks >> cell & 1) << rules.crossing.columns[row][number]
    return tuple(rows)


def row_of(rules: Rules, state: State, turn: int) -> Ints:
    """A position of the rules as a row of the kernel's array of games."""
    row = np.zeros(FIELDS, np.int64)
    row[TURN] = turn
    row[PHASE] = PHASES.index(state.phase)
    row[ACTIVE] = state.active
    row[CROSSED] = state.crossed
    row[FINAL] = NOBODY if state.final is None else state.final
    cause = rules.cause(state)
    row[CAUSE] = CAUSES.index(cause) if cause else NO_CAUSE
    closed = rules.closed(state)
    row[CLOSED] = sum(1 << number for number in closed)
    if state.roll is not None:
        # The dice of closed rows are ignored.
        row[DIE : DIE + 6] = [*state.roll.white, *(die or 1 for die in state.roll.colours)]
    for seat, sheet in enumerate(state.sheets):
        marks, reach, locks = _cells(rules, sheet, closed)
        row[MARKS + seat], row[REACH + seat], row[LOCKS + seat] = marks, reach, locks
        row[PENALTIES + seat], row[PAWN + seat] = sheet.penalties, sheet.pawn
        row[CHOICE + seat] = UNCHOSEN
    if state.phase is Phase.WHITE:
        for seat, choice in enumerate(state.choices):
            if choice is not None:
                row[CHOICE + seat] = rules.code(choice) - seat * block_of(rules)
    return row


def _cells(rules: Rules, sheet: Sheet, closed: frozenset[int]) -> tuple[int, int, int]:
    """The marks, what may still be crossed, and the locks."""
    crossing, needed = rules.crossing, rules.variant.crosses_to_close
    marks = reach = locks = shift = 0
    for row, crossed in enumerate(sheet.rows):
        numbers = crossing.numbers[row]
        own, left = _row_cells(numbers, crossing.closing[row], needed, crossed)
        marks |= own << shift
        reach |= 0 if row in closed else left << shift
        locks |= bool(crossed & crossing.locks[row]) << row
        shift += len(numbers)
    return marks, reach, locks


@lru_cache(maxsize=1 << 12)
def _row_cells(numbers: tuple[int, ...], closing: int, needed: int, crossed: int) -> tuple[int, int]:
    """The marks of an open row, and what may still be crossed, from the lowest number up."""
    marks = reach = 0
    for bit, number in enumerate(sorted(numbers)):
        column = numbers.index(number)
        marks |= (crossed >> column & 1) << bit
        if not crossed >> column:
            reach |= (column < closing or crossed.bit_count() >= needed) << bit
    return marks, reach


def results_of(rules: Rules, rows: Ints, scores: Ints) -> Results:
    """The results of finished games, from their rows and their totals by seat."""
    seats = rules.players
    return Results(
        rules,
        scores.astype(np.int16),
        rows[:, TURN].astype(np.int16),
        rows[:, CAUSE].astype(np.uint8),
        rows[:, PENALTIES : PENALTIES + seats].astype(np.uint8),
        rows[:, PAWN : PAWN + seats].astype(np.uint8),
        rows[:, MARKS : MARKS + seats].copy(),
        rows[:, LOCKS : LOCKS + seats].astype(np.uint8),
    )

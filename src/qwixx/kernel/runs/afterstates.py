"""Afterstates: the positions that a seat can bring about by the end of the turn, if the others do nothing.

A choice of the active player is followed by every choice that it can still make in its turn. After a passive
player's choice in action 1, the turn ends as if the active player did nothing more, but without a penalty:
what the active player will do is not known.
"""

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from qwixx.rules import QwixxError

from ..engine.compiled_rules import (
    ACTIVE,
    BOARD,
    CHOICE,
    COLOUR,
    CROSSED,
    OVER,
    PAWN,
    PHASE,
    WHITE,
    colour,
    colour_options,
    move,
    move_options,
    reveal,
    score,
    white_options,
)
from ..engine.compiler import entry, lowest, part, routine
from ..engine.layout import Ints, Layout
from .observations import Observations, write_observation

TRIALS = 3
"""Positions that are worked on: after action 1, 2 and 3."""
ANY = -1
"""The choice that an afterstate belongs to is still to be made."""


class Afterstates(NamedTuple):
    """The afterstates of many decisions: a row for each, in the order of the decisions."""

    observations: npt.NDArray[np.int8]
    """What the seat would see: a position that awaits a roll, or the end of the game."""
    decisions: Ints
    """The number of the decision."""
    actions: Ints
    """The action that leads there; several rows may have the same, as the active player can go on."""
    over: npt.NDArray[np.bool_]
    """Whether the game would be over."""
    scores: Ints
    """The totals by seat: the own one first, then the others clockwise."""

    @property
    def shares(self) -> npt.NDArray[np.float64]:
        """The share of the win if the game ended there."""
        winners = self.scores == self.scores.max(axis=1, keepdims=True)
        shares: npt.NDArray[np.float64] = winners[:, 0] / winners.sum(axis=1)
        return shares

    def best(self, values: npt.ArrayLike) -> Ints:
        """For each decision the action that leads to the highest value; the first of equal ones."""
        found = np.asarray(values)
        if found.shape != self.decisions.shape:
            raise QwixxError(f"The values have the shape {found.shape}, not {self.decisions.shape}.")
        if np.isnan(found).any():
            raise QwixxError("A value is not a number.")
        starts = np.flatnonzero(np.diff(self.decisions, prepend=-1))
        highest = np.maximum.reduceat(found, starts)
        rows = np.flatnonzero(found == highest[self.decisions])[::-1]
        chosen = np.zeros(len(starts), np.int64)
        chosen[self.decisions[rows]] = self.actions[rows]  # the first row of a decision comes last, and stays
        return chosen


class AfterstateRows:
    """Lists afterstates. The arrays are kept for the next time, and grow."""

    def __init__(self, layout: Layout, size: int, rows: int = 256) -> None:
        self._layout = layout
        self._size = size
        self._trials = np.zeros((TRIALS, 0), np.int64)
        self._arrays = self._room(rows)

    def _room(self, rows: int) -> Afterstates:
        return Afterstates(
            np.zeros((rows, self._size), np.int8),
            np.zeros(rows, np.int64),
            np.zeros(rows, np.int64),
            np.zeros(rows, np.bool_),
            np.zeros((rows, self._layout.players), np.int64),
        )

    def find(self, state: Ints, places: Ints, seats: Ints) -> Afterstates:
        """The afterstates of the choices that these seats have in these games of the array."""
        if self._trials.shape[1] != state.shape[1]:
            self._trials = np.zeros((TRIALS, state.shape[1]), np.int64)
        while True:
            count = list_afterstates(self._layout, state, self._trials, places, seats, *self._arrays)
            if count <= len(self._arrays.over):
                return Afterstates._make(array[:count].copy() for array in self._arrays)
            self._arrays = self._room(2 * count)


@entry
def list_afterstates(
    layout: Layout,
    state: Ints,
    trials: Ints,
    places: Ints,
    seats: Ints,
    observations: Observations,
    decisions: Ints,
    actions: Ints,
    over: npt.NDArray[np.bool_],
    scores: Ints,
) -> int:
    """Writes as many rows as there is room for; returns how many there are."""
    rows = Afterstates(observations, decisions, actions, over, scores)
    n = 0
    for decision in range(places.size):
        g, seat = places[decision], seats[decision]
        if state[g, PHASE] != WHITE:
            _copy(state, g, trials, 0)
            n = _go_on(layout, trials, seat, decision, ANY, rows, n)
            continue
        options = white_options(layout, state, g, seat)
        code = 0
        while True:
            _copy(state, g, trials, 0)
            for other in range(layout.players):
                trials[0, CHOICE + other] = 0
            trials[0, CHOICE + seat] = code
            reveal(layout, trials, 0)
            if seat == state[g, ACTIVE]:
                n = _go_on(layout, trials, seat, decision, code, rows, n)
            else:
                _end_turn(layout, trials)
                n = _note(layout, trials, 0, seat, decision, code, rows, n)
            if options == 0:
                break
            code = lowest(options) + 1
            options &= options - 1
    return n


@part
def _copy(state: Ints, g: int, trials: Ints, to: int) -> None:
    for field in range(trials.shape[1]):
        trials[to, field] = state[g, field]


@part
def _end_turn(layout: Layout, trials: Ints) -> None:
    """Ends the turn of the first trial without a penalty, if the game goes on."""
    if trials[0, PHASE] != OVER:
        trials[0, CROSSED] = 1
        colour(layout, trials, 0, 0)
        if trials[0, PHASE] == BOARD:
            move(layout, trials, 0, 0)


@routine
def _go_on(layout: Layout, trials: Ints, seat: int, decision: int, action: int, rows: Any, n: int) -> int:
    """The ends of the active player's turn that the first trial can come to."""
    options = colour_options(layout, trials, 0) if trials[0, PHASE] == COLOUR else 0
    code = 0
    while True:
        _copy(trials, 0, trials, 1)
        if trials[0, PHASE] == COLOUR:
            colour(layout, trials, 1, code)
        n = _move(layout, trials, seat, decision, code if action == ANY else action, rows, n)
        if options == 0:
            return n
        code = lowest(options) + 1
        options &= options - 1


@part
def _move(layout: Layout, trials: Ints, seat: int, decision: int, action: int, rows: Any, n: int) -> int:
    """The ends of the turn that the second trial can come to by action 3."""
    first = trials[0, PHASE] == BOARD  # the choice is that of action 3
    options = move_options(layout, trials, 1) if trials[1, PHASE] == BOARD else 0
    space = 0
    while True:
        _copy(trials, 1, trials, 2)
        if trials[1, PHASE] == BOARD:
            move(layout, trials, 2, space)
        code = (layout.row.size + space if space else 0) if first else action
        n = _note(layout, trials, 2, seat, decision, code, rows, n)
        if options == 0:
            return n
        space = trials[1, PAWN + seat] + lowest(options) + 1
        options &= options - 1


@routine
def _note(
    layout: Layout, trials: Ints, trial: int, seat: int, decision: int, action: int, rows: Any, n: int
) -> int:
    if n < rows.decisions.size:
        write_observation(layout, trials, trial, seat, rows.observations, n)
        rows.decisions[n] = decision
        rows.actions[n] = action
        rows.over[n] = trials[trial, PHASE] == OVER
        for further in range(layout.players):
            other = seat + further if seat + further < layout.players else seat + further - layout.players
            rows.scores[n, further] = score(layout, trials, trial, other)
    return n + 1

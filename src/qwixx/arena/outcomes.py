"""Outcomes of finished games: the same arrays from either engine."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from qwixx.kernel.engine.results import CAUSES, Results
from qwixx.rules import Rules, State

Ints = NDArray[np.int64]


@dataclass(frozen=True)
class Sheets:
    """The sheets at the end. Axes: games, then seats, then rows."""

    penalties: Ints
    crosses: Ints
    """The lock counts as one more cross."""
    locks: Ints
    """1 where the seat has crossed the lock."""
    cells: Ints
    """Summed over the games: seats, rows, cells from the left; the lock is the last."""


@dataclass(frozen=True)
class Outcomes:
    """Games of one seating. Axes: games, then seats."""

    scores: Ints
    turns: Ints
    causes: Ints
    """An index into `CAUSES`."""
    sheets: Callable[[], Sheets]
    """Computed only on demand: most matches do not need it."""


class Outcome(Struct, frozen=True):
    """How one game of the reference engine ended."""

    scores: tuple[int, ...]
    turns: int
    cause: str
    penalties: tuple[int, ...]
    rows: tuple[tuple[int, ...], ...]
    """The crosses of each seat, a bitmask for each row."""
    record: str | None = None


def outcome(rules: Rules, state: State, turns: int, record: str | None = None) -> Outcome:
    cause = rules.cause(state)
    assert cause is not None
    return Outcome(
        scores=rules.scores(state),
        turns=turns,
        cause=cause,
        penalties=tuple(sheet.penalties for sheet in state.sheets),
        rows=tuple(sheet.rows for sheet in state.sheets),
        record=record,
    )


def batch(rules: Rules, outcomes: Sequence[Outcome]) -> Outcomes:
    return Outcomes(
        scores=np.array([game.scores for game in outcomes], dtype=np.int64),
        turns=np.array([game.turns for game in outcomes], dtype=np.int64),
        causes=np.array([CAUSES.index(game.cause) for game in outcomes], dtype=np.int64),
        sheets=lambda: _sheets(rules, outcomes),
    )


def _sheets(rules: Rules, outcomes: Sequence[Outcome]) -> Sheets:
    marks = np.array([game.rows for game in outcomes], dtype=np.int64)
    bits = marks[..., None] >> np.arange(max(map(len, rules.variant.rows)) + 1) & 1
    return Sheets(
        penalties=np.array([game.penalties for game in outcomes], dtype=np.int64),
        crosses=bits.sum(axis=-1),
        locks=(marks & np.array(rules.crossing.locks) != 0).astype(np.int64),
        cells=bits.sum(axis=0),
    )


def kernel_batch(results: Results) -> Outcomes:
    return Outcomes(
        scores=results.scores.astype(np.int64),
        turns=results.turns.astype(np.int64),
        causes=results.cause.astype(np.int64),
        sheets=lambda: _kernel_sheets(results),
    )


def _kernel_sheets(results: Results) -> Sheets:
    rows = np.arange(len(results.rules.variant.rows))
    return Sheets(
        penalties=results.penalties.astype(np.int64),
        crosses=results.crosses.astype(np.int64),
        locks=results.locks[..., None].astype(np.int64) >> rows & 1,
        cells=results.cell_counts(),
    )

"""What finished games leave behind for statistics: the same arrays from either engine."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from qwixx.rules import Rules, State

Ints = NDArray[np.int64]

CAUSES = ("rows", "penalties", "board")


@dataclass(frozen=True)
class Batch:
    """Games of one seating. Axes: games, then seats, then rows."""

    scores: Ints
    turns: Ints
    causes: Ints
    """An index into `CAUSES`."""
    penalties: Ints
    crosses: Ints
    """By row, the lock counted as one more cross."""
    locks: Ints
    """By row, 1 where the seat has crossed the lock."""
    cells: Ints
    """Summed over the games: seats, rows, cells from the left; the lock is the last."""


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


def batch(rules: Rules, outcomes: Sequence[Outcome]) -> Batch:
    length = max(map(len, rules.variant.rows)) + 1
    shape = (len(outcomes), rules.players, len(rules.variant.rows))
    marks = np.array([game.rows for game in outcomes], dtype=np.int64).reshape(shape)
    bits = marks[..., None] >> np.arange(length) & 1
    return Batch(
        scores=np.array([game.scores for game in outcomes], dtype=np.int64).reshape(shape[:2]),
        turns=np.array([game.turns for game in outcomes], dtype=np.int64),
        causes=np.array([CAUSES.index(game.cause) for game in outcomes], dtype=np.int64),
        penalties=np.array([game.penalties for game in outcomes], dtype=np.int64).reshape(shape[:2]),
        crosses=bits.sum(axis=-1),
        locks=(marks & np.array(rules.crossing.locks) != 0).astype(np.int64),
        cells=bits.sum(axis=0),
    )

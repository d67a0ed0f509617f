"""The results of many games: arrays with a row for each game."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from qwixx.rules import COLOURS, Rules

CAUSES = ("rows", "penalties", "board")
"""What ended a game, by its number in `Results.cause`."""


@dataclass(frozen=True)
class Results:
    rules: Rules
    scores: npt.NDArray[np.int16]
    """By game and seat."""
    turns: npt.NDArray[np.int16]
    cause: npt.NDArray[np.uint8]
    """An index of `CAUSES`."""
    penalties: npt.NDArray[np.uint8]
    """By game and seat."""
    pawns: npt.NDArray[np.uint8]
    """By game and seat: the pawn's space, 0 at the start."""
    marks: npt.NDArray[np.int64]
    """By game and seat: bit c is the cell that action code c + 1 crosses."""
    locks: npt.NDArray[np.uint8]
    """By game and seat: bit r is the lock of row r."""

    @classmethod
    def empty(cls, rules: Rules, games: int) -> "Results":
        seats = (games, rules.players)
        return cls(
            rules,
            np.zeros(seats, np.int16),
            np.zeros(games, np.int16),
            np.zeros(games, np.uint8),
            np.zeros(seats, np.uint8),
            np.zeros(seats, np.uint8),
            np.zeros(seats, np.int64),
            np.zeros(seats, np.uint8),
        )

    def __len__(self) -> int:
        return len(self.turns)

    @property
    def closed(self) -> npt.NDArray[np.uint8]:
        """By game: bit r is the closed row r."""
        return np.bitwise_or.reduce(self.locks, axis=1)

    @property
    def crosses(self) -> npt.NDArray[np.uint8]:
        """By game, seat and row: how many crosses, the lock included."""
        by_row = [
            np.bitwise_count(self.marks & self._row_cells(row)) + (self.locks >> row & 1)
            for row in self.rules.crossing.rows
        ]
        return np.stack(by_row, axis=-1).astype(np.uint8)

    def columns(self) -> dict[str, npt.NDArray[Any]]:
        """A row for each game, for a data frame: `pandas.DataFrame(simulate(...).columns())`."""
        locks = self.locks[..., None] >> np.arange(len(self.rules.variant.rows)) & 1
        return game_columns(self.scores, self.turns, self.cause, self.penalties, self.crosses, locks)

    def cell_counts(self) -> npt.NDArray[np.int64]:
        """By seat, row and column: how many games crossed the cell; after the last cell comes the lock."""
        crossing = self.rules.crossing
        counts = np.zeros(
            (self.rules.players, len(crossing.rows), 1 + max(map(len, crossing.numbers))), np.int64
        )
        for cell, (row, number) in enumerate(crossing.cells):
            counts[:, row, crossing.columns[row][number]] = (self.marks >> cell & 1).sum(axis=0)
        for row in crossing.rows:
            counts[:, row, len(crossing.numbers[row])] = (self.locks >> row & 1).sum(axis=0)
        return counts

    def _row_cells(self, row: int) -> np.int64:
        return np.int64(
            sum(1 << cell for cell, (found, _) in enumerate(self.rules.crossing.cells) if found == row)
        )


def game_columns(
    scores: npt.NDArray[Any],
    turns: npt.NDArray[Any],
    causes: npt.NDArray[Any],
    penalties: npt.NDArray[Any],
    crosses: npt.NDArray[Any],
    locks: npt.NDArray[Any],
) -> dict[str, npt.NDArray[Any]]:
    """The results of games, column by column; those of a seat end with its number."""
    best = scores == scores.max(axis=1, keepdims=True)
    columns: dict[str, npt.NDArray[Any]] = {"turns": turns, "end": np.array(CAUSES)[causes]}
    for seat in range(scores.shape[1]):
        columns[f"score_{seat}"] = scores[:, seat]
        columns[f"share_{seat}"] = best[:, seat] / np.maximum(best.sum(axis=1), 1)
        columns[f"penalties_{seat}"] = penalties[:, seat]
        for row, colour in enumerate(COLOURS):
            columns[f"{colour}_{seat}"] = crosses[:, seat, row]
            columns[f"{colour}_locked_{seat}"] = locks[:, seat, row].astype(np.bool_)
    return columns

"""The decisions of games between compiled bots, column by column: the kernel plays, arrays hold the rows."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec
import numpy as np
import numpy.typing as npt

from qwixx.dice import check_seed
from qwixx.kernel.engine.compiled_rules import (
    ACTIVE,
    CLOSED,
    CROSSED,
    DIE,
    FINAL,
    LOCKS,
    MARKS,
    NOBODY,
    PAWN,
    PENALTIES,
    PHASE,
    TURN,
)
from qwixx.kernel.engine.layout import layout_of
from qwixx.kernel.engine.results import Results
from qwixx.kernel.runs.games import bots_of
from qwixx.kernel.runs.positions import PHASES, results_of, row_of
from qwixx.kernel.runs.trace import TraceArrays, play_traced
from qwixx.rules import Phase, Roll, Rules, Sheet, State
from qwixx.rules.position import write_setup, write_sheet, write_turn
from qwixx.rules.scoring import most_turns

from ..optional import need
from .arrow import EXTRA, schema, stream
from .decision_rows import Row

Column = npt.NDArray[Any]
ROOM = 1 << 14
"""Positions that are kept at a time, at least; some megabytes."""


@dataclass(frozen=True)
class Decisions:
    """Every decision of some games of a seed, in the order in which they were made."""

    rules: Rules
    bots: tuple[str, ...]
    """By seat."""
    seed: int
    states: Column
    """By decision: the position, as a row of the kernel's array of games."""
    games: Column
    plies: Column
    seats: Column
    choices: Column
    masks: Column
    results: Results
    """Of the games."""
    numbers: Column
    """By decision: which of the results is that of its game."""

    def __len__(self) -> int:
        return len(self.seats)

    def columns(self) -> dict[str, Column]:
        """The columns of `decision_rows.Row`; lists are rows of an array of two dimensions."""
        rules, states, seats = self.rules, self.states, self.seats
        scores = self.results.scores[self.numbers].astype(np.int64)
        own = scores[np.arange(len(scores)), seats]
        best = scores == scores.max(axis=1, keepdims=True)
        dice = _dice(states)
        return {
            "variant": np.full(len(self), rules.variant.name),
            "seed": np.full(len(self), self.seed, np.uint64),
            "game": self.games,
            "ply": self.plies,
            "turn": states[:, TURN],
            "seat": seats,
            "bot": np.array(self.bots)[seats],
            "action": states[:, PHASE],
            "active": states[:, ACTIVE] == seats,
            "position": self._positions(),
            "rows": self._from_own(_rows(rules, states)).reshape(len(self), -1),
            "penalties": self._from_own(states[:, PENALTIES : PENALTIES + rules.players]),
            "pawns": self._from_own(states[:, PAWN : PAWN + rules.players]),
            "white": dice[:, :2],
            "colours": dice[:, 2:],
            "crossed": states[:, CROSSED].astype(np.bool_),
            "mask": self.masks,
            "choice": self.choices,
            "score": own,
            "share": best[np.arange(len(own)), seats] / best.sum(axis=1),
            "place": 1 + (scores > own[:, None]).sum(axis=1),
            "scores": self._from_own(scores),
        }

    def to_arrow(self) -> Any:
        """A table of pyarrow, which `to_pandas()` makes a data frame."""
        return arrow_table(self.columns(), self.masks.shape[1])

    def _from_own(self, by_seat: Column) -> Column:
        """The seats turned, so that the one that decides comes first."""
        players = self.rules.players
        order = (self.seats[:, None] + np.arange(players)) % players
        return by_seat[np.arange(len(self))[:, None], order]

    def _positions(self) -> Column:
        """The positions as the seats see them, in one line."""
        rules, states = self.rules, self.states
        rows = _rows(rules, states)
        parts = []
        for seat in rules.seats:
            sheet = np.column_stack((states[:, PENALTIES + seat], states[:, PAWN + seat], rows[:, seat]))
            parts.append(_texts(sheet, lambda found: write_sheet(rules, Sheet(found[2:], *found[:2]))))
        turn = [states[:, field] for field in (PHASE, ACTIVE, CROSSED, FINAL)]
        parts.append(_texts(np.column_stack((*turn, _dice(states))), self._write_turn))
        head = write_setup(rules)
        return np.array([" | ".join((head, *line)) for line in zip(*parts, strict=True)], dtype=object)

    def _write_turn(self, found: tuple[int, ...]) -> str:
        """What follows the sheets. Nobody has chosen yet, as far as the seat sees."""
        number, active, crossed, final, one, two, *colours = found
        phase = PHASES[number]
        choices = (None,) * self.rules.players if phase is Phase.WHITE else ()
        roll = Roll((one, two), tuple(die or None for die in colours))
        return write_turn(
            State((), active, phase, roll, choices, bool(crossed), None if final == NOBODY else final)
        )


def _texts(fields: Column, write: Callable[[tuple[int, ...]], str]) -> list[str]:
    """By decision: the text that follows from these fields, written once for equal ones."""
    known: dict[tuple[int, ...], str] = {}
    texts = []
    for key in map(tuple, fields.tolist()):
        text = known.get(key)
        if text is None:
            text = known[key] = write(key)
        texts.append(text)
    return texts


def _dice(states: Column) -> Column:
    """By decision: the white dice, then those of the colours; 0 for a die that is out of the game."""
    dice = states[:, DIE : DIE + 6].copy()
    dice[:, 2:][(states[:, [CLOSED]] >> np.arange(4) & 1).astype(np.bool_)] = 0
    return dice


def _rows(rules: Rules, states: Column) -> Column:
    """By decision, seat and row: the crosses as bits, cells from the left, then the lock."""
    crossing = rules.crossing
    found = np.zeros((len(states), rules.players, len(crossing.rows)), np.int64)
    marks = states[:, MARKS : MARKS + rules.players]
    for cell, (row, number) in enumerate(crossing.cells):
        found[:, :, row] |= (marks >> cell & 1) << crossing.columns[row][number]
    locks = states[:, LOCKS : LOCKS + rules.players, None] >> np.arange(len(crossing.rows)) & 1
    found |= locks * np.array(crossing.locks)
    return found


def decisions(
    rules: Rules, bots: Sequence[str], seed: int, games: Sequence[int], start: State | None = None
) -> Decisions:
    """Plays the games that `qwixx.kernel.simulate` plays, and keeps every decision."""
    check_seed(seed)
    layout, players = layout_of(rules), bots_of(rules, bots)
    opening = row_of(rules, rules.start() if start is None else start, 0)[None]
    longest = (most_turns(rules) + 1) * (rules.players + 3)
    room = TraceArrays.empty(rules, max(ROOM, longest))
    found: list[tuple[Column, ...]] = []
    used = 0
    ends: list[Column] = []
    numbers: list[tuple[int, int, int]] = []
    """Of the games in the arrays: which it is, and where its positions begin and end."""
    for n, game in enumerate(games):
        if used + longest > len(room.scores):
            found.append(_gathered(room, numbers))
            numbers, used = [], 0
        arrays = room.between(used)
        count = play_traced(layout, players, np.uint64(seed), np.uint64(game), opening, *arrays)
        ends.append(np.concatenate((arrays.states[count - 1], arrays.scores[count - 1])))
        numbers.append((n, used, used + count))
        used += count
    found.append(_gathered(room, numbers))
    states, chosen, masks, which, plies = (np.concatenate(parts) for parts in zip(*found, strict=True))
    last = np.array(ends).reshape(len(games), -1)
    fields = states.shape[1]
    return Decisions(
        rules,
        tuple(bots),
        seed,
        states,
        np.array(games, np.uint64)[which],
        plies,
        chosen[:, 0],
        chosen[:, 1],
        masks,
        results_of(rules, last[:, :fields], last[:, fields:]),
        which,
    )


def _gathered(room: TraceArrays, games: Sequence[tuple[int, int, int]]) -> tuple[Column, ...]:
    """Of these games the positions with a choice, the choices, the masks, the games and the plies."""
    used = room.between(0, games[-1][2] if games else 0)
    which = np.concatenate([np.zeros(0, np.int64), *(np.full(end - begin, n) for n, begin, end in games)])
    plies = np.concatenate([np.zeros(0, np.int64), *(np.arange(1, 1 + e - b) for _, b, e in games)])
    chose = used.choices[:, 0] != NOBODY
    seats = used.choices[chose, 0]
    masks = used.masks.reshape(len(chose), -1, used.masks.shape[1])[chose]
    return (
        used.states[chose],
        used.choices[chose],
        masks[np.arange(len(seats)), seats],
        which[chose],
        plies[chose],
    )


def arrow_table(columns: dict[str, Column], choices: int) -> Any:
    pa = need("pyarrow", *EXTRA)
    wanted = schema(choices)
    arrays = [_arrow_column(pa, columns[field.name], field.type) for field in wanted if field.name in columns]
    return pa.Table.from_arrays(arrays, schema=pa.schema([f for f in wanted if f.name in columns]))


def _arrow_column(pa: Any, column: Column, kind: Any) -> Any:
    if column.ndim == 1:
        return pa.array(column, kind)
    values = pa.array(np.ascontiguousarray(column).reshape(-1), kind.value_type)
    if pa.types.is_fixed_size_list(kind):
        return pa.FixedSizeListArray.from_arrays(values, type=kind)
    offsets = np.arange(len(column) + 1, dtype=np.int32) * column.shape[1]
    return pa.ListArray.from_arrays(pa.array(offsets), values, type=kind)


def encode_decisions(played: Sequence[tuple[int, Decisions]], kind: str) -> bytes:
    """The rows of the same deals in several seatings, in the order of the deals, as a worker returns them."""
    parts = [
        found.columns() | {"seating": np.full(len(found), seating, np.uint8)} for seating, found in played
    ]
    joined = {name: np.concatenate([part[name] for part in parts]) for name in Row.__struct_fields__}
    order = np.argsort(joined["game"], kind="stable")
    columns = {name: column[order] for name, column in joined.items()}
    if kind == ".jsonl":
        return b"".join(_lines(columns))
    return stream(arrow_table(columns, columns["mask"].shape[1]))


def _lines(columns: dict[str, Column]) -> Iterator[bytes]:
    values = [column.tolist() for column in columns.values()]
    for row in zip(*values, strict=True):
        yield msgspec.json.encode(dict(zip(columns, row, strict=True))) + b"\n"

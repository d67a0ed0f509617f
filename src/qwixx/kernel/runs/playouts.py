"""Playouts: positions of the rules, played to the end many times."""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from queue import SimpleQueue
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from qwixx.dice import check_seed
from qwixx.rules import Phase, Rules, Sheet, State
from qwixx.rules.action_codes import block as block_of

from ..bots.choosing import Bots, choose_colour, choose_move, choose_white
from ..engine.compiled_rules import (
    ACTIVE,
    BOARD,
    CAUSE,
    CHOICE,
    CLOSED,
    COLOUR,
    CROSSED,
    DIE,
    FIELDS,
    FINAL,
    GAME,
    GAME_KEY,
    LOCKS,
    MARKS,
    NO_CAUSE,
    NOBODY,
    OVER,
    PAWN,
    PENALTIES,
    PHASE,
    REACH,
    TURN,
    TURN_KEY,
    UNCHOSEN,
    WHITE,
    colour,
    move,
    reveal,
)
from ..engine.compiler import entry, part
from ..engine.layout import Ints, Layout, layout_of
from ..engine.results import CAUSES, Results
from ..engine.stream import fold
from .games import bots_of, play_turn, write_result
from .trace import PHASES

CHUNK = 1000
"""Games in one call of compiled code, some hundredths of a second; Ctrl-C works between calls."""


Place = tuple[State, int]
"""A position, and how many rolls there have been; dice follow from that number."""


class WorkRange(NamedTuple):
    """Work for one call: rows and games from … to …, the ends not included."""

    row: int
    last: int
    game: int
    end: int


class Playouts:
    """Plays positions of a game on, every seat by the bot of that name.

    Game n of a seed has the same dice from every position, so that positions are compared by the same luck.
    """

    def __init__(self, rules: Rules, bots: Sequence[str], seed: int = 0, *, threads: int = 1) -> None:
        self.rules = rules
        self.seed = np.uint64(check_seed(seed))
        self._layout = layout_of(rules)
        self._threads = threads
        self._bots: SimpleQueue[Bots] = SimpleQueue()  # threads must not share bots
        for _ in range(threads):
            self._bots.put(bots_of(rules, bots))

    def play(
        self, places: Sequence[Place], games: range, done: Callable[[int], None] | None = None
    ) -> Results:
        """All games from the first position, then all from the next; their turns count from the start.

        `done` is called with the number of games just played.
        """
        rows = np.array([row_of(self.rules, *place) for place in places], np.int64).reshape(-1, FIELDS)
        numbers = np.arange(games.start, games.stop, games.step, dtype=np.uint64)
        results = Results.empty(self.rules, len(rows) * len(numbers))

        def play(piece: WorkRange) -> int:
            part, chosen = rows[piece.row : piece.last], numbers[piece.game : piece.end]
            begin = piece.row * len(numbers) + piece.game
            found = slice(begin, begin + len(part) * len(chosen))
            bots = self._bots.get()
            play_on(
                self._layout,
                bots,
                part,
                np.zeros((1, FIELDS), np.int64),
                self.seed,
                chosen,
                results.scores[found],
                results.turns[found],
                results.cause[found],
                results.penalties[found],
                results.pawns[found],
                results.marks[found],
                results.locks[found],
            )
            self._bots.put(bots)
            return len(part) * len(chosen)

        for played in self._each(play, list(_pieces(len(rows), len(numbers)))):
            if done:
                done(played)
        return results

    def _each(self, play: Callable[[WorkRange], int], pieces: Sequence[WorkRange]) -> Iterator[int]:
        if self._threads == 1 or len(pieces) < 2:
            yield from map(play, pieces)
            return
        pool = ThreadPoolExecutor(self._threads)
        try:
            yield from pool.map(play, pieces)
        finally:
            pool.shutdown(cancel_futures=True)


def _pieces(rows: int, games: int) -> Iterator[WorkRange]:
    """All games of some rows, or some games of one row: what lies side by side in the results."""
    if games > CHUNK:
        for row in range(rows):
            for game in range(0, games, CHUNK):
                yield WorkRange(row, row + 1, game, game + CHUNK)
    elif games:
        step = CHUNK // games
        for row in range(0, rows, step):
            yield WorkRange(row, row + step, 0, games)


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


@entry
def play_on(
    layout: Layout,
    bots: Bots,
    rows: Ints,
    state: Ints,
    seed: np.uint64,
    games: npt.NDArray[np.uint64],
    scores: npt.NDArray[np.int16],
    turns: npt.NDArray[np.int16],
    cause: npt.NDArray[np.uint8],
    penalties: npt.NDArray[np.uint8],
    pawns: npt.NDArray[np.uint8],
    marks: Ints,
    locks: npt.NDArray[np.uint8],
) -> None:
    """Every game from every row to its end."""
    seeded = fold(np.uint64(0), seed)
    for n in range(rows.shape[0] * games.size):
        game = games[n % games.size]
        for field in range(rows.shape[1]):
            state[0, field] = rows[n // games.size, field]
        key = fold(seeded, game)
        state[0, GAME] = np.int64(game)
        state[0, GAME_KEY] = np.int64(key)
        state[0, TURN_KEY] = np.int64(fold(key, np.uint64(state[0, TURN])))
        end_turn(layout, bots, state)
        while state[0, PHASE] != OVER:
            play_turn(layout, bots, state)
        write_result(layout, state, n, scores, turns, cause, penalties, pawns, marks, locks)


@part
def end_turn(layout: Layout, bots: Bots, state: Ints) -> None:
    """Plays the rest of a turn that has begun; some seats may have chosen already."""
    if state[0, PHASE] == WHITE:
        for seat in range(layout.players):
            if state[0, CHOICE + seat] == UNCHOSEN:
                state[0, CHOICE + seat] = choose_white(layout, bots, state, 0, seat)
        reveal(layout, state, 0)
    if state[0, PHASE] == COLOUR:
        colour(layout, state, 0, choose_colour(layout, bots, state, 0))
    if state[0, PHASE] == BOARD:
        move(layout, state, 0, choose_move(layout, bots, state, 0))

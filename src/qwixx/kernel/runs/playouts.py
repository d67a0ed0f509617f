"""Playouts: positions of the rules, played to the end many times."""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from queue import SimpleQueue
from typing import NamedTuple, TypeVar

import numpy as np
import numpy.typing as npt

from qwixx.dice import check_seed
from qwixx.rules import Rules, State

from ..bots.choosing import Bots, choose_colour, choose_move, choose_white
from ..engine.compiled_rules import (
    BOARD,
    CHOICE,
    COLOUR,
    FIELDS,
    OVER,
    PHASE,
    UNCHOSEN,
    WHITE,
    colour,
    move,
    reveal,
    start_from,
)
from ..engine.compiler import entry, inline
from ..engine.layout import Ints, Layout, layout_of
from ..engine.results import Results
from .games import bots_of, play_turn, write_result
from .positions import row_of

T = TypeVar("T")

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

        run_pieces(play, list(_pieces(len(rows), len(numbers))), self._threads, done)
        return results


def run_pieces(
    play: Callable[[T], int], pieces: Sequence[T], threads: int, done: Callable[[int], None] | None
) -> None:
    """Plays the pieces of some work in threads; `done` is called with the number of games in each."""
    if threads == 1 or len(pieces) < 2:
        for piece in pieces:
            played = play(piece)
            if done:
                done(played)
        return
    pool = ThreadPoolExecutor(threads)
    try:
        for played in pool.map(play, pieces):
            if done:
                done(played)
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
    for n in range(rows.shape[0] * games.size):
        start_from(state, 0, rows, n // games.size, seed, games[n % games.size])
        end_turn(layout, bots, state)
        while state[0, PHASE] != OVER:
            play_turn(layout, bots, state)
        write_result(layout, state, n, scores, turns, cause, penalties, pawns, marks, locks)


@inline
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

"""Whole games between the compiled bots."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from qwixx.dice import check_seed
from qwixx.rules import QwixxError, Rules

from ..bots.choosing import Bots, choose_colour, choose_move, choose_white, seat_players
from ..bots.players import KernelBot, bot_problem, find_player
from ..engine.compiled_rules import (
    CAUSE,
    CHOICE,
    FIELDS,
    LOCKS,
    MARKS,
    OVER,
    PAWN,
    PENALTIES,
    PHASE,
    TURN,
    colour,
    move,
    reveal,
    roll,
    score,
    start,
)
from ..engine.compiler import entry, inline, part
from ..engine.layout import Ints, Layout, layout_of
from ..engine.limits import Unsupported
from ..engine.results import Results

CHUNK = 8192
"""Games in one call of compiled code, a few hundredths of a second; Ctrl-C works between calls."""


def simulate(
    rules: Rules, bots: Sequence[str], seed: int, games: Sequence[int], *, first: int = 0
) -> Results:
    """Plays the numbered games of a seed, with the bot of each seat by name; seat `first` begins.

    A game is the one that `qwixx.play` plays with the same seed and number. Several threads may call this at
    once; the first call compiles.
    """
    _check_kinds(rules, games)
    check_seed(seed)
    rules.check_seat(first)
    layout, players, numbers = layout_of(rules), bots_of(rules, bots), numbers_of_games(games)
    results = Results.empty(rules, len(numbers))
    state = np.zeros((1, FIELDS), np.int64)
    for begin in range(0, max(len(numbers), 1), CHUNK):
        chunk = slice(begin, begin + CHUNK)
        play_games(
            layout,
            players,
            state,
            np.uint64(seed),
            numbers[chunk],
            first,
            results.scores[chunk],
            results.turns[chunk],
            results.cause[chunk],
            results.penalties[chunk],
            results.pawns[chunk],
            results.marks[chunk],
            results.locks[chunk],
        )
    return results


def _check_kinds(rules: object, games: object) -> None:
    """Two mistakes that are easily made, and would end in errors far from here."""
    if not isinstance(rules, Rules):
        raise QwixxError(f"The rules cannot be {rules!r}: give Rules('classic', players=2), for example.")
    if isinstance(games, int):
        raise QwixxError(f"The games cannot be the number {games}: give range({games}).")


def bots_of(rules: Rules, names: Sequence[str]) -> Bots:
    if len(names) != rules.players:
        raise QwixxError(f"{rules.players} seats need {rules.players} bots, not {len(names)}.")
    return seat_players(rules, [player_of(rules, name) for name in names])


def player_of(rules: Rules, name: str) -> KernelBot:
    player = find_player(name)
    problem = bot_problem(rules, name)
    if player is None or problem:
        raise Unsupported(problem)
    return player


def numbers_of_games(games: Sequence[int]) -> npt.NDArray[np.uint64]:
    for game in (games[0], games[-1]) if isinstance(games, range) and games else games:
        check_seed(game, "game")
    if isinstance(games, range):
        # NumPy's own range would pass through floating point beyond 2^63.
        step = np.uint64(games.step % (1 << 64))
        begin = np.uint64(games.start if games else 0)
        return begin + step * np.arange(len(games), dtype=np.uint64)
    return np.array(games, np.uint64)


@entry
def play_games(
    layout: Layout,
    bots: Bots,
    state: Ints,
    seed: np.uint64,
    games: npt.NDArray[np.uint64],
    first: int,
    scores: npt.NDArray[np.int16],
    turns: npt.NDArray[np.int16],
    cause: npt.NDArray[np.uint8],
    penalties: npt.NDArray[np.uint8],
    pawns: npt.NDArray[np.uint8],
    marks: Ints,
    locks: npt.NDArray[np.uint8],
) -> None:
    for n in range(games.size):
        start(layout, state, 0, first, seed, games[n])
        while state[0, PHASE] != OVER:
            play_turn(layout, bots, state)
        write_result(layout, state, n, scores, turns, cause, penalties, pawns, marks, locks)


@part
def write_result(
    layout: Layout,
    state: Ints,
    n: int,
    scores: npt.NDArray[np.int16],
    turns: npt.NDArray[np.int16],
    cause: npt.NDArray[np.uint8],
    penalties: npt.NDArray[np.uint8],
    pawns: npt.NDArray[np.uint8],
    marks: Ints,
    locks: npt.NDArray[np.uint8],
) -> None:
    """Writes the result of a finished game into row n of the arrays of `Results`."""
    turns[n] = state[0, TURN]
    cause[n] = state[0, CAUSE]
    for seat in range(layout.players):
        scores[n, seat] = score(layout, state, 0, seat)
        penalties[n, seat] = state[0, PENALTIES + seat]
        pawns[n, seat] = state[0, PAWN + seat]
        marks[n, seat] = state[0, MARKS + seat]
        locks[n, seat] = state[0, LOCKS + seat]


@inline
def play_turn(layout: Layout, bots: Bots, state: Ints) -> None:
    roll(layout, state, 0)
    for seat in range(layout.players):
        state[0, CHOICE + seat] = choose_white(layout, bots, state, 0, seat)
    reveal(layout, state, 0)
    if state[0, PHASE] == OVER:
        return
    colour(layout, state, 0, choose_colour(layout, bots, state, 0))
    if layout.spaces and state[0, PHASE] != OVER:
        move(layout, state, 0, choose_move(layout, bots, state, 0))

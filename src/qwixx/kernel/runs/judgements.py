"""Judgements: the chances to win from given positions, as `expert` plays and its network judges."""

from collections.abc import Callable, Sequence
from queue import SimpleQueue

import numpy as np
import numpy.typing as npt

from qwixx.dice import check_seed
from qwixx.rules import Rules

from ..bots.expert.judgement import Judge, judge_of, worth
from ..bots.expert.search import IN_COLOUR, IN_WHITE, best_finish, best_move, best_white, copy
from ..bots.expert.unit import UNIT
from ..engine.compiled_rules import (
    ACTIVE,
    BOARD,
    CHOICE,
    COLOUR,
    FIELDS,
    PHASE,
    ROLL,
    UNCHOSEN,
    WHITE,
    colour,
    move,
    reveal,
    roll,
    start_from,
)
from ..engine.compiler import entry
from ..engine.layout import Ints, Layout, layout_of
from .playouts import Place, run_pieces
from .positions import row_of

CHUNK = 200
"""Games of a position in one call of compiled code, some hundredths of a second for a turn of each."""


class Judgements:
    """Judges positions of a game that `expert` has learned. All seats play as `expert` does.

    Game n of a seed has the same dice from every position with the same number of rolls.
    """

    def __init__(self, rules: Rules, seed: int = 0, *, threads: int = 1) -> None:
        self.rules = rules
        self.seed = np.uint64(check_seed(seed))
        self._layout = layout_of(rules)
        self._threads = threads
        self._judges: SimpleQueue[Judge] = SimpleQueue()  # threads must not share them
        for _ in range(threads):
            self._judges.put(judge_of(rules))

    def shares(
        self,
        places: Sequence[Place],
        games: range = range(1),
        turns: int = 1,
        done: Callable[[int], None] | None = None,
    ) -> npt.NDArray[np.float64]:
        """By position, game, turn and seat: the share of the win that can be expected after the turn.

        The first turn is the one that has begun or, before a roll, the next. After the end of a game its
        result is repeated. `done` is called with the number of games just played.
        """
        rows = np.array([row_of(self.rules, *place) for place in places], np.int64).reshape(-1, FIELDS)
        numbers = np.arange(games.start, games.stop, games.step, dtype=np.uint64)
        found = np.zeros((len(rows), len(numbers), turns, self.rules.players), np.int64)
        step = max(1, CHUNK // max(1, len(numbers)))

        def judge(piece: tuple[int, int]) -> int:
            row, game = piece
            part, chosen = rows[row : row + step], numbers[game : game + CHUNK]
            judged = np.zeros((len(part) * len(chosen), turns, self.rules.players), np.int64)
            own = self._judges.get()
            state = np.zeros((1, FIELDS), np.int64)
            judge_turns(self._layout, own, part, state, self.seed, chosen, judged)
            self._judges.put(own)
            found[row : row + step, game : game + CHUNK] = judged.reshape(len(part), -1, *judged.shape[1:])
            return len(judged)

        pieces = [(row, game) for row in range(0, len(rows), step) for game in range(0, len(numbers), CHUNK)]
        run_pieces(judge, pieces, self._threads, done)
        return shares_of(found)


def shares_of(log_odds: Ints) -> npt.NDArray[np.float64]:
    """The shares of the win that fit what the seats expect, each by itself; they add up to 1."""
    with np.errstate(over="ignore"):
        chances = 1 / (1 + np.exp(-log_odds / UNIT))
    shares: npt.NDArray[np.float64] = chances / chances.sum(axis=-1, keepdims=True)
    return shares


@entry
def judge_turns(
    layout: Layout,
    judge: Judge,
    rows: Ints,
    state: Ints,
    seed: np.uint64,
    games: npt.NDArray[np.uint64],
    found: Ints,
) -> None:
    """Every game from every row: what each seat has after each turn."""
    for n in range(rows.shape[0] * games.size):
        start_from(state, 0, rows, n // games.size, seed, games[n % games.size])
        for turn in range(found.shape[1]):
            if state[0, PHASE] == ROLL:
                roll(layout, state, 0)
            if state[0, PHASE] == WHITE:
                for seat in range(layout.players):
                    if state[0, CHOICE + seat] == UNCHOSEN:
                        state[0, CHOICE + seat] = best_white(layout, judge, state, 0, seat)
                reveal(layout, state, 0)
            if state[0, PHASE] == COLOUR:
                copy(state, 0, judge.trials, IN_WHITE)
                colour(layout, state, 0, best_finish(layout, judge, state[0, ACTIVE])[1])
            if state[0, PHASE] == BOARD:
                copy(state, 0, judge.trials, IN_COLOUR)
                move(layout, state, 0, best_move(layout, judge, state[0, ACTIVE])[1])
            copy(state, 0, judge.trials, IN_WHITE)
            for seat in range(layout.players):
                found[n, turn, seat] = worth(layout, judge, IN_WHITE, seat)

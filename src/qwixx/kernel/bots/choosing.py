"""The choices of the compiled bots; `qwixx.bots` has the reference of each."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from qwixx.rules import Rules

from ..engine.compiled_rules import (
    ACTIVE,
    BOARD,
    COLOUR,
    CROSSED,
    MARKS,
    PAWN,
    PHASE,
    TURN_KEY,
    WHITE,
    colour_options,
    move_options,
    nth,
    skips,
    white_options,
)
from ..engine.compiler import inline, lowest, part, popcount
from ..engine.layout import Ints, Layout, layout_of
from ..engine.stream import below, fold
from .amateur.choosing import ask_amateur
from .amateur.limits import noise_of
from .best_play import SolvedGame, ask_best_play, solved_game
from .expert.judgement import Judge, judge_of
from .expert.search import ask_expert
from .expert.weights import has_learned
from .kinds import AMATEUR, EXPERT, POCKET, RANDOM, SOLVED, TEMPO
from .players import KernelBot, unlearned
from .pocket import Throws, ask_pocket, throws_of
from .tempo.search import NOT_ASKED, ask_tempo
from .tempo.value_tables import Worth, worth_of
from .tempo.values import Values, values_of

KIND, SKIP, SKIP_FOR_PENALTY, TABLE, NOISE = range(5)
"""The numbers of a seat; `TABLE` is that of its table in `worths` or `judges`."""


class Bots(NamedTuple):
    """The bots by seat. What a bot looks up, such as a table, is one more field."""

    rows: Ints
    """By seat: the options of its `KernelBot`, with the number of its table instead of a file."""
    worths: tuple[Worth, ...] | None
    """What `tempo` looks up, by file; None if it does not play, and then its code is not compiled."""
    judges: tuple[Judge, ...] | None
    """What `expert` and amateurs look up, by file; None if none of them plays. Threads must not share it."""
    throws: Throws | None
    """What `pocket` counts; None if it does not play. Threads must not share it."""
    solved: SolvedGame | None
    """What best play alone looks up; None in a game that is not solved. Threads must not share it."""


def seat_players(rules: Rules, players: Sequence[KernelBot], values: Values | None = None) -> Bots:
    """`values` replace those of `tempo`."""
    if not has_learned(rules):
        players = [unlearned(rules, player) for player in players]
    files = {
        kind: list(dict.fromkeys(player.weights for player in players if player.kind in kinds))
        for kind, kinds in ((TEMPO, (TEMPO,)), (EXPERT, (EXPERT, AMATEUR)))
    }
    files[AMATEUR] = files[EXPERT]
    rows = [
        numbers_of(
            player,
            files[player.kind].index(player.weights) if player.kind in files else 0,
            noise_of(rules.variant.name, player.skill) if player.skill else 0,
        )
        for player in players
    ]
    worths = tuple(worth_of(rules, values or values_of(rules, file)) for file in files[TEMPO])
    judges = tuple(judge_of(rules, file) for file in files[EXPERT])
    kinds = {player.kind for player in players}
    throws = throws_of(rules, layout_of(rules)) if POCKET in kinds else None
    solved = solved_game(rules) if SOLVED in kinds else None
    return Bots(np.array(rows, np.int64), worths or None, judges or None, throws, solved)


def numbers_of(player: KernelBot, table: int = 0, noise: int = 0) -> tuple[int, ...]:
    return player.kind, player.skip, player.skip_for_penalty, table, noise


@inline
def choose(layout: Layout, bots: Bots, state: Ints, g: int, seat: int) -> int:
    """The code of the choice of a seat that acts."""
    if state[g, PHASE] == WHITE:
        return choose_white(layout, bots, state, g, seat)
    if state[g, PHASE] == COLOUR:
        return choose_colour(layout, bots, state, g)
    space = choose_move(layout, bots, state, g)
    return layout.row.size + space if space else 0


@inline
def choose_white(layout: Layout, bots: Bots, state: Ints, g: int, seat: int) -> int:
    """Action 1: the code of the choice; 0 passes."""
    options = white_options(layout, state, g, seat)
    if options == 0:
        return 0
    choice = ask_tempo(layout, bots.worths, bots.rows, state, g, seat, WHITE, options)
    if choice != NOT_ASKED:
        return choice
    choice = ask_expert(layout, bots.judges, bots.rows, state, g, seat)
    if choice != NOT_ASKED:
        return choice
    choice = ask_amateur(layout, bots.judges, bots.rows, state, g, seat, options)
    if choice != NOT_ASKED:
        return choice
    choice = ask_pocket(layout, bots.throws, bots.rows, state, g, seat, WHITE, options)
    if choice != NOT_ASKED:
        return choice
    choice = ask_best_play(layout, bots.solved, bots.rows, state, g, seat, WHITE)
    if choice != NOT_ASKED:
        return choice
    if bots.rows[seat, KIND] == RANDOM:
        return any_of(state, g, seat, 1, options)
    return _fewest(layout, state, g, seat, options, bots.rows[seat, SKIP])


@inline
def choose_colour(layout: Layout, bots: Bots, state: Ints, g: int) -> int:
    """Action 2: the code of the choice; 0 passes."""
    options = colour_options(layout, state, g)
    if options == 0:
        return 0
    seat = state[g, ACTIVE]
    choice = ask_tempo(layout, bots.worths, bots.rows, state, g, seat, COLOUR, options)
    if choice != NOT_ASKED:
        return choice
    choice = ask_expert(layout, bots.judges, bots.rows, state, g, seat)
    if choice != NOT_ASKED:
        return choice
    choice = ask_amateur(layout, bots.judges, bots.rows, state, g, seat, options)
    if choice != NOT_ASKED:
        return choice
    choice = ask_pocket(layout, bots.throws, bots.rows, state, g, seat, COLOUR, options)
    if choice != NOT_ASKED:
        return choice
    choice = ask_best_play(layout, bots.solved, bots.rows, state, g, seat, COLOUR)
    if choice != NOT_ASKED:
        return choice
    if bots.rows[seat, KIND] == RANDOM:
        return any_of(state, g, seat, 2, options)
    most = bots.rows[seat, SKIP] if state[g, CROSSED] else bots.rows[seat, SKIP_FOR_PENALTY]
    return _fewest(layout, state, g, seat, options, most)


@inline
def choose_move(layout: Layout, bots: Bots, state: Ints, g: int) -> int:
    """Action 3: the space; 0 stays."""
    options = move_options(layout, state, g)
    if options == 0:
        return 0
    seat = state[g, ACTIVE]
    space = ask_tempo(layout, bots.worths, bots.rows, state, g, seat, BOARD, options)
    if space != NOT_ASKED:
        return space
    space = ask_expert(layout, bots.judges, bots.rows, state, g, seat)
    if space != NOT_ASKED:
        return space
    space = ask_amateur(layout, bots.judges, bots.rows, state, g, seat, options)
    if space != NOT_ASKED:
        return space
    space = ask_pocket(layout, bots.throws, bots.rows, state, g, seat, BOARD, options)
    if space != NOT_ASKED:
        return space
    if bots.rows[seat, KIND] == RANDOM:
        ahead = any_of(state, g, seat, 3, options)
    else:
        ahead = _good_move(layout, state, g, options, bots.rows[seat, SKIP])
    return state[g, PAWN + seat] + ahead if ahead else 0


@part
def any_of(state: Ints, g: int, seat: int, action: int, options: int) -> int:
    """Random: passing or an option, each equally likely; counted from 1, as 0 passes."""
    stream = fold(np.uint64(state[g, TURN_KEY]), np.uint64(4 * seat + action))
    _, choice = below(stream, np.uint64(popcount(options) + 1))
    return 1 + nth(options, choice - 1) if choice else 0


@part
def _fewest(layout: Layout, state: Ints, g: int, seat: int, options: int, most: int) -> int:
    """Gap: the cross that skips fewest, the first among equals, or a pass."""
    best, fewest = 0, most + 1
    while options:
        cell = lowest(options)
        options &= options - 1
        skipped = skips(layout, state, g, seat, cell)
        if skipped < fewest:
            best, fewest = cell + 1, skipped
    return best


@part
def _good_move(layout: Layout, state: Ints, g: int, options: int, most: int) -> int:
    """Gap: the farthest space within `most`; with a penalty ahead, the space whose cross skips fewest."""
    seat = state[g, ACTIVE]
    marks, pawn = state[g, MARKS + seat], state[g, PAWN + seat]
    farthest, saving, fewest = 0, 0, 64
    while options:
        ahead = lowest(options) + 1
        options &= options - 1
        cell = layout.space_cell[pawn + ahead]
        if marks >> cell & 1:
            farthest = ahead
            continue
        skipped = skips(layout, state, g, seat, cell)
        if skipped <= most:
            farthest = ahead
        if skipped < fewest:
            saving, fewest = ahead, skipped
    return saving if saving and not state[g, CROSSED] else farthest

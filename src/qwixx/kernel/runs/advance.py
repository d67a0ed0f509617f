"""The compiled step of a batch: applies the agents' choices and plays on until agents are to act again."""

import numpy as np
import numpy.typing as npt

from ..bots.choosing import KIND, Bots, any_of, choose_colour, choose_move, choose_white
from ..bots.kinds import OUTSIDE
from ..engine.compiled_rules import (
    ACTIVE,
    CHOICE,
    COLOUR,
    GAME,
    GAME_KEY,
    LEGAL,
    OVER,
    PHASE,
    ROLL,
    WHITE,
    colour,
    move,
    reveal,
    roll,
    score,
    start,
    start_from,
)
from ..engine.compiler import entry, inline, part
from ..engine.layout import Ints, Layout
from ..engine.stepping import Mask, act, acts, behind, options, write_mask
from ..engine.stream import DICE, below, fold
from .observations import Observations, write_observation

Flags = npt.NDArray[np.bool_]
Rewards = npt.NDArray[np.float32]


@entry
def step_games(
    layout: Layout,
    bots: Bots,
    state: Ints,
    seeds: npt.NDArray[np.uint64],
    begin: int,
    end: int,
    observations: Observations,
    masks: Mask,
    to_act: Flags,
    actions: Ints,
    illegal: Flags,
    over: Flags,
    rewards: Rewards,
    scores: Ints,
    opening: Ints,
    margin: bool,
    idle: Flags,
) -> int:
    """Returns how many choices were taken. Games that are `idle` are left as they are."""
    taken = 0
    for g in range(begin, end):
        if idle[g]:
            continue
        if over[g]:
            _renew(layout, state, g, seeds[g], illegal, over, rewards, scores, opening)
        else:
            for seat in range(layout.players):
                illegal[g, seat] = False
                if to_act[g, seat]:
                    taken += 1
                    code = actions[g, seat]
                    if not _is_legal(layout, state, g, seat, code):
                        illegal[g, seat] = True
                        code = 0
                    act(layout, state, g, seat, code)
        _play_on(layout, bots, state, g, observations, masks, to_act, over, rewards, scores, margin)
    return taken


@entry
def renew_games(
    layout: Layout,
    bots: Bots,
    state: Ints,
    seeds: npt.NDArray[np.uint64],
    begin: int,
    end: int,
    observations: Observations,
    masks: Mask,
    to_act: Flags,
    illegal: Flags,
    over: Flags,
    rewards: Rewards,
    scores: Ints,
    opening: Ints,
    margin: bool,
) -> None:
    """Begins the next game where one is over."""
    for g in range(begin, end):
        if over[g]:
            _renew(layout, state, g, seeds[g], illegal, over, rewards, scores, opening)
            _play_on(layout, bots, state, g, observations, masks, to_act, over, rewards, scores, margin)


@entry
def sample_choices(layout: Layout, state: Ints, begin: int, end: int, to_act: Flags, actions: Ints) -> None:
    """For each seat that acts what the bot `random` would choose there."""
    for g in range(begin, end):
        for seat in range(layout.players):
            if to_act[g, seat]:
                found = state[g, LEGAL + seat]
                chosen = any_of(state, g, seat, state[g, PHASE], found) if found else 0
                actions[g, seat] = chosen + behind(layout, state, g, seat) if chosen else 0


@part
def _renew(
    layout: Layout,
    state: Ints,
    g: int,
    seed: np.uint64,
    illegal: Flags,
    over: Flags,
    rewards: Rewards,
    scores: Ints,
    opening: Ints,
) -> None:
    over[g] = False
    for seat in range(layout.players):
        rewards[g, seat] = 0
        scores[g, seat] = 0
        illegal[g, seat] = False
    game = np.uint64(state[g, GAME]) + np.uint64(1)
    if opening.shape[0]:
        start_from(state, g, opening, 0, seed, game)
    else:
        _start(layout, state, g, seed, game)


@part
def _start(layout: Layout, state: Ints, g: int, seed: np.uint64, game: np.uint64) -> None:
    """A new game; who begins is drawn from its turn 0, as turns count from 1 (R2)."""
    start(layout, state, g, 0, seed, game)
    key = fold(fold(np.uint64(state[g, GAME_KEY]), np.uint64(0)), DICE)
    _, first = below(key, np.uint64(layout.players))
    state[g, ACTIVE] = first


@part
def _is_legal(layout: Layout, state: Ints, g: int, seat: int, code: int) -> bool:
    n = code - 1 - behind(layout, state, g, seat)
    return code == 0 or (0 <= n < 63 and state[g, LEGAL + seat] >> n & 1 == 1)


@inline
def _play_on(
    layout: Layout,
    bots: Bots,
    state: Ints,
    g: int,
    observations: Observations,
    masks: Mask,
    to_act: Flags,
    over: Flags,
    rewards: Rewards,
    scores: Ints,
    margin: bool,
) -> None:
    """Goes on until an agent is to act or the game is over, and shows the position."""
    _go_on(layout, bots, state, g)
    if state[g, PHASE] == OVER:
        over[g] = True
        _reward(layout, state, g, rewards, scores, margin)
    _show(layout, bots, state, g, observations, masks, to_act)


@inline
def _go_on(layout: Layout, bots: Bots, state: Ints, g: int) -> None:
    """Rolls and lets the bots choose until an agent is to act or the game is over."""
    while state[g, PHASE] != OVER:
        if state[g, PHASE] == ROLL:
            roll(layout, state, g)
        asked = False
        for seat in range(layout.players):
            if acts(state, g, seat):
                if bots.rows[seat, KIND] == OUTSIDE:
                    asked = True
                elif state[g, PHASE] == WHITE:
                    state[g, CHOICE + seat] = choose_white(layout, bots, state, g, seat)
        if asked:
            return
        if state[g, PHASE] == WHITE:
            reveal(layout, state, g)
        elif state[g, PHASE] == COLOUR:
            colour(layout, state, g, choose_colour(layout, bots, state, g))
        else:
            move(layout, state, g, choose_move(layout, bots, state, g))


@part
def _show(
    layout: Layout, bots: Bots, state: Ints, g: int, observations: Observations, masks: Mask, to_act: Flags
) -> None:
    over = state[g, PHASE] == OVER
    for seat in range(layout.players):
        n = g * layout.players + seat
        asked = bots.rows[seat, KIND] == OUTSIDE and acts(state, g, seat)
        if asked:
            found = options(layout, state, g, seat)
            state[g, LEGAL + seat] = found
            write_mask(found, behind(layout, state, g, seat), masks, n)
        elif to_act[g, seat]:
            for code in range(masks.shape[1]):
                masks[n, code] = 0
        if asked or (over and bots.rows[seat, KIND] == OUTSIDE):
            write_observation(layout, state, g, seat, observations, n)
        to_act[g, seat] = asked


@part
def _reward(layout: Layout, state: Ints, g: int, rewards: Rewards, scores: Ints, margin: bool) -> None:
    """The totals, and the share of the win or, with `margin`, the points ahead of the best of the others."""
    for seat in range(layout.players):
        scores[g, seat] = score(layout, state, g, seat)
    for seat in range(layout.players):
        own = scores[g, seat]
        best, equals = -(1 << 30), 1
        for other in range(layout.players):
            if other != seat:
                found = scores[g, other]
                best = max(best, found)
                equals += found == own
        if layout.players == 1:
            best = 0
        if margin:
            rewards[g, seat] = own - best
        else:
            rewards[g, seat] = 1 / equals if own >= best else 0

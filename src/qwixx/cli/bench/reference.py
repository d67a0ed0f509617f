"""The time of random games of two players on the reference engine, with events and verification."""

import time

from qwixx.dice import Stream, roll
from qwixx.rules import Rules


def time_games(variant: str, games: int) -> tuple[float, int]:
    """Plays the games, the same in every run; returns the seconds and the number of decisions."""
    engine = Rules(variant, players=2)
    decisions = 0
    began = time.perf_counter()
    for game in range(games):
        rng = Stream(1, game)
        state = engine.start(game % 2)
        while not engine.is_over(state):
            if engine.awaits_roll(state):
                state, _ = engine.step(state, roll(rng, engine.variant.faces, engine.closed(state)))
                continue
            for seat in engine.to_act(state):
                legal = engine.legal(state, seat)
                state, _ = engine.step(state, legal[rng.below(len(legal))])
                decisions += 1
    return time.perf_counter() - began, decisions

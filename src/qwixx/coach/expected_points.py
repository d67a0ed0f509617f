"""The average result of a position part by part, to show where the points of a difference lie."""

from collections.abc import Sequence

import numpy as np

from qwixx.kernel.engine.results import Results
from qwixx.rules import Rules

from .comparison import Prospect
from .evaluator import Evaluator, Situation

GAMES = 128
"""Playouts per position."""


def prospects(evaluator: Evaluator, situations: Sequence[tuple[Situation, int]]) -> list[Prospect]:
    """For each situation the prospect of a seat, all with the same dice."""
    found = evaluator.play([situation for situation, _ in situations], GAMES)
    games = [slice(n * GAMES, (n + 1) * GAMES) for n in range(len(situations))]
    return [
        _prospect(evaluator.rules, found, part, seat)
        for part, (_, seat) in zip(games, situations, strict=True)
    ]


def _prospect(rules: Rules, found: Results, games: slice, seat: int) -> Prospect:
    scores = found.scores[games].astype(np.float64)
    points = np.array(rules.variant.points)[found.crosses[games, seat]]
    bonuses = rules.track.bonuses if rules.track else (0,)
    bonus = np.array(bonuses)[found.pawns[games, seat]]
    others = np.delete(scores, seat, axis=1)
    return Prospect(
        rows=tuple(points.mean(axis=0).tolist()),
        locks=tuple(float((found.locks[games, seat] >> row & 1).mean()) for row in rules.crossing.rows),
        penalties=rules.variant.penalty_points * float(found.penalties[games, seat].mean()),
        bonus=float(bonus.mean()),
        rival=float(others.max(axis=1).mean()) if others.size else 0.0,
        turns=float(found.turns[games].mean()),
        score=float(scores[:, seat].mean()),
    )

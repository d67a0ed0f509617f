"""What becomes of a position on average, part by part: where the points of a difference lie."""

from collections.abc import Sequence

import numpy as np

from qwixx.kernel.engine.results import Results
from qwixx.rules import Rules

from .comparison import Prospect
from .evaluator import Judge, Situation
from .rollouts import outcomes

GAMES = 128


def prospects(judge: Judge, places: Sequence[tuple[Situation, int]]) -> list[Prospect]:
    """For each position the prospect of a seat, all with the same dice."""
    found = judge.play([place for place, _ in places], GAMES)
    games = [slice(n * GAMES, (n + 1) * GAMES) for n in range(len(places))]
    return [_prospect(judge.rules, found, part, seat) for part, (_, seat) in zip(games, places, strict=True)]


def _prospect(rules: Rules, found: Results, games: slice, seat: int) -> Prospect:
    scores = found.scores[games].astype(np.float64)
    points = np.array(rules.variant.points)[found.crosses[games, seat]]
    spaces = rules.track.board.spaces if rules.track else ()
    bonus = np.array([0, *(space.points for space in spaces)])[found.pawns[games, seat]]
    others = np.delete(scores, seat, axis=1)
    return Prospect(
        rows=tuple(points.mean(axis=0).tolist()),
        locks=tuple(float((found.locks[games, seat] >> row & 1).mean()) for row in rules.crossing.rows),
        penalties=rules.variant.penalty_points * float(found.penalties[games, seat].mean()),
        bonus=float(bonus.mean()),
        rival=float(others.max(axis=1).mean()) if others.size else 0.0,
        turns=float(found.turns[games].mean()),
        score=float(scores[:, seat].mean()),
        win=float(outcomes(scores, seat)[1].mean()),
    )

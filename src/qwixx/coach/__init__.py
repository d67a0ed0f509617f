"""The coach: what each choice of a game cost, what was luck, and why. Numba is loaded on first use.

- `review`: reviews a record: the entry point
- `report`: the data of a review
- `evaluator`: the interface of evaluators, and the questions they are asked
- `evaluators`: which evaluator a game gets
- `exact`: the evaluator of the solved game
- `judged`: the evaluator of the games that `expert` has learned
- `rollouts`: the evaluator that plays positions to the end
- `rest_of_turn`: corrects playouts for the rest of the turn that was played
- `verdicts`: the words for losses and mean losses
- `lessons`: picks the most instructive choices
- `comparison`: sets the choice taken beside the best one
- `expected_points`: the average result of a position, part by part
- `reasons`: explains why a choice was worse than the best one
"""

from .evaluator import Evaluator, unit_of
from .evaluators import GAMES, evaluator_for, exact_ready
from .report import (
    Decision,
    Estimate,
    Moment,
    Option,
    Point,
    Rating,
    Review,
    RollLuck,
    SeatReview,
    Verdict,
)
from .review import review
from .verdicts import verdict_of

__all__ = [
    "GAMES",
    "Decision",
    "Estimate",
    "Evaluator",
    "Moment",
    "Option",
    "Point",
    "Rating",
    "Review",
    "RollLuck",
    "SeatReview",
    "Verdict",
    "evaluator_for",
    "exact_ready",
    "review",
    "unit_of",
    "verdict_of",
]

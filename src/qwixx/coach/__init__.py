"""The coach: what each choice of a game cost, what was luck, and why. Numba loads on use."""

from .evaluator import GAMES, Judge, exact_ready, judge_of, unit_of
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
    "Judge",
    "Moment",
    "Option",
    "Point",
    "Rating",
    "Review",
    "RollLuck",
    "SeatReview",
    "Verdict",
    "exact_ready",
    "judge_of",
    "review",
    "unit_of",
    "verdict_of",
]

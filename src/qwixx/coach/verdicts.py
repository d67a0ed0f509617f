"""The words for losses and mean losses. `docs/coach.md` shows how players of known strength are rated."""

from .report import Option, Rating, Unit, Verdict

NOISE = 2.0
"""A loss below this number of standard errors may be chance, and counts as 0."""

# The smallest loss for each word. One cross in the middle of a game is worth a few points.
VERDICTS: dict[Unit, tuple[tuple[float, Verdict], ...]] = {
    "points": ((8.0, Verdict.BLUNDER), (3.0, Verdict.MISTAKE), (1.0, Verdict.INACCURACY)),
    "win": ((0.10, Verdict.BLUNDER), (0.05, Verdict.MISTAKE), (0.02, Verdict.INACCURACY)),
}

# The largest mean loss of a decision for each word.
RATINGS: dict[Unit, tuple[tuple[float, Rating], ...]] = {
    "points": (
        (0.25, Rating.EXCELLENT),
        (0.6, Rating.STRONG),
        (1.2, Rating.GOOD),
        (2.5, Rating.FAIR),
    ),
    "win": (
        (0.003, Rating.EXCELLENT),
        (0.006, Rating.STRONG),
        (0.01, Rating.GOOD),
        (0.02, Rating.FAIR),
    ),
}


def counted(option: Option) -> float:
    """The loss, or 0 if it may be chance."""
    return option.loss if option.loss > NOISE * option.error else 0.0


def verdict_on(loss: float, unit: Unit) -> Verdict:
    return next((verdict for least, verdict in VERDICTS[unit] if loss >= least), Verdict.FINE)


def verdict_of(option: Option, unit: Unit) -> Verdict:
    """The word for an option if it were taken."""
    return verdict_on(counted(option), unit)


def rating_of(mean_loss: float, unit: Unit) -> Rating:
    return next((rating for most, rating in RATINGS[unit] if mean_loss <= most), Rating.WEAK)

"""The most instructive choices of a game."""

from collections.abc import Mapping, Sequence

from qwixx.rules import State

from .comparison import Comparison, both_outcomes
from .evaluator import Evaluator
from .reasons import Explanation, reasons
from .report import Decision, Moment, Verdict

MOST = 3
"""Moments shown."""
TRIED = 8
"""Number of each seat's costliest choices that are examined."""
AGAIN = 0.6
"""Factor on the weight of a reason for each time it has been given already."""

Explanations = dict[int, list[Explanation]]
"""By ply: why the choice was worse than the best one, the weightiest reason first."""


def explain(evaluator: Evaluator, decisions: Sequence[Decision], seen: Mapping[int, State]) -> Explanations:
    """Explains the costliest choices of each seat. `seen`: by ply, the position as the seat saw it."""
    costly = [decision for seat in evaluator.rules.seats for decision in _costliest(decisions, seat)]
    if not costly:
        return {}
    from .expected_points import prospects

    rules = evaluator.rules
    outcomes = [
        (situation, decision.seat)
        for decision in costly
        for situation in both_outcomes(rules, seen[decision.ply], decision)
    ]
    found = prospects(evaluator, outcomes)
    return {
        decision.ply: reasons(Comparison(rules, seen[decision.ply], decision, taken, best))
        for decision, taken, best in zip(costly, found[::2], found[1::2], strict=True)
    }


def _costliest(decisions: Sequence[Decision], seat: int) -> list[Decision]:
    own = [d for d in decisions if d.seat == seat and d.verdict is not Verdict.FINE]
    return sorted(own, key=lambda decision: -decision.loss)[:TRIED]


def choose_moments(decisions: Sequence[Decision], explanations: Explanations) -> tuple[Moment, ...]:
    """The costliest choices in the order of the game, preferring different reasons to the same one again."""
    left = {decision.ply: decision for decision in decisions if decision.ply in explanations}
    chosen: list[Moment] = []
    while left and len(chosen) < MOST:
        known = [moment.reason for moment in chosen]
        fresh = {ply: AGAIN ** known.count(_freshest(explanations[ply], known).key) for ply in left}
        ply = max(left, key=lambda ply: left[ply].loss * fresh[ply])
        reason = _freshest(explanations[ply], known)
        chosen.append(Moment(ply, reason.key, reason.numbers))
        del left[ply]
    return tuple(sorted(chosen, key=lambda moment: moment.ply))


def _freshest(found: list[Explanation], known: list[str]) -> Explanation:
    """The most important reason; reasons already given count less."""
    return max(found, key=lambda reason: reason.weight * AGAIN ** known.count(reason.key))

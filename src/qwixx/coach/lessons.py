"""The few choices of a game that teach most."""

from collections.abc import Sequence

from .comparison import Case, places_of
from .evaluator import Judge
from .reasons import Explanation, reasons
from .report import Decision, Moment, Verdict

MOST = 3
TRIED = 8
"""So many of the costliest choices of a seat are looked into."""
AGAIN = 0.6
"""What a reason counts for, each time it has been told already."""

Told = dict[int, list[Explanation]]
"""By ply: why the choice was worse than the best one, the weightiest reason first."""


def explained(judge: Judge, decisions: Sequence[Decision]) -> Told:
    """The costliest choices of each seat."""
    costly = [decision for seat in judge.rules.seats for decision in _costliest(decisions, seat)]
    if not costly:
        return {}
    from .expected_points import prospects

    places = [(place, decision.seat) for decision in costly for place in places_of(judge.rules, decision)]
    found = prospects(judge, places)
    cases = map(Case, costly, found[::2], found[1::2])
    return {case.decision.ply: reasons(case) for case in cases}


def _costliest(decisions: Sequence[Decision], seat: int) -> list[Decision]:
    own = [d for d in decisions if d.seat == seat and d.verdict is not Verdict.FINE]
    return sorted(own, key=lambda decision: -decision.loss)[:TRIED]


def choose_moments(decisions: Sequence[Decision], told: Told) -> tuple[Moment, ...]:
    """The costliest, rather with different reasons than with the same one again; in the order of the game."""
    left = {decision.ply: decision for decision in decisions if decision.ply in told}
    chosen: list[Moment] = []
    while left and len(chosen) < MOST:
        known = [moment.reason for moment in chosen]
        fresh = {ply: AGAIN ** known.count(_freshest(told[ply], known).key) for ply in left}
        ply = max(left, key=lambda ply: left[ply].loss * fresh[ply])
        reason = _freshest(told[ply], known)
        chosen.append(Moment(ply, reason.key, reason.numbers))
        del left[ply]
    return tuple(sorted(chosen, key=lambda moment: moment.ply))


def _freshest(found: list[Explanation], known: list[str]) -> Explanation:
    """Another reason that weighs nearly as much says more than the same one again."""
    return max(found, key=lambda reason: reason.weight * AGAIN ** known.count(reason.key))

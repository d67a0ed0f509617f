"""The bot `expert`: a network judges positions, and it answers what the others will probably choose.

In action 1 everybody chooses at the same time. `expert` asks what its opponents would choose if they judged
as it does. The active player's *plans* are the choices in action 1, each with the best that can follow it in
the turn if everybody else passes. A passive player's likely choice is the best answer to the best of these
plans if the other passive players pass. A passive expert plays the best answer to the best plan and the
likely choices of the others; an active one plays the plan that goes best with their likely choices.

With two players it weighs two guesses. The passive player chooses that answer, or what would be best if
nobody else did anything in this turn; the active player plays the best plan, or the one that goes best with
these two choices. Each maximizes the mean of the two win chances.

Alone in the classic game it plays by the exact solution. `tempo` plays the games that `expert` has not
learned: Longo and On Board alone, and those on a board or sheet of your own.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from qwixx.dice import Stream
from qwixx.files import read_bytes
from qwixx.kernel.exact.solvable import is_solved
from qwixx.rules import Choice, Pass, Phase, Rules, State, Variant, View

from .tempo import Tempo

if TYPE_CHECKING:
    from qwixx.kernel.bots.expert.weights import Weights
    from qwixx.solver import Solution

Plan = tuple[Choice, ...]
"""The choices of the active player in actions 1, 2 and 3, as far as the turn goes."""


class Expert:
    """Takes the choice that leaves it the best chance to win, as its network judges."""

    def __init__(self, weights: Path | None = None) -> None:
        self._file = "" if weights is None else str(weights)
        self._known: dict[Rules, Weights] = {}
        if weights is not None:
            from qwixx.kernel.bots.expert.weights import LARGEST

            read_bytes(weights, LARGEST)  # a wrong name is noticed at once

    def choose(self, view: View, legal: tuple[Choice, ...], rng: Stream) -> Choice:
        from qwixx.kernel.bots.expert.weights import has_learned, weights_of

        if len(legal) == 1:
            return legal[0]
        rules = view.rules
        if not self._file and is_solved(rules):
            return _solution(rules.variant).options(view.state, view.seat)[0].choice
        if not self._file and not has_learned(rules):
            return Tempo().choose(view, legal, rng)
        if rules not in self._known:
            self._known[rules] = weights_of(rules, self._file)
        weights = self._known[rules]
        if view.state.phase is Phase.WHITE:
            return _in_action_1(rules, weights, view.state, view.seat)
        found = list(finishes(rules, view.state))
        return found[_best(rules, weights, [end for _, end in found], view.seat)][0][0]


@cache
def _solution(variant: Variant) -> "Solution":
    from qwixx.solver import solve

    return solve(variant)


def _in_action_1(rules: Rules, weights: "Weights", state: State, seat: int) -> Choice:
    plans, active = _plans(rules, weights, state), state.active
    best = plans[0]
    plans = sorted(plans, key=lambda plan: rules.code(plan[0]))
    passes: list[Choice] = [Pass(other) for other in rules.seats]
    if rules.players == 2:
        return _between_two(rules, weights, state, seat, plans, best)
    passes[active] = best[0]
    likely = list(passes)
    for other in rules.seats:
        if other not in (seat, active):
            likely[other] = _answer(rules, weights, state, other, [best], passes)
    if seat != active:
        return _answer(rules, weights, state, seat, [best], likely)
    return _answering_plan(rules, weights, state, plans, [likely])[0]


def _between_two(
    rules: Rules, weights: "Weights", state: State, seat: int, plans: Sequence[Plan], best: Plan
) -> Choice:
    """Action 1 of two players: each weighs two guesses of what the other chooses."""
    active = state.active
    passive = 1 - active
    passes: list[Choice] = [Pass(other) for other in rules.seats]
    answer = _answer(rules, weights, state, passive, [best], passes)
    alone = _alone(rules, weights, state, passive)
    guesses = [
        [*passes[:passive], choice, *passes[passive + 1 :]] for choice in dict.fromkeys((answer, alone))
    ]
    answering = _answering_plan(rules, weights, state, plans, guesses)
    if seat == active:
        return answering[0]
    return _answer(rules, weights, state, seat, list(dict.fromkeys((best, answering))), passes)


def _alone(rules: Rules, weights: "Weights", state: State, seat: int) -> Choice:
    """A passive player's best choice if nobody else does anything in this turn."""
    options = rules.legal(state, seat)
    ends = [
        msgspec.structs.replace(rules.if_others_pass(state, option), active=seat)  # as if the turn were over
        for option in options
    ]
    return options[_best(rules, weights, ends, seat)]


def _answering_plan(
    rules: Rules,
    weights: "Weights",
    state: State,
    plans: Sequence[Plan],
    guesses: Sequence[Sequence[Choice]],
) -> Plan:
    """The active player's best plan, if each guess of the others' choices is equally likely."""
    seat = state.active
    ends = [
        [_outcome(rules, state, plan, [*others[:seat], plan[0], *others[seat + 1 :]]) for plan in plans]
        for others in guesses
    ]
    return plans[_best_in_the_mean(rules, weights, ends, seat)]


def _plans(rules: Rules, weights: "Weights", state: State) -> list[Plan]:
    """The active player's plans in action 1, the best one first."""
    active = state.active
    found = [
        ((choice, *rest), end)
        for choice in rules.legal(state, active)
        for rest, end in finishes(rules, rules.if_others_pass(state, choice))
    ]
    values = worths(rules, weights, [end for _, end in found], active)
    judged = zip([plan for plan, _ in found], values, strict=True)
    best = [max(same, key=_value) for _, same in groupby(judged, key=lambda one: one[0][0])]
    first = max(best, key=_value)
    return [first[0], *(plan for plan, _ in best if plan is not first[0])]


def _value(judged: tuple[Plan, int]) -> int:
    return judged[1]


def finishes(rules: Rules, state: State) -> Iterator[tuple[Plan, State]]:
    """What can follow in actions 2 and 3 of the turn: the choices, and the position after the turn."""
    options = rules.legal(state, state.active)
    if not options:
        yield (), state
    for option in options:
        for rest, end in finishes(rules, rules.apply(state, option)[0]):
            yield (option, *rest), end


def _answer(
    rules: Rules,
    weights: "Weights",
    state: State,
    seat: int,
    plans: Sequence[Plan],
    others: Sequence[Choice],
) -> Choice:
    """A passive player's best choice if each of the plans is equally likely, and the rest choose those."""
    options = rules.legal(state, seat)
    if len(options) == 1:
        return options[0]
    ends = [[_answered(rules, state, plan, option, others) for option in options] for plan in plans]
    return options[_best_in_the_mean(rules, weights, ends, seat)]


def _answered(rules: Rules, state: State, plan: Plan, option: Choice, others: Sequence[Choice]) -> State:
    choices = list(others)
    choices[plan[0].seat], choices[option.seat] = plan[0], option
    return _outcome(rules, state, plan, choices)


def _outcome(rules: Rules, state: State, plan: Plan, choices: Sequence[Choice]) -> State:
    """The position after these choices in action 1 and the rest of the plan.

    What the choices have made illegal is left out.
    """
    state, _ = rules.reveal(state, tuple(choices))
    active = plan[0].seat
    for planned in (*plan[1:], Pass(active), Pass(active)):
        options = rules.legal(state, active) if state.phase in (Phase.COLOUR, Phase.BOARD) else ()
        if not options:
            break
        state, _ = rules.apply(state, planned if planned in options else Pass(active))
    return state


def _best(rules: Rules, weights: "Weights", ends: Sequence[State], seat: int) -> int:
    """The number of the position that is worth most to the seat; the first of equal ones."""
    values = worths(rules, weights, ends, seat)
    return values.index(max(values))


def _best_in_the_mean(rules: Rules, weights: "Weights", ends: Sequence[Sequence[State]], seat: int) -> int:
    """The number of the option with the best mean chance; `ends` has the positions by guess and option."""
    from qwixx.kernel.bots.expert.chances import chance

    values = [worths(rules, weights, states, seat) for states in ends]
    if len(values) == 1:
        return values[0].index(max(values[0]))
    means = [sum(map(chance, option)) for option in zip(*values, strict=True)]
    return means.index(max(means))


def worths(rules: Rules, weights: "Weights", states: Sequence[State], seat: int) -> list[int]:
    """What positions after a turn are worth to a seat: log odds, exact for finished games."""
    import numpy as np

    from qwixx.kernel.bots.expert.features import features_of_all
    from qwixx.kernel.bots.expert.weights import judged, result_worth

    going_on = features_of_all(rules, [state for state in states if not rules.is_over(state)], seat)
    log_odds = iter(judged(rules, weights, np.array(going_on)).tolist() if going_on else ())
    return [
        result_worth(rules.scores(state), seat) if rules.is_over(state) else next(log_odds)
        for state in states
    ]

"""What a choice is worth if the rest of its turn is played well.

Playouts leave the rest of a turn to `tempo`, which makes mistakes too. A player who did better in action 2 or
3 must not be blamed in action 1 for what `tempo` would have done, so the gain is added to the choice taken.
"""

from collections.abc import Mapping, Sequence

from msgspec import structs

from qwixx.bots.tempo import Tempo
from qwixx.dice import Stream
from qwixx.rules import Choice, Phase, Rules, State

from .evaluator import Question, unit_of
from .report import Option, Unit
from .verdicts import NOISE, counted

Options = tuple[Option, ...]


def with_follow_ups(rules: Rules, questions: Sequence[Question], answers: Sequence[Options]) -> list[Options]:
    """The answers to a game's questions, in order, with what the rest of each turn as played adds."""
    found = list(answers)
    more: dict[tuple[int, int], float] = {}
    """By turn and seat: how much better the later choices were than `tempo`'s."""
    for n in reversed(range(len(found))):
        (state, turn), seat, choice = questions[n]
        if choice is not None:
            found[n] = raised(found[n], {choice: more.get((turn, seat), 0.0)}, unit_of(rules))
        if seat == state.active:
            more[turn, seat] = beyond_tempo(rules, state, seat, answers[n], found[n])
    return found


def next_choice(rules: Rules, state: State, choice: Choice) -> State | None:
    """The position in which the seat chooses again this turn, if any; the others choose as `tempo` does."""
    after, _ = rules.step(state, choice)
    for other in sorted(rules.to_act(after)) if after.phase is Phase.WHITE else ():
        after, _ = rules.step(after, _tempo_choice(rules, state, other))
    return after if len(rules.legal(after, choice.seat)) > 1 else None


def raised(options: Options, more: Mapping[Choice, float], unit: Unit) -> Options:
    """The options with some of their values raised, best first."""
    if not any(more.values()):
        return options
    found = [_add(option, more.get(option.choice, 0.0), unit) for option in options]
    best = max(found, key=lambda option: option.worth(unit))
    return tuple(sorted((_behind(option, best, unit) for option in found), key=lambda option: option.loss))


def _behind(option: Option, best: Option, unit: Unit) -> Option:
    error = 0.0 if option is best else max(option.error, best.error)
    return structs.replace(option, loss=best.worth(unit) - option.worth(unit), error=error)


def _add(option: Option, more: float, unit: Unit) -> Option:
    if unit == "points":
        return structs.replace(option, score=option.score + more)
    return structs.replace(option, win=min(1.0, option.win + more))


def beyond_tempo(rules: Rules, state: State, seat: int, before: Options, after: Options) -> float:
    """How much better the best choice is than the one `tempo` would take."""
    unit = unit_of(rules)
    if not any(map(counted, after)):
        return 0.0
    choice = _tempo_choice(rules, state, seat)
    its = next(option for option in before if option.choice == choice)
    gain = after[0].worth(unit) - its.worth(unit)
    return gain if gain > NOISE * its.error else 0.0


def _tempo_choice(rules: Rules, state: State, seat: int) -> Choice:
    view = rules.view(state, seat)
    return Tempo().choose(view, rules.legal(view.state, seat), Stream(0))

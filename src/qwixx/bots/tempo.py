"""The bot `tempo`: it plays to be ahead whenever the game ends."""

from pathlib import Path

from qwixx.dice import Stream
from qwixx.kernel.bots.tempo.values import Values, fitted, read_values, values_of
from qwixx.rules import Choice, Rules, State, View


class Tempo:
    """Looks ahead to the end of its own turn and takes the choice that leaves it furthest ahead."""

    def __init__(self, weights: Path | None = None) -> None:
        self._own = None if weights is None else read_values(weights)

    def choose(self, view: View, legal: tuple[Choice, ...], rng: Stream) -> Choice:  # noqa: ARG002
        if len(legal) == 1:
            return legal[0]
        values = values_of(view.rules) if self._own is None else fitted(self._own, view.rules)
        return max(legal, key=lambda choice: _worth(view.rules, values, view.state, choice))


def _worth(rules: Rules, values: Values, state: State, choice: Choice) -> int:
    """The worth of a choice with the best that can follow it in this turn, if the others pass."""
    seat = choice.seat
    state = rules.if_others_pass(state, choice)
    following = rules.legal(state, seat)
    if not following:
        return values.lead(rules, state, seat)
    return max(_worth(rules, values, state, option) for option in following)

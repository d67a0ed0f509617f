"""The bot `pocket`: a strategy that a person can remember and count at the table."""

from qwixx.dice import Stream
from qwixx.kernel.bots.pocket_limits import most_given_up
from qwixx.rules import Choice, Phase, View


class Pocket:
    """Skips only unlikely numbers, closes rows, and ends the game unless it would lose."""

    def choose(self, view: View, legal: tuple[Choice, ...], rng: Stream) -> Choice:  # noqa: ARG002
        passing, *choices = legal
        leads = {choice: _lead(view, choice) for choice in choices if _brings(view, choice, ends=True)}
        if winning := [choice for choice, lead in leads.items() if lead > 0]:
            return winning[0]
        choices = [choice for choice in choices if leads.get(choice, 0) >= 0]
        if closing := [choice for choice in choices if _brings(view, choice, ends=False)]:
            return min(closing, key=lambda choice: jumped(view, choice))
        if view.state.phase is Phase.BOARD:
            return _move(view, passing, choices)
        saves = view.state.phase is Phase.COLOUR and not view.state.crossed
        best = min(choices, key=lambda choice: jumped(view, choice), default=passing)
        return best if jumped(view, best) <= _most(view, saves) else passing


def _move(view: View, passing: Choice, moves: list[Choice]) -> Choice:
    """The farthest space that costs little; with a penalty ahead, the cross that costs least."""
    crossing = [move for move in moves if view.makes_cross(move)]
    if crossing and not view.state.crossed:
        return min(crossing, key=lambda move: jumped(view, move))
    cheap = [move for move in moves if jumped(view, move) <= _most(view, saves=False)]
    return cheap[-1] if cheap else passing


def _most(view: View, saves: bool) -> int:
    cheap, saving = most_given_up(view.rules.variant.faces)
    return saving if saves else cheap


def jumped(view: View, choice: Choice) -> int:
    """The number of white throws whose sum is a number that this cross skips."""
    faces = view.rules.variant.faces
    return sum(faces - abs(number - faces - 1) for number in view.skipped(choice))


def _brings(view: View, choice: Choice, *, ends: bool) -> bool:
    found = view.rules.outlook(view.state, choice)
    return found.ends if ends else found.closes


def _lead(view: View, choice: Choice) -> int:
    """The lead over the best opponent if the choice ends the game and the others pass."""
    state = view.rules.if_others_pass(view.state, choice)
    scores = list(view.rules.scores(state))
    own = scores.pop(choice.seat)
    return own - max(scores, default=own)

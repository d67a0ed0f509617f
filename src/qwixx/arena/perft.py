"""Perft: the number of sequences of choices, which changes with any change of the rules' behaviour."""

from qwixx.dice import dice_stream, roll
from qwixx.rules import Choice, Rules, State


def perft(rules: Rules, state: State, depth: int, seed: int = 0) -> int:
    """The number of sequences of `depth` choices. Rolls come from the seed: they neither branch nor count.

    If several seats are to act, the lowest chooses first. A game that ends earlier counts nothing.
    """
    return _count(rules, state, depth, seed, 1)


def divide(rules: Rules, state: State, depth: int, seed: int = 0) -> dict[Choice, int]:
    """The same count for each first choice, to find out where two programs differ."""
    state, turn = _rolled(rules, state, seed, 1)
    return {
        choice: _count(rules, rules.step(state, choice)[0], depth - 1, seed, turn)
        for choice in (_choices(rules, state) if depth else ())
    }


def _count(rules: Rules, state: State, depth: int, seed: int, turn: int) -> int:
    if depth == 0:
        return 1
    state, turn = _rolled(rules, state, seed, turn)
    choices = _choices(rules, state)
    if depth == 1:
        return len(choices)
    return sum(_count(rules, rules.step(state, choice)[0], depth - 1, seed, turn) for choice in choices)


def _rolled(rules: Rules, state: State, seed: int, turn: int) -> tuple[State, int]:
    """The position after the roll, if one is awaited, and the number of the next roll."""
    if not rules.awaits_roll(state):
        return state, turn
    dice = roll(dice_stream(seed, 0, turn), rules.variant.faces, rules.closed(state))
    return rules.step(state, dice)[0], turn + 1


def _choices(rules: Rules, state: State) -> tuple[Choice, ...]:
    return rules.legal(state, min(rules.to_act(state))) if rules.to_act(state) else ()

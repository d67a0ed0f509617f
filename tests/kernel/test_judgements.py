"""Judgements are those of `expert`: it plays the turn to its end, and its network says who will win."""

import numpy as np
import pytest

import qwixx
from qwixx.bots.expert import Expert, worths
from qwixx.dice import Stream, dice_stream, roll
from qwixx.kernel.bots.expert.weights import weights_of
from qwixx.kernel.runs.judgements import Judgements, shares_of
from qwixx.rules import Phase, Rules, State

SEED = 3


def turn_played(rules: Rules, state: State, turn: int, game: int) -> State:
    """The reference: the rules and the bot in Python."""
    if state.phase is Phase.ROLL:
        dice = dice_stream(SEED, game, turn + 1)
        state, _ = rules.step(state, roll(dice, rules.variant.faces, rules.closed(state)))
    bot = Expert()
    while state.phase not in (Phase.ROLL, Phase.OVER):
        asked = state
        for seat in sorted(rules.to_act(asked)):
            choice = bot.choose(rules.view(asked, seat), rules.legal(asked, seat), Stream(0))
            state, _ = rules.step(state, choice)
    return state


@pytest.mark.parametrize(("variant", "players"), [("classic", 2), ("longo", 3), ("onboard-a", 4)])
def test_the_turn_is_played_and_judged_as_expert_does(variant: str, players: int) -> None:
    rules = Rules(variant, players)
    record = qwixx.play(variant, ["amateur", "gap", "random", "tempo"][:players], SEED)
    # Every phase, action 1 with some choices made, and the end.
    plies = list(record.plies())
    places = [(ply.after, ply.turn) for ply in (*plies[20:32], plies[-1])]
    found = Judgements(rules, SEED, threads=2).shares(places, range(2), 2)
    weights = weights_of(rules)
    for n, (state, turn) in enumerate(places):
        for game in range(2):
            end = turn_played(rules, state, turn, game)
            expected = shares_of(np.array([worths(rules, weights, [end], seat)[0] for seat in rules.seats]))
            assert np.array_equal(found[n, game, 0], expected), rules.position(state)
    scores = rules.scores(plies[-1].after)
    assert found[-1, 0, 1].tolist() == [
        (score == max(scores)) / scores.count(max(scores)) for score in scores
    ]  # a game that is over keeps its result

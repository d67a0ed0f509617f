"""The game in OpenSpiel."""

from pathlib import Path
from typing import Any

import numpy as np
import pyspiel
import pytest
from absl import flags
from open_spiel.python.algorithms.generate_playthrough import playthrough, replay

import qwixx.envs.openspiel  # noqa: F401  # registers the game
from qwixx import VARIANTS, QwixxError, Rules, parse_position
from qwixx.bots.gap import Gap
from qwixx.dice import Stream
from qwixx.envs import Encoder

GOLDEN = Path(__file__).parent / "playthroughs"
GAMES = [(name, players) for name, variant in VARIANTS.items() for players in (2, variant.max_players)]


def load(variant: str = "classic", players: int = 2, reward: str = "win") -> Any:
    return pyspiel.load_game("python_qwixx", {"variant": variant, "players": players, "reward": reward})


@pytest.mark.parametrize(("variant", "players"), GAMES)
def test_openspiel_finds_no_fault(variant: str, players: int) -> None:
    pyspiel.random_sim_test(load(variant, players), num_sims=2, serialize=True, verbose=False)
    pyspiel.random_sim_test(load(variant, players, "score"), num_sims=1, serialize=True, verbose=False)
    in_turns = pyspiel.convert_to_turn_based(load(variant, players))
    pyspiel.random_sim_test(in_turns, num_sims=1, serialize=False, verbose=False)


@pytest.mark.parametrize(
    "start",
    [
        "longo lucky 2,3 15,16 | r2,3 | b16 p1 | 1 colour 4+1 3 6 2 5",
        "classic | r2,3,4 | b12 | y3 | 2 white 4+1 3 6 2 5 : ? ? ?",
    ],
)
def test_a_game_starts_from_a_position(start: str) -> None:
    """The position brings its variant, players, lucky pairs and board."""
    game = pyspiel.load_game("python_qwixx", {"start": start})
    rules, state = parse_position(start)
    assert game.num_players() == rules.players
    assert game.new_initial_state().node.position == state
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)
    with pytest.raises(QwixxError, match="cannot start from its end"):
        pyspiel.load_game("python_qwixx", {"start": "classic | p4 | - | 0 over"})


def test_one_player_alone() -> None:
    pyspiel.random_sim_test(load(players=1, reward="score"), num_sims=2, serialize=True, verbose=False)


def play(game: Any, seed: int) -> list[Any]:
    """The states of a game between careful players, who sometimes close rows."""
    rng = np.random.default_rng(seed)
    states = [game.new_initial_state()]
    while not states[-1].is_terminal():
        state = states[-1].clone()
        if state.is_simultaneous_node():
            state.apply_actions([careful(state, seat) for seat in range(game.num_players())])
        elif state.is_chance_node():
            state.apply_action(int(rng.choice(state.legal_actions())))
        else:
            state.apply_action(careful(state, state.current_player()))
        states.append(state)
    return states


def careful(state: Any, seat: int) -> int:
    rules, position = state.node.parts.rules, state.node.position
    choice = Gap().choose(rules.view(position, seat), rules.legal(position, seat), Stream())
    return int(rules.code(choice) % state.num_distinct_actions())


@pytest.mark.parametrize("variant", VARIANTS)
def test_nodes_follow_the_turn(variant: str) -> None:
    """A chance node for each die in the game, then all players at once, then the active player."""
    game, rules = load(variant, 3), Rules(variant, 3)
    dice = shorter = 0
    for seed in range(6):
        for state in play(game, seed):
            position = state.node.position
            if state.is_chance_node():
                assert position.phase == "roll"
                outcomes = state.chance_outcomes()
                assert [outcome for outcome, _ in outcomes] == list(range(rules.variant.faces))
                assert sum(chance for _, chance in outcomes) == pytest.approx(1)
                dice += 1
                continue
            if position.phase == "white":
                assert state.is_simultaneous_node()
                assert dice == 6 - len(rules.closed(position))
                shorter += dice < 6
                dice = 0
            elif not state.is_terminal():
                assert state.current_player() == position.active
            for seat in rules.seats:
                found = [seat * game.num_distinct_actions() + action for action in state.legal_actions(seat)]
                assert found == [rules.code(choice) for choice in rules.legal(position, seat)]
    assert shorter, "no game went on after a row was closed"


@pytest.mark.parametrize("variant", VARIANTS)
def test_observations_are_those_of_all_environments(variant: str) -> None:
    game, rules = load(variant, 2), Rules(variant, 2)
    encoder = Encoder(rules)
    for state in play(game, 1):
        for seat in rules.seats:
            expected = encoder.observe(rules.view(state.node.position, seat)).tolist()
            assert list(state.observation_tensor(seat)) == expected
            if not state.is_chance_node():
                assert parse_position(state.observation_string(seat))[1] == state.node.position
            assert state.information_state_string(seat) == state.history_str()


def test_returns_are_shares_or_leads() -> None:
    for seed in range(4):
        win, lead = play(load(), seed)[-1], play(load(reward="score"), seed)[-1]
        own, other = Rules("classic", 2).scores(win.node.position)
        assert lead.returns() == [own - other, other - own]
        assert win.returns() == ([0.5, 0.5] if own == other else [own > other, other > own])


def test_bounds_hold() -> None:
    game = load("onboard-b", 4, "score")
    states = play(game, 3)
    chance = sum(state.is_chance_node() for state in states)
    assert chance <= game.max_chance_nodes_in_history()
    assert len(states) - 1 - chance <= game.max_game_length()
    assert game.min_utility() <= min(states[-1].returns()) <= max(states[-1].returns()) <= game.max_utility()


def test_a_copy_goes_its_own_way() -> None:
    state = load().new_initial_state()
    copy = state.clone()
    copy.apply_action(3)
    assert str(state) == "classic | - | - | 0 roll"
    assert str(copy) == "classic | - | - | 0 roll 4"


@pytest.mark.parametrize(
    ("parameter", "message"),
    [
        ("variant=clasic", "There is no variant 'clasic'"),
        ("players=6", "classic is for 1 to 5 players, not 6"),
        ("reward=points", "reward='points' is unknown"),
    ],
)
def test_wrong_parameters_are_named(parameter: str, message: str) -> None:
    with pytest.raises(QwixxError, match=message):
        pyspiel.load_game(f"python_qwixx({parameter})")


@pytest.mark.parametrize("variant", VARIANTS)
def test_playthrough(variant: str) -> None:
    """A playthrough by OpenSpiel equals the stored one; a missing file is written."""
    path = GOLDEN / f"{variant}.txt"
    if not path.exists():
        path.write_text(playthrough(f"python_qwixx(variant={variant})", None, seed=1), encoding="utf-8")
        pytest.fail(f"{path.name} was missing and has been written: look at it, then run this again")
    flags.FLAGS.mark_as_parsed()  # OpenSpiel reads its settings from a command line, and there is none here
    original, again = replay(str(path))
    assert again == original

"""The exact solution against brute force, against itself, and against the literature."""

from functools import cache
from itertools import product
from pathlib import Path

import pytest
from tiny_game import tiny

from qwixx import Phase, QwixxError, Roll, Rules, State, parse_position, play
from qwixx.kernel import simulate
from qwixx.kernel.exact.tables import load
from qwixx.kernel.runs.playouts import Playouts
from qwixx.rules.notation import write_choice
from qwixx.solver import Programme, Solution, solve, values

# In one process: otherwise every process compiles the kernel or builds the table again.
pytestmark = pytest.mark.xdist_group("solution")


def brute_force(rules: Rules) -> float:
    """The value of the start, by trying everything with the rules themselves."""

    @cache
    def value(state: State) -> float:
        if rules.is_over(state):
            return rules.score(state.sheets[0])
        if state.phase is Phase.ROLL:
            closed = rules.closed(state)
            throws = [
                Roll((dice[0], dice[1]), tuple(None if row in closed else dice[2 + row] for row in range(4)))
                for dice in product(rules.faces, repeat=6)
            ]
            return sum(value(rules.step(state, throw)[0]) for throw in throws) / len(throws)
        return max(value(rules.step(state, choice)[0]) for choice in rules.legal(state, 0))

    return value(rules.start())


@pytest.mark.parametrize(("crosses_to_close", "max_penalties"), [(1, 1), (1, 2), (2, 1)])
def test_equals_brute_force_on_a_tiny_sheet(
    crosses_to_close: int, max_penalties: int, tmp_path: Path
) -> None:
    variant = tiny(crosses_to_close, max_penalties)
    programme = Programme(variant=variant)
    solution = Solution(programme, load(programme, folder=tmp_path))
    rules = Rules(variant, 1)
    assert solution.value(rules.start()) == pytest.approx(brute_force(rules), abs=1e-9)


@pytest.fixture(scope="module")
def solo() -> Solution:
    return solve("classic")


def test_value_of_the_start_is_the_literatures(solo: Solution) -> None:
    assert solo.value(solo.rules.start()) == pytest.approx(115.4831, abs=5e-5)


MIRROR_IMAGES = [
    "classic | r2,5 y3 g12,11,9 p1 | 0 roll",
    "classic | r3 y2,5 g12,11,9 p1 | 0 roll",
    "classic | r2,5 y3 b12,11,9 p1 | 0 roll",
    "classic | r2,3,5 g12,9 b11 p1 | 0 roll",
    "classic | y2,3,5 g11 b12,9 p1 | 0 roll",
]


def test_mirror_images_have_equal_values(solo: Solution) -> None:
    values = [solo.value(parse_position(text)[1]) for text in MIRROR_IMAGES]
    assert values == [pytest.approx(values[0], abs=1e-12)] * len(values)


def test_value_is_that_of_the_best_option(solo: Solution) -> None:
    _, state = parse_position("classic | r2,3 b12 | 0 white 5+1 2 2 3 4 : ?")
    options = solo.options(state)
    assert [option.choice for option in options if option.value == solo.value(state)]
    assert {option.choice for option in options} == set(solo.rules.legal(state, 0))


def test_colour_action_is_not_played_after_the_game_has_ended(solo: Solution) -> None:
    """The second lock in action 1 ends the game: it is worth the score, whatever other dice show (R12)."""
    text = "classic | r2,3,4,5,6,12 y2,3,4,5,6 | 0 white 6+6 - 6 6 6 : ?"
    _, state = parse_position(text)
    by_choice = {option.choice: option.value for option in solo.options(state)}
    closing = next(choice for choice in by_choice if getattr(choice, "row", None) == 1)
    assert by_choice[closing] == solo.rules.score(solo.rules.step(state, closing)[0].sheets[0])


def test_the_friendly_values_of_the_docs() -> None:
    solution = solve("classic", players=2)
    values = [solution.value(solution.rules.start(), seat) for seat in range(2)]
    assert [f"{value:.4f}" for value in values] == ["130.5014", "131.1327"]


@pytest.mark.parametrize("active", [0, 1])
def test_value_after_choosing_does_not_depend_on_who_has_yet_to_choose(active: int) -> None:
    solution = solve("classic", players=2)
    text = f"classic | r2,3 | g12 | {active} white 5+1 2 2 3 4 : "
    _, before = parse_position(text + "? ?")
    for option in solution.options(before, 0):
        _, chosen = parse_position(text + f"{write_choice(option.choice)} ?")
        assert solution.value(chosen, 0) == option.value
        assert solution.value(chosen, 1) == solution.value(before, 1)


@pytest.mark.parametrize("variant", ["longo", "onboard-a", "onboard-b"])
def test_larger_games_are_refused(variant: str) -> None:
    with pytest.raises(QwixxError, match="no exact solution"):
        solve(variant)


def test_many_values_at_once_are_those_of_each_position(solo: Solution) -> None:
    states = [ply.after for seed in range(2) for ply in play("classic", ["gap"], seed=seed).plies()]
    assert {state.phase for state in states} == {Phase.ROLL, Phase.WHITE, Phase.COLOUR, Phase.OVER}
    assert values(solo, states).tolist() == pytest.approx([solo.value(state) for state in states], abs=1e-9)
    assert values(solo, []).tolist() == []


def test_games_of_best_play_from_a_position_bring_what_was_promised(solo: Solution) -> None:
    texts = ["r2,3 | 0 colour 5+1 2 2 3 4 crossed", "r3,4,5,6,7,8,9 y3,4,5,6,8 b10,9,8,7 g10,9,7 p1 | 0 roll"]
    states = [parse_position(f"classic | {text}")[1] for text in texts]
    games = 20_000
    found = Playouts(solo.rules, ["expert"]).play([(state, 0) for state in states], range(games))
    for state, scores in zip(states, found.scores.reshape(2, games), strict=True):
        assert abs(scores.mean() - solo.value(state)) < 4 * scores.std() / games**0.5


def test_games_of_best_play_bring_what_was_promised(solo: Solution) -> None:
    scores = simulate(solo.rules, ["expert"], 11, range(50_000)).scores[:, 0]
    error = scores.std() / len(scores) ** 0.5
    assert abs(scores.mean() - solo.value(solo.rules.start())) < 3 * error

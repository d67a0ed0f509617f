"""Classic: the order of play, the fourth penalty and the score: R13–R15, R17, R18."""

import pytest
from game_table import Table, at, row

from qwixx import IllegalAction, Pass, Rules
from qwixx.rules.events import Closed, Ended, Penalised, TurnBegan

# R13 the fourth penalty


def test_R13_a_fourth_penalty_ends_the_game_and_counts() -> None:
    game = at("classic | r2 p3 | r2,3 | - | 0 roll").roll("4+1 3 2 3 6").white("-", "-", "y5").colour("-")
    assert game.over
    assert game.scores == (1 - 20, 3, 1)
    assert game.events[-2:] == (Penalised(0, 4), Ended("penalties", (-19, 3, 1)))


def test_R13_a_third_penalty_does_not() -> None:
    game = at("classic | p2 | p3 | 0 roll").roll("4+1 3 2 3 6").white("-", "-").colour("-")
    assert game.position == "classic | p3 | p3 | 1 roll"


def test_R13_penalties_of_several_players_are_not_added_up() -> None:
    game = at("classic | p3 | p3 | p2 | 2 roll").roll("4+1 3 2 3 6").white("-", "-", "-").colour("-")
    assert game.position == "classic | p3 | p3 | p3 | 0 roll"


def test_R13_nothing_follows_the_end() -> None:
    game = at("classic | p3 | - | 0 roll").roll("4+1 3 2 3 6").white("-", "-").colour("-")
    assert game.to_act == set()
    assert not game.rules.awaits_roll(game.state)
    assert game.roll_refusal("4+1 3 2 3 6") == ("game-over", "R12")
    assert game.refusal(1, "-") == ("game-over", "R12")


# R14 the next player


@pytest.mark.parametrize("players", range(1, 6))
def test_R14_the_next_player_clockwise_becomes_active(players: int) -> None:
    rules = Rules("classic", players=players)
    game = Table(rules, rules.start(first=players - 1))
    seen = []
    for _ in range(2 * players):
        seen.append(game.state.active)
        game.roll("1+1 1 1 1 1").white(*["-"] * players).colour("-")
        assert game.happened(TurnBegan) == [TurnBegan(game.state.active)]
    assert seen == [players - 1, *range(players), *range(players - 1)]


# R15 the score


@pytest.mark.parametrize(("crosses", "points"), list(enumerate([0, 1, 3, 6, 10, 15, 21, 28, 36, 45, 55])))
def test_R15_points_for_crosses_in_a_row(crosses: int, points: int) -> None:
    sheet = row("r", 2, crosses + 1) if crosses else "-"
    assert at(f"classic | {sheet} | - | 0 roll").scores == (points, 0)


def test_R15_points_with_the_lock() -> None:
    seven = at(f"classic | {row('y', 2, 6)},12 | - | 0 roll")
    assert seven.scores == (28, 0)
    eleven = at(f"classic | {row('b', 12, 4)},2 | - | 0 roll")
    assert eleven.scores == (66, 0)
    twelve = at(f"classic | {row('g', 12, 2)} | - | 0 roll")
    assert twelve.scores == (78, 0)


def test_R15_each_penalty_costs_five() -> None:
    assert at("classic | p1 | p2 | p3 | 0 roll").scores == (-5, -10, -15)


def test_R15_the_worked_example() -> None:
    sheet = f"{row('r', 2, 5)} {row('y', 3, 5)} {row('g', 12, 6)} {row('b', 11, 4)} p2"
    assert at(f"classic | {sheet} | - | 0 roll").scores == (10 + 6 + 28 + 36 - 10, 0) == (70, 0)


def test_R15_the_highest_total_wins_and_equals_share_the_place() -> None:
    game = at("classic | r2 | p1 | y2,3 | b12,11 | - | 0 roll")
    assert game.scores == (1, -5, 3, 3, 0)
    assert game.rules.places(game.state) == (3, 5, 1, 1, 4)


# R17 the end of a turn


def test_R17_closure_then_the_next_player() -> None:
    game = at(f"classic | {row('r', 2, 6)} | - | 0 roll").roll("6+1 6 2 3 6").white("-", "-").colour("r12")
    assert [type(event) for event in game.events][-2:] == [Closed, TurnBegan]


def test_R17_a_row_closed_by_another_does_not_save_from_the_penalty() -> None:
    game = at(f"classic | - | {row('r', 2, 6)} | 0 roll").roll("6+6 6 2 3 6").white("-", "r12")
    assert [type(event) for event in game.events][-1:] == [Closed]
    game.colour("-")
    assert game.happened(Penalised) == [Penalised(0, 1)]
    assert game.position == f"classic | p1 | {row('r', 2, 6)},12 | 1 roll"


def test_R17_the_end_by_rows_comes_before_the_penalty() -> None:
    ready = f"{row('r', 2, 6)} {row('y', 2, 6)}"
    game = at(f"classic | {ready} | {ready} | p3 | 2 roll").roll("6+6 6 2 3 6").white("r12", "y12", "-")
    assert game.over
    assert game.happened(Penalised) == []
    assert game.sheet(2) == "p3"


def test_R17_the_penalty_comes_before_the_next_player() -> None:
    game = at("classic | - | - | 0 roll").roll("4+1 3 2 3 6").white("-", "-").colour("-")
    assert game.events[-2:] == (Penalised(0, 1), TurnBegan(1))


# R18 everybody is asked


def test_R18_every_seat_is_asked_even_if_it_can_only_pass() -> None:
    stuck = "r11 y11 g3 b3"
    game = at(f"classic | {stuck} | {stuck} | 0 roll").roll("1+1 1 1 1 1")
    assert game.to_act == {0, 1}
    assert [game.offers(0), game.offers(1)] == ["-", "-"]
    game.choose(1, "-")
    assert game.to_act == {0}
    game.choose(0, "-")
    assert (game.turn, game.to_act, game.offers(0)) == ("0 colour", {0}, "-")
    game.colour("-")
    assert game.turn == "1 roll"


def test_R18_a_choice_is_final() -> None:
    game = at("classic | - | - | 0 roll").roll("4+1 3 2 3 6").choose(0, "-")
    assert game.refusal(0, "r5") == ("already-chosen", "R3")


def test_R18_actions_that_do_not_exist_are_refused() -> None:
    game = at("classic | - | - | 0 roll").roll("4+1 3 2 3 6")
    for seat in (-1, 2):
        assert game.rules.legal(game.state, seat) == ()
        with pytest.raises(IllegalAction) as caught:
            game.rules.step(game.state, Pass(seat))
        assert (caught.value.reason, caught.value.rule) == ("no-such-seat", "R18")
    with pytest.raises(IllegalAction) as caught:
        game.rules.step(game.state, "r5")  # type: ignore[arg-type]
    assert (caught.value.reason, caught.value.rule) == ("unknown-action", "R18")
    assert game.refusal(0, "@1") == ("not-now", "R17")

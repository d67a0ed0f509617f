"""Longo: longer rows, two closing numbers, the score: L1–L3."""

import pytest
from game_table import at, row

from qwixx import Rules
from qwixx.rules.events import Closed

RED, YELLOW, GREEN = range(3)
SIX = {"r": row("r", 2, 7), "y": row("y", 2, 7), "g": row("g", 16, 11), "b": row("b", 16, 11)}
FIVE = {"r": row("r", 2, 6), "y": row("y", 2, 6), "g": row("g", 16, 12), "b": row("b", 16, 12)}
CLOSING = [
    *[("r15", "8+7"), ("r16", "8+8"), ("y15", "8+7"), ("y16", "8+8")],
    *[("g3", "1+2"), ("g2", "1+1"), ("b3", "1+2"), ("b2", "1+1")],
]


# L1 dice and rows


def test_L1_dice_have_eight_sides() -> None:
    for side in range(1, 9):
        at("longo | - | - | 0 roll").roll(f"{side}+{side} {side} {side} {side} {side}")
    game = at("longo | - | - | 0 roll")
    assert game.roll_refusal("9+1 1 1 1 1") == ("bad-die", "R2")
    assert game.roll_refusal("1+1 1 1 9 1") == ("bad-die", "R2")


def test_L1_rows_have_fifteen_cells_and_a_lock() -> None:
    rules = Rules("longo", players=2)
    numbers = [[cell.number for cell in row] for row in rules.variant.rows]
    assert numbers == [list(range(2, 17))] * 2 + [list(range(16, 1, -1))] * 2
    game = at(f"longo | {SIX['r']} | - | 0 roll").roll("8+8 1 1 1 1").white("r16", "-")
    assert game.state.sheets[0].rows[RED] >> 15 == 1


def test_L1_white_5_and_blue_8_give_blue_13() -> None:
    game = at("longo | - | - | 0 roll").roll("5+1 1 1 1 8").white("-", "-")
    assert "b13" in game.offers(0).split()
    assert game.colour("b13").sheet(0) == "b13"


def test_L1_yellow_crossed_up_to_13_leaves_14_15_and_16() -> None:
    whites = {total: f"{max(1, total - 8)}+{min(8, total - 1)}" for total in range(2, 17)}
    open_numbers = [
        total
        for total, white in whites.items()
        if f"y{total}"
        in at(f"longo | {row('y', 2, 13)} | - | 0 roll").roll(f"{white} 1 1 1 1").offers(0).split()
    ]
    assert open_numbers == [14, 15, 16]


# L2 two closing numbers


@pytest.mark.parametrize(("word", "white"), CLOSING)
def test_L2_either_of_the_last_two_numbers_closes_with_six_crosses(word: str, white: str) -> None:
    letter = word[0]
    game = at(f"longo | {SIX[letter]} | - | 0 roll").roll(f"{white} 1 1 1 1").white(word, "-")
    assert game.closed == {"rygb".index(letter)}
    assert game.scores == (36, 0)


@pytest.mark.parametrize(("word", "white"), CLOSING)
def test_L2_five_crosses_are_too_few_for_either(word: str, white: str) -> None:
    game = at(f"longo | {FIVE[word[0]]} | - | 0 roll").roll(f"{white} 1 1 1 1")
    assert game.refusal(0, word) == ("too-few-crosses", "L2")


def test_L2_green_3_closes_green() -> None:
    game = at(f"longo | {SIX['g']} | - | 0 roll").roll("1+2 1 1 1 1").white("g3", "-")
    assert game.happened(Closed) == [Closed(GREEN, (0,))]
    assert game.locks("green") == [0]
    game.colour("-")
    assert game.roll_refusal("1+2 1 1 1 1") == ("die-removed", "R9")


def test_L2_both_can_never_be_crossed() -> None:
    game = at(f"longo | {SIX['r']} | {SIX['r']} | 0 roll").roll("8+7 8 1 1 1").white("r15", "-")
    assert game.refusal(0, "r16") == ("row-closed", "R9")
    game.colour("-").roll("8+8 - 1 1 1")
    assert game.refusal(0, "r16") == game.refusal(1, "r16") == ("row-closed", "R9")


def test_L2_a_row_has_at_most_fifteen_crosses() -> None:
    for word, white in [("r15", "8+7"), ("r16", "8+8")]:
        game = at(f"longo | {row('r', 2, 14)} | - | 0 roll").roll(f"{white} 1 1 1 1").white(word, "-")
        assert game.state.sheets[0].rows[RED].bit_count() == 13 + 1 + 1
        assert game.scores == (120, 0)


def test_L2_the_sixth_cross_may_be_made_in_action_1_of_the_same_turn() -> None:
    game = at(f"longo | {FIVE['r']} | - | 0 roll").roll("8+2 7 1 1 1").white("r10", "-").colour("r15")
    assert game.closed == {RED}


def test_L2_green_closed_and_whites_8_and_8_close_red_and_yellow_together() -> None:
    game = (
        at(f"longo | {SIX['g']},3 {SIX['r']} | {SIX['y']} | 0 roll").roll("8+8 1 1 - 1").white("r16", "y16")
    )
    assert game.over
    assert game.closed == {RED, YELLOW, GREEN}


# L3 points


@pytest.mark.parametrize(("crosses", "points"), [(11, 66), (12, 78), (13, 91)])
def test_L3_points_run_on(crosses: int, points: int) -> None:
    assert at(f"longo | {row('r', 2, crosses + 1)} | - | 0 roll").scores == (points, 0)


@pytest.mark.parametrize(("before", "points"), [(11, 91), (12, 105), (13, 120)])
def test_L3_points_with_the_lock(before: int, points: int) -> None:
    assert at(f"longo | {row('g', 16, 17 - before)},2 | - | 0 roll").scores == (points, 0)


def test_L3_the_worked_example() -> None:
    sheet = f"{row('r', 2, 5)} {row('y', 3, 5)} {row('g', 16, 8)} {row('b', 14, 7)} p2"
    assert at(f"longo | {sheet} | - | 0 roll").scores == (10 + 6 + 45 + 36 - 10, 0) == (87, 0)

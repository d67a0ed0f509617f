"""Classic: closing rows, alone and together, and the end of the game by closed rows: R7–R12, R16."""

import pytest
from game_table import at, row

from qwixx.rules.events import Closed, Ended

FIVE = {"r": row("r", 2, 6), "y": row("y", 2, 6), "g": row("g", 12, 8), "b": row("b", 12, 8)}
FOUR = {"r": row("r", 2, 5), "y": row("y", 2, 5), "g": row("g", 12, 9), "b": row("b", 12, 9)}
LAST = {"r": 12, "y": 12, "g": 2, "b": 2}
WHITES = {"r": "6+6", "y": "6+6", "g": "1+1", "b": "1+1"}
NAMES = {"r": "red", "y": "yellow", "g": "green", "b": "blue"}
RED, YELLOW, GREEN, BLUE = range(4)


# R7 five crosses first


@pytest.mark.parametrize("letter", "rygb")
def test_R7_the_rightmost_number_needs_five_crosses(letter: str) -> None:
    last = f"{letter}{LAST[letter]}"
    four = at(f"classic | {FOUR[letter]} | - | 0 roll").roll(f"{WHITES[letter]} 1 1 1 1")
    assert four.refusal(0, last) == ("too-few-crosses", "R7")
    assert four.refusal(1, last) == ("too-few-crosses", "R7")
    five = at(f"classic | {FIVE[letter]} | - | 0 roll").roll(f"{WHITES[letter]} 1 1 1 1")
    assert last in five.offers(0).split()


@pytest.mark.parametrize("crosses", range(5, 11))
def test_R7_more_than_five_are_fine(crosses: int) -> None:
    game = at(f"classic | {row('r', 2, crosses + 1)} | - | 0 roll").roll("6+6 1 1 1 1").white("r12", "-")
    assert game.closed == {RED}


@pytest.mark.parametrize("crosses", range(5))
def test_R7_fewer_are_not(crosses: int) -> None:
    sheet = row("r", 2, crosses + 1) if crosses else "-"
    game = at(f"classic | {sheet} | - | 0 roll").roll("6+6 1 1 1 1")
    assert game.refusal(0, "r12") == ("too-few-crosses", "R7")


def test_R7_crosses_of_other_rows_do_not_count() -> None:
    game = at(f"classic | {FOUR['r']} {FIVE['g']} | - | 0 roll").roll("6+6 1 1 1 1")
    assert game.refusal(0, "r12") == ("too-few-crosses", "R7")


def test_R7_holds_in_action_2_too() -> None:
    game = at(f"classic | {FOUR['r']} | - | 0 roll").roll("6+1 6 1 1 1").white("-", "-")
    assert game.refusal(0, "r12") == ("too-few-crosses", "R7")


def test_R7_the_fifth_cross_may_be_made_in_action_1_of_the_same_turn() -> None:
    game = at(f"classic | {FOUR['r']} | - | 0 roll").roll("6+1 6 1 1 1").white("r7", "-").colour("r12")
    assert game.sheet(0) == "r2,3,4,5,7,12"
    assert game.closed == {RED}


def test_R7_the_number_before_the_last_needs_none() -> None:
    game = at("classic | - | - | 0 roll").roll("6+5 1 1 1 1").white("r11", "-")
    assert game.sheet(0) == "r11"


# R8 the lock


@pytest.mark.parametrize("letter", "rygb")
def test_R8_the_lock_is_crossed_always_and_at_once(letter: str) -> None:
    game = at(f"classic | {FIVE[letter]} | - | 0 roll").roll(f"{WHITES[letter]} 1 1 1 1")
    game.white(f"{letter}{LAST[letter]}", "-")
    assert game.locks(NAMES[letter]) == [0]
    marks = game.state.sheets[0].rows["rygb".index(letter)]
    assert marks == 0b1100_0001_1111


def test_R8_the_lock_counts_as_one_more_cross() -> None:
    game = at(f"classic | {FIVE['r']} | - | 0 roll").roll("6+6 1 1 1 1")
    assert game.scores == (15, 0)
    assert game.white("r12", "-").scores == (28, 0)


def test_R8_a_full_row_has_twelve_crosses() -> None:
    game = at(f"classic | {row('b', 12, 3)} | - | 0 roll").roll("1+1 1 1 1 1").white("b2", "-")
    assert game.state.sheets[0].rows[BLUE].bit_count() == 12
    assert game.scores == (78, 0)


# R9 the row is closed


def test_R9_the_row_is_closed_for_everyone_white_sums_included() -> None:
    game = at(f"classic | {FIVE['r']} | r2,3 | - | 0 roll").roll("6+6 1 1 1 1").white("r12", "-", "-")
    game.colour("-").roll("4+1 - 1 1 1")
    for seat in range(3):
        assert game.refusal(seat, "r5") == ("row-closed", "R9")
        assert game.offers(seat) == "- y5 g5 b5"


def test_R9_for_the_rest_of_the_game() -> None:
    game = at(f"classic | {FIVE['r']},12 | - | 0 roll")
    for _ in range(6):
        game.roll("4+1 - 1 1 1")
        assert game.refusal(0, "r5") == game.refusal(1, "r5") == ("row-closed", "R9")
        game.white("-", "-")
        assert game.refusal(game.state.active, "r5") == ("row-closed", "R9")
        assert "r" not in game.offers(game.state.active)
        game.colour("-")
    assert game.closed == {RED}


def test_R9_its_die_is_removed() -> None:
    game = at(f"classic | {FIVE['g']} | - | 0 roll").roll("1+1 1 1 1 1").white("g2", "-")
    assert game.state.roll is not None
    assert game.state.roll.colours == (1, 1, None, 1)
    game.colour("-")
    assert game.roll_refusal("1+1 1 1 1 1") == ("die-removed", "R9")
    assert game.roll_refusal("1+1 - 1 - 1") == ("die-missing", "R2")
    assert game.roll("1+1 1 1 - 1").turn == "1 white"


def test_R9_it_is_announced_to_all() -> None:
    game = at(f"classic | {FIVE['g']} | - | 0 roll").roll("1+1 1 1 1 1").white("g2", "-")
    assert game.happened(Closed) == [Closed(GREEN, (0,))]


def test_R9_players_keep_their_crosses_but_only_closers_have_the_lock() -> None:
    game = at(f"classic | {FIVE['r']} | r2,3,7,8,9,10 | 0 roll").roll("6+6 1 1 1 1").white("r12", "-")
    assert game.sheet(1) == "r2,3,7,8,9,10"
    assert game.locks("red") == [0]
    assert game.scores == (28, 21)


# R10 closing together


def test_R10_several_players_close_the_same_row_together() -> None:
    game = at(f"classic | {FIVE['r']} | r2,4,5,6,7,8 | - | {FIVE['r']} | 2 roll")
    game.roll("6+6 1 1 1 1").white("r12", "r12", "-", "-")
    assert game.locks("red") == [0, 1]
    assert game.happened(Closed) == [Closed(RED, (0, 1))]
    assert game.scores == (28, 36, 0, 15)


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_R10_in_any_order_of_choices(order: tuple[int, int]) -> None:
    game = at(f"classic | {FIVE['r']} | {FIVE['r']} | 0 roll").roll("6+6 1 1 1 1")
    for seat in order:
        assert "r12" in game.offers(seat)
        game.choose(seat, "r12")
    assert game.locks("red") == [0, 1]


def test_R10_with_fewer_than_five_the_last_number_stays_forbidden() -> None:
    game = at(f"classic | {FIVE['r']} | {FOUR['r']} | 0 roll").roll("6+6 1 1 1 1").choose(0, "r12")
    assert game.refusal(1, "r12") == ("too-few-crosses", "R7")
    game.choose(1, "-")
    assert game.locks("red") == [0]
    assert game.sheet(1) == FOUR["r"]


def test_R10_a_passive_player_may_close_too() -> None:
    game = at(f"classic | - | {FIVE['y']} | 0 roll").roll("6+6 1 1 1 1").white("-", "y12")
    assert game.locks("yellow") == [1]


# R11 no second use in the same turn


def test_R11_a_row_closed_in_action_1_cannot_be_used_in_action_2() -> None:
    game = at(f"classic | r2 | {FIVE['r']} | 0 roll").roll("6+6 1 1 1 1").white("-", "r12")
    assert game.turn == "0 colour"
    assert game.refusal(0, "r7") == ("row-closed", "R9")
    assert game.offers(0) == "- y7 g7 b7"


def test_R11_even_by_the_one_who_closed_it() -> None:
    game = at(f"classic | {FIVE['g']} {FIVE['r']} | - | 0 roll").roll("1+1 6 1 4 1").white("g2", "-")
    assert game.refusal(0, "g5") == ("row-closed", "R9")
    assert game.offers(0) == "- r7 y2"


def test_R11_nobody_can_join_a_row_closed_in_action_2() -> None:
    game = at(f"classic | {FIVE['r']} | {FIVE['r']} | 0 roll").roll("6+1 6 1 1 1").white("-", "-")
    assert game.offers(1) == ""
    game.colour("r12")
    assert game.locks("red") == [0]
    assert game.sheet(1) == FIVE["r"]
    game.roll("6+6 - 1 1 1")
    assert game.refusal(1, "r12") == ("row-closed", "R9")


# R12 the second closed row ends the game


def test_R12_the_second_row_closed_in_action_1_ends_the_game_at_once() -> None:
    game = (
        at(f"classic | {FIVE['r']},12 | {FIVE['g']} | - | 2 roll").roll("1+1 - 1 1 1").white("-", "g2", "-")
    )
    assert game.over
    assert game.turn == "2 over"
    assert game.events[-1] == Ended("rows", (28, 28, 0))


def test_R12_in_action_2_too() -> None:
    game = at(f"classic | {FIVE['r']},12 {FIVE['g']} | - | 0 roll").roll("1+3 - 1 1 1").white("-", "-")
    assert not game.over
    assert game.colour("g2").over
    assert game.scores == (56, 0)


def test_R12_two_rows_closed_in_one_action_end_it() -> None:
    game = at(f"classic | {FIVE['r']} | {FIVE['y']} | 0 roll").roll("6+6 1 1 1 1").white("r12", "y12")
    assert game.over
    assert game.closed == {RED, YELLOW}


def test_R12_one_closed_row_does_not() -> None:
    game = at(f"classic | {FIVE['r']} | {FIVE['r']} | 0 roll").roll("6+6 1 1 1 1").white("r12", "r12")
    assert not game.over


def test_R12_all_choices_of_action_1_are_still_applied() -> None:
    game = at(f"classic | {FIVE['r']},12 {FIVE['g']} | r2 | b3 | 2 roll").roll("1+1 - 1 1 1")
    game.white("g2", "y2", "-")
    assert game.over
    assert game.sheet(1) == "r2 y2"
    assert game.scores == (56, 2, 1)


def test_R12_third_row_may_close_with_the_second() -> None:
    """Green is closed, the white dice show 6+6: one player closes red, another yellow."""
    game = at(f"classic | {FIVE['g']},2 {FIVE['r']} | {FIVE['y']} | 1 roll").roll("6+6 1 1 - 1")
    game.white("r12", "y12")
    assert game.over
    assert game.closed == {RED, YELLOW, GREEN}
    assert game.happened(Closed) == [Closed(RED, (0,)), Closed(YELLOW, (1,))]
    assert game.scores == (28 + 28, 28)


def test_R12_no_further_action_and_no_penalty_after_it() -> None:
    game = at(f"classic | p2 | {FIVE['r']},12 {FIVE['g']} | 0 roll").roll("1+1 - 1 1 1").white("-", "g2")
    assert game.over
    assert game.to_act == set()
    assert game.sheet(0) == "p2"
    assert game.refusal(0, "y2") == ("game-over", "R12")
    assert game.refusal(0, "-") == ("game-over", "R12")
    assert game.roll_refusal("1+1 - 1 - 1") == ("game-over", "R12")


# R16 how many rows can close


@pytest.mark.parametrize(("white", "rows"), [("6+6", {RED, YELLOW}), ("1+1", {GREEN, BLUE})])
def test_R16_at_most_two_rows_close_in_one_action_1(white: str, rows: set[int]) -> None:
    ready = " ".join(FIVE.values())
    game = at(f"classic | {ready} | {ready} | {ready} | {ready} | {ready} | 0 roll").roll(f"{white} 1 1 1 1")
    closing = {"r12", "y12", "g2", "b2"}
    offered = [sorted(closing & set(game.offers(seat).split())) for seat in range(5)]
    assert all(len(words) == 2 for words in offered)
    for seat in range(5):
        game.choose(seat, offered[seat][seat % 2])
    assert game.closed == rows
    assert game.over


def test_R16_at_most_three_in_a_game() -> None:
    """One row before the last action 1, for two would have ended the game; two more in it."""
    game = at(f"classic | {FIVE['r']} | {FIVE['y']} {FIVE['b']},2 | {FIVE['g']} | 0 roll").roll("6+6 1 1 1 -")
    assert game.refusal(2, "g12") == ("left-to-right", "R1")
    assert game.white("r12", "y12", "-").over
    assert game.closed == {RED, YELLOW, BLUE}

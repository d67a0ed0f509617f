"""Classic: crossing, the roll, the two actions and penalties: R1–R6."""

from itertools import permutations
from typing import Any

import pytest
from game_table import Table, at, row

from qwixx import Cross, IllegalAction, Move, Pass, Roll, Rules
from qwixx.rules.events import Penalised, Rolled

WHITE = {2: "1+1", 3: "1+2", 4: "2+2", 5: "2+3", 6: "3+3", 7: "3+4"} | {
    8: "4+4",
    9: "4+5",
    10: "5+5",
    11: "5+6",
    12: "6+6",
}


def rolled(position: str, total: int) -> Table:
    return at(position).roll(f"{WHITE[total]} 1 1 1 1")


# R1 left to right


@pytest.mark.parametrize("total", [2, 3, 4, 6])
def test_R1_skipped_cells_are_lost_for_good(total: int) -> None:
    game = rolled("classic | r5,7 | - | 0 roll", total)
    assert game.refusal(0, f"r{total}") == ("left-to-right", "R1")
    assert game.offers(0) == f"- y{total} g{total} b{total}".replace(" g2 b2", "")


@pytest.mark.parametrize("total", [5, 7])
def test_R1_a_crossed_cell_cannot_be_crossed_again(total: int) -> None:
    assert rolled("classic | r5,7 | - | 0 roll", total).refusal(0, f"r{total}") == ("left-to-right", "R1")


@pytest.mark.parametrize("total", [8, 9, 10, 11])
def test_R1_any_number_may_be_skipped(total: int) -> None:
    game = rolled("classic | r5,7 | - | 0 roll", total).choose(0, f"r{total}").choose(1, "-")
    assert game.sheet(0) == f"r5,7,{total}"


@pytest.mark.parametrize("letter", "gb")
def test_R1_green_and_blue_run_downwards(letter: str) -> None:
    higher = rolled(f"classic | {letter}8 | - | 0 roll", 9)
    assert higher.refusal(0, f"{letter}9") == ("left-to-right", "R1")
    lower = rolled(f"classic | {letter}8 | - | 0 roll", 7).white(f"{letter}7", "-")
    assert lower.sheet(0) == f"{letter}8,7"


def test_R1_holds_in_action_2_too() -> None:
    game = at("classic | r5,7 | - | 0 roll").roll("2+5 1 2 1 1").white("-", "-")
    assert game.refusal(0, "r3") == ("left-to-right", "R1")
    assert game.refusal(0, "r6") == ("left-to-right", "R1")
    assert "y4" in game.offers(0)


def test_R1_rows_have_the_cells_2_to_12_and_no_others() -> None:
    rules = Rules("classic", players=2)
    numbers = [[cell.number for cell in row] for row in rules.variant.rows]
    assert numbers == [list(range(2, 13))] * 2 + [list(range(12, 1, -1))] * 2
    game = at("classic | - | - | 0 roll").roll("6+6 6 6 6 6")
    assert game.refusal(0, "r13") == ("no-such-cell", "R1")
    assert game.refusal(0, "b1") == ("no-such-cell", "R1")
    with pytest.raises(IllegalAction) as caught:
        rules.verify(game.state, Cross(seat=0, row=4, number=12))
    assert (caught.value.reason, caught.value.rule) == ("no-such-cell", "R1")


# R2 the roll


@pytest.mark.parametrize("first", range(5))
def test_R2_anybody_can_be_the_first_player(first: int) -> None:
    rules = Rules("classic", players=5)
    state = rules.start(first=first)
    assert state.active == first
    assert rules.awaits_roll(state)


def test_R2_nobody_chooses_before_the_roll() -> None:
    game = at("classic | - | - | 0 roll")
    assert game.to_act == set()
    for seat in (0, 1):
        assert game.offers(seat) == ""
        assert game.refusal(seat, "-") == ("roll-first", "R2")
        assert game.refusal(seat, "r5") == ("roll-first", "R2")


def test_R2_all_dice_in_the_game_are_rolled() -> None:
    game = at("classic | - | - | 0 roll")
    assert game.roll_refusal("4+1 - 2 3 6") == ("die-missing", "R2")
    assert game.roll_refusal("4+1 1 2 3 -") == ("die-missing", "R2")
    for white, colours in [((4,), (1, 2, 3, 4)), ((4, 1), (1, 2, 3)), ((4, 1, 1), (1, 2, 3, 4))]:
        with pytest.raises(IllegalAction) as caught:
            game.rules.step(game.state, Roll(white, colours))  # type: ignore[arg-type]
        assert (caught.value.reason, caught.value.rule) == ("bad-die", "R2")


@pytest.mark.parametrize(("white", "colours"), [([4, 1], (1, 2, 3, 4)), ((4, 1), [1, 2, 3, 4]), (4, 1)])
def test_dice_that_are_not_tuples_are_refused(white: Any, colours: Any) -> None:
    """Equal positions are equal objects, and a list is never equal to a tuple."""
    game = at("classic | - | - | 0 roll")
    with pytest.raises(IllegalAction) as caught:
        game.rules.step(game.state, Roll(white, colours))
    assert caught.value.reason == "unknown-action"


NO_WHOLE_NUMBERS = [1.0, True, "1", None, []]


@pytest.mark.parametrize("one", NO_WHOLE_NUMBERS, ids=repr)
def test_only_an_integer_is_a_die_seat_cell_or_space(one: Any) -> None:
    """Such a value would count as 1, and the position could not be written as text."""
    two: Any = 2.0 if one == 1 else one
    game = at("onboard-a | - | - | 0 roll")
    rolled = at("onboard-a | - | - | 0 white 1+1 1 1 1 1 : ? ?")
    moving = at("onboard-a | - | - | 0 board 1+1 1 1 1 1")
    for table, action, reason in (
        (game, Roll((one, 1), (1, 1, 1, 1)), "bad-die"),
        (game, Roll((1, 1), (1, 1, one, 1)), "die-missing" if one is None else "bad-die"),
        (rolled, Pass(one), "no-such-seat"),
        (rolled, Cross(one, 0, 2), "no-such-seat"),
        (rolled, Cross(0, one, 2), "no-such-cell"),
        (rolled, Cross(0, 0, two), "no-such-cell"),
        (moving, Move(0, one), "no-such-space"),
    ):
        with pytest.raises(IllegalAction) as caught:
            table.rules.step(table.state, action)
        assert caught.value.reason == reason
    assert rolled.rules.legal(rolled.state, one) == ()


@pytest.mark.parametrize("text", ["0+1 1 1 1 1", "7+1 1 1 1 1", "1+7 1 1 1 1", "1+1 7 1 1 1", "1+1 1 1 1 0"])
def test_R2_dice_have_six_sides(text: str) -> None:
    assert at("classic | - | - | 0 roll").roll_refusal(text) == ("bad-die", "R2")


def test_R2_dice_show_every_side() -> None:
    for side in range(1, 7):
        at("classic | - | - | 0 roll").roll(f"{side}+{side} {side} {side} {side} {side}")


def test_R2_everybody_sees_all_dice_before_any_choice() -> None:
    game = at("classic | - | - | - | 1 roll").roll("4+1 1 2 3 6")
    assert game.events == (Rolled(1, (4, 1), (1, 2, 3, 6)),)
    for seat in range(3):
        assert game.rules.view(game.state, seat).roll == Roll((4, 1), (1, 2, 3, 6))


def test_R2_there_is_one_roll_a_turn() -> None:
    game = at("classic | - | - | 0 roll").roll("4+1 1 2 3 6")
    assert game.roll_refusal("4+1 1 2 3 6") == ("not-now", "R17")
    game.white("-", "-")
    assert game.roll_refusal("4+1 1 2 3 6") == ("not-now", "R17")


# R3 action 1


def test_R3_everyone_may_cross_the_white_sum_in_one_row() -> None:
    game = at("classic | - | - | - | 0 roll").roll("4+1 1 2 3 6")
    assert game.to_act == {0, 1, 2}
    for seat in range(3):
        assert game.offers(seat) == "- r5 y5 g5 b5"


def test_R3_only_the_white_sum_counts_for_active_and_passive_players() -> None:
    game = at("classic | - | - | 0 roll").roll("4+1 1 2 3 6")
    for seat in (0, 1):
        assert game.refusal(seat, "b10") == ("not-white-sum", "R3")
        assert game.refusal(seat, "r4") == ("not-white-sum", "R3")


def test_R3_one_cross_only() -> None:
    game = at("classic | - | - | 0 roll").roll("4+1 1 2 3 6").choose(1, "r5")
    assert game.refusal(1, "y5") == ("already-chosen", "R3")
    assert game.refusal(1, "-") == ("already-chosen", "R3")


def test_R3_everyone_may_pass() -> None:
    game = at("classic | - | - | 0 roll").roll("4+1 1 2 3 6").white("-", "-")
    assert [game.sheet(0), game.sheet(1)] == ["-", "-"]


def test_R3_choices_stay_hidden_until_all_are_in() -> None:
    game = at("classic | - | - | - | 0 roll").roll("4+1 1 2 3 6").choose(2, "r5").choose(0, "g5")
    assert game.to_act == {1}
    assert all(not any(sheet.rows) for sheet in game.state.sheets)
    assert game.rules.view(game.state, 1).state.choices == (None, None, None)
    assert game.rules.view(game.state, 0).state.choices == (Cross(0, 2, 5), None, None)
    assert game.rules.view(game.state, 2).state.choices == (None, None, Cross(2, 0, 5))
    game.choose(1, "-")
    assert [game.sheet(seat) for seat in range(3)] == ["g5", "-", "r5"]


def test_R3_the_order_of_the_choices_does_not_matter() -> None:
    choices = [(0, "r12"), (1, "y12"), (2, "-"), (3, "b12")]
    ready = f"{row('r', 2, 6)} {row('y', 2, 6)}"
    ends = set()
    for order in permutations(choices):
        game = at(f"classic | {ready} | {ready} | - | - | 2 roll").roll("6+6 1 2 3 4")
        for seat, word in order:
            game.choose(seat, word)
        ends.add(game.position)
    assert len(ends) == 1
    assert at(ends.pop()).closed == {0, 1}


# R4 action 2


def test_R4_a_coloured_die_with_either_white_die() -> None:
    game = at("classic | - | - | 0 roll").roll("4+1 1 2 3 6").white("-", "-")
    assert game.offers(0) == "- r2 r5 y3 y6 g4 g7 b7 b10"
    assert game.colour("b10").sheet(0) == "b10"


def test_R4_equal_white_dice_give_one_sum_a_colour() -> None:
    game = at("classic | - | - | 0 roll").roll("3+3 1 2 3 6").white("-", "-")
    assert game.offers(0) == "- r4 y5 g6 b9"


@pytest.mark.parametrize("word", ["r6", "r3", "y2", "b6", "b5", "b11", "g9"])
def test_R4_other_sums_are_refused(word: str) -> None:
    game = at("classic | - | - | 0 roll").roll("4+1 1 2 3 6").white("-", "-")
    assert game.refusal(0, word) == ("not-rolled", "R4")


def test_R4_only_the_active_player() -> None:
    game = at("classic | - | - | - | 1 roll").roll("4+1 1 2 3 6").white("-", "-", "-")
    assert game.to_act == {1}
    for seat in (0, 2):
        assert game.offers(seat) == ""
        assert game.refusal(seat, "b10") == ("not-active", "R4")
        assert game.refusal(seat, "-") == ("not-active", "R4")


def test_R4_comes_after_action_1_has_been_resolved() -> None:
    game = at("classic | - | - | 0 roll").roll("4+1 1 2 3 6").choose(0, "r5")
    assert game.turn == "0 white"
    assert game.refusal(0, "b10") == ("already-chosen", "R3")
    game.choose(1, "-")
    assert game.turn == "0 colour"
    assert game.refusal(0, "r5") == ("left-to-right", "R1")
    assert "r2" not in game.offers(0)


def test_R4_may_be_passed() -> None:
    game = at("classic | - | - | 0 roll").roll("4+1 1 2 3 6").white("r5", "-").colour("-")
    assert game.position == "classic | r5 | - | 1 roll"


# R5 two crosses


def test_R5_both_crosses_may_be_in_one_row() -> None:
    game = at("classic | - | - | 0 roll").roll("4+1 3 2 3 6").white("r5", "-").colour("r7")
    assert game.position == "classic | r5,7 | - | 1 roll"


def test_R5_the_second_is_further_right() -> None:
    game = at("classic | - | - | 0 roll").roll("4+1 3 2 3 6").white("r5", "-")
    assert game.refusal(0, "r4") == ("left-to-right", "R1")
    falling = at("classic | - | - | 0 roll").roll("4+1 3 2 2 6").white("-", "-")
    assert "g3" in falling.offers(0)
    again = at("classic | - | - | 0 roll").roll("4+1 3 2 2 6").white("g5", "-")
    assert again.refusal(0, "g6") == ("left-to-right", "R1")
    assert again.colour("g3").sheet(0) == "g5,3"


def test_R5_or_in_two_rows() -> None:
    game = at("classic | - | - | 0 roll").roll("4+1 3 2 3 6").white("y5", "-").colour("b10")
    assert game.sheet(0) == "y5 b10"


# R6 penalties


def test_R6_a_willing_double_pass_costs_a_penalty() -> None:
    game = at("classic | - | - | 0 roll").roll("4+1 3 2 3 6").white("-", "r5").colour("-")
    assert game.position == "classic | p1 | r5 | 1 roll"
    assert game.happened(Penalised) == [Penalised(0, 1)]


def test_R6_so_does_having_no_choice() -> None:
    game = at("classic | r11 y11 g3 b3 | - | 0 roll").roll("1+1 1 1 1 1")
    assert game.offers(0) == "-"
    game.white("-", "-")
    assert game.offers(0) == "-"
    assert game.colour("-").sheet(0) == "r11 y11 g3 b3 p1"


def test_R6_action_1_alone_is_fine() -> None:
    assert at("classic | - | - | 0 roll").roll("4+1 3 2 3 6").white("r5", "-").colour("-").sheet(0) == "r5"


def test_R6_action_2_alone_is_fine() -> None:
    assert at("classic | - | - | 0 roll").roll("4+1 3 2 3 6").white("-", "-").colour("r4").sheet(0) == "r4"


def test_R6_passive_players_never_take_one() -> None:
    game = at("classic | - | - | - | 1 roll").roll("4+1 3 2 3 6").white("-", "y5", "-").colour("-")
    assert [game.sheet(seat) for seat in range(3)] == ["-", "y5", "-"]


def test_R6_a_cross_of_an_earlier_turn_does_not_help() -> None:
    game = at("classic | - | - | 0 roll").roll("4+1 3 2 3 6").white("r5", "r5").colour("r7")
    game.roll("4+1 3 2 3 6").white("-", "-").colour("-")
    assert game.position == "classic | r5,7 | r5 p1 | 0 roll"

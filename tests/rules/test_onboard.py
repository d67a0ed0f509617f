"""On Board: the pawn and its condition: B1–B5, B8, B9."""

import pytest
from game_table import Table, at, row

from qwixx import VARIANTS, Rules
from qwixx.rules.events import Closed, Crossed, Ended, Moved, Penalised

# A short track for the tests; the last five spaces are 8 to 12.
TRACK = "r2+1 y3+1 g11+2 b12+2 g10+3 r4+4 y5+5 b9+6 g8+8 r6+10 y7+12 g2+20"
# Closing numbers at the start; the last five spaces are 4 to 8.
CLOSERS = "r12+1 g2+2 y2+3 y3+4 y4+5 y5+6 y6+7 y7+8"
RED, YELLOW, GREEN, BLUE = range(4)
FIVE_RED, FIVE_YELLOW, FIVE_GREEN = row("r", 2, 6), row("y", 2, 6), row("g", 12, 8)


def track(sheets: str, turn: str = "0 roll", spaces: str = TRACK) -> Table:
    return at(f"onboard-a board {spaces} | {sheets} | {turn}")


def action3(sheets: str, turn: str = "0 roll", dice: str = "6+6 1 1 1 1", spaces: str = TRACK) -> Table:
    """The game at action 3, after actions 1 and 2 were passed."""
    game = track(sheets, turn, spaces).roll(dice)
    return game.white(*["-"] * game.rules.players).colour("-")


# B1 action 3


def test_B1_the_pawn_moves_one_to_five_spaces() -> None:
    game = action3("- | -")
    assert game.turn == "0 board"
    assert game.offers(0) == "- @1 @2 @3 @4 @5"
    assert game.refusal(0, "@6") == ("space-too-far", "B1")


def test_B1_may_be_passed() -> None:
    assert action3("- | -").move("-").sheet(0) == "p1"


@pytest.mark.parametrize(("white", "colour"), [("-", "-"), ("r7", "-"), ("-", "r4"), ("y7", "r9")])
def test_B1_comes_after_actions_1_and_2_used_or_not(white: str, colour: str) -> None:
    game = track("- | -").roll("1+6 3 1 1 1").white(white, "-")
    assert game.turn == "0 colour"
    game.colour(colour)
    assert game.turn == "0 board"
    assert "@3" in game.offers(0)


def test_B1_only_the_active_player() -> None:
    game = action3("- | - | -", "1 roll")
    assert game.to_act == {1}
    for seat in (0, 2):
        assert game.offers(seat) == ""
        assert game.refusal(seat, "@1") == ("not-active", "R4")


def test_B1_not_before_its_time() -> None:
    game = track("- | -").roll("6+6 1 1 1 1")
    assert game.refusal(0, "@1") == ("not-now", "R17")
    game.white("-", "-")
    assert game.refusal(0, "@1") == ("not-now", "R17")
    game.colour("-")
    assert game.refusal(0, "r7") == ("not-now", "R17")


def test_B1_spaces_with_a_pawn_are_jumped_and_not_counted() -> None:
    game = action3("- | y3 @2 | g11 @3 | -")
    assert game.offers(0) == "- @1 @4 @5 @6 @7"
    assert game.refusal(0, "@8") == ("space-too-far", "B1")


def test_B1_one_pawn_a_space() -> None:
    assert action3("- | y3 @2").refusal(0, "@2") == ("space-taken", "B1")


def test_B1_the_start_holds_all_pawns() -> None:
    game = action3("- | - | - | -").move("@1")
    assert [sheet.pawn for sheet in game.state.sheets] == [1, 0, 0, 0]
    assert game.sheet(0) == "r2 @1"


def test_B1_never_backward() -> None:
    game = action3("y3 @2 | -")
    assert game.refusal(0, "@1") == ("space-behind", "B1")
    assert game.refusal(0, "@2") == ("space-behind", "B1")
    assert game.offers(0) == "- @3 @4 @5 @6 @7"


def test_B1_near_the_end_only_the_spaces_that_are_left() -> None:
    ready = "g12,11,10,9,8"
    game = action3(f"y5 {ready} @7 | r6 @10", "0 roll final 1")
    assert game.offers(0) == "- @8 @9 @11 @12"
    last = action3(f"y7 {ready} @11 | r6 @10", "0 roll final 1")
    assert last.offers(0) == "- @12"
    assert last.refusal(0, "@13") == ("no-such-space", "B1")
    assert last.refusal(0, "@99") == ("no-such-space", "B1")


def test_B1_at_the_very_end_there_is_only_the_pass() -> None:
    game = action3("g12,11,10,9,8,2 @12 | r6 @10", "0 roll final 1", "6+6 1 1 - 1")
    assert game.offers(0) == "-"


def test_B1_up_to_three_crosses_a_turn() -> None:
    game = track("- | -").roll("1+6 3 1 1 1").white("y7", "-").colour("r9").move("@5")
    assert game.sheet(0) == "r9 y7 g10 @5"
    assert game.events[:2] == (Moved(0, 5, 3), Crossed(0, GREEN, 10, 3))


# B2 the condition


def test_B2_the_number_of_the_space_is_crossed_now() -> None:
    assert action3("- | -").move("@4").sheet(0) == "b12 @4"


def test_B2_under_the_normal_crossing_rules_left_to_right() -> None:
    game = action3("r3 g9 | -")
    assert game.offers(0) == "- @2 @4"
    for word in ("@1", "@3", "@5"):
        assert game.refusal(0, word) == ("space-left-behind", "B2")


def test_B2_five_crosses_before_the_last_number() -> None:
    four = action3("r2,3,4,5 | -", spaces=CLOSERS)
    assert four.refusal(0, "@1") == ("space-too-few", "R7")
    assert "@1" not in four.offers(0)
    five = action3(f"{FIVE_RED} | -", spaces=CLOSERS)
    assert "@1" in five.offers(0)


def test_B2_or_is_already_crossed_on_ones_own_sheet() -> None:
    game = action3("r2,5 | -").move("@1")
    assert game.sheet(0) == "r2,5 p1 @1"
    assert game.happened(Crossed) == []


def test_B2_another_sheet_does_not_help() -> None:
    game = action3("r3 | r2")
    assert game.refusal(0, "@1") == ("space-left-behind", "B2")


def test_B2_the_dice_do_not_matter() -> None:
    offers = {
        action3("- | -", dice=dice).offers(0)
        for dice in ("1+1 1 1 1 1", "6+6 6 6 6 6", "1+6 2 3 4 5", "3+4 6 1 6 1")
    }
    assert offers == {"- @1 @2 @3 @4 @5"}


# B3 crosses of this turn, closed rows


def test_B3_a_cross_made_in_action_1_counts_as_already_crossed() -> None:
    game = track("- | -").roll("1+1 5 5 5 5").white("r2", "-").colour("-").move("@1")
    assert game.sheet(0) == "r2 @1"
    assert game.happened(Crossed) == []


def test_B3_so_does_one_made_in_action_2() -> None:
    game = track("- | -").roll("6+5 5 5 5 5").white("-", "-").colour("g10").move("@5")
    assert game.sheet(0) == "g10 @5"
    assert game.happened(Crossed) == []


def test_B3_in_a_closed_row_only_a_number_crossed_earlier_serves() -> None:
    closed = f"{FIVE_GREEN},2"
    game = action3(f"g11 | {closed}", dice="6+6 1 1 - 1")
    assert game.offers(0) == "- @1 @2 @3 @4"
    assert game.refusal(0, "@5") == ("space-closed", "B3")


def test_B3_a_row_closed_in_the_same_turn_is_closed() -> None:
    game = track(f"- | {FIVE_GREEN}").roll("1+1 1 1 1 1").white("-", "g2").colour("-")
    assert game.refusal(0, "@3") == ("space-closed", "B3")
    assert game.offers(0) == "- @1 @2 @4"


def test_B3_the_closing_cross_itself_serves() -> None:
    game = (
        track(f"{FIVE_RED} | -", spaces=CLOSERS).roll("6+6 1 1 1 1").white("r12", "-").colour("-").move("@1")
    )
    assert game.sheet(0) == f"{FIVE_RED},12 @1"


# B4 closing in action 3


def test_B4_action_3_may_close_a_row_and_nobody_can_join() -> None:
    game = action3(f"{FIVE_RED} | {FIVE_RED}", spaces=CLOSERS).move("@1")
    assert game.closed == {RED}
    assert game.locks("red") == [0]
    assert game.happened(Closed) == [Closed(RED, (0,))]
    assert game.turn == "1 roll"
    assert game.roll_refusal("6+6 1 1 1 1") == ("die-removed", "R9")


def test_B4_a_second_closed_row_ends_the_game_and_the_pawn_scores() -> None:
    game = action3(f"{FIVE_RED} | {FIVE_GREEN},2", dice="6+6 1 1 - 1", spaces=CLOSERS).move("@1")
    assert game.over
    assert game.sheet(0) == f"{FIVE_RED},12 @1"
    assert game.scores == (28 + 1, 28)
    assert game.events[-1] == Ended("rows", (29, 28))


# B5 the penalty


def test_B5_no_penalty_if_action_3_alone_made_a_cross() -> None:
    assert action3("- | -").move("@1").sheet(0) == "r2 @1"


@pytest.mark.parametrize(("white", "colour"), [("y7", "-"), ("-", "y4")])
def test_B5_nor_if_action_1_or_2_did(white: str, colour: str) -> None:
    game = track("- | -").roll("1+6 3 3 3 3").white(white, "-").colour(colour).move("-")
    assert "p" not in game.sheet(0)


def test_B5_a_penalty_if_none_of_the_three_made_one() -> None:
    game = action3("- | -").move("-")
    assert game.happened(Penalised) == [Penalised(0, 1)]


def test_B5_landing_on_a_crossed_number_makes_no_cross() -> None:
    game = action3("r2 | -").move("@1")
    assert game.sheet(0) == "r2 p1 @1"
    assert game.happened(Penalised) == [Penalised(0, 1)]


# B8 the score


def test_B8_the_points_of_the_space_are_added() -> None:
    game = track("g12,10 p1 @5 | r2,4 @6 | - | r2 @1")
    assert game.scores == (3 - 5 + 3, 3 + 4, 0, 1 + 1)


def test_B8_only_those_of_the_space_it_stands_on() -> None:
    game = action3("r2 @1 | -").move("@5")
    assert game.scores == (1 + 1 + 3, 0)


def test_B8_nothing_for_a_pawn_that_never_moved() -> None:
    assert track("r2 | -").scores == (1, 0)


@pytest.mark.parametrize("name", ["onboard-a", "onboard-b"])
def test_B8_bonuses_run_from_1_to_20(name: str) -> None:
    board = VARIANTS[name].board
    assert board is not None
    points = [space.points for space in board.spaces]
    assert points == sorted(points)
    assert (points[0], points[-1]) == (1, 20)


# B9 two sides


def test_B9_side_a_and_side_b_are_chosen_before_the_start() -> None:
    side_a, side_b = Rules("onboard-a", players=2), Rules("onboard-b", players=2)
    assert side_a.variant.board != side_b.variant.board
    assert side_a.position(side_a.start()) == "onboard-a | - | - | 0 roll"
    assert side_b.position(side_b.start()) == "onboard-b | - | - | 0 roll"


def test_B9_apart_from_the_track_both_are_classic() -> None:
    classic = VARIANTS["classic"]
    for name in ("onboard-a", "onboard-b"):
        variant = VARIANTS[name]
        assert (variant.rows, variant.faces, variant.points) == (classic.rows, classic.faces, classic.points)
        assert variant.max_players == 4

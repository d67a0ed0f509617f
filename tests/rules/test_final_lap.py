"""On Board: how the track ends the game: B6, B7, and R17 with a final lap."""

from game_table import Table, at, row

from qwixx.rules.events import Ended, FinalLap, Penalised, TurnBegan

# The last five spaces are 3 to 7.
TRACK = "r2+1 y2+1 r3+2 y3+3 r4+4 g12+5 g2+6"
FIVE_RED, FIVE_GREEN = row("r", 2, 6), row("g", 12, 8)


def track(sheets: str, turn: str = "0 roll") -> Table:
    return at(f"onboard-b board {TRACK} | {sheets} | {turn}")


def play(game: Table, move: str, white: str = "-", dice: str = "6+6 6 6 6 6") -> Table:
    """Plays a turn: the active player does `white` in action 1 and `move` in action 3; all others pass."""
    game.roll(dice)
    words = [white if seat == game.state.active else "-" for seat in range(game.rules.players)]
    return game.white(*words).colour("-").move(move)


def test_B6_everyone_else_becomes_active_once_more_in_order() -> None:
    game = play(track("- | - | - | -", "2 roll"), "@3")
    assert game.happened(FinalLap) == [FinalLap(2)]
    active = []
    while not game.over:
        active.append(game.state.active)
        play(game, "-")
    assert active == [3, 0, 1]
    assert game.events[-1] == Ended("board", (-5, -5, 1 + 2, -5))


def test_B6_the_one_who_triggered_it_still_takes_part_in_action_1() -> None:
    game = play(track("- | -"), "@3").roll("2+3 1 1 1 1")
    assert game.to_act == {0, 1}
    assert game.offers(0) == "- r5 y5 g5 b5"
    game.white("y5", "-")
    assert game.sheet(0) == "r3 y5 @3"


def test_B6_only_the_last_five_spaces() -> None:
    assert play(track("- | -"), "@2").happened(FinalLap) == []
    assert play(track("- | -"), "@3").happened(FinalLap) == [FinalLap(0)]
    assert play(track("r2,3,4 @1 | -"), "@6").happened(FinalLap) == [FinalLap(0)]
    assert play(track(f"r2 {FIVE_GREEN} @1 | y2 @2"), "@7").happened(FinalLap) == [FinalLap(0)]


def test_B6_later_arrivals_trigger_nothing_new() -> None:
    game = play(track("- | - | -"), "@3")
    play(game, "@4")
    assert game.happened(FinalLap) == []
    assert game.state.final == 0
    play(game, "@5")
    assert game.over


def test_B6_alone_the_game_ends_with_that_turn() -> None:
    game = play(track("-"), "@3")
    assert game.over
    assert game.scores == (3,)
    assert [type(event) for event in game.events][-2:] == [FinalLap, Ended]


def test_B6_the_laps_last_turn_still_takes_its_penalty() -> None:
    game = play(play(track("- | -"), "@3"), "-")
    assert game.over
    assert game.sheet(1) == "p1"
    assert game.events[-2:] == (Penalised(1, 1), Ended("board", (3, -5)))


def test_B7_two_closed_rows_end_the_game_without_a_lap() -> None:
    sheets = f"{FIVE_RED},12 | {FIVE_GREEN}"
    game = track(sheets).roll("1+1 - 1 1 1").white("-", "g2")
    assert game.over
    assert game.events[-1] == Ended("rows", (28, 28))


def test_B7_in_action_2_there_is_no_action_3_any_more() -> None:
    game = track(f"{FIVE_RED},12 {FIVE_GREEN} | -").roll("1+3 - 1 1 1").white("-", "-").colour("g2")
    assert game.over
    assert game.sheet(0).endswith("g12,11,10,9,8,2")


def test_B7_two_closed_rows_end_it_during_the_lap() -> None:
    game = play(track(f"- | {FIVE_RED} | {FIVE_GREEN},2"), "@3", dice="6+6 6 6 - 6")
    assert game.turn == "1 roll"
    game.roll("6+6 6 6 - 6").white("-", "r12", "-")
    assert game.over
    assert game.rules.cause(game.state) == "rows"


def test_B7_a_fourth_penalty_ends_it_during_the_lap() -> None:
    game = play(play(track("- | p3 | -"), "@3"), "-")
    assert game.over
    assert game.rules.cause(game.state) == "penalties"
    assert game.sheet(1) == "p4"


def test_B7_a_fourth_penalty_on_the_triggering_turn_leaves_no_lap() -> None:
    game = play(track("r3 p3 | -"), "@3")
    assert game.over
    assert game.happened(FinalLap) == []
    assert game.scores == (1 - 20 + 2, 0)
    assert game.events[-1] == Ended("penalties", (-17, 0))


def test_B7_a_second_row_closed_by_the_arriving_pawn_leaves_no_lap() -> None:
    game = play(track(f"r2 {FIVE_GREEN} @1 | {FIVE_RED},12 y2 @2"), "@7", dice="6+6 - 6 6 6")
    assert game.over
    assert game.happened(FinalLap) == []
    assert game.scores == (1 + 28 + 6, 28 + 1 + 1)


def test_R17_penalty_then_final_lap_then_the_next_player() -> None:
    game = play(track("r3 | -"), "@3")
    assert game.events[-3:] == (Penalised(0, 1), FinalLap(0), TurnBegan(1))

"""Longo: lucky numbers: L4–L7."""

from fractions import Fraction

import pytest
from game_table import Table, at, row

from qwixx import VARIANTS, Roll, Rules, SetupError
from qwixx.rules.events import Closed, Crossed

RED, YELLOW, GREEN, BLUE = range(4)
SIX = {"r": row("r", 2, 7), "y": row("y", 2, 7), "g": row("g", 16, 11)}


# L4 lucky numbers


def lucky(sheet: str, roll: str = "5+1 1 1 1 1", pair: str = "6,11", other: str = "-") -> Table:
    """Seat 1 is passive and has the given sheet and lucky pair."""
    return at(f"longo lucky 9,10 {pair} | {other} | {sheet} | 0 roll").roll(roll)


def test_L4_the_worked_example() -> None:
    """Lucky 6 and 11, whites 5+1: green 16 instead of a 6."""
    game = lucky("-")
    assert game.offers(1) == "- r2 r6 y2 y6 g6 g16 b6 b16"
    game.white("-", "g16")
    assert game.sheet(1) == "g16"
    assert game.happened(Crossed) == [Crossed(1, GREEN, 16, 1, lucky=True)]


def test_L4_both_numbers_of_the_pair_are_lucky() -> None:
    assert lucky("-", "5+6 1 1 1 1").offers(1) == "- r2 r11 y2 y11 g11 g16 b11 b16"
    assert lucky("-", "5+5 1 1 1 1").offers(1) == "- r10 y10 g10 b10"


def test_L4_only_your_own_numbers() -> None:
    game = lucky("-")
    assert game.offers(0) == "- r6 y6 g6 b6"
    assert game.refusal(0, "g16") == ("not-white-sum", "R3")


def test_L4_the_row_with_the_fewest_crosses() -> None:
    game = lucky("r2,3 y2,3,4 g16 b16,15")
    assert game.offers(1) == "- r6 y6 g6 g15 b6"
    for word in ("r4", "y5", "b14"):
        assert game.refusal(1, word) == ("not-lucky-cell", "L4")


def test_L4_among_equals_you_choose() -> None:
    assert lucky("r2,3 y2 g16 b16,15").offers(1) == "- r6 y3 y6 g6 g15 b6"


def test_L4_crosses_are_counted_not_cells() -> None:
    assert lucky("r2,3 y2,3 g4 b16,15").offers(1) == "- r6 y6 b6"
    assert lucky("r2,3 y2,3 g5 b16,15").offers(1) == "- r6 y6 g4 b6"


def test_L4_the_next_cell_and_no_other() -> None:
    game = lucky("r2,3 y2,3 g16 b16,15")
    assert game.refusal(1, "g14") == ("not-lucky-cell", "L4")
    assert game.refusal(1, "g16") == ("not-lucky-cell", "L4")


def test_L4_instead_of_the_sum_not_besides() -> None:
    game = lucky("-").choose(1, "g16")
    assert game.refusal(1, "r6") == ("already-chosen", "R3")
    assert game.choose(0, "-").sheet(1) == "g16"


def test_L4_the_sum_itself_stays_possible() -> None:
    game = lucky("-").white("-", "b6")
    assert game.sheet(1) == "b6"
    assert game.happened(Crossed) == [Crossed(1, BLUE, 6, 1, lucky=False)]


def test_L4_whether_or_not_the_sum_could_be_crossed() -> None:
    assert lucky("r7 y7 g5 b5").offers(1) == "- r8 y8 g4 b4"


def test_L4_if_both_ways_lead_to_one_cell_it_is_one_option() -> None:
    assert lucky("r5 y2,5 g8,7 b8").offers(1) == "- r6 y6 g6 b6 b7"


def test_L4_every_time() -> None:
    game = lucky("-").white("-", "g16").colour("-")
    game.roll("1+5 1 1 1 1")
    assert game.offers(1) == "- r2 r6 y2 y6 g6 b6 b16"


def test_L4_for_the_active_player_too_but_in_action_1_only() -> None:
    game = at("longo lucky 9,10 6,11 | - | - | 1 roll").roll("5+1 3 3 3 3")
    assert game.offers(1) == "- r2 r6 y2 y6 g6 g16 b6 b16"
    game.white("-", "-")
    assert game.offers(1) == "- r4 r8 y4 y8 g4 g8 b4 b8"
    assert game.refusal(1, "g16") == ("not-rolled", "R4")


def test_L4_in_an_open_row() -> None:
    game = lucky("y2 g16 b16,15", "5+1 - 1 1 1", other=f"{SIX['r']},16")
    assert game.offers(1) == "- y3 y6 g6 g15 b6"
    assert game.refusal(1, "r2") == ("row-closed", "R9")


# L5 a lucky cross is an action-1 cross


def test_L5_a_lucky_cross_saves_from_the_penalty() -> None:
    game = at("longo lucky 9,10 6,11 | - | - | 1 roll").roll("5+1 3 3 3 3").white("-", "g16").colour("-")
    assert game.position == "longo lucky 9,10 6,11 | - | g16 | 0 roll"


def test_L5_a_lucky_cross_may_close_a_row() -> None:
    sheet = f"r8,9,10,12,13,14 {row('y', 2, 8)} {row('g', 16, 10)} {row('b', 16, 10)}"
    game = lucky(sheet, "5+6 1 1 1 1", pair="11,6")
    assert "r15" in game.offers(1).split()
    game.white("-", "r15")
    assert game.closed == {RED}
    assert game.locks("red") == [1]


def test_L5_not_with_too_few_crosses() -> None:
    game = lucky("r14 y2,3 g16,15 b16,15")
    assert game.refusal(1, "r15") == ("too-few-crosses", "L2")


def test_L5_and_it_does_not_fall_through_to_a_fuller_row() -> None:
    game = lucky("r14 y2,3 g16,15 b16,15")
    assert game.offers(1) == "- y6 g6 b6"
    assert game.refusal(1, "y4") == ("not-lucky-cell", "L4")


def test_L5_another_row_with_as_few_crosses_still_gives_one() -> None:
    assert lucky("r14 y2 g16,15 b16,15").offers(1) == "- y3 y6 g6 b6"


def test_L5_closed_rows_are_not_considered() -> None:
    """Red has no cross, but it is closed; the fewest among the others are yellow's two."""
    game = lucky("y2,3 g16,15,14 b16,15,14", "5+1 - 1 1 1", other=f"{SIX['r']},15")
    assert game.offers(1) == "- y4 y6 g6 b6"


# L6 consequences of lucky crosses in one action 1


READY = {
    "r": "r8,9,10,12,13,14",
    "y": "y8,9,10,12,13,14",
    "g": "g10,9,8,6,5,4",
    "b": "b10,9,8,6,5,4",
}
MORE = {"r": row("r", 2, 8), "y": row("y", 2, 8), "g": row("g", 16, 10), "b": row("b", 16, 10)}


def fewest(letter: str) -> str:
    """A sheet whose next lucky cell closes the row."""
    return " ".join(READY[other] if other == letter else MORE[other] for other in "rygb")


def test_L6_one_row_is_closed_with_different_numbers() -> None:
    game = at(f"longo lucky 15,16 2,3 | {fewest('r')} | {SIX['r']} | 0 roll").roll("8+8 1 1 1 1")
    game.white("r15", "r16")
    assert game.happened(Closed) == [Closed(RED, (0, 1))]
    assert [game.sheet(0).split()[0], game.sheet(1)] == [f"{READY['r']},15", f"{SIX['r']},16"]
    assert game.locks("red") == [0, 1]
    assert not game.over


def test_L6_green_too() -> None:
    game = at(f"longo lucky 15,16 2,3 | {SIX['g']} | {fewest('g')} | 0 roll").roll("1+1 1 1 1 1")
    game.white("g2", "g3")
    assert game.happened(Closed) == [Closed(GREEN, (0, 1))]


def test_L6_more_than_two_rows_close_at_once() -> None:
    pairs = "15,16 2,3 15,16 15,16"
    sheets = f"{SIX['r']} | {SIX['y']} | {fewest('g')} | {fewest('b')}"
    game = at(f"longo lucky {pairs} | {sheets} | 0 roll").roll("8+8 1 1 1 1").white("r16", "y16", "g3", "b3")
    assert game.over
    assert game.closed == {RED, YELLOW, GREEN, BLUE}


def test_L6_an_ordinary_cross_in_a_row_that_another_closes_counts_without_a_lock() -> None:
    game = at(f"longo lucky 2,3 15,16 | {fewest('r')} | r2 | 1 roll").roll("1+2 1 1 1 1").white("r15", "r3")
    assert game.closed == {RED}
    assert game.locks("red") == [0]
    assert game.sheet(1) == "r2,3"
    assert game.scores[1] == 3
    assert game.turn == "1 colour"
    assert "r" not in game.offers(1)


def test_L6_the_order_of_the_choices_does_not_matter() -> None:
    ends = set()
    for order in [(0, 1), (1, 0)]:
        game = at(f"longo lucky 2,3 15,16 | {fewest('r')} | r2 | 1 roll").roll("1+2 1 1 1 1")
        for seat in order:
            game.choose(seat, ["r15", "r3"][seat])
        ends.add(game.position)
    assert len(ends) == 1


# L7 the pairs


PAIRS = ((5, 8), (6, 11), (10, 13), (7, 12), (4, 9), (9, 14), (5, 10), (8, 13), (6, 7), (11, 12))


@pytest.mark.parametrize("players", range(1, 6))
def test_L7_seats_take_the_pairs_in_order(players: int) -> None:
    assert Rules("longo", players=players).lucky == PAIRS[:players]
    assert VARIANTS["longo"].lucky_pairs == PAIRS


@pytest.mark.parametrize("pair", PAIRS)
def test_L7_every_pair_has_the_same_chance(pair: tuple[int, int]) -> None:
    rolls = [(one, two) for one in range(1, 9) for two in range(1, 9)]
    assert Fraction(sum(sum(roll) in pair for roll in rolls), len(rolls)) == Fraction(11, 64)


def test_L7_a_host_may_give_other_pairs_that_overlap() -> None:
    rules = Rules("longo", players=3, lucky=((2, 16), (2, 3), (2, 16)))
    assert rules.lucky == ((2, 16), (2, 3), (2, 16))
    state, _ = rules.step(rules.start(), Roll((1, 1), (1, 1, 1, 1)))
    assert all(len(rules.legal(state, seat)) == 5 for seat in range(3))


@pytest.mark.parametrize("pair", [(5, 5), (1, 5), (5, 17), (5,), (5, 6, 7)])
def test_L7_two_different_numbers_from_2_to_16(pair: tuple[int, ...]) -> None:
    with pytest.raises(SetupError, match="is not a lucky pair: it takes two different numbers from 2 to 16"):
        Rules("longo", players=1, lucky=(pair,))


def test_L7_one_pair_a_seat() -> None:
    with pytest.raises(SetupError, match="Every seat needs one lucky pair: 3 in all, not 2"):
        Rules("longo", players=3, lucky=((5, 8), (6, 11)))
    with pytest.raises(SetupError, match="classic has no lucky numbers"):
        Rules("classic", players=2, lucky=((5, 8), (6, 11)))
    assert Rules("classic", players=2).lucky == ((), ())

"""What programs that play Qwixx often get wrong: the thirteen faults of docs/rules.md."""

from collections import Counter

import pytest
from game_table import at, row

from qwixx import Cross, Record, Roll, View, play
from qwixx.bots import make_bot
from qwixx.dice import Stream, dice_stream, roll
from qwixx.rules import Choice
from qwixx.rules.events import Closed, Ended, Penalised

RED, YELLOW, GREEN, BLUE = range(4)
FIVE_RED, FIVE_YELLOW, FIVE_GREEN = row("r", 2, 6), row("y", 2, 6), row("g", 12, 8)


def test_fault_01_a_row_closed_by_another_player_stays_markable() -> None:
    game = at(f"classic | {FIVE_RED},12 | r2 | - | 1 roll").roll("3+4 - 1 1 1")
    for seat in range(3):
        assert game.refusal(seat, "r7") == ("row-closed", "R9")
    game.white("-", "-", "-")
    assert game.refusal(1, "r7") == ("row-closed", "R9")


def test_fault_02_a_lock_takes_effect_only_at_the_end_of_the_turn() -> None:
    game = at(f"classic | r2 | {FIVE_RED} | 0 roll").roll("6+6 1 1 1 1").white("-", "r12")
    assert game.turn == "0 colour"
    assert game.closed == {RED}
    assert game.happened(Closed) == [Closed(RED, (1,))]
    assert game.refusal(0, "r7") == ("row-closed", "R9")


def test_fault_03_colour_action_or_penalty_after_the_game_ending_action_1() -> None:
    game = (
        at(f"classic | p3 | {FIVE_RED} | {FIVE_YELLOW} | 0 roll").roll("6+6 1 1 1 1").white("-", "r12", "y12")
    )
    assert game.over
    assert game.to_act == set()
    assert game.refusal(0, "g7") == ("game-over", "R12")
    assert game.happened(Penalised) == []
    assert game.scores == (-15, 28, 28)


@pytest.mark.parametrize("order", [(0, 1, 2), (2, 1, 0), (1, 2, 0)])
def test_fault_04_action_1_resolved_in_seat_order(order: tuple[int, ...]) -> None:
    game = at(f"classic | {FIVE_RED} | {FIVE_RED} | {FIVE_RED} | 1 roll").roll("6+6 1 1 1 1")
    for seat in order:
        game.choose(seat, "r12")
    assert game.locks("red") == [0, 1, 2]
    assert game.scores == (28, 28, 28)


@pytest.mark.parametrize(("crosses", "allowed"), [(0, False), (4, False), (5, True), (6, True), (10, True)])
def test_fault_05_last_number_with_too_few_crosses_or_only_with_exactly_five(
    crosses: int, allowed: bool
) -> None:
    sheet = row("r", 2, crosses + 1) if crosses else "-"
    game = at(f"classic | {sheet} | - | 0 roll").roll("6+6 1 1 1 1")
    assert ("r12" in game.offers(0)) is allowed
    if not allowed:
        assert game.refusal(0, "r12") == ("too-few-crosses", "R7")


def test_fault_06_fifth_cross_by_white_and_lock_by_colour_in_one_turn_refused() -> None:
    game = at("classic | g12,11,10,9 | - | 0 roll").roll("1+5 1 1 1 1").white("g6", "-").colour("g2")
    assert game.sheet(0) == "g12,11,10,9,6,2"
    assert game.locks("green") == [0]


def test_fault_07_lock_worth_one_point_instead_of_one_cross() -> None:
    game = at(f"classic | {row('r', 2, 11)} | - | 0 roll").roll("6+6 1 1 1 1")
    assert game.scores == (55, 0)
    assert game.white("r12", "-").scores == (78, 0)


def test_fault_08_only_some_of_the_eight_sums_offered() -> None:
    game = at("classic | - | - | 0 roll").roll("2+5 1 2 3 4").white("-", "-")
    assert game.offers(0).split() == ["-", "r3", "r6", "y4", "y7", "g5", "g8", "b6", "b9"]


def test_fault_09_penalty_for_a_passive_player_or_none_for_a_willing_double_pass() -> None:
    game = at("classic | - | - | - | 1 roll").roll("2+5 1 2 3 4").white("-", "-", "-").colour("-")
    assert [game.sheet(seat) for seat in range(3)] == ["-", "p1", "-"]


def test_fault_10_passive_players_see_the_active_players_choice_first() -> None:
    before = at("classic | - | - | 0 roll").roll("2+5 1 2 3 4")
    seen = [before.rules.view(before.state, 1)]
    for word in ("-", "r7", "b7"):
        game = at("classic | - | - | 0 roll").roll("2+5 1 2 3 4").choose(0, word)
        seen.append(game.rules.view(game.state, 1))
        assert "r7" not in repr(game.events)
        assert Cross(0, RED, 7) not in seen[-1].state.choices
    assert seen == [seen[0]] * 4


class Wasteful:
    """A bot that passes, after drawing far more random numbers than it needs."""

    def choose(self, view: View, legal: tuple[Choice, ...], rng: Stream) -> Choice:  # noqa: ARG002
        for _ in range(100):
            rng.next()
        return legal[0]


def rolls(record: Record) -> list[Roll]:
    return [action for action in record.actions if isinstance(action, Roll)]


def test_fault_11_dice_reseeded_biased_or_rolled_by_the_client() -> None:
    """A turn's dice follow from seed, game and turn alone; no turn repeats another; no side is favoured."""
    bots = [Wasteful(), make_bot("random")]
    one, other = play("classic", bots, seed=5), play("classic", [Wasteful(), Wasteful()], seed=5)
    common = min(len(rolls(one)), len(rolls(other)))
    assert common >= 4
    assert [r.white for r in rolls(one)[:common]] == [r.white for r in rolls(other)[:common]]

    many = [roll(dice_stream(1, 0, turn), 6, ()) for turn in range(1, 6001)]
    assert len(set(many)) > 5000
    for position in range(6):
        sides = Counter((*one_roll.white, *one_roll.colours)[position] for one_roll in many)
        assert sorted(side for side in sides if side) == [1, 2, 3, 4, 5, 6]
        chi_square = sum((count - 1000) ** 2 / 1000 for count in sides.values())
        assert chi_square < 20.5  # 99.9 % of fair dice stay below, and the seed is fixed


@pytest.mark.parametrize(("word", "white"), [("r15", "8+7"), ("r16", "8+8")])
def test_fault_12_longo_closing_only_on_the_last_number_or_with_both(word: str, white: str) -> None:
    six = row("r", 2, 7)
    game = at(f"longo | {six} | {six} | 0 roll").roll(f"{white} 7 1 1 1").white(word, "-")
    assert game.closed == {RED}
    assert game.refusal(0, "r15") == ("row-closed", "R9")
    assert game.sheet(0) == f"{six},{word[1:]}"
    assert game.scores == (36, 21)


def test_fault_13_longo_lucky_cross_in_addition_to_the_sum_or_in_any_row() -> None:
    game = at("longo lucky 9,10 6,11 | - | r2 y2 g16,15 b16,15 | 0 roll").roll("5+1 1 1 1 1")
    assert game.offers(1) == "- r3 r6 y3 y6 g6 b6"
    assert game.refusal(1, "g14") == ("not-lucky-cell", "L4")
    game.choose(1, "r3")
    assert game.refusal(1, "r6") == ("already-chosen", "R3")
    assert game.choose(0, "-").sheet(1) == "r2,3 y2 g16,15 b16,15"


def test_fault_03_the_end_is_announced_once() -> None:
    game = (
        at(f"classic | - | {FIVE_RED} | {FIVE_YELLOW} | 0 roll").roll("6+6 1 1 1 1").white("-", "r12", "y12")
    )
    assert [type(event) for event in game.events].count(Ended) == 1

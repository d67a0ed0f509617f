"""The outlook of a choice: its own consequences, which a screen shows before it is made."""

import pytest
from game_table import Table, at, choice, row

from qwixx import Outlook, Rules

FIVE_RED, FIVE_GREEN = row("r", 2, 6), row("g", 12, 8)
SPACES = "r2+1 y2+1 r3+2 y3+3 r4+4 g12+5 g2+6"


def outlook(game: Table, word: str, seat: int = 0) -> Outlook:
    return game.rules.outlook(game.state, choice(seat, word))


def test_a_pass_in_action_1_has_no_consequence() -> None:
    game = at("classic | - | - | 0 roll").roll("4+1 1 2 3 6")
    assert outlook(game, "-") == outlook(game, "-", 1) == Outlook()


@pytest.mark.parametrize(("word", "skips"), [("r5", 3), ("y5", 0), ("g5", 7), ("b5", 2)])
def test_a_cross_skips_cells(word: str, skips: int) -> None:
    for seat, sheets in [(0, "y4 b8 | -"), (1, "- | y4 b8")]:
        game = at(f"classic | {sheets} | 0 roll").roll("4+1 1 2 3 6")
        assert outlook(game, word, seat) == Outlook(skips=skips, crosses=True)


def test_a_cross_closes_a_row() -> None:
    game = at(f"classic | {FIVE_RED} | {FIVE_RED} | 0 roll").roll("6+6 1 2 3 6")
    assert outlook(game, "r12") == outlook(game, "r12", 1) == Outlook(skips=5, crosses=True, closes=True)


def test_the_second_closed_row_ends_the_game() -> None:
    game = at(f"classic | {FIVE_RED},12 | {FIVE_GREEN} | 0 roll").roll("1+1 - 2 3 6")
    assert outlook(game, "g2", 1) == Outlook(skips=5, crosses=True, closes=True, ends=True)


def test_the_choices_of_others_do_not_show() -> None:
    ready = f"{FIVE_RED} {row('y', 2, 6)}"
    game = at(f"classic | {ready} | {ready} | - | 0 roll").roll("6+6 1 2 3 6")
    before = [outlook(game, word) for word in ("-", "r12", "y12")]
    game.choose(1, "y12").choose(2, "-")
    assert [outlook(game, word) for word in ("-", "r12", "y12")] == before
    assert not before[1].ends


def test_a_lucky_cross_is_called_lucky() -> None:
    game = at("longo lucky 6,11 9,10 | y5 | - | 1 roll").roll("5+1 1 1 1 1")
    assert outlook(game, "r2") == Outlook(crosses=True, lucky=True)
    assert outlook(game, "r6") == Outlook(skips=4, crosses=True)
    assert outlook(game, "y6") == Outlook(crosses=True)


def test_a_pass_in_action_2_costs_a_penalty_if_nothing_was_crossed() -> None:
    game = at("classic | - | - | 0 roll").roll("4+1 1 2 3 6").white("-", "r5")
    assert outlook(game, "-") == Outlook(penalty=True)
    assert outlook(game, "y3") == Outlook(skips=1, crosses=True)
    fourth = at("classic | p3 | - | 0 roll").roll("4+1 1 2 3 6").white("-", "r5")
    assert outlook(fourth, "-") == Outlook(penalty=True, ends=True)
    crossed = at("classic | - | - | 0 roll").roll("4+1 1 2 3 6").white("r5", "-")
    assert outlook(crossed, "-") == Outlook()


def test_a_move_may_cross_and_begin_the_final_lap() -> None:
    game = at(f"onboard-a board {SPACES} | r2 | - | 0 roll").roll("6+6 1 1 1 1").white("-", "-").colour("-")
    assert outlook(game, "-") == Outlook(penalty=True)
    assert outlook(game, "@1") == Outlook(penalty=True)
    assert outlook(game, "@2") == Outlook(crosses=True)
    assert outlook(game, "@3") == Outlook(crosses=True, final_lap=True)
    assert outlook(game, "@5") == Outlook(skips=1, crosses=True, final_lap=True)
    alone = at(f"onboard-a board {SPACES} | - | 0 roll").roll("6+6 1 1 1 1").white("-").colour("-")
    assert outlook(alone, "@3") == Outlook(skips=1, crosses=True, final_lap=True, ends=True)


def test_a_view_answers_the_same() -> None:
    game = at(f"onboard-a board {SPACES} | r2 | - | 0 roll").roll("6+6 1 1 1 1").white("-", "-").colour("-")
    view = game.rules.view(game.state, 0)
    for option in game.rules.legal(game.state, 0):
        shown = game.rules.outlook(game.state, option)
        assert (view.skips(option), view.makes_cross(option)) == (shown.skips, shown.crosses)


def test_rules_of_the_same_game_are_equal_and_hash_alike() -> None:
    one, same = Rules("longo", 2), Rules("longo", 2, lucky=((5, 8), (6, 11)))
    assert one == same
    assert hash(one) == hash(same)
    others = [Rules("longo", 3), Rules("longo", 2, lucky=((5, 8), (6, 10))), Rules("classic", 2)]
    assert all(one != other and hash(one) != hash(other) for other in others)
    assert one != "longo"
    assert repr(one) == "Rules('longo', players=2)"

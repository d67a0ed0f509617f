"""The pocket strategy plays by the rules on its page."""

import pytest
from game_table import Table, at, row

from qwixx import make_bot
from qwixx.dice import Stream
from qwixx.rules.notation import write_choice

READY = row("r", 2, 6)


def chosen(game: Table, seat: int = 0) -> str:
    legal = game.rules.legal(game.state, seat)
    return write_choice(make_bot("pocket").choose(game.rules.view(game.state, seat), legal, Stream(1)))


def white(sheet: str, dice: str, other: str = "-") -> str:
    return chosen(at(f"classic | {sheet} | {other} | 1 roll").roll(dice))


@pytest.mark.parametrize(
    ("sheet", "dice", "expected"),
    [
        ("-", "1+2 1 1 1 1", "r3"),  # the 2 counts 1
        ("-", "2+2 1 1 1 1", "r4"),  # 2 and 3 count 3
        ("-", "2+3 1 1 1 1", "-"),  # 2, 3 and 4 count 6
        ("r5", "3+4 1 1 1 1", "r7"),  # the 6 counts 5
        ("r6 y6 g9 b9", "4+4 1 1 1 1", "g8"),  # the 7 counts 6, green skips nothing
        ("r6 y6", "4+4 1 1 1 1", "-"),
    ],
)
def test_it_skips_numbers_that_count_five_together(sheet: str, dice: str, expected: str) -> None:
    assert white(sheet, dice) == expected


def test_in_longo_they_count_nine() -> None:
    for dice, expected in (("2+3 1 1 1 1", "r5"), ("3+3 1 1 1 1", "-")):
        game = at("longo lucky 15,16 9,10 | - | - | 1 roll").roll(dice)
        assert chosen(game) == expected, "2 to 4 count 6, 2 to 5 count 10"


def test_rather_than_a_penalty_it_skips_fifteen() -> None:
    def colour(sheet: str, dice: str, first: str = "-") -> str:
        return chosen(at(f"classic | {sheet} | - | 0 roll").roll(dice).white(first, "-"))

    assert colour("-", "3+3 4 6 1 1") == "r7", "2 to 6 count 15"
    assert colour("-", "3+3 5 6 2 2") == "-", "2 to 7 count 21"
    assert colour("y2", "1+2 4 6 1 1", "y3") == "-", "no penalty ahead"


def test_it_closes_a_row_whatever_it_skips() -> None:
    assert white(f"{READY} g12", "6+6 1 1 1 1") == "r12"


def test_it_ends_the_game_when_ahead_and_not_when_behind() -> None:
    closed = f"{READY} {row('y', 2, 6)},12"
    assert white(closed, "6+6 1 - 1 1") == "r12"
    ahead = f"{row('r', 2, 11)} {row('g', 12, 3)} {row('b', 12, 3)}"
    assert white(closed, "6+6 1 - 1 1", ahead) != "r12"


def test_it_moves_the_pawn_as_far_as_is_cheap() -> None:
    spaces = "r2+1 y3+1 g11+2 b12+2 g10+3 r4+4 y5+5 b9+6 g8+8 r6+10 y7+12 g2+20"
    game = at(f"onboard-a board {spaces} | - | - | 0 roll").roll("1+6 6 6 6 6").white("y7", "-").colour("-")
    assert chosen(game) == "@5", "green 10: 12 and 11 count 3"
    game = at(f"onboard-a board {spaces} | g10 | - | 0 roll").roll("6+6 6 6 6 6").white("-", "-").colour("-")
    assert chosen(game) == "@1", "a penalty ahead: red 2 skips nothing"

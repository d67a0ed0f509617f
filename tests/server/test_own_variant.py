"""A table's own variant: what its options change about the sheet and board that clients draw."""

import pytest

from qwixx.rules import VARIANTS, Variant, parse_board
from qwixx.server.protocol import Options
from qwixx.server.table.game import variant_of

BOARD = "y2+7 b12+9 r3+11 g12+13 y4+15 b11+17"


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=VARIANTS)
def test_without_options_of_its_own_it_is_the_registered_one(variant: Variant) -> None:
    assert variant_of(Options(variant=variant.name, seats=3)) == variant


def test_it_has_the_board_of_the_table() -> None:
    assert variant_of(Options(variant="onboard-b", board=BOARD)).board == parse_board(BOARD)


def test_it_has_the_lucky_pairs_of_the_seats() -> None:
    pairs = variant_of(Options(variant="longo", seats=2, lucky=((2, 3), (4, 5)))).lucky_pairs
    assert pairs[:2] == ((2, 3), (4, 5))
    assert pairs[2:] == VARIANTS["longo"].lucky_pairs[2:]

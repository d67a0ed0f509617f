"""Both engines play the same games, so they give the same sums."""

from typing import Any

import pytest
from msgspec import structs

from qwixx.arena.match import Match, play_match
from qwixx.arena.match_setting import MatchSetting
from qwixx.arena.reference_games import SeatedBots
from qwixx.arena.workers.pieces import Piece, PieceResult, _play_reference, engine, play_piece
from qwixx.rules import VARIANTS, Variant
from qwixx.rules.variant import Cell

# In one process: otherwise every process compiles the kernel or builds the table again.
pytestmark = pytest.mark.xdist_group("engines")


def counts(done: PieceResult | Match) -> dict[str, Any]:
    return {name: count.tolist() for name, count in done.tally.counts.items()}


@pytest.mark.parametrize("paired", [True, False])
@pytest.mark.parametrize("players", [1, 2, 3])
@pytest.mark.parametrize("variant", VARIANTS)
def test_the_kernel_gives_the_sums_of_the_reference_engine(variant: str, players: int, paired: bool) -> None:
    bots = ("gap", "random", "gap:skip=3")[:players]
    setting = MatchSetting(variant, bots, seed=21, paired=paired, details=True)
    piece = Piece(setting, 5, 7)
    assert engine(setting) == "kernel"
    reference = PieceResult(setting.tally(), 0)
    _play_reference(piece, setting.rules(), reference)
    assert counts(play_piece(piece)) == counts(reference)
    assert reference.tally.deals == 7


def test_a_bot_outside_the_kernel_plays_on_the_reference_engine() -> None:
    setting = MatchSetting("classic", ("strangers:Last", "gap"))
    assert engine(setting) == "reference"
    assert setting.strangers
    assert engine(structs.replace(setting, bots=("random", "gap:skip=0"))) == "kernel"


def shuffled() -> Variant:
    """A sheet whose numbers are not in order, which the kernel cannot play."""
    numbers = (9, 4, 12, 2, 7, 10, 5, 11, 3, 8, 6)
    rows = tuple(tuple(Cell(row, number) for number in numbers) for row in range(4))
    return structs.replace(VARIANTS["classic"], name="shuffled", rows=rows)


def test_rules_outside_the_kernel_are_played_on_the_reference_engine(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(VARIANTS, "shuffled", shuffled())
    setting = MatchSetting("shuffled", ("gap", "random"), seed=3)
    match = play_match(setting, 40, workers=1)
    assert match.engine == "reference"
    assert match.tally.games == 40
    assert match.failures == []


def test_threads_do_not_change_the_result() -> None:
    setting = MatchSetting("classic", ("random", "gap:skip=2", "gap"), seed=2)
    alone = play_match(setting, 100_000, workers=1)
    assert alone.engine == "kernel"
    assert alone.tally.games == 100_002
    assert counts(alone) == counts(play_match(setting, 100_000, workers=3))


def test_seat_zero_begins_and_seatings_move_the_bots() -> None:
    setting = MatchSetting("classic", ("gap", "random", "gap:skip=2"))
    assert [setting.seats(seating)[0] for seating in (0, 2, 4)] == list(setting.bots)
    assert SeatedBots(setting).play(0, 1) != SeatedBots(setting).play(0, 2)

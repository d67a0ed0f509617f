"""Both engines play the same games, so they give the same sums."""

import inspect
import re
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs
from strangers import BatchedWrong

from qwixx.arena import BotFailure, play
from qwixx.arena.match import Match, play_match
from qwixx.arena.match_setting import MatchSetting
from qwixx.arena.reference_games import SeatedBots
from qwixx.arena.workers.pieces import Piece, PieceResult, _play_reference, engine, play_piece
from qwixx.cli.main import run
from qwixx.rules import VARIANTS, QwixxError, Variant
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


@pytest.mark.parametrize(("variant", "others"), [("classic", ("gap",)), ("onboard-a", ("gap", "random"))])
def test_batched_bots_play_the_games_that_they_would_play_one_by_one(
    variant: str, others: tuple[str, ...]
) -> None:
    batched = MatchSetting(variant, ("strangers:BatchedLast", *others), seed=4, details=True)
    assert engine(batched) == "batched"
    single = structs.replace(batched, bots=("strangers:Last", *others))
    assert engine(single) == "reference"
    piece, reference = Piece(single, 3, 5), PieceResult(single.tally(), 0)
    _play_reference(piece, single.rules(), reference)
    assert counts(play_piece(structs.replace(piece, setting=batched))) == counts(reference)
    start = "classic | r2,3 | b12 | 1 colour 4+1 3 6 2 5"
    if variant == "classic":
        late = [structs.replace(setting, start=start, paired=False) for setting in (batched, single)]
        assert counts(play_match(late[0], 4, workers=1)) == counts(play_match(late[1], 4, workers=1))


def test_the_division_of_the_work_does_not_change_the_result_of_batched_bots(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("qwixx.arena.workers.pieces.FEWEST_AT_ONCE", 5)
    monkeypatch.setattr("qwixx.arena.workers.pieces.BATCHED_GAMES", 10)
    setting = MatchSetting("classic", ("strangers:BatchedLast", "strangers:BatchedLast"), seed=2)
    alone = play_match(setting, 40, workers=1)
    assert alone.engine == "batched"
    assert counts(alone) == counts(play_match(setting, 40, workers=2))
    wrong = structs.replace(setting, bots=("strangers:BatchedWrong", "gap"))
    with pytest.raises(QwixxError, match=r"bot strangers:BatchedWrong: strangers.py, line \d+: chose 11"):
        play_match(wrong, 40, workers=2)


def test_a_batched_bot_that_chooses_something_illegal_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["match", "gap", "strangers:BatchedWrong", "--games", "10"]) == 1
    line = inspect.getsourcelines(BatchedWrong.choose_many)[1]
    problem = f"strangers.py, line {line}: chose 11, which is not legal in classic | "
    assert f"bot strangers:BatchedWrong: {problem}" in capsys.readouterr().err
    with pytest.raises(BotFailure, match=re.escape(problem)):
        play("classic", [BatchedWrong(), "gap"], game=3)


@pytest.mark.parametrize("workers", ["1", "2"])
def test_a_batched_bot_that_ends_its_process_is_named(
    workers: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    bots = ["strangers:BatchedLast", "gap", "strangers:BatchedLeaving"]
    rows = ["--rows", "game", "--out", str(tmp_path / "games.jsonl")]
    assert run(["match", *bots, "--games", "2500", "--workers", workers, *rows]) == 1
    printed = capfd.readouterr()
    assert printed.out == ""
    assert printed.err == "qwixx: bot strangers:BatchedLeaving: its process ended (exit code 3)\n"
    assert list(tmp_path.iterdir()) == []


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

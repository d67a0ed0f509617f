"""The kernel as the arena uses it."""

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

import qwixx
from qwixx.kernel import simulate, supports
from qwixx.rules import VARIANTS, QwixxError, Rules, Variant
from qwixx.rules.variant import Cell

CLASSIC = Rules("classic", 2)
GAPS = ["gap", "gap:skip=2"]


def test_numba_and_numpy_load_on_use() -> None:
    code = "import sys, qwixx, qwixx.kernel; print({'numba', 'numpy'} & sys.modules.keys())"
    assert subprocess.check_output([sys.executable, "-c", code], text=True) == "set()\n"


@pytest.mark.parametrize(
    ("bot", "known"),
    [
        ("random", True),
        ("gap", True),
        ("gap:skip=3", True),
        ("gap:skip=-1", False),
        ("gap:depth=1", False),
        ("random:skip=1", False),
        ("my_module:MyBot", False),
    ],
)
def test_supports(bot: str, known: bool) -> None:
    assert supports(CLASSIC, bot) is known
    assert supports(CLASSIC, "gap", bot) is known


def test_a_game_does_not_depend_on_the_others_of_its_batch() -> None:
    together = simulate(CLASSIC, GAPS, 3, range(20_000))
    assert (simulate(CLASSIC, GAPS, 3, range(15_000, 15_010)).scores == together.scores[15_000:15_010]).all()
    assert (simulate(CLASSIC, GAPS, 3, [9, 19_999, 4]).scores == together.scores[[9, 19_999, 4]]).all()
    assert (simulate(CLASSIC, GAPS, 3, range(9, 3, -3)).scores == together.scores[9:3:-3]).all()
    assert len(simulate(CLASSIC, GAPS, 3, range(0))) == 0


def test_largest_seed_and_game() -> None:
    largest = 2**64 - 1
    games = range(largest - 2, largest + 1)
    results = simulate(CLASSIC, GAPS, largest, games)
    for n, game in enumerate(games):
        state = qwixx.replay(qwixx.play("classic", GAPS, largest, game))
        assert tuple(results.scores[n]) == CLASSIC.scores(state)


def test_threads_give_the_same_results() -> None:
    with ThreadPoolExecutor(4) as threads:
        parts = threads.map(
            lambda begin: simulate(CLASSIC, GAPS, 1, range(begin, begin + 500)), range(0, 4000, 500)
        )
        scores = np.concatenate([part.scores for part in parts])
    assert (scores == simulate(CLASSIC, GAPS, 1, range(4000)).scores).all()


def test_cell_counts() -> None:
    results = simulate(Rules("longo", 3), ["random", "gap", "gap"], 1, range(200))
    counts = results.cell_counts()
    assert counts.shape == (3, 4, 16)
    assert (counts.sum(axis=2) == results.crosses.sum(axis=0, dtype=int)).all()
    assert (counts[:, :, 15].sum(axis=1) == np.bitwise_count(results.locks).sum(axis=0)).all()


@pytest.mark.parametrize(
    ("bots", "seed", "games", "first", "problem"),
    [
        (["gap"], 1, range(1), 0, "2 seats need 2 bots, not 1."),
        (["gap", "wolf"], 1, range(1), 0, "The bot wolf does not run in the kernel."),
        (GAPS, -1, range(1), 0, "-1 is not a seed"),
        (GAPS, 1, [3, -1], 0, "-1 is not a game"),
        (GAPS, 1, range(1), 2, "There is no seat 2"),
    ],
)
def test_bad_input(bots: list[str], seed: int, games: range, first: int, problem: str) -> None:
    with pytest.raises(QwixxError, match=problem):
        simulate(CLASSIC, bots, seed, games, first=first)


def test_the_usual_slips_are_explained() -> None:
    with pytest.raises(QwixxError, match=r"give range\(1000\)"):
        simulate(Rules("classic", 2), ["gap", "gap"], 1, 1000)  # type: ignore[arg-type]
    with pytest.raises(QwixxError, match=r"cannot be 'classic': give Rules"):
        simulate("classic", ["gap", "gap"], 1, range(3))  # type: ignore[arg-type]


def variant(rows: tuple[tuple[Cell, ...], ...]) -> Variant:
    classic = VARIANTS["classic"]
    return Variant(
        name="own",
        rows=rows,
        faces=6,
        closing_cells=1,
        crosses_to_close=5,
        closing_rule="R7",
        points=classic.points,
        max_players=5,
    )


def test_a_sheet_of_mixed_colours_is_refused() -> None:
    red, *others = VARIANTS["classic"].rows
    mixed = (Cell(1, 2), *red[1:])
    rules = Rules(variant((mixed, *others)), 2)
    assert not supports(rules, *GAPS)
    with pytest.raises(
        QwixxError, match="The kernel cannot play own: its rows must have one colour each and be in order"
    ):
        simulate(rules, GAPS, 1, range(1))


def test_tempo_is_refused_where_rows_differ_in_length() -> None:
    """Gap plays there: only tempo's tables have one length for all rows."""
    red, *others = VARIANTS["classic"].rows
    rules = Rules(variant((red[1:], *others)), 2)
    assert supports(rules, *GAPS)
    assert not supports(rules, "tempo")
    assert not supports(rules, "gap", "tempo")
    assert len(simulate(rules, GAPS, 1, range(3))) == 3
    with pytest.raises(
        QwixxError, match="The kernel cannot play own with tempo: its rows must have equal lengths"
    ):
        simulate(rules, ["gap", "tempo"], 1, range(1))

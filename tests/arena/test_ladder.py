"""`qwixx ladder`: ratings that recover known strengths, and files in all forms."""

import json
from itertools import combinations
from math import exp, log
from pathlib import Path

import numpy as np
import pytest

from qwixx.arena.intervals import WinShares, Z
from qwixx.arena.ladder import LadderPlan, climb
from qwixx.arena.match import Match, play_match
from qwixx.arena.match_setting import MatchSetting
from qwixx.arena.ratings import ELO, BotRating, chi_square_tail, rate
from qwixx.cli.main import run

BOTS = ["a", "b", "c", "d"]
STRENGTHS = np.array([0.9, 0.2, -0.3, -0.8])


def chance(one: int, two: int) -> float:
    return float(1 / (1 + exp(STRENGTHS[two] - STRENGTHS[one])))


def shares(deals: int, *values: float) -> WinShares:
    """Win shares of one game per deal."""
    found = np.array(values)
    return WinShares(deals, found, np.diag(found) - np.outer(found, found))


def drawn(rng: np.random.Generator, deals: int) -> dict[tuple[int, ...], WinShares]:
    """Matches between bots of known strength, one game per deal."""
    found: dict[tuple[int, ...], WinShares] = {}
    for one, two in combinations(range(4), 2):
        share = rng.binomial(deals, chance(one, two)) / deals
        found[one, two] = shares(deals, share, 1 - share)
    return found


def ratings(bots: list[str], matches: dict[tuple[int, ...], WinShares]) -> list[BotRating]:
    return rate(bots, matches)[0]


def test_ratings_find_the_strengths() -> None:
    exact: dict[tuple[int, ...], WinShares] = {
        pair: shares(10**9, chance(*pair), 1 - chance(*pair)) for pair in combinations(range(4), 2)
    }
    found, fit = rate(BOTS, exact)
    assert [rating.rating for rating in found] == pytest.approx(STRENGTHS * ELO, abs=1e-3)
    assert sum(rating.rating for rating in found) == pytest.approx(0, abs=1e-6)
    assert fit is not None
    assert fit.freedom == 3
    assert fit.chi_square == pytest.approx(0, abs=1e-3)


def test_ratings_find_the_strengths_at_tables_of_three() -> None:
    matches: dict[tuple[int, ...], WinShares] = {}
    for table in combinations(range(4), 3):
        powers = np.exp(STRENGTHS[list(table)])
        matches[table] = shares(10**9, *(powers / powers.sum()))
    found, fit = rate(BOTS, matches)
    assert [rating.rating for rating in found] == pytest.approx(STRENGTHS * ELO, abs=1e-3)
    assert fit is not None
    assert fit.freedom == 5


def test_intervals_of_ratings_cover_the_strengths_and_the_fit_is_fair() -> None:
    rng = np.random.default_rng(1)
    covered, refused = 0, 0
    for _ in range(250):
        found, fit = rate(BOTS, drawn(rng, 300))
        for rating, truth in zip(found, STRENGTHS * ELO, strict=True):
            covered += rating.low <= truth <= rating.high
        assert fit is not None
        refused += fit.p_value < 0.1
    assert 930 <= covered <= 970  # of 1000
    assert 13 <= refused <= 37  # of 250


def test_ratings_that_do_not_explain_the_results_say_so() -> None:
    """A beats B, B beats C and C beats A: no ratings can say that."""
    found, fit = rate(
        BOTS[:3],
        {(0, 1): shares(900, 0.6, 0.4), (1, 2): shares(900, 0.6, 0.4), (0, 2): shares(900, 0.35, 0.65)},
    )
    assert fit is not None
    assert fit.p_value < 1e-6
    assert fit.freedom == 1
    assert abs(fit.share - fit.expected) > 0.1
    assert len(found) == 3


def test_chi_square_tail_is_that_of_the_tables() -> None:
    quantiles = {(3.841, 1): 0.05, (5.991, 2): 0.05, (11.345, 3): 0.01, (18.307, 10): 0.05, (2.167, 7): 0.95}
    for (value, freedom), tail in quantiles.items():
        assert chi_square_tail(value, freedom) == pytest.approx(tail, abs=1e-4)


@pytest.mark.parametrize("players", [2, 3])
def test_more_deals_make_narrower_intervals(players: int) -> None:
    values = (0.6, 0.4) if players == 2 else (0.5, 0.3, 0.2)
    widths = [
        rating.high - rating.low
        for deals in (100, 10_000)
        for rating in ratings(BOTS[:players], {tuple(range(players)): shares(deals, *values)})
    ]
    assert widths[0] / widths[players] == pytest.approx(10, rel=0.05)
    if players == 2:
        assert widths[0] == pytest.approx(widths[1])
        # For two bots the formula is simple: the share's error over the slope of the curve.
        assert widths[2] == pytest.approx(2 * Z * (0.24 / 10_000) ** 0.5 / 0.24 * ELO / 2, rel=0.01)


def test_a_bot_that_always_wins_has_a_rating() -> None:
    winner, loser = ratings(["a", "b"], {(0, 1): shares(50, 1.0, 0.0)})
    share = (50 + Z**2 / 2) / (50 + Z**2)
    assert winner.rating - loser.rating == pytest.approx(ELO * log(share / (1 - share)))
    assert loser.rating == pytest.approx(-winner.rating)


def small(setting: MatchSetting) -> Match:
    return play_match(setting, 60, workers=1)


def test_every_table_is_played_with_dice_of_its_own() -> None:
    plan = LadderPlan("classic", ("gap", "random", "gap:skip=2"), (2, 3), 60, seed=2**64 - 2)
    ladder = climb(plan, small)
    two, three = ladder.tables
    assert [meeting.bots for meeting in two.meetings] == [
        ("gap", "random"),
        ("gap", "gap:skip=2"),
        ("random", "gap:skip=2"),
    ]
    assert [meeting.bots for meeting in three.meetings] == [("gap", "random", "gap:skip=2")]
    assert [meeting.seed for meeting in (*two.meetings, *three.meetings)] == [2**64 - 2, 2**64 - 1, 0, 4]
    for table in ladder.tables:
        assert [control.bot for control in table.controls] == list(plan.bots)
        assert table.ratings[-1].bot == "random"
        assert all(control.games == 60 for control in table.controls)


def test_an_interrupted_ladder_keeps_what_was_finished() -> None:
    played: list[Match] = []

    def play(setting: MatchSetting) -> Match:
        match = small(setting)
        match.interrupted = len(played) == 1
        played.append(match)
        return match

    ladder = climb(LadderPlan("classic", ("gap", "random", "gap:skip=2"), (2, 3), 60), play)
    assert ladder.interrupted
    assert [len(table.meetings) for table in ladder.tables] == [1]
    assert [rating.bot for rating in ladder.tables[0].ratings] == ["gap", "random"]


def test_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    names = ["a.md", "a.json", "a.png", "a.svg"]
    arguments = ["ladder", "gap", "random", "gap:skip=2", "--players", "2,3", "--games", "50"]
    for name in names:
        arguments += ["--out", str(tmp_path / name)]
    assert run(arguments) == 0
    printed = capsys.readouterr().out
    assert (tmp_path / "a.md").read_text() == printed
    assert "## 3 players" in printed
    data = json.loads((tmp_path / "a.json").read_text())
    assert [table["players"] for table in data["tables"]] == [2, 3]
    assert (tmp_path / "a.png").read_bytes().startswith(b"\x89PNG")
    assert b"ratings" in (tmp_path / "a.svg").read_bytes()
    assert run(arguments) == 2
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(names)
    capsys.readouterr()
    assert run([*data["command"].split()[1:], "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == data


@pytest.mark.parametrize(
    ("arguments", "fault"),
    [
        (["gap"], "at least two bots"),
        (["gap", "gap"], "name each of them once"),
        (["gap", "random", "--players", "3"], "3 seats need 3 bots"),
        (["gap", "random", "--players", "1"], "two or more"),
        (["gap", "random", "--players", "two"], "--players two"),
        (["gap", "random", "--players", "6"], "1 to 5 players"),
        (["gap", "nobody"], "'nobody'"),
        (["gap", "random", "--out", "a.txt"], "a.txt"),
    ],
)
def test_bad_input_is_one_sentence(
    arguments: list[str], fault: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["ladder", *arguments]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert len(printed.err.splitlines()) == 1
    assert fault in printed.err

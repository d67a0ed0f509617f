"""`qwixx ladder`: ratings that recover known strengths, and files in all forms."""

import json
from math import exp, log
from pathlib import Path

import numpy as np
import pytest

from qwixx.arena.intervals import Means, Z
from qwixx.arena.ladder import LadderPlan, climb
from qwixx.arena.match import Match, play_match
from qwixx.arena.match_setting import MatchSetting
from qwixx.arena.ratings import ELO, bradley_terry, openskill
from qwixx.arena.tally import Tally
from qwixx.cli.main import run
from qwixx.rules import Rules

BOTS = ["a", "b", "c", "d"]
STRENGTHS = np.array([0.9, 0.2, -0.3, -0.8])


def chance(one: int, two: int) -> float:
    return float(1 / (1 + exp(STRENGTHS[two] - STRENGTHS[one])))


def drawn(rng: np.random.Generator, deals: int) -> dict[tuple[int, int], Means]:
    """Matches between bots of known strength, one game per deal."""
    found = {}
    for one in range(4):
        for two in range(one + 1, 4):
            share = rng.binomial(deals, chance(one, two)) / deals
            found[one, two] = Means(deals, share, share * (1 - share))
    return found


def test_ratings_find_the_strengths() -> None:
    exact = {pair: Means(10**9, chance(*pair), 0.1) for pair in drawn(np.random.default_rng(0), 1)}
    ratings = bradley_terry(BOTS, exact)
    assert [rating.rating for rating in ratings] == pytest.approx(STRENGTHS * ELO, abs=1e-3)
    assert sum(rating.rating for rating in ratings) == pytest.approx(0, abs=1e-6)


def test_intervals_of_ratings_cover_the_strengths() -> None:
    rng = np.random.default_rng(1)
    covered = 0
    for _ in range(250):
        for rating, truth in zip(bradley_terry(BOTS, drawn(rng, 300)), STRENGTHS * ELO, strict=True):
            covered += rating.low <= truth <= rating.high
    assert 930 <= covered <= 970  # of 1000


def test_more_deals_make_narrower_intervals() -> None:
    widths = [
        rating.high - rating.low
        for deals in (100, 10_000)
        for rating in bradley_terry(["a", "b"], {(0, 1): Means(deals, 0.6, 0.24)})
    ]
    assert widths[0] == pytest.approx(widths[1])
    assert widths[0] / widths[2] == pytest.approx(10, rel=0.05)
    # For two bots the formula is simple: the share's error over the slope of the curve.
    assert widths[2] == pytest.approx(2 * Z * (0.24 / 10_000) ** 0.5 / 0.24 * ELO / 2, rel=0.01)


def test_a_bot_that_always_wins_has_a_rating() -> None:
    winner, loser = bradley_terry(["a", "b"], {(0, 1): Means(50, 1.0, 0.0)})
    share = (50 + Z**2 / 2) / (50 + Z**2)
    assert winner.rating - loser.rating == pytest.approx(ELO * log(share / (1 - share)))
    assert loser.rating == pytest.approx(-winner.rating)


def tally_with(places: list[tuple[tuple[int, int, int], int]]) -> Tally:
    tally = Tally(Rules("classic", 3), 1)
    for (first, second, third), count in places:
        tally.counts["places"][first + 3 * second + 9 * third] += count
    return tally


def test_openskill_rates_tables_of_three() -> None:
    tally = tally_with([((0, 1, 2), 60), ((1, 0, 2), 30), ((0, 0, 2), 10)])
    first, second, third = openskill(["a", "b", "c"], {(0, 1, 2): tally}, seed=1)
    assert first.rating > second.rating > third.rating
    assert third.high < second.low
    assert openskill(["a", "b", "c"], {(0, 1, 2): tally}, seed=1)[0] == first


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
    assert b"Bradley" in (tmp_path / "a.svg").read_bytes()
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

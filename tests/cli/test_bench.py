"""`qwixx bench`: what it measures and how it reports it, whatever the speed of this machine."""

import json
import os
import shutil
from pathlib import Path

import pytest
from command_line import Qwixx

from qwixx.cli.bench import c_loop, environments
from qwixx.extras import how_to_add

# One process runs them all, because each process compiles the kernel or builds the table again.
pytestmark = pytest.mark.xdist_group("bench")


def test_everything(qwixx: Qwixx) -> None:
    answer = json.loads(qwixx("bench", "--games", "200", "--seconds", "0.01", "--runs", "3", "--json").out)
    assert {(speed["benchmark"], speed["cores"]) for speed in answer["speeds"]} >= {
        ("kernel", 1),
        ("batch", 1),
    }
    assert {speed["what"] for speed in answer["speeds"]} >= {"longo, 2 random", "onboard-a, 2 gap"}
    assert all(speed["best"] >= speed["median"] > 0 for speed in answer["speeds"])
    assert answer["machine"]["cores"]


def test_one_at_a_time(qwixx: Qwixx) -> None:
    assert "classic, 2 gap" in qwixx("bench", "kernel", "--games", "100", "--runs", "1").out
    assert "decisions/s" in qwixx("bench", "batch", "--games", "1", "--runs", "1").out


def test_environments_are_compared_with_others_of_their_library(qwixx: Qwixx) -> None:
    answer = json.loads(qwixx("bench", "envs", "--seconds", "0.01", "--runs", "1", "--json").out)
    assert {(speed["library"], speed["yardstick"]) for speed in answer["envs"]} == {
        ("Gymnasium", "Blackjack-v1"),
        ("PettingZoo", "tictactoe_v3"),
        ("OpenSpiel", "python_tic_tac_toe"),
    }
    for speed in answer["envs"]:
        assert speed["ratio"] == pytest.approx(speed["median"] / speed["yardstick_median"], abs=0.01)
    assert {speed["what"] for speed in answer["speeds"]} >= {"longo, against random"}


def test_environments_need_their_extra(qwixx: Qwixx, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(environments, "find_spec", lambda _: None)
    outcome = qwixx("bench", "envs")
    assert outcome.code == 2
    assert outcome.err == f"qwixx: The environments need gymnasium: {how_to_add('envs')}\n"


@pytest.mark.skipif(
    shutil.which(os.environ.get("CC", "cc")) is None,
    reason="no C compiler: install one (Debian, Ubuntu: apt install gcc; macOS: xcode-select --install)",
)
def test_the_c_loop_plays_the_same_games(qwixx: Qwixx) -> None:
    """The command compares turns, sums of scores and of their squares, and fails if any differs."""
    answer = json.loads(qwixx("bench", "c", "--games", "3000", "--runs", "2", "--json").out)
    assert [ratio["bots"] for ratio in answer["c"]] == ["2 random", "2 gap"]
    assert all(ratio["ratio"] > 0 for ratio in answer["c"])
    assert answer["c"][1]["mean_scores"][0] > 60


def test_without_a_compiler(qwixx: Qwixx, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda _: None)
    outcome = qwixx("bench", "c")
    assert outcome.code == 2
    assert outcome.err == "qwixx: There is no C compiler: install one as cc, or name it in CC.\n"


def test_everything_else_is_measured_without_a_compiler(
    qwixx: Qwixx, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shutil, "which", lambda _: None)
    outcome = qwixx("bench", "--games", "1", "--seconds", "0.01", "--runs", "1")
    assert outcome.code == 0
    assert "games/s" in outcome.out
    assert "There is no C compiler" in outcome.out


def test_outside_a_clone(qwixx: Qwixx, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(c_loop, "SOURCE", Path("nowhere/qwixx.c"))
    outcome = qwixx("bench", "c")
    assert outcome.code == 2
    assert "clone" in outcome.err

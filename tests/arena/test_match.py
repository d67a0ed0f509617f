"""`qwixx match`: the same result with any executor, and a report that can be used."""

import json
import os
import pty
import re
import shlex
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

import qwixx
from qwixx.arena.match import Match, play_match
from qwixx.arena.match_setting import MatchSetting
from qwixx.arena.report import compare
from qwixx.bots import Bot
from qwixx.cli.main import run
from qwixx.dice import Stream
from qwixx.files import FileError
from qwixx.rules import Choice, QwixxError, View

PROGRAM = "from qwixx.cli import main; main()"
# Background jobs of a shell ignore Ctrl-C; undo that.
LISTENING = f"import signal as s; s.signal(s.SIGINT, s.default_int_handler); {PROGRAM}"
ENVIRONMENT = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}


def counts(match: Match) -> dict[str, Any]:
    return {name: count.tolist() for name, count in match.tally.counts.items()}


def report(capsys: pytest.CaptureFixture[str], *arguments: str, code: int = 0) -> dict[str, Any]:
    assert run(["match", *arguments, "--json"]) == code
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


def test_workers_do_not_change_the_result() -> None:
    setting = MatchSetting("classic", ("random", "gap"), seed=11)
    alone = play_match(setting, 100, workers=1)
    together = play_match(setting, 100, workers=2)
    assert counts(alone) == counts(together)


def test_nothing_passes_from_one_piece_of_work_to_the_next() -> None:
    setting = MatchSetting("classic", ("strangers:Counting", "gap"), seed=11)
    assert counts(play_match(setting, 70, workers=1)) == counts(play_match(setting, 70, workers=2))


def test_json(capsys: pytest.CaptureFixture[str]) -> None:
    found = report(
        capsys, "gap:skip=2", "random", "gap", "--games", "10", "--seed", "4", "--variant", "longo"
    )
    assert found["games"] == 12  # rounded up to whole deals
    assert found["deals"] == 2
    assert found["seconds"] > 0
    assert found["games_per_s"] > 0
    assert [bot["name"] for bot in found["bots"]] == ["gap:skip=2", "random", "gap"]
    for bot in found["bots"]:
        assert 0 <= bot["low"] <= bot["share"] <= bot["high"] <= 1
        assert bot["score_low"] < bot["mean_score"] < bot["score_high"]
    assert sum(bot["share"] for bot in found["bots"]) == pytest.approx(1)
    assert sum(seat["share"] for seat in found["seats"]) == pytest.approx(1)
    assert sum(found["ends"].values()) == pytest.approx(1)
    assert len(found["differences"]) == 3
    assert found["failures"] == []
    assert found["interrupted"] is False


def test_the_command_it_prints_plays_the_match_again(capsys: pytest.CaptureFixture[str]) -> None:
    once = report(capsys, "gap", "random", "--games", "20", "--seed", "8", "--variant", "onboard-b")
    program, command, *arguments = once["command"].split()
    assert (program, command) == ("qwixx", "match")
    again = report(capsys, *arguments)
    for timing in ("seconds", "games_per_s"):
        del once[timing], again[timing]
    assert once == again


def test_text(capsys: pytest.CaptureFixture[str]) -> None:
    run(["match", "gap", "random", "--games", "4"])
    capsys.readouterr()  # on a new machine the kernel has now been compiled, and said so
    assert run(["match", "gap", "random", "--games", "4"]) == 0
    printed = capsys.readouterr()
    assert printed.err == ""
    assert "classic, 2 players, 4 games: 2 deals, each in 2 seatings" in printed.out
    assert "again: qwixx match gap random --variant classic --games 4 --seed 0" in printed.out


@pytest.mark.parametrize(
    ("arguments", "fault"),
    [
        (["gap"], "at least two bots"),
        (["gap", "nobody"], "'nobody'"),
        (["gap", "gap:jump=1"], "'jump'"),
        (["gap", "gap", "--variant", "chess"], "'chess'"),
        (["gap", "gap", "gap", "gap", "gap", "--variant", "onboard-a"], "1 to 4 players, not 5"),
        (["gap"] * 6, "1 to 5 players, not 6"),
        (["gap", "gap", "--speed", "9"], "--speed"),
        (["gap", "gap", "--games", "0"], "--games"),
        (["gap", "gap", "--seed", str(2**64)], str(2**64)),
        (["gap", "gap", "--patience", "0"], "patience"),
        (["gap", "gap", "--patience", "inf"], "patience"),
        (["gap", "strangers:Unmade"], "not today"),
        (["gap", "strangers:Nobody"], "'Nobody'"),
        (["gap", "no_such_module:Bot"], "'no_such_module'"),
    ],
)
def test_bad_input_is_one_sentence(
    arguments: list[str], fault: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["match", *arguments]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert len(printed.err.splitlines()) == 1
    assert fault in printed.err


# Bots that fail


@pytest.mark.parametrize(
    ("bot", "problem"),
    [
        ("Raising", "RuntimeError: I do not know"),
        ("Leaving", "SystemExit: I am leaving"),
        ("Speechless", "Error"),
        ("Cheating", "not one of"),
        ("Sleeping", "did not choose within 0.5 s"),
        ("Crashing", "signal 9"),
    ],
)
def test_a_bot_that_fails_is_named_and_the_rest_is_kept(
    bot: str,
    problem: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    name = f"strangers:{bot}"
    assert run(["match", name, "random", "--games", "4", "--patience", "0.5", "--json"]) == 1
    printed = capsys.readouterr()
    found = json.loads(printed.out)
    assert (found["games"], found["left_out"]) == (2, 2)
    for failure, line in zip(found["failures"], printed.err.splitlines(), strict=True):
        assert failure["bot"] == name
        assert problem in failure["problem"]
        where = f"bot {name} in seat {failure['seat']}, game {failure['game']}, ply {failure['ply']}: "
        assert where in line
        assert failure["record"] in line
        record = qwixx.Record.parse(Path(failure["record"]).read_text())
        assert len(record.actions) == failure["ply"] - 1
        assert failure["seat"] in record.rules().to_act(qwixx.replay(record))
        assert where in record.headers["Failure"]


def test_a_record_that_cannot_be_saved_costs_no_other_game(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def full(path: Path, _: str) -> None:
        raise FileError(f"{path} cannot be written: No space left on device.")

    monkeypatch.setattr("qwixx.arena.failures.write_new", full)
    assert run(["match", "strangers:Raising", "random", "--games", "4", "--json"]) == 1
    printed = capsys.readouterr()
    found = json.loads(printed.out)
    assert found["games"] == 2
    assert [failure["record"] for failure in found["failures"]] == [None, None]
    assert printed.err.count("I do not know; failed-classic-0-") == printed.err.count("No space left") == 2


def test_records_of_earlier_failures_stay(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    for _ in range(2):
        run(["match", "strangers:Raising", "random", "--games", "4"])
    capsys.readouterr()
    assert len(list(tmp_path.iterdir())) == 4


def test_killing_a_process_is_not_a_bot_failure(tmp_path: Path) -> None:
    setting = MatchSetting("classic", (f"strangers:Unlucky:file={tmp_path / 'seen'}", "gap"), seed=1)
    match = play_match(setting, 6, workers=1)
    assert (tmp_path / "seen").exists()
    assert match.failures == []
    usual = MatchSetting("classic", ("strangers:Last", "gap"), seed=1)
    assert counts(match) == counts(play_match(usual, 6, workers=1))


def test_what_a_bot_prints_does_not_disturb(capfd: pytest.CaptureFixture[str]) -> None:
    assert run(["match", "strangers:Talkative", "random", "--games", "2", "--json"]) == 0
    assert json.loads(capfd.readouterr().out)["games"] == 2


@pytest.mark.parametrize("workers", ["1", "2"])
def test_ctrl_c_prints_what_there_is(workers: str, tmp_path: Path) -> None:
    """The file of positions is whole too, and no temporary files are left."""
    (tmp_path / "temporary").mkdir()
    arguments = ["strangers:Last", "gap", "--games", "1000000", "--workers", workers]
    process = subprocess.Popen(
        [sys.executable, "-c", LISTENING, "match", *arguments, "--json", "--out", "games.jsonl"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=tmp_path,
        env={**ENVIRONMENT, "TMPDIR": str(tmp_path / "temporary")},
        start_new_session=True,
    )
    while process.poll() is None and not any(path.stat().st_size for path in tmp_path.glob(".games*")):
        time.sleep(0.1)
    os.killpg(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130, err
    found = json.loads(out)
    assert found["interrupted"] is True
    assert 0 < found["games"] < 1_000_000
    rows = [json.loads(line) for line in (tmp_path / "games.jsonl").read_text().splitlines()]
    assert len({(row["game"], row["seating"]) for row in rows}) == found["games"]
    assert err == b""
    assert sorted(path.name for path in tmp_path.iterdir()) == ["games.jsonl", "temporary"]
    assert list((tmp_path / "temporary").iterdir()) == []


def test_progress_is_shown_on_a_terminal(tmp_path: Path) -> None:
    ours, theirs = pty.openpty()
    with subprocess.Popen(
        [sys.executable, "-c", PROGRAM, "match", "strangers:Raising", "gap", "--games", "100"],
        stdout=subprocess.PIPE,
        stderr=theirs,
        cwd=tmp_path,
        env={**ENVIRONMENT, "TERM": "xterm", "COLUMNS": "120"},
    ) as process:
        os.close(theirs)
        shown = b""
        with suppress(OSError):  # the end of a terminal
            while part := os.read(ours, 4096):
                shown += part
        assert process.stdout is not None
        out = process.stdout.read().decode()
    os.close(ours)
    text = shown.decode()
    plain = re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", text)
    assert "strangers:Raising – gap, 100 games" in plain
    assert "100%" in plain
    assert "RuntimeError: I do not know" in text
    assert "classic, 2 players" in out
    assert "\x1b" not in out


def test_own_pairs_and_boards_are_played_and_repeated(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    board = tmp_path / "my board.txt"
    board.write_text("g10+1 r12+0 y2+3 b2+20 r3+1 r4+99 y12+5 g2+7")
    pairs = ["--lucky", "2,3", "--lucky", "15,16"]
    for own in (["--variant", "longo", *pairs], ["--variant", "onboard-a", "--board", str(board)]):
        usual = report(capsys, "gap", "random", "--games", "40", *own[:2])
        once = report(capsys, "gap", "random", "--games", "40", *own)
        assert once["engine"] == "kernel"
        assert once["bots"] != usual["bots"]
        again = report(capsys, *shlex.split(once["command"])[2:])
        assert (again["bots"], again["command"]) == (once["bots"], once["command"])
        for command in ("stats", "ladder"):
            assert run([command, "gap", "random", "--games", "40", "--json", *own]) == 0
            found = json.loads(capsys.readouterr().out)
            if command == "stats":
                assert found["bots"][0]["scores"]["mean"] == pytest.approx(once["bots"][0]["mean_score"])
            else:
                assert found["tables"][0]["meetings"][0]["scores"][0] == once["bots"][0]["mean_score"]
                assert shlex.split(found["command"])[-len(own) + 2 :] == own[2:]


def test_a_match_ends_at_the_wanted_width(capsys: pytest.CaptureFixture[str]) -> None:
    found = report(capsys, "gap", "gap:skip=2", "--width", "0.008", "--seed", "3")
    widths = [bot["high"] - bot["low"] for bot in found["bots"]]
    assert max(widths) <= 0.008
    assert 20_000 <= found["games"] <= 100_000
    shorter = report(capsys, "gap", "gap:skip=2", "--games", str(found["games"] - 10_000), "--seed", "3")
    assert max(bot["high"] - bot["low"] for bot in shorter["bots"]) > 0.008
    assert "--width 0.008" in found["command"]
    assert run(["match", "gap", "random", "--width", "0"]) == 2
    assert "must be between 0 and 1" in capsys.readouterr().err


class Careful:
    """A bot of a notebook: defined here, but found as if in `__main__`."""

    def choose(self, view: View, legal: tuple[Choice, ...], rng: Stream) -> Choice:  # noqa: ARG002
        return legal[0]


class Faulty(Careful):
    def choose(self, view: View, legal: tuple[Choice, ...], rng: Stream) -> Choice:  # noqa: ARG002
        raise RuntimeError("out of ideas")


@pytest.mark.parametrize("bot", [Careful, Faulty])
def test_bots_of_a_notebook_play_in_this_process(bot: type[Bot], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot, "__module__", "__main__")
    monkeypatch.setattr(sys.modules["__main__"], bot.__name__, bot, raising=False)
    if bot is Faulty:
        with pytest.raises(QwixxError, match=r"bot __main__:Faulty .* RuntimeError: out of ideas"):
            compare("classic", [bot, "gap"], 4)
        return
    found = compare("classic", [bot, "gap"], 4)
    assert [line.name for line in found.bots] == ["__main__:Careful", "gap"]
    assert found.bots[0].mean_score == -20
    with pytest.raises(QwixxError, match="A cluster cannot play"):
        play_match(MatchSetting("classic", ("__main__:Careful", "gap")), 4, address="tcp://127.0.0.1:1")


def test_a_class_that_has_no_name_is_refused() -> None:
    class Hidden(Careful):
        pass

    with pytest.raises(QwixxError, match="define it outside of functions"):
        compare("classic", [Hidden, "gap"], 4)

"""`qwixx board` checks a board and measures games of bots on it."""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from qwixx.cli.main import run

GOOD = "r2+1 y3+1 g10+2 b12+3 r4+5 y5+8"


def test_shows_a_board(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text(f"# mine\n{GOOD}\n")
    assert run(["board", str(tmp_path / "mine.txt")]) == 0
    assert capsys.readouterr().out == f"{GOOD}\n"
    assert run(["board", "onboard-a"]) == 0
    assert capsys.readouterr().out.startswith("r2+1 b12+1")


def test_studies_a_board(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["board", "onboard-b", "--games", "5", "--seed", "2", "--json"]) == 0
    shown = json.loads(capsys.readouterr().out)
    assert [len(study["bots"]) for study in shown["studies"]] == [2, 3, 4]
    assert len(shown["board"]["spaces"]) == 40
    assert run(["board", "onboard-b", "--games", "5", "--seed", "2"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("2 players: the track decides ")
    assert f"mean bonus {shown['studies'][0]['mean_bonus']:.1f}" in lines[0]


def test_shows_its_progress(monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[tuple[str, int, int]] = []

    @contextmanager
    def bar(title: str) -> Iterator[Callable[[int, int], None]]:
        yield lambda done, total: shown.append((title, done, total))

    monkeypatch.setattr("qwixx.cli.progress.bar", bar)
    assert run(["board", "onboard-a", "--games", "2"]) == 0
    assert shown == [(f"{players} players, 2 games", game, 2) for players in (2, 3, 4) for game in (1, 2)]


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["none.txt"], "none.txt cannot be read: No such file or directory."),
        (["classic"], "The game classic is played without a board"),
        (["bad.txt"], "bad.txt, line 1, column 6: Space 2: There is no r13. Rows run from 2 to 12."),
        (["onboard-a", "--games", "-1"], "--games"),
        (["onboard-a", "--games", "1", "--bot", "nobody"], "There is no bot 'nobody'"),
        (["onboard-a", "--games", "1", "--seed", "-1"], "seed"),
    ],
)
def test_wrong_use_is_one_line(
    arguments: list[str],
    says: str,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("bad.txt").write_text("r2+1 r13+1")
    assert run(["board", *arguments]) == 2
    shown = capsys.readouterr()
    assert says in shown.err
    assert shown.err.count("\n") == 1
    assert shown.out == ""

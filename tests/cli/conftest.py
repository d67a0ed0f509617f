"""A fixture that runs `qwixx` in this process and returns its output and exit code."""

import io
from collections.abc import Iterable
from pathlib import Path

import pytest
from command_line import Outcome, Qwixx

from qwixx.cli.main import run
from qwixx.cli.play.saving import games_folder


@pytest.fixture
def games(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of the games that are saved without a name; it need not exist."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path_factory.mktemp("data")))
    return games_folder()


@pytest.fixture
def qwixx(
    tmp_path: Path, games: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Qwixx:
    """Runs `qwixx` in a new folder, in English and with 80 columns; `typed` are the lines of its input."""
    assert not games.exists()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("os.fsync", lambda _: None)  # games are saved before every question
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("COLUMNS", "80")

    def call(*arguments: str, typed: Iterable[str] = ()) -> Outcome:
        monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in typed)))
        code = run(list(arguments))
        captured = capsys.readouterr()
        return Outcome(code, captured.out, captured.err)

    return call

"""The game in a real terminal of 80 columns and 24 lines."""

import os
import shlex
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from qwixx.locales import catalogue
from qwixx.rules import Record

TIMEOUT = 30


class Pane:
    """A terminal that runs `qwixx`, driven by tmux."""

    def __init__(self, folder: Path) -> None:
        self.socket = folder / "tmux"

    def tmux(self, *arguments: str) -> str:
        command = ["tmux", "-S", str(self.socket), "-f", os.devnull, *arguments]
        return subprocess.run(command, check=True, capture_output=True, encoding="utf-8").stdout

    def start(self, folder: Path, *arguments: str, columns: int = 80) -> None:
        qwixx = shlex.join([sys.executable, "-c", "from qwixx.cli import main; main()", *arguments])
        # pytest loads readline, which exports the size of its own terminal; the game must not see that.
        self.tmux(
            "new-session", "-d", "-x", str(columns), "-y", "24", "-c", str(folder),
            f"unset COLUMNS LINES; export XDG_DATA_HOME={shlex.quote(str(folder / 'data'))}; seq 40; "
            f"LC_ALL=C.UTF-8 {qwixx}; echo exit code $?; exec cat",
        )  # fmt: skip

    def children(self) -> list[int]:
        """The process ids of the programs that the shell runs."""
        shell = self.tmux("display-message", "-p", "#{pane_pid}").strip()
        found = subprocess.run(["pgrep", "-P", shell], check=True, capture_output=True, encoding="utf-8")
        return [int(pid) for pid in found.stdout.split()]

    def type(self, *keys: str) -> None:
        self.tmux("send-keys", *keys)

    def screen(self) -> str:
        return self.tmux("capture-pane", "-p")

    def wait_for(self, text: str) -> str:
        """The screen once it shows the text."""
        for _ in range(TIMEOUT * 10):
            if text in (screen := self.screen()):
                return screen
            time.sleep(0.1)
        raise AssertionError(f"{text!r} did not appear:\n{screen}")


@pytest.fixture
def pane(tmp_path: Path) -> Iterator[Pane]:
    if shutil.which("tmux") is None:
        pytest.skip("no tmux: install it (Debian, Ubuntu: apt install tmux; macOS: brew install tmux)")
    found = Pane(tmp_path)
    yield found
    subprocess.run(["tmux", "-S", str(found.socket), "kill-server"], check=False, capture_output=True)


def test_choose_take_back_confirm_and_interrupt(pane: Pane, tmp_path: Path) -> None:
    pane.start(tmp_path, "play", "--plain", "--seed", "5")
    pane.wait_for("press Enter to roll")
    pane.type("Enter")
    screen = pane.wait_for("[0–4, ?]")
    assert screen.startswith("Turn 1, You: 3+4"), "the whole screen fits"
    assert "[7]" in screen
    pane.type("r7", "Enter")
    assert "(×)" in pane.wait_for("Enter to confirm")
    pane.type("u", "Enter")
    pane.wait_for("[0–4, ?]")
    pane.type("y7", "Enter")
    pane.wait_for("Enter to confirm")
    pane.type("Enter")
    assert "Action 1: You – ▲ yellow 7" in pane.wait_for("Action 2: cross")
    assert "\x1b[" in pane.tmux("capture-pane", "-p", "-e"), "in colour"
    pane.type("C-c")
    screen = pane.wait_for("exit code 130")
    assert "Traceback" not in screen
    assert "qwixx resume" in screen
    assert saved_actions(tmp_path) == 3
    assert_restored(pane)


def assert_restored(pane: Pane) -> None:
    everything = pane.tmux("capture-pane", "-p", "-S", "-").splitlines()
    assert everything[:40] == [str(n) for n in range(1, 41)], "the scroll-back is still there"
    assert "press Enter" not in "".join(everything), "nothing of the game is left"


def saved_actions(folder: Path) -> int:
    (saved,) = (folder / "data" / "qwixx" / "terminal").glob("*.txt")
    return len(Record.parse(saved.read_text("utf-8")).actions)


@pytest.mark.parametrize("name", ["SIGHUP", "SIGTERM", "SIGKILL"])
@pytest.mark.parametrize("plain", [True, False])
def test_a_closed_window_loses_nothing(pane: Pane, tmp_path: Path, name: str, plain: bool) -> None:
    pane.start(tmp_path, "play", "--seed", "5", *(["--plain"] if plain else []))
    pane.wait_for("press Enter to roll")
    pane.type("Enter")
    pane.wait_for("Action 1: cross")
    pane.type(*(["2", "Enter", "Enter"] if plain else ["2", "2"]))
    pane.wait_for("Action 2: cross")
    if name == "SIGHUP":
        pane.tmux("kill-server")
    else:
        (game,) = pane.children()
        os.kill(game, signal.Signals[name])
        assert "Traceback" not in pane.wait_for(f"exit code {128 + signal.Signals[name]}")
    assert saved_actions(tmp_path) == 3


def test_single_keys_and_arrow_keys_on_the_whole_screen(pane: Pane, tmp_path: Path) -> None:
    pane.start(tmp_path, "play", "--seed", "5")
    pane.wait_for("press Enter to roll")
    pane.type("Enter")
    screen = pane.wait_for("Action 1: cross")
    assert screen.startswith("Turn 1, You: 3+4"), "the whole screen fits"
    assert "● 5  → 8/9" in screen, "the sums of action 2"
    pane.type("Down", "Down", "Enter")
    assert "(×)" in pane.wait_for("press the same key again")
    pane.type("Enter")
    assert "Action 1: You – ▲ yellow 7" in pane.wait_for("Action 2: cross")
    assert "\x1b[" in pane.tmux("capture-pane", "-p", "-e"), "in colour"
    pane.type("C-c")
    screen = pane.wait_for("exit code 130")
    assert "qwixx resume" in screen
    assert "Traceback" not in screen
    assert saved_actions(tmp_path) == 3
    assert_restored(pane)


@pytest.mark.parametrize(
    ("variant", "language"), [("classic", "el"), ("longo", "pl"), ("onboard-a", "tr"), ("onboard-b", "uk")]
)
def test_every_variant_fits_the_screen(pane: Pane, tmp_path: Path, variant: str, language: str) -> None:
    text = catalogue(language)
    pane.start(tmp_path, "play", "--plain", "--variant", variant, "--lang", language, "--seed", "2")
    pane.wait_for(text("ask.roll", name=text("play.you")))
    pane.type("Enter")
    screen = pane.wait_for(", ?]")
    first, second, *_ = screen.splitlines()
    assert first.startswith(text("event.rolled", turn=1, name=text("play.you"), dice=""))
    assert second.startswith(text("dice.white"))
    pane.type("?", "Enter")
    assert text("help.rows")[:40] in pane.wait_for(text("ask.go-on"))
    pane.type("Enter")
    pane.wait_for(", ?]")
    pane.type("C-d")
    pane.wait_for("exit code 0")


def test_a_terminal_half_as_wide(pane: Pane, tmp_path: Path) -> None:
    """Rows are broken between cells, and the bot's sheet becomes a strip, so that everything still fits."""
    pane.start(tmp_path, "play", "--plain", "--seed", "5", columns=40)
    pane.wait_for("press Enter to roll")
    pane.type("Enter")
    lines = pane.wait_for("[0–4, ?]").splitlines()
    assert lines[0].startswith("Turn 1, You: 3+4")
    assert lines[5:7] == [" ● R   2   3   4   5   6  [7]  8   9", "       10  11  12  ○     0"]
    assert "   ● ···········○ ▲ ···········○" in lines


def test_the_other_persons_choice_cannot_be_scrolled_back_to(pane: Pane, tmp_path: Path) -> None:
    pane.start(tmp_path, "play", "--plain", "Ann", "Ben", "--seed", "5")
    pane.wait_for("press Enter to roll")
    pane.type("Enter")
    pane.wait_for("Hand over to Ann")
    pane.type("Enter")
    pane.wait_for("[0–4, ?]")
    pane.type("r7", "Enter")
    pane.wait_for("Enter to confirm")
    pane.type("Enter")
    pane.wait_for("Hand over to Ben")
    everything = pane.tmux("capture-pane", "-p", "-S", "-")
    assert "red 7" not in everything
    assert "r7" not in everything

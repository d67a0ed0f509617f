"""Tests that could not run are listed in the last lines, and fail the run if `CI` is set."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

CONFTEST = Path(__file__).parents[1] / "conftest.py"
TESTS = """
import pytest

@pytest.mark.parametrize("n", range(3))
def test_terminal(n):
    pytest.skip("no tmux: install it")

@pytest.mark.skipif(True, reason="no compiler: install one")
def test_compiler():
    pass

def test_plain():
    pass
"""
LAST = ["4 tests did not run:", "  3 × no tmux: install it", "  1 × no compiler: install one"]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    shutil.copy(CONFTEST, tmp_path)
    (tmp_path / "pytest.ini").write_text("[pytest]\n")
    (tmp_path / "test_some.py").write_text(TESTS)
    return tmp_path


def run(folder: Path, *arguments: str, **more: str) -> subprocess.CompletedProcess[str]:
    clean = {
        name: value for name, value in os.environ.items() if not name.startswith(("CI", "PYTEST", "NOT_RUN"))
    }
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *arguments]
    return subprocess.run(command, cwd=folder, env={**clean, **more}, capture_output=True, text=True)


@pytest.mark.parametrize("arguments", [(), ("-n", "2")])
def test_the_last_lines_say_what_did_not_run(folder: Path, arguments: tuple[str, ...]) -> None:
    done = run(folder, *arguments)
    assert done.returncode == 0
    assert done.stdout.splitlines()[-3:] == LAST


@pytest.mark.parametrize("arguments", [(), ("-n", "2")])
def test_ci_fails(folder: Path, arguments: tuple[str, ...]) -> None:
    done = run(folder, *arguments, CI="true")
    assert done.returncode == 1
    assert done.stdout.splitlines()[-3:] == LAST


@pytest.mark.parametrize("ci", ["", "true"])
def test_nothing_is_said_when_every_test_ran(folder: Path, ci: str) -> None:
    done = run(folder, "-k", "plain", CI=ci)
    assert done.returncode == 0
    assert "did not run" not in done.stdout


def test_the_list_can_go_to_a_file(folder: Path) -> None:
    done = run(folder, NOT_RUN="list")
    assert "did not run" not in done.stdout
    assert (folder / "list").read_text().splitlines() == LAST

"""Optional packages: the core works without them, and errors name a command that adds them."""

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from qwixx import extras

ROOT = Path(__file__).parents[1]
MODULES = {"open-spiel": "pyspiel"}
"""Packages whose module has another name."""
BLOCKED = [module for modules in extras.EXTRAS.values() for module in modules]
WITHOUT = f"""
import sys
sys.modules.update(dict.fromkeys({BLOCKED}))
from qwixx.cli import main
main()
"""


def without_extras(*arguments: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    """Runs `qwixx` where no extra is installed."""
    return subprocess.run(
        [sys.executable, "-c", WITHOUT, *arguments], input=typed, capture_output=True, encoding="utf-8"
    )


def test_every_extra_is_listed_with_its_modules() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    found = {
        extra: {MODULES.get(name, name) for line in lines if (name := re.split(r"[<>=\\[; ]", line)[0])}
        for extra, lines in project["optional-dependencies"].items()
    }
    assert found == {extra: set(modules) for extra, modules in extras.EXTRAS.items()}


def test_the_core_plays_simulates_and_solves_without_any_extra() -> None:
    assert without_extras("record", "gap", "random").returncode == 0
    assert "games" in without_extras("match", "gap", "random", "--games", "10").stdout
    assert without_extras("solve", "classic | r2,3 p4 | 0 over").returncode == 0


def test_without_the_server_qwixx_plays_in_the_terminal_and_names_the_rest() -> None:
    done = without_extras(typed="q\n")
    assert f"add the server: {extras.how_to_add('server')}" in done.stderr.splitlines()[0]
    assert "qwixx play" in without_extras("-h").stdout
    assert "Qwixx" in done.stdout


@pytest.mark.parametrize("arguments", [["serve"], ["--lan"], ["backup", "x"], ["admin", "tables"]])
def test_without_the_server_its_commands_name_the_extra(arguments: list[str]) -> None:
    done = without_extras(*arguments)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert done.stderr.endswith(f"{extras.how_to_add('server')}\n")


def test_postgresql_without_its_package_is_one_line(tmp_path: Path) -> None:
    script = WITHOUT.replace(str(BLOCKED), "['asyncpg']")
    command = ["backup", str(tmp_path / "x"), "--database", "postgresql://u@127.0.0.1:1/x"]
    done = subprocess.run([sys.executable, "-c", script, *command], capture_output=True, encoding="utf-8")
    assert (done.returncode, done.stderr.count("\n")) == (2, 1), done.stderr
    assert extras.how_to_add("postgres") in done.stderr


@pytest.mark.parametrize("pip", [True, False])
def test_the_command_is_for_this_python_and_for_a_clone_or_the_package(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, pip: bool
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(extras, "is_installed", lambda _: pip)
    monkeypatch.setattr(sys, "executable", str(tmp_path / ".venv/bin/python"))
    start = ".venv/bin/python -m pip install" if pip else "uv pip install --python .venv/bin/python"
    assert extras.how_to_add("envs") == f"{start} -e '{ROOT}[envs]'"
    monkeypatch.chdir(ROOT)
    assert extras.how_to_add("envs").endswith(" -e '.[envs]'")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(extras, "__file__", str(tmp_path / "lib/site-packages/qwixx/extras.py"))
    assert extras.how_to_add("envs") == f"{start} 'qwixx[envs]'"

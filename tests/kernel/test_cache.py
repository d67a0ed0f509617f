"""Compiled code is kept, found again and mended. A small function stands for the kernel: it is quick."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = """
from qwixx.kernel.engine.compiler import entry

@entry
def double(n: int) -> int:
    return 2 * n

print(double(4), double(5))
"""


@pytest.fixture
def script(tmp_path: Path) -> Path:
    path = tmp_path / "script.py"
    path.write_text(SCRIPT)
    return path


def run(script: Path, **environment: str) -> str:
    """What the script says beside its result."""
    done = subprocess.run(
        [sys.executable, script],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == "8 10\n"
    return done.stderr


def test_compiles_once_and_says_so(script: Path, tmp_path: Path) -> None:
    folder = str(tmp_path / "cache")
    assert run(script, NUMBA_CACHE_DIR=folder) == "Compiling the kernel (once)…\n"
    assert run(script, NUMBA_CACHE_DIR=folder) == ""


@pytest.mark.skipif(
    sys.platform != "linux", reason="other systems have other variables for the user's folders"
)
def test_the_users_cache_folder_is_used(script: Path, tmp_path: Path) -> None:
    run(script, NUMBA_CACHE_DIR="", XDG_CACHE_HOME=str(tmp_path / "caches"))
    (folder,) = (tmp_path / "caches" / "qwixx").iterdir()
    assert folder.name.startswith("kernel-")
    assert list(folder.rglob("*.nbc"))


def test_a_damaged_file_is_compiled_again(script: Path, tmp_path: Path) -> None:
    folder = str(tmp_path / "cache")
    run(script, NUMBA_CACHE_DIR=folder)
    for path in (tmp_path / "cache").rglob("*.nb?"):
        path.write_bytes(path.read_bytes()[:100])
    assert run(script, NUMBA_CACHE_DIR=folder) == "Compiling the kernel (once)…\n"
    assert run(script, NUMBA_CACHE_DIR=folder) == ""


def test_a_folder_that_cannot_be_written(script: Path, tmp_path: Path) -> None:
    told = run(script, NUMBA_CACHE_DIR=str(script))
    assert told.startswith("Compiling the kernel (each time: ")
    assert told.endswith("cannot be written)…\n")
    assert list(tmp_path.iterdir()) == [script]

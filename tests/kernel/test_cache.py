"""The cache of compiled code, tried with a small function, which is quick to compile."""

import os
import shutil
import subprocess
import sys
from inspect import unwrap
from pathlib import Path

import pytest

import qwixx
from qwixx.arena.training import learn
from qwixx.kernel.engine.compiler import sources
from qwixx.kernel.exact.dynamic_program import solve_active
from qwixx.kernel.runs.games import play_games
from qwixx.solver.many_values import fill_values

SOURCE = Path(qwixx.__file__).parent

SCRIPT = """
from qwixx.kernel.engine.compiler import entry, routine

@routine
def twice(n: float) -> float:
    return 2 * n

@entry
def double(n: float) -> float:
    return twice(n)

@entry
def next_one(n: int) -> int:
    return n + 1

print(double(4), double(next_one(4)), double(2.5))
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
    assert done.stdout == "8 10 5.0\n"
    return done.stderr


def test_compiles_once_and_says_so(script: Path, tmp_path: Path) -> None:
    folder = str(tmp_path / "cache")
    other = str(tmp_path / "other cache")
    assert (
        run(script, NUMBA_CACHE_DIR=folder)
        == "Compiling the kernel (once, up to a minute; finished parts are kept)…\n"
    )
    assert run(script, NUMBA_CACHE_DIR=folder) == ""
    assert run(script, NUMBA_CACHE_DIR=other, QWIXX_COMPILE_QUIETLY="1") == ""


def call_shared(folder: Path, name: str, given: str) -> list[tuple[Path, int]]:
    """Lets an entry of that name call a routine that others call too. Returns the files of the routine."""
    (folder / "shared.py").write_text(
        "from qwixx.kernel.engine.compiler import routine\n"
        "@routine\ndef twice(n: int) -> int:\n    return 2 * n\n"
    )
    script = folder / f"{name}.py"
    script.write_text(
        "from qwixx.kernel.engine.compiler import entry\nfrom shared import twice\n"
        f"@entry\ndef {name}(n: int) -> int:\n    return twice({given})\n"
        f"print({name}(4), {name}(4) + 2, 5.0)\n"
    )
    assert run(script, NUMBA_CACHE_DIR=str(folder / "cache")).startswith("Compiling the kernel")
    return [(path, path.stat().st_mtime_ns) for path in (folder / "cache").rglob("shared.twice-*.nbc")]


def test_a_routine_is_compiled_for_one_function_and_used_by_the_next(tmp_path: Path) -> None:
    """Also if one of them gives it a constant."""
    (made,) = call_shared(tmp_path, "one", "n")
    assert call_shared(tmp_path, "other", "4") == [made]


def test_a_damaged_routine_is_compiled_again(tmp_path: Path) -> None:
    ((path, _),) = call_shared(tmp_path, "one", "n")
    path.write_bytes(path.read_bytes()[:100])
    call_shared(tmp_path, "other", "4")
    assert path.stat().st_size > 100


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such locks on Windows")
def test_two_processes_compile_once(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(SCRIPT.partition("@entry\ndef next_one")[0] + "print(double(4))\n")
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path / "cache")}
    both = [
        subprocess.Popen([sys.executable, script], env=environment, stderr=subprocess.PIPE, text=True)
        for _ in range(2)
    ]
    said = "".join(process.communicate()[1] for process in both)
    assert said.count("Compiling the kernel") == 1
    assert said.count("\n") <= 2, "the other one may say that it waits"


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
    assert (
        run(script, NUMBA_CACHE_DIR=folder)
        == "Compiling the kernel (once, up to a minute; finished parts are kept)…\n"
    )
    assert run(script, NUMBA_CACHE_DIR=folder) == ""


def test_a_folder_that_cannot_be_written(script: Path, tmp_path: Path) -> None:
    printed = run(script, NUMBA_CACHE_DIR=str(script))
    assert printed.startswith("Compiling the kernel (each time, up to a minute: ")
    assert printed.endswith("cannot be written)…\n")
    assert list(tmp_path.iterdir()) == [script]


def test_only_the_compiler_imports_numba() -> None:
    importing = [path.name for path in SOURCE.rglob("*.py") if "numba" in path.read_text().split()]
    assert importing == ["compiler.py"]


def test_the_cache_depends_on_every_source_that_is_compiled() -> None:
    for function, module in (
        (play_games, "kernel/engine/compiled_rules.py"),
        (play_games, "dice/stream.py"),
        (solve_active, "kernel/exact/row_classes.py"),
        (fill_values, "solver/solution.py"),
        (fill_values, "kernel/engine/compiled_rules.py"),
        (learn, "arena/training.py"),
        (learn, "kernel/runs/games.py"),
    ):
        assert SOURCE / module in sources(unwrap(function))


def test_a_changed_source_is_compiled_again(tmp_path: Path) -> None:
    """In a copy of the package, as another module is changed than the one with the function."""
    package = tmp_path / "qwixx"
    shutil.copytree(SOURCE, package, ignore=shutil.ignore_patterns("server", "static", "__pycache__"))
    helper = package / "solver" / "helper.py"
    helper.write_text("from qwixx.kernel.engine.compiler import part\n@part\ndef n() -> int:\n    return 1\n")
    user = package / "solver" / "user.py"
    user.write_text(
        "from qwixx.kernel.engine.compiler import entry\nfrom .helper import n\n"
        "@entry\ndef call() -> int:\n    return n()\n"
    )

    def called() -> str:
        return subprocess.run(
            [sys.executable, "-c", "from qwixx.solver.user import call; print(call())"],
            env={**os.environ, "NUMBA_CACHE_DIR": str(tmp_path / "cache"), "PYTHONPATH": str(tmp_path)},
            capture_output=True,
            text=True,
            check=True,
        ).stdout

    assert called() == "1\n"
    helper.write_text(helper.read_text().replace("return 1", "return 2"))
    assert called() == "2\n"

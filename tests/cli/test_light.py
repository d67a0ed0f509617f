"""The package and the command line start quickly: heavy modules are loaded by the command that needs them."""

import subprocess
import sys

import pytest

HEAVY = {
    "asyncio",
    "matplotlib",
    "multiprocessing",
    "numba",
    "numpy",
    "rich",
    "sqlalchemy",
    "starlette",
    "textual",
    "uvicorn",
}


def test_installed_bots_are_looked_up_only_when_one_is_named() -> None:
    script = "import qwixx, sys; print('importlib.metadata' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, check=True, encoding="utf-8")
    assert done.stdout == "False\n"


@pytest.mark.parametrize(
    "code",
    [
        "import qwixx",
        "import qwixx.coach",
        "import qwixx; qwixx.play('classic', ['gap', 'random'])",
        "from qwixx.cli.main import run; run(['--help'])",
        "from qwixx.cli.main import run; run(['variants'])",
        "from qwixx.cli.main import run; run(['record', 'gap', 'random'])",
        "from qwixx.cli.main import run; run(['play', '--help'])",
    ],
)
def test_nothing_heavy_is_loaded(code: str) -> None:
    script = f"import sys; {code}; print(*sys.modules, file=sys.stderr)"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, check=True, encoding="utf-8")
    assert HEAVY & set(done.stderr.split()) == set()


def test_the_game_in_plain_lines_starts_without_textual_and_numpy() -> None:
    code = "from qwixx.cli.main import run; run(['play', '--seed', '1'])"
    script = f"import sys; {code}; print(*sys.modules, file=sys.stderr)"
    done = subprocess.run(
        [sys.executable, "-c", script],
        capture_output=True,
        check=True,
        encoding="utf-8",
        stdin=subprocess.DEVNULL,
    )
    assert {"asyncio", "numpy", "textual"} & set(done.stderr.split()) == set()

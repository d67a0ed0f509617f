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
    ],
)
def test_nothing_heavy_is_loaded(code: str) -> None:
    script = f"import sys; {code}; print(*sys.modules, file=sys.stderr)"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, check=True, encoding="utf-8")
    assert HEAVY & set(done.stderr.split()) == set()

"""Optional packages, by extra: which extra a missing module belongs to, and the command that installs it."""

import shlex
import sys
from importlib.util import find_spec
from pathlib import Path

EXTRAS = {
    "cluster": ("distributed",),
    "envs": ("gymnasium", "pettingzoo", "pyspiel"),
    "plots": ("matplotlib",),
    "postgres": ("asyncpg",),
    "server": ("aiosqlite", "alembic", "segno", "sqlalchemy", "starlette", "uvicorn", "uvloop", "websockets"),
    "testing": ("hypothesis",),
    "torch": ("torch",),
    "train": ("pyarrow",),
}
"""The modules that each extra adds."""


def has_server() -> bool:
    """Whether `qwixx serve` can run."""
    return all(map(is_installed, ("uvicorn", "starlette", "sqlalchemy")))


def is_installed(module: str) -> bool:
    try:
        return find_spec(module) is not None
    except ValueError:  # blocked by a test: None in sys.modules
        return False


def extra_of(module: str | None) -> str | None:
    """The extra that adds a module, which may be one inside a package."""
    package = (module or "").partition(".")[0]
    return next((extra for extra, modules in EXTRAS.items() if package in modules), None)


def how_to_add(extra: str) -> str:
    """The command that adds an extra here: to the .venv of a clone, or to the installed package."""
    clone = _clone()
    what = shlex.quote(f"{clone or 'qwixx'}[{extra}]")
    if clone:
        what = f"-e {what}"
    python = Path(sys.executable)
    shown = python.relative_to(Path.cwd()) if python.is_relative_to(Path.cwd()) else python
    if is_installed("pip"):
        return f"{shlex.quote(str(shown))} -m pip install {what}"
    return f"uv pip install --python {shlex.quote(str(shown))} {what}"


def _clone() -> str:
    """The folder of the clone whose sources run, as it can be typed here; empty for an installed package."""
    root = Path(__file__).parents[2]
    if not (root / "pyproject.toml").is_file():
        return ""
    return "." if root == Path.cwd() else str(root)

"""The exact value of positions, where the game is small enough to be solved.

- `solvable`: which games have an exact solution
- `row_classes`: the classes of rows that a position is made of
- `dynamic_program`: the compiled computation of the values
- `tables`: the solved tables on disk
- `solution`: the values and options of a position of the real game
- `optimal_play`: whole games of best play

NumPy and Numba are imported on first use.
"""

import importlib
from typing import TYPE_CHECKING, Any

from .solvable import is_solvable

if TYPE_CHECKING:
    from .solution import ExactOption, Solution, solve
    from .tables import Programme, is_built

__all__ = ["ExactOption", "Programme", "Solution", "is_built", "is_solvable", "solve"]

_HOMES = {
    "ExactOption": "solution",
    "Programme": "tables",
    "Solution": "solution",
    "is_built": "tables",
    "solve": "solution",
}


def __getattr__(name: str) -> Any:
    if name in _HOMES:
        return getattr(importlib.import_module(f".{_HOMES[name]}", __name__), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

"""The exact value of positions, where the game is small enough to be solved.

- `solution`: the values and options of a position of the real game
- `many_values`: the values of many positions in one call

`qwixx.kernel.exact` computes the tables; the bot `expert` plays by them when it is alone. NumPy and Numba are
imported on first use.
"""

import importlib
from typing import TYPE_CHECKING, Any

from qwixx.kernel.exact.solvable import is_solvable

if TYPE_CHECKING:
    from qwixx.kernel.exact.tables import Programme, is_built

    from .many_values import values
    from .solution import ExactOption, Solution, solve

__all__ = ["ExactOption", "Programme", "Solution", "is_built", "is_solvable", "solve", "values"]

_HOMES = {
    "ExactOption": "qwixx.solver.solution",
    "Programme": "qwixx.kernel.exact.tables",
    "Solution": "qwixx.solver.solution",
    "is_built": "qwixx.kernel.exact.tables",
    "solve": "qwixx.solver.solution",
    "values": "qwixx.solver.many_values",
}


def __getattr__(name: str) -> Any:
    if name in _HOMES:
        return getattr(importlib.import_module(_HOMES[name]), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

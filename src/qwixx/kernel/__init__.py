"""The compiled engine: the same games as the rules play, hundreds of thousands a second.

- `engine`: the rules, compiled
- `exact`: the exact values of games that are small enough
- `bots`: the compiled bots
- `runs`: ways to play: whole games, games side by side, playouts, traces

Numba and NumPy are imported on first use.
"""

from typing import TYPE_CHECKING, Any

from qwixx.rules import Rules

from .bots.players import bot_problem
from .engine.limits import engine_problem

if TYPE_CHECKING:
    from .runs.batch import Batch
    from .runs.games import simulate

__all__ = ["Batch", "simulate", "supports"]


def __getattr__(name: str) -> Any:
    if name == "Batch":
        from .runs.batch import Batch

        return Batch
    if name == "simulate":
        from .runs.games import simulate

        return simulate
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def supports(rules: Rules, *bots: str) -> bool:
    """Whether the kernel plays these rules with these bots; other games need the reference engine."""
    return engine_problem(rules) is None and all(bot_problem(rules, bot) is None for bot in bots)

"""The compiled engine: the same games as the rules play, hundreds of thousands a second.

Numba and NumPy are imported on first use.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from qwixx.rules import Rules

from .bots.players import find_player

if TYPE_CHECKING:
    from .engine.results import Results
    from .runs.batch import Batch

__all__ = ["Batch", "simulate", "supports"]


def __getattr__(name: str) -> Any:
    if name == "Batch":
        from .runs.batch import Batch

        return Batch
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def supports(bot: str) -> bool:
    """Whether the kernel has the bot inside it."""
    return find_player(bot) is not None


def simulate(
    rules: Rules, bots: Sequence[str], seed: int, games: Sequence[int], *, first: int | None = None
) -> "Results":
    """Plays the numbered games of a seed, with the bot of each seat by name.

    A game is the one that `qwixx.play` plays with the same seed and number. Several threads may call it at
    once; the first call compiles.
    """
    from .runs.games import simulate

    return simulate(rules, bots, seed, games, first=first)

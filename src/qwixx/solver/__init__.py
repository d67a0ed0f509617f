"""The exact value of positions, where the game is small enough to be solved."""

from .solution import Option, Solution, solve
from .tables import Programme

__all__ = ["Option", "Programme", "Solution", "solve"]

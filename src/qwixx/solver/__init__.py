"""The exact value of positions, where the game is small enough to be solved."""

from .solution import ExactOption, Solution, solve
from .tables import Programme, is_built

__all__ = ["ExactOption", "Programme", "Solution", "is_built", "solve"]

"""Practice: training tables of a solved game, where every turn gets an exact verdict."""

from qwixx.kernel.exact.solvable import is_solved

from ..protocol import Options
from .game import rules_of


def is_practice(options: Options) -> bool:
    return options.training and is_solved(rules_of(options))

"""Which evaluator a game gets: the exact one where the game is solved, playouts everywhere else."""

from qwixx.rules import Rules
from qwixx.solver import is_solvable

from .evaluator import Evaluator, Progress

GAMES = 256
"""Playouts per position. A review of a usual game then takes about a second."""


def evaluator_for(rules: Rules, *, games: int = GAMES, progress: Progress | None = None) -> Evaluator:
    """The best evaluator for a game. The exact one builds its table when it is first needed."""
    if is_solved(rules):
        from .exact import Exact

        return Exact(rules, progress)
    from .rollouts import Rollouts

    return Rollouts(rules, games)


def is_solved(rules: Rules) -> bool:
    """Whether the coach has exact values: for one player of a game that the solver can solve."""
    return rules.players == 1 and is_solvable(rules.variant)


def exact_ready(rules: Rules) -> bool:
    """Whether the game is solved and its table is on disk; this never builds one."""
    if not is_solved(rules):
        return False
    from qwixx.solver import Programme, is_built

    return is_built(Programme(variant=rules.variant))

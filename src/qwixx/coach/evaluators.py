"""Which evaluator a game gets: exact if it is solved, `expert` if it has learned the game, else playouts."""

from qwixx.kernel.exact.solvable import is_solved
from qwixx.rules import Rules

from .evaluator import Evaluator, Progress

GAMES = 256
"""Rolls or playouts per position. A review of a usual game then takes about a second."""


def evaluator_for(rules: Rules, *, games: int = GAMES, progress: Progress | None = None) -> Evaluator:
    """The best evaluator for a game. The exact one builds its table when it is first needed."""
    if is_solved(rules):
        from .exact import Exact

        return Exact(rules, progress)
    from qwixx.kernel.bots.expert.weights import has_learned

    if has_learned(rules):
        from .judged import Judged

        return Judged(rules, games)
    from .rollouts import Rollouts

    return Rollouts(rules, games)


def exact_ready(rules: Rules) -> bool:
    """Whether the game is solved and its table is on disk; this never builds one."""
    if not is_solved(rules):
        return False
    from qwixx.solver import Programme, is_built

    return is_built(Programme(variant=rules.variant))

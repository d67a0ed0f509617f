"""Who says what a position and a choice are worth."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple, Protocol

from qwixx.rules import Choice, Rules, State

from .report import Estimate, Option, Unit

if TYPE_CHECKING:
    from qwixx.kernel.engine.results import Results

GAMES = 256
"""Playouts of a position. A review of a usual game then takes about a second."""

Answers = tuple[list[tuple[Estimate, ...]], list[tuple[Option, ...]]]
"""For each position what the seats can expect; for each question the options, best first."""
Progress = Callable[[int, int], None]
"""Called with what is done and what there is to do."""


class Situation(NamedTuple):
    state: State
    turn: int = 0
    """How many rolls there have been; positions of one game are then compared by the same later dice."""


class Question(NamedTuple):
    """Which of its options a seat should take, seeing no more than it may."""

    place: Situation
    seat: int
    choice: Choice | None = None
    """The one taken, whose loss is to be found as exactly as that of the best."""


class Judge(Protocol):
    rules: Rules
    evaluator: str
    games: int
    """Playouts of a position; 0 if exact."""

    def estimates(self, state: State) -> tuple[Estimate, ...]:
        """By seat."""
        ...

    def options(self, state: State, seat: int) -> tuple[Option, ...]:
        """Every legal choice of the seat, best first; nothing if it is not to act."""
        ...

    def judge(
        self, places: Sequence[Situation], questions: Sequence[Question], progress: Progress | None = None
    ) -> Answers:
        """Many positions and questions of one game at once."""
        ...

    def play(self, places: Sequence[Situation], games: int) -> "Results":
        """So many games from each position, played as its values expect, all with the same dice."""
        ...


def judge_of(rules: Rules, *, games: int = GAMES, progress: Progress | None = None) -> Judge:
    """The best evaluator there is for a game. The exact one builds its table on first need."""
    if is_solved(rules):
        from .exact import Exact

        return Exact(rules, progress)
    from .rollouts import Rollouts

    return Rollouts(rules, games)


def is_solved(rules: Rules) -> bool:
    from qwixx.rules.variant import CLASSIC

    return rules.players == 1 and rules.variant == CLASSIC


def exact_ready(rules: Rules) -> bool:
    """Whether the judge is exact and has its table on disk; it never builds one."""
    if not is_solved(rules):
        return False
    from qwixx.solver import Programme, is_built

    return is_built(Programme(variant=rules.variant))


def unit_of(rules: Rules) -> Unit:
    return "points" if rules.players == 1 else "win"

"""`Evaluator`, which says what positions and choices are worth, and the questions it is asked."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple, Protocol

from qwixx.rules import Choice, Rules, State

from .report import Estimate, Option, Unit

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from qwixx.kernel.engine.results import Results

LEAST = 8
"""Fewest games per position that an evaluator may be asked for."""
MOST = 1_000_000

Progress = Callable[[int, int], None]
"""Called with the amount of work done and the total."""


class Situation(NamedTuple):
    state: State
    turn: int = 0
    """The number of rolls so far; situations of one game are then compared with the same later dice."""


class Question(NamedTuple):
    """Which of its options should a seat take, seeing only what it may see?"""

    situation: Situation
    seat: int
    choice: Choice | None = None
    """The option that was taken; its loss is determined as precisely as that of the best."""


class Answers(NamedTuple):
    estimates: list[tuple[Estimate, ...]]
    """For each situation: what the seats can expect."""
    options: list[tuple[Option, ...]]
    """For each question: the options, best first."""
    results: "npt.NDArray[np.float64] | None" = None
    """By situation, roll or playout, and seat: what the estimates are means of; None if they are exact."""


class Evaluator(Protocol):
    rules: Rules
    name: str
    games: int
    """Rolls or playouts per position; 0 if exact."""

    def estimates(self, state: State) -> tuple[Estimate, ...]:
        """By seat."""
        ...

    def options(self, state: State, seat: int) -> tuple[Option, ...]:
        """Every legal choice of the seat, best first; empty if it is not to act."""
        ...

    def evaluate(
        self, situations: Sequence[Situation], questions: Sequence[Question], progress: Progress | None = None
    ) -> Answers:
        """Many situations and questions of one game at once."""
        ...

    def play(self, situations: Sequence[Situation], games: int) -> "Results":
        """A number of games from each situation, all with the same dice, to explain its values by points."""
        ...


def unit_of(rules: Rules) -> Unit:
    return "points" if rules.players == 1 else "win"

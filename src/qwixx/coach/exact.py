"""`Exact`, the evaluator of the solved game: every value is exact and assumes best play."""

from collections.abc import Sequence

from qwixx.kernel.engine.results import Results
from qwixx.kernel.runs.playouts import Playouts
from qwixx.rules import Rules, State
from qwixx.solver import solve

from .evaluator import Answers, Progress, Question, Situation
from .report import Estimate, Option


class Exact:
    name = "exact"
    games = 0

    def __init__(self, rules: Rules, progress: Progress | None = None) -> None:
        self.rules = rules
        self._solution = solve(rules.variant, rules.players, progress)

    def estimates(self, state: State) -> tuple[Estimate, ...]:
        return (Estimate(self._solution.value(state), 1.0),)

    def options(self, state: State, seat: int) -> tuple[Option, ...]:
        found = self._solution.options(state, seat)
        return tuple(
            Option(option.choice, 1.0, option.value, found[0].value - option.value) for option in found
        )

    def evaluate(
        self, situations: Sequence[Situation], questions: Sequence[Question], progress: Progress | None = None
    ) -> Answers:
        total = len(situations) + len(questions)
        estimates, answers = [], []
        for situation in situations:
            estimates.append(self.estimates(situation.state))
            if progress:
                progress(len(estimates), total)
        for question in questions:
            answers.append(self.options(question.situation.state, question.seat))
            if progress:
                progress(len(estimates) + len(answers), total)
        return Answers(estimates, answers)

    def play(self, situations: Sequence[Situation], games: int) -> Results:
        return Playouts(self.rules, ["expert"]).play(situations, range(games))

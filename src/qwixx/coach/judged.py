"""`Judged`, the evaluator of the games that `expert` has learned: its network says who will win.

`expert` plays the turn to its end, and its network judges what comes out. Before a roll that is done for
many rolls, so that good and bad luck cancel out. The network knows nothing of points: expected scores come
from games that `tempo` plays to the end.
"""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from qwixx.kernel.engine.cores import usable_cores
from qwixx.kernel.engine.results import Results
from qwixx.kernel.runs.judgements import Judgements
from qwixx.rules import Phase, Rules, State

from .evaluator import LEAST, Answers, Progress, Question, Situation
from .report import Estimate, Option
from .rollouts import SEED, Rollouts, Work

Floats = npt.NDArray[np.float64]

ERROR = 0.01
"""The standard error of a loss, about what long playouts of `expert` show (docs/coach.md)."""
FEWER = 8
"""Divisor of the number of games for expected scores: they need not be as precise."""


class Judged:
    name = "expert"

    def __init__(self, rules: Rules, games: int) -> None:
        self._playouts = Rollouts(rules, games)
        self.rules = rules
        self.games = games
        self._score_games = range(max(LEAST, games // FEWER))
        self._judgements = Judgements(rules, SEED, threads=usable_cores())

    def estimates(self, state: State) -> tuple[Estimate, ...]:
        return self.evaluate([Situation(state)], []).estimates[0]

    def options(self, state: State, seat: int) -> tuple[Option, ...]:
        return self.evaluate([], [Question(Situation(state), seat)]).options[0]

    def evaluate(
        self, situations: Sequence[Situation], questions: Sequence[Question], progress: Progress | None = None
    ) -> Answers:
        asked = [_Asked(self.rules, question) for question in questions]
        after = [situation for one in asked for situation in one.situations]
        work = Work(progress)
        rolls = sum(situation.state.phase is Phase.ROLL for situation in situations)
        work.expect(rolls * self.games + len(situations) - rolls + len(after) * (1 + len(self._score_games)))
        results = self._wins(situations, work)
        wins = self._judgements.shares(after, done=work.done)[:, 0, 0]
        scores = self._playouts.scores([*situations, *after], self._score_games, work).mean(axis=1)
        estimates = [
            tuple(Estimate(*seat) for seat in zip(score.tolist(), win.tolist(), strict=True))
            for score, win in zip(scores, results.mean(axis=1), strict=False)
        ]
        options, begin = [], 0
        for one in asked:
            part = slice(begin, begin + len(one.situations))
            options.append(one.options(wins[part, one.seat], scores[len(situations) :][part, one.seat]))
            begin = part.stop
        return Answers(estimates, options, results)

    def play(self, situations: Sequence[Situation], games: int) -> Results:
        return self._playouts.play(situations, games)

    def _wins(self, situations: Sequence[Situation], work: Work) -> Floats:
        """By situation, roll and seat: the shares of the win; the same for all rolls if none follows."""
        found = np.zeros((len(situations), self.games, self.rules.players))
        before = np.array([situation.state.phase is Phase.ROLL for situation in situations], bool)
        for rolls, chosen in ((self.games, before), (1, ~before)):
            places = [situation for situation, asked in zip(situations, chosen, strict=True) if asked]
            if places:
                found[chosen] = self._judgements.shares(places, range(rolls), done=work.done)[:, :, 0]
        return found


class _Asked:
    """A question, and the situations after each option."""

    def __init__(self, rules: Rules, question: Question) -> None:
        (state, turn), self.seat, _ = question
        view = rules.view(state, self.seat)
        self.legal = rules.legal(view.state, self.seat)
        self.situations = [Situation(rules.step(view.state, option)[0], turn) for option in self.legal]

    def options(self, wins: Floats, scores: Floats) -> tuple[Option, ...]:
        """Best first; the score breaks ties."""
        best = float(wins.max(initial=0.0))
        found = [
            Option(choice, win, score, best - win, ERROR if win < best else 0.0)
            for choice, win, score in zip(self.legal, wins.tolist(), scores.tolist(), strict=True)
        ]
        return tuple(sorted(found, key=lambda option: (option.loss, -option.score)))

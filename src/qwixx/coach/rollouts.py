"""`Rollouts`, the evaluator by playouts: `tempo` plays positions to the end, all options with the same dice.

Options differ by far less than games do, so with the same dice their differences are known much more
precisely than their values. All options get a few games; then only those that may still be best, and the one
taken.
"""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from qwixx.kernel.engine.cores import usable_cores
from qwixx.kernel.engine.results import Results
from qwixx.kernel.runs.playouts import Playouts
from qwixx.rules import QwixxError, Rules, State

from .evaluator import LEAST, MOST, Answers, Progress, Question, Situation, unit_of
from .report import Estimate, Option, Unit
from .rest_of_turn import beyond_tempo, next_choice, raised, with_follow_ups

Floats = npt.NDArray[np.float64]

BOT = "tempo"
SEED = 1
"""Fixed, so that reviews are reproducible."""
ROUNDS = (1 / 4, 1 / 4, 1 / 2, 1)
"""The games of each round, as fractions of the games per position."""
FEWEST = 16
"""Fewest games in a round: with fewer, all may have the same result by chance and look certain."""
STILL_BEST = 2.5
"""An option more than this many standard errors behind the best gets no more games."""
SETTLED = 3
"""After this many rounds, stop if the choice taken is the best: its loss is 0."""
FEWER = 4
"""Divisor of the number of games for later choices of the same turn."""


class Rollouts:
    name = f"{BOT}-playouts"

    def __init__(self, rules: Rules, games: int) -> None:
        if not LEAST <= games <= MOST:
            raise QwixxError(f"The number of games must be from {LEAST} to {MOST:,}, not {games}.")
        self.rules = rules
        self.games = games
        self._unit = unit_of(rules)
        self._playouts = Playouts(rules, [BOT] * rules.players, SEED, threads=usable_cores())

    def estimates(self, state: State) -> tuple[Estimate, ...]:
        return self.evaluate([Situation(state)], []).estimates[0]

    def options(self, state: State, seat: int) -> tuple[Option, ...]:
        """Each assumes the best rest of the turn, whereas a review uses the rest that was played."""
        view = self.rules.view(state, seat)
        (found,) = self.evaluate([], [Question(Situation(view.state), seat)]).options
        return self._with_best_rest(view.state, seat, found)

    def _with_best_rest(self, state: State, seat: int, found: tuple[Option, ...]) -> tuple[Option, ...]:
        rests = {option.choice: next_choice(self.rules, state, option.choice) for option in found}
        asked = {choice: rest for choice, rest in rests.items() if rest is not None}
        if not asked:
            return found
        closer = Rollouts(self.rules, max(LEAST, self.games // FEWER))
        answers = closer.evaluate([], [Question(Situation(rest), seat) for rest in asked.values()]).options
        more = {
            choice: beyond_tempo(self.rules, rest, seat, answer, closer._with_best_rest(rest, seat, answer))
            for (choice, rest), answer in zip(asked.items(), answers, strict=True)
        }
        return raised(found, more, self._unit)

    def evaluate(
        self, situations: Sequence[Situation], questions: Sequence[Question], progress: Progress | None = None
    ) -> Answers:
        contests = [_Contest(self.rules, question, self._unit) for question in questions]
        rounds = _rounds(self.games)
        work = Work(progress)
        work.expect(len(situations) * self.games + sum(len(c.situations) for c in contests) * rounds[-1].stop)
        played = self._outcomes(situations, work)
        for number, games in enumerate(rounds):
            left = [contest for contest in contests if not contest.is_settled(number)]
            tried = [(contest, n) for contest in left for n in contest.contenders()]
            work.expect(len(tried) * (rounds[-1].stop - games.start))
            scores = self.scores([contest.situations[n] for contest, n in tried], games, work)
            for (contest, n), found in zip(tried, scores, strict=True):
                contest.add(n, found)
        options = [contest.options() for contest in contests]
        estimates = [
            tuple(Estimate(*map(float, seat.mean(axis=1))) for seat in situation) for situation in played
        ]
        results = played[:, :, 0 if self._unit == "points" else 1].swapaxes(1, 2)
        return Answers(estimates, with_follow_ups(self.rules, questions, options), results)

    def play(self, situations: Sequence[Situation], games: int) -> Results:
        return self._playouts.play(situations, range(games))

    def _outcomes(self, situations: Sequence[Situation], work: "Work") -> Floats:
        """By situation and seat: the scores and the shares of the win, game by game."""
        scores = self.scores(situations, range(self.games), work)
        found = [[outcomes(one, seat) for seat in self.rules.seats] for one in scores]
        return np.array(found).reshape(len(situations), self.rules.players, 2, self.games)

    def scores(self, situations: Sequence[Situation], games: range, work: "Work") -> Floats:
        """By situation, game and seat."""
        results = self._playouts.play(situations, games, work.done)
        return results.scores.reshape(len(situations), len(games), self.rules.players).astype(np.float64)


class _Contest:
    """The options of one question, and the results of the games from each so far."""

    def __init__(self, rules: Rules, question: Question, unit: Unit) -> None:
        (state, turn), seat, choice = question
        view = rules.view(state, seat)
        self.seat = seat
        self.unit = unit
        self.legal = rules.legal(view.state, seat)
        self.situations = [Situation(rules.step(view.state, option)[0], turn) for option in self.legal]
        self.taken = self.legal.index(choice) if choice in self.legal else None
        self.found: list[Floats] = [np.empty((2, 0)) for _ in self.legal]
        """By option: scores and shares of the win, game by game."""

    def add(self, n: int, scores: Floats) -> None:
        self.found[n] = np.concatenate([self.found[n], outcomes(scores, self.seat)], axis=1)

    def contenders(self) -> list[int]:
        """The options that deserve more games; none if that would decide nothing."""
        if not any(found.size for found in self.found):
            return list(range(len(self.legal)))
        best = self.best()
        most = self.found[best].shape[1]
        kept = [
            n
            for n in range(len(self.legal))
            if self.found[n].shape[1] == most and (n in (best, self.taken) or self._may_be_best(n, best))
        ]
        return kept if len(kept) > 1 else []

    def is_settled(self, rounds: int) -> bool:
        return not self.legal or (rounds >= SETTLED and self.best() == self.taken)

    def best(self) -> int:
        """The best of the options with the most games; the score breaks ties of the share of the win."""
        most = max(found.shape[1] for found in self.found)
        means = {n: found.mean(axis=1) for n, found in enumerate(self.found) if found.shape[1] == most}
        return max(means, key=lambda n: (means[n][1] if self.unit == "win" else 0.0, means[n][0]))

    def _may_be_best(self, n: int, best: int) -> bool:
        loss, error, _ = self._behind(n, best)
        return loss <= STILL_BEST * error

    def _behind(self, n: int, best: int) -> tuple[float, float, float]:
        """The loss in the unit, its standard error, and that in points.

        Taken over the games that both played; a certain result, as of a game that is over, needs no estimate.
        """
        score, win = self.found[best][:, : self.found[n].shape[1]] - self.found[n]
        if n != best and not np.ptp(self.found[n][0]):
            score, win = self.found[best] - self.found[n][:, :1]
        in_unit = score if self.unit == "points" else win
        error = float(in_unit.std(ddof=1)) / in_unit.size**0.5
        return float(in_unit.mean()), error, float(score.mean())

    def options(self) -> tuple[Option, ...]:
        if not self.legal:
            return ()
        best = self.best()
        found = [self._option(n, best) for n in range(len(self.legal))]
        return tuple(sorted(found, key=lambda option: (option.loss, option.choice != self.legal[best])))

    def _option(self, n: int, best: int) -> Option:
        """Its value is the best one's minus the measured difference, which is more precise than its mean."""
        score, win = map(float, self.found[best].mean(axis=1))
        loss, error, points = self._behind(n, best)
        loss = max(0.0, loss)
        if self.unit == "points":
            return Option(self.legal[n], win, score - loss, loss, error)
        left = max(0.0, win - loss)
        return Option(self.legal[n], left, score - points, win - left, error)


class Work:
    """Reports progress: the total shrinks as options drop out."""

    def __init__(self, progress: Progress | None) -> None:
        self._progress = progress
        self._played = 0
        self._total = 0

    def expect(self, games: int) -> None:
        self._total = self._played + games

    def done(self, games: int) -> None:
        self._played += games
        if self._progress:
            self._progress(self._played, max(self._played, self._total))


def outcomes(scores: Floats, seat: int) -> Floats:
    """By game: the seat's score, and its share of the win."""
    best = scores.max(axis=1)
    winners = (scores == best[:, None]).sum(axis=1)
    own = scores[:, seat]
    return np.stack([own, (own == best) / winners])


def _rounds(games: int) -> list[range]:
    ends = np.cumsum([max(FEWEST, round(part * games)) for part in ROUNDS]).tolist()
    return [range(begin, end) for begin, end in zip([0, *ends], ends, strict=False)]

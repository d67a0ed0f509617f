"""Checks the coach's judgement by long playouts: python scripts/judgements.py [--positions N] [--games N].

Takes choices from games of amateurs. Both evaluators of the coach say which option is best: playouts by
`tempo`, and the network of `expert`. Then `expert` plays on from every option, always with the same dice, and
the results say which of the two was right. Prints a row of the table in docs/coach.md for each game.
"""

import argparse
from collections.abc import Iterator
from itertools import combinations

import numpy as np
import numpy.typing as npt

import qwixx
from qwixx.coach.evaluator import Evaluator, Question, Situation
from qwixx.coach.evaluators import GAMES
from qwixx.coach.judged import Judged
from qwixx.coach.rollouts import Rollouts
from qwixx.kernel.engine.cores import usable_cores
from qwixx.kernel.runs.judgements import Judgements
from qwixx.rules import Choice, Roll, Rules

Floats = npt.NDArray[np.float64]

SEED = 8
LONGEST = 150
"""More turns than any game has."""


def questions(rules: Rules, count: int) -> Iterator[Question]:
    """Choices of amateurs, at most two of a game."""
    rng, game = np.random.default_rng(SEED), 0
    while count > 0:
        record = qwixx.play(rules.variant.name, ["amateur:skill=2"] * rules.players, SEED, game)
        real = [
            Question(Situation(ply.before, ply.turn), ply.action.seat, ply.action)
            for ply in record.plies()
            if not isinstance(ply.action, Roll) and len(rules.legal(ply.before, ply.action.seat)) > 1
        ]
        for n in rng.choice(len(real), min(2, count), replace=False):
            yield real[n]
            count -= 1
        game += 1


class Truth:
    """The results of `expert` after each option of a question."""

    def __init__(self, judgements: Judgements, question: Question, games: int) -> None:
        (state, turn), seat, _ = question
        view = judgements.rules.view(state, seat).state
        self.legal = judgements.rules.legal(view, seat)
        places = [(judgements.rules.step(view, option)[0], turn) for option in self.legal]
        self.won: Floats = judgements.shares(places, range(games), LONGEST)[:, :, -1, seat]

    def behind(self, choice: Choice, best: Choice) -> tuple[float, float]:
        """How much less a choice wins than another, and the standard error of that."""
        by_game = self.won[self.legal.index(best)] - self.won[self.legal.index(choice)]
        return float(by_game.mean()), float(by_game.std(ddof=1)) / len(by_game) ** 0.5


def measure(rules: Rules, positions: int, games: int) -> str:
    evaluators: list[Evaluator] = [Rollouts(rules, GAMES), Judged(rules, GAMES)]
    judgements = Judgements(rules, SEED, threads=usable_cores())
    wrong, noise, gained, order = [], [], [], []
    for question in questions(rules, positions):
        truth = Truth(judgements, question, games)
        found = [evaluator.evaluate([], [question]).options[0] for evaluator in evaluators]
        values = [{option.choice: option.win for option in options} for options in found]
        old, new = (options[0].choice for options in found)
        gained.append(truth.behind(old, new)[0])
        order.append([_agreement(value, truth) for value in values])
        for choice in truth.legal:
            if choice != new:
                loss, error = truth.behind(choice, new)
                wrong.append([value[new] - value[choice] - loss for value in values])
                noise.append(error**2)
    typical = np.sqrt(np.maximum(0, (np.array(wrong) ** 2).mean(0) - np.mean(noise)))
    more, error = np.mean(gained), np.std(gained, ddof=1) / len(gained) ** 0.5
    right = np.nanmean(np.array(order), 0)
    return (
        f"| `{rules.variant.name}` | {rules.players} | {typical[0]:.1%} | {typical[1]:.1%} "
        f"| {right[0]:.0%} | {right[1]:.0%} | {more:+.2%} ± {error:.2%} |"
    ).replace("%", " %")


def _agreement(values: dict[Choice, float], truth: Truth) -> float:
    """The share of the pairs of options, of those that the results tell apart, in the same order."""
    same = []
    for one, other in combinations(truth.legal, 2):
        loss, error = truth.behind(one, other)
        if abs(loss) > 2 * error:
            same.append((values[other] - values[one]) * loss > 0)
    return float(np.mean(same)) if same else float("nan")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=int, default=50, metavar="N", help="for each game")
    parser.add_argument("--games", type=int, default=400, metavar="N", help="from each option")
    given = parser.parse_args()
    print("| game | players | error, old | new | right order, old | new | best choice wins more |")
    print("|---|---|---|---|---|---|---|")
    for variant, players in (("classic", 2), ("classic", 4), ("longo", 2), ("onboard-a", 2)):
        print(measure(Rules(variant, players), given.positions, given.games), flush=True)


if __name__ == "__main__":
    main()

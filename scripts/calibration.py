"""Compares the coach's win chances with results: python scripts/calibration.py [--games N] [--out FILE].

`expert` plays against itself. After every turn its network says each seat's chance to win, and the end of
the game says who won. Prints a table for docs/coach.md and draws docs/images/calibration.svg.
"""

import argparse
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from qwixx.arena.plots import BOT_COLOURS, INK, PALE, new_figure, save
from qwixx.kernel.bots.expert.weights import has_learned
from qwixx.kernel.engine.cores import usable_cores
from qwixx.kernel.runs.judgements import Judgements
from qwixx.rules import VARIANTS, Rules

Floats = npt.NDArray[np.float64]

OUT = Path(__file__).parents[1] / "docs/images/calibration.svg"
BINS = 10
LONGEST = 150
"""More turns than any game has."""
SAMPLES = 400
"""Of the bootstrap, which draws whole games: the positions of a game are not independent."""
SEED = 5


class Calibration(NamedTuple):
    rules: Rules
    games: int
    predicted: Floats
    """By bin: the mean chance to win."""
    actual: Floats
    """By bin: the mean share of the win."""
    errors: Floats
    """By bin: the standard error of their difference."""
    weights: Floats
    """By bin: its share of all predictions."""
    ece: float
    """Expected calibration error: the mean distance of predicted and actual."""
    ece_error: float
    """Its standard error."""
    chance: float
    """The calibration error that perfect predictions would show, because the number of games is finite."""


def calibrate(rules: Rules, games: int) -> Calibration:
    judgements = Judgements(rules, SEED, threads=usable_cores())
    sums = np.concatenate(
        [
            _sums(judgements.shares([(rules.start(), 0)], range(begin, min(begin + 500, games)), LONGEST)[0])
            for begin in range(0, games, 500)
        ]
    )
    rng = np.random.default_rng(SEED)
    samples = rng.multinomial(games, np.full(games, 1 / games), SAMPLES)
    drawn = np.array([_gaps(sample) for sample in np.tensordot(samples, sums, 1)])
    count, predicted, actual = sums.sum(0)
    weights = count / count.sum()
    errors = drawn.std(0, ddof=1)
    eces = (np.abs(drawn) * weights).sum(1)
    return Calibration(
        rules,
        games,
        predicted / np.maximum(count, 1),
        actual / np.maximum(count, 1),
        errors,
        weights,
        float((np.abs(_gaps(sums.sum(0))) * weights).sum()),
        float(eces.std(ddof=1)),
        float((errors * weights).sum() * (2 / np.pi) ** 0.5),
    )


def _sums(shares: Floats) -> Floats:
    """By game, kind (count, predicted, actual) and bin, from the shares by game, turn and seat."""
    actual = shares[:, -1:]
    going_on = ~(shares == actual).all(2)
    if going_on[:, -1].any() or not np.isin(actual.round(6), [0, 1, 1 / 2, round(1 / 3, 6), 1 / 4]).all():
        raise SystemExit("A game was not over: raise LONGEST.")
    found = np.zeros((len(shares), 3, BINS))
    game, turn = np.nonzero(going_on)
    for seat in range(shares.shape[2]):
        predicted = shares[game, turn, seat]
        place = np.minimum((predicted * BINS).astype(int), BINS - 1)
        for kind, value in enumerate((1.0, predicted, actual[game, 0, seat])):
            np.add.at(found, (game, kind, place), value)
    return found


def _gaps(sums: Floats) -> Floats:
    count, predicted, actual = sums
    gaps: Floats = (actual - predicted) / np.maximum(count, 1)
    return gaps


def draw(found: list[Calibration], path: Path) -> None:
    names = list(VARIANTS)
    columns = max(one.rules.players for one in found) - 1
    figure: Any = new_figure(2.9 * columns, 2.9 * len(names))
    for one in found:
        row, column = names.index(one.rules.variant.name), one.rules.players - 2
        axes = figure.add_subplot(len(names), columns, row * columns + column + 1)
        axes.plot([0, 1], [0, 1], color=PALE, linewidth=1)
        used = one.weights > 0.001
        colour = BOT_COLOURS[row]
        axes.errorbar(
            one.predicted[used], one.actual[used], 1.96 * one.errors[used], fmt="o", ms=4, color=colour
        )
        axes.set(xlim=(0, 1), ylim=(0, 1), aspect="equal")
        axes.set_title(f"{one.rules.variant.name}, {one.rules.players} players", fontsize=10, color=INK)
        axes.tick_params(labelsize=8)
        if column == 0:
            axes.set_ylabel("actual share of wins", fontsize=9)
        axes.set_xlabel("predicted", fontsize=9)
    save(figure, path, force=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=2000, metavar="N", help="for each game")
    parser.add_argument("--out", type=Path, default=OUT, metavar="FILE")
    given = parser.parse_args()
    found = []
    print("| game | players | games | calibration error | by chance alone |")
    print("|---|---|---|---|---|")
    for name, variant in VARIANTS.items():
        for players in range(2, variant.max_players + 1):
            rules = Rules(name, players)
            if has_learned(rules):
                one = calibrate(rules, given.games)
                found.append(one)
                line = f"| `{name}` | {players} | {one.games:,} | {one.ece:.1%} ± {one.ece_error:.1%} "
                print(f"{line}| {one.chance:.1%} |".replace("%", " %"), flush=True)
    draw(found, given.out)


if __name__ == "__main__":
    main()

"""Compares the kernel with a loop written in C, which is compiled here and plays the same games.

Both are timed in turn, in processor time, so that other programs on the machine do not matter.
"""

import os
import shutil
import statistics
import subprocess
import tempfile
import time
from pathlib import Path

from msgspec import Struct

from qwixx.rules import QwixxError

from .kernel import PLAYERS
from .speed import rate

SOURCE = Path(__file__).parents[4] / "bench" / "qwixx.c"
FLAGS = ("-O3", "-march=native", "-std=c11", "-D_POSIX_C_SOURCE=199309L")
SEED = 1
IN_C = ("random", "gap")
"""The bots that the C program has too; the index is their number there."""


class Ratio(Struct, frozen=True):
    """Speeds on one core in games per second of processor time: the best and the median of the runs."""

    bots: str
    c_best: float
    c_median: float
    kernel_best: float
    kernel_median: float
    ratio: float
    """Time of the kernel divided by that of C, in their best runs."""
    mean_scores: list[float]
    """Mean score of each seat, the same in both programs."""

    def __str__(self) -> str:
        return (
            f"{'C':7} {f'classic, {self.bots}':24} 1 core   best {self.c_best:>12,.0f}, "
            f"median {self.c_median:>12,.0f} games/s; the kernel takes {self.ratio:.2f} times as long"
        )


def ratios(games: int, runs: int) -> list[Ratio]:
    compiler = shutil.which(os.environ.get("CC", "cc"))
    if compiler is None:
        raise QwixxError("There is no C compiler: install one as cc, or name it in CC.")
    if not SOURCE.is_file():
        raise QwixxError(
            "The C loop is not part of the installed package: run this in a clone of the sources."
        )
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder) / "qwixx"
        built = subprocess.run(
            [compiler, *FLAGS, "-o", program, SOURCE], capture_output=True, text=True, check=False
        )
        if built.returncode:
            raise QwixxError(
                f"{compiler} could not compile {SOURCE}: {built.stderr.strip().splitlines()[0]}."
            )
        return [_compare(program, kind, bot, games, runs) for kind, bot in enumerate(IN_C)]


def _compare(program: Path, kind: int, bot: str, games: int, runs: int) -> Ratio:
    from qwixx.kernel import simulate
    from qwixx.kernel.bots.gap_limits import GAP_SKIP
    from qwixx.kernel.engine.results import Results
    from qwixx.rules import Rules

    rules, bots = Rules("classic", PLAYERS), [bot] * PLAYERS
    kernel: list[float] = []
    c: list[float] = []
    results = Results.empty(rules, 0)

    def play() -> float:
        nonlocal results
        results = simulate(rules, bots, SEED, range(games))
        return games

    simulate(rules, bots, SEED, range(1))
    for _ in range(runs):
        kernel.append(rate(play, time.process_time))
        command = [str(program), *map(str, (PLAYERS, kind, GAP_SKIP, SEED, games))]
        seconds, *sums_in_c = subprocess.check_output(command, text=True).split()
        c.append(games / float(seconds))
        scores = results.scores.astype(int)
        sums = zip(scores.sum(axis=0).tolist(), (scores**2).sum(axis=0).tolist(), strict=True)
        if [int(number) for number in sums_in_c] != [
            results.turns.sum(dtype=int),
            *(n for pair in sums for n in pair),
        ]:
            raise QwixxError(
                f"The C loop and the kernel play different games of {bot}: one of them is wrong."
            )
    return Ratio(
        f"{PLAYERS} {bot}",
        round(max(c)),
        round(statistics.median(c)),
        round(max(kernel)),
        round(statistics.median(kernel)),
        round(max(c) / max(kernel), 3),
        [round(mean, 3) for mean in results.scores.mean(axis=0).tolist()],
    )

"""Speeds of the kernel: whole games of its bots, and many games stepped at once."""

from collections.abc import Iterator

from .speed import Speed, clock_for, cores, rate, side_by_side, speed

BOTS = ("random", "gap", "tempo")
VARIANTS = ("classic", "longo", "onboard-a")
PLAYERS = 2
PLACES = 4096
"""Number of games stepped at once on one core; a step takes about a millisecond."""
STEPS_PER_GAME = 30
"""Rough number of steps in a game, so that the runs of both benchmarks take about equally long."""


def kernel_speeds(games: int, runs: int) -> Iterator[Speed]:
    """Games per second between two equal bots, with `games` on each core."""
    from concurrent.futures import ThreadPoolExecutor

    from qwixx.kernel import simulate
    from qwixx.rules import Rules

    for variant in VARIANTS:
        rules = Rules(variant, PLAYERS)
        for bot in BOTS:
            bots = [bot] * PLAYERS

            def play(core: int) -> float:
                numbers = range(core * games, (core + 1) * games)
                return len(simulate(rules, bots, 1, numbers))  # noqa: B023  # called before the variables change

            simulate(rules, bots, 1, range(1))
            for count in cores():
                with ThreadPoolExecutor(count) as threads:
                    work = side_by_side(threads, count, play)
                    found = [rate(work, clock_for(count)) for _ in range(runs)]
                yield speed("kernel", f"{variant}, {PLAYERS} {bot}", "games/s", count, found)


def batch_speeds(games: int, runs: int) -> Iterator[Speed]:
    """Decisions per second of all seats, with observations, masks and random legal actions."""
    from qwixx.kernel import Batch
    from qwixx.rules import Rules

    for variant in VARIANTS:
        for count in cores():
            batch = Batch(Rules(variant, PLAYERS), PLACES * count, seed=1, threads=count)
            actions = batch.sample()

            def step() -> float:
                steps = 1 + games * STEPS_PER_GAME // PLACES
                return sum(batch.step(batch.sample(actions)) for _ in range(steps))  # noqa: B023

            step()
            found = [rate(step, clock_for(count)) for _ in range(runs)]
            yield speed("batch", f"{variant}, {PLAYERS} seats", "decisions/s", count, found)

"""Speeds of the kernel: whole games of its bots, and many games stepped at once."""

from collections.abc import Iterator

from .speed import Speed, clock_for, cores, rate, side_by_side, speed

BOTS = ("random", "gap", "tempo")
VARIANTS = ("classic", "longo", "onboard-a")
PLAYERS = 2
PLACES = 4096
"""Number of games stepped at once on one core; a step takes about a millisecond."""
BATCH_SIZES = (64, 256, 1024, 4096, 16384)
DECISIONS_PER_RUN = 1 << 17
"""Rough number of decisions in a run of the benchmark of threads."""
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


def export_speeds(games: int, runs: int) -> Iterator[Speed]:
    """Decisions per second as rows of a table, on one core."""
    from qwixx.arena.exports.decisions import decisions
    from qwixx.rules import Rules

    for variant in VARIANTS:
        rules = Rules(variant, PLAYERS)

        def export() -> float:
            return float(decisions(rules, ["gap"] * PLAYERS, 1, range(games)).to_arrow().num_rows)  # noqa: B023

        export()
        found = [rate(export, clock_for(1)) for _ in range(runs)]
        yield speed("export", f"{variant}, {PLAYERS} gap", "decisions/s", 1, found)


def thread_speeds(runs: int) -> Iterator[Speed]:
    """Decisions per second of processor time with one thread and with all, in turns: what threads cost."""
    from qwixx.kernel import Batch
    from qwixx.rules import Rules

    for places in BATCH_SIZES:
        batches = {
            count: Batch(Rules("classic", PLAYERS), places, seed=1, threads=count) for count in cores()
        }
        found: dict[int, list[float]] = {count: [] for count in batches}
        for run in range(1 + runs):
            for count, batch in batches.items():

                def step() -> float:
                    actions = batch.sample()  # noqa: B023
                    steps = 1 + DECISIONS_PER_RUN // places  # noqa: B023
                    return sum(batch.step(batch.sample(actions)) for _ in range(steps))  # noqa: B023

                speed_found = rate(step, clock_for(1))
                if run:  # the first one warms up
                    found[count].append(speed_found)
        for count, speeds in found.items():
            yield speed("threads", f"classic, {places} games", "decisions/s", count, speeds)

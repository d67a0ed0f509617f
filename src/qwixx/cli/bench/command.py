"""`qwixx bench` and its commands: measure the speed of each part on this machine."""

import sys
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import typer

from ..help_format import PlainCommand
from ..options import Json, Variant

if TYPE_CHECKING:
    from .speed import Speed

    Benchmark = Callable[[int, int], Iterator[Speed]]

T = TypeVar("T")

app = typer.Typer(name="bench", rich_markup_mode=None)

Games = Annotated[int, typer.Option(metavar="N", min=1, help="The number of games in a run, on each core.")]
Runs = Annotated[
    int, typer.Option(metavar="N", min=1, help="The number of runs. The best and the median are shown.")
]
Seconds = Annotated[float, typer.Option(metavar="SECONDS", min=0.001, help="The length of a run.")]
GAMES = 200_000
SECONDS = 1.0
RUNS = 5


@app.callback(invoke_without_command=True)
def everything(
    context: typer.Context,
    games: Games = GAMES,
    seconds: Seconds = SECONDS,
    runs: Runs = RUNS,
    json: Json = False,
) -> None:
    """Measure speeds on this machine.

    Without a command, everything but the reference engine is measured.

    Examples:
        qwixx bench
        qwixx bench kernel --games 100000 --json
    """
    if context.invoked_subcommand is not None:
        return
    from .c_loop import ratios
    from .environments import env_speeds, vector_speeds
    from .kernel import batch_speeds, kernel_speeds

    speeds = _measure([kernel_speeds, batch_speeds], games, runs, json)
    c = _if_possible(lambda: ratios(games, runs), json)
    speeds += _if_possible(lambda: vector_speeds(seconds, runs), json)
    envs = _if_possible(lambda: env_speeds(seconds, runs), json)
    _end({"games": games, "seconds": seconds, "runs": runs, "speeds": speeds, "c": c, "envs": envs}, json)


def _if_possible(measure: Callable[[], Iterable[T]], json: bool) -> list[T]:
    """Shows the error if something cannot be measured, for example without a compiler, and goes on."""
    from qwixx.rules import QwixxError

    try:
        return _show(measure(), json)
    except QwixxError as error:
        _show([error], json)
        return []


@app.command(cls=PlainCommand)
def kernel(games: Games = GAMES, runs: Runs = RUNS, json: Json = False) -> None:
    """Measure the compiled kernel: whole games between bots.

    It plays on one core and on all.
    """
    from .kernel import kernel_speeds

    speeds = _measure([kernel_speeds], games, runs, json)
    _end({"games": games, "runs": runs, "speeds": speeds}, json)


@app.command(cls=PlainCommand)
def batch(games: Games = GAMES, runs: Runs = RUNS, json: Json = False) -> None:
    """Measure many games stepped at once in the kernel.

    A step is one decision of every seat, with observations and masks of legal actions.
    """
    from .kernel import batch_speeds

    speeds = _measure([batch_speeds], games, runs, json)
    _end({"games": games, "runs": runs, "speeds": speeds}, json)


@app.command(cls=PlainCommand)
def batched(games: Games = 10_000, runs: Runs = RUNS, json: Json = False) -> None:
    """Measure bots that choose in many games at once.

    A value network in NumPy plays matches against a compiled bot and against itself.
    """
    from .batched import batched_speeds

    speeds = _measure([batched_speeds], games, runs, json)
    _end({"games": games, "runs": runs, "speeds": speeds}, json)


@app.command(cls=PlainCommand)
def export(games: Games = 500, runs: Runs = RUNS, json: Json = False) -> None:
    """Measure the export of decisions: games of compiled bots as tables, on one core."""
    from .kernel import export_speeds

    speeds = _measure([export_speeds], games, runs, json)
    _end({"games": games, "runs": runs, "speeds": speeds}, json)


@app.command(cls=PlainCommand)
def threads(runs: Runs = 15, json: Json = False) -> None:
    """Measure what threads cost: batches of several sizes, with one thread and with one for each core.

    Both step the same games in turns, and processor time is counted.
    """
    from .kernel import thread_speeds

    _end({"runs": runs, "speeds": _show(thread_speeds(runs), json)}, json)


@app.command(cls=PlainCommand)
def envs(seconds: Seconds = SECONDS, runs: Runs = RUNS, json: Json = False) -> None:
    """Measure the environments for learning agents.

    Each is compared with a simple environment of the same library.
    """
    from .environments import env_speeds, vector_speeds

    vector = _show(vector_speeds(seconds, runs), json)
    envs = _show(env_speeds(seconds, runs), json)
    _end({"seconds": seconds, "runs": runs, "speeds": vector, "envs": envs}, json)


@app.command(cls=PlainCommand)
def c(games: Games = GAMES, runs: Runs = RUNS, json: Json = False) -> None:
    """Compare the compiled kernel with a loop written in C.

    This needs a C compiler and a clone of the sources.
    """
    from .c_loop import ratios

    _end({"games": games, "runs": runs, "c": _show(ratios(games, runs), json)}, json)


@app.command(cls=PlainCommand)
def rules(
    variant: Variant = "classic",
    games: Games = 2000,
    runs: Runs = RUNS,
    json: Json = False,
) -> None:
    """Measure the reference engine.

    It plays random games of two players on one core, with events and verification.
    """
    import statistics

    from ..progress import bar
    from .machine import machine
    from .reference import time_games

    found = []
    with bar("games") as progress:
        for run in range(runs):
            found.append(time_games(variant, games))
            progress(run + 1, runs)
    speeds = {
        "games": [games / seconds for seconds, _ in found],
        "decisions": [decisions / seconds for seconds, decisions in found],
    }
    if json:
        from ..results import print_json
        from .results import BestAndMedian, RulesBenchResult

        each = {
            what: BestAndMedian(round(max(rates)), round(statistics.median(rates)))
            for what, rates in speeds.items()
        }
        print_json(
            RulesBenchResult("rules", variant, 2, games, runs, each["games"], each["decisions"], machine())
        )
        return
    for what, rates in speeds.items():
        print(f"{what}/s: best {max(rates):,.0f}, median {statistics.median(rates):,.0f} of {runs} runs")
    print(", ".join(f"{key} {value}" for key, value in machine().items()))


def _measure(benchmarks: "list[Benchmark]", games: int, runs: int, json: bool) -> "list[Speed]":
    return _show((speed for benchmark in benchmarks for speed in benchmark(games, runs)), json)


def _show(results: Iterable[T], json: bool) -> list[T]:
    """Prints each result as soon as it is known; on standard error if the output is JSON."""
    shown = []
    for result in results:
        print(result, file=sys.stderr if json else sys.stdout, flush=True)
        shown.append(result)
    return shown


def _end(answer: dict[str, Any], json: bool) -> None:
    from .machine import machine

    if json:
        from ..results import print_json
        from .results import BenchResult

        print_json(BenchResult(**answer, machine=machine()))
    else:
        print(", ".join(f"{key} {value}" for key, value in machine().items()))

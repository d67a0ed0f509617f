"""`qwixx bench`: how fast things are on this machine."""

from typing import Annotated

import typer

from .simple import Json

app = typer.Typer(help="Measure speed on this machine.", no_args_is_help=True, rich_markup_mode=None)


@app.command()
def rules(
    variant: str = "classic",
    games: Annotated[int, typer.Option(min=1, help="Games in each run.")] = 2000,
    runs: Annotated[int, typer.Option(min=1, help="The best and the median of so many runs.")] = 5,
    json: Json = False,
) -> None:
    """The reference engine: random games of two players on one core, events and verification on."""
    import statistics

    import msgspec

    from .progress import bar

    found = []
    with bar("games") as progress:
        for run in range(runs):
            found.append(_time(variant, games))
            progress(run + 1, runs)
    speeds = {
        "games": [games / seconds for seconds, _ in found],
        "decisions": [decisions / seconds for seconds, decisions in found],
    }
    answer = {
        "benchmark": "rules",
        "variant": variant,
        "players": 2,
        "games": games,
        "runs": runs,
        **{
            f"{what}_per_second": {"best": round(max(each)), "median": round(statistics.median(each))}
            for what, each in speeds.items()
        },
        "machine": machine(),
    }
    if json:
        print(msgspec.json.encode(answer).decode())
        return
    for what, each in speeds.items():
        print(f"{what}/s: best {max(each):,.0f}, median {statistics.median(each):,.0f} of {runs} runs")
    print(", ".join(f"{key} {value}" for key, value in machine().items()))


def _time(variant: str, games: int) -> tuple[float, int]:
    """Seconds and decisions. Game n is the same in every run."""
    import time

    from qwixx.dice import Stream, roll
    from qwixx.rules import Rules

    engine = Rules(variant, players=2)
    decisions = 0
    began = time.perf_counter()
    for game in range(games):
        rng = Stream(1, game)
        state = engine.start(game % 2)
        while not engine.is_over(state):
            if engine.awaits_roll(state):
                state, _ = engine.step(state, roll(rng, engine.variant.faces, engine.closed(state)))
                continue
            for seat in engine.to_act(state):
                legal = engine.legal(state, seat)
                state, _ = engine.step(state, legal[rng.below(len(legal))])
                decisions += 1
    return time.perf_counter() - began, decisions


def machine() -> dict[str, str]:
    import os
    import platform
    from pathlib import Path

    model = platform.processor() or platform.machine()
    cpuinfo = Path("/proc/cpuinfo")
    for line in cpuinfo.read_text().splitlines() if cpuinfo.is_file() else ():
        if line.startswith("model name"):
            model = line.partition(":")[2].strip()
            break
    python = f"{platform.python_implementation()} {platform.python_version()}"
    return {"cpu": model, "cores": str(os.cpu_count()), "system": platform.system(), "python": python}

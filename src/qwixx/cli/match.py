"""`qwixx match`: bots against each other, with honest intervals."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from qwixx.arena.failures import Failures
    from qwixx.arena.match import Match
    from qwixx.arena.report import Report
    from qwixx.arena.setting import Setting

FAILED = 1
INTERRUPTED = 130

Bots = Annotated[list[str], typer.Argument(help="Two to five bots: gap, gap:skip=2, my_module:MyBot …")]
Variant = Annotated[str, typer.Option(help="classic, longo, onboard-a or onboard-b.")]
Games = Annotated[int, typer.Option(min=1, help="How many games; rounded up to whole deals.")]
Seed = Annotated[int, typer.Option(min=0, help="The same seed gives the same games.")]
Workers = Annotated[int | None, typer.Option(min=1, help="Processes; without it, one for each core.")]
Cluster = Annotated[str | None, typer.Option(help="Address of a Dask scheduler, to use its workers.")]
Patience = Annotated[float, typer.Option(help="Seconds that a bot may take for one decision.")]
Json = Annotated[bool, typer.Option("--json", help="Print JSON for a program.")]


def match(
    bots: Bots,
    variant: Variant = "classic",
    games: Games = 1000,
    seed: Seed = 0,
    workers: Workers = None,
    cluster: Cluster = None,
    patience: Patience = 60.0,
    json: Json = False,
) -> int:
    """Let bots play against each other: every deal of dice in all seatings."""
    from qwixx.arena.failures import Failures
    from qwixx.arena.match import play_match
    from qwixx.arena.report import report
    from qwixx.arena.setting import Setting
    from qwixx.rules import QwixxError

    if len(bots) < 2:
        raise QwixxError(f"A match needs at least two bots, and here is only {bots[0]}.")
    use_own_bots()
    setting = Setting(variant, tuple(bots), seed, patience=patience)
    failures = Failures(setting, Path())
    with progress(" – ".join(bots), _games(setting, games)) as tell:
        played = play_match(
            setting, games, workers=workers, cluster=cluster, progress=tell, failed=failures.tell
        )
    say_more(played, failures)
    if played.interrupted and not played.tally.deals:
        return INTERRUPTED
    show(report(played, games, failures.saved), json)
    return INTERRUPTED if played.interrupted else FAILED if played.failures else 0


def _games(setting: "Setting", games: int) -> int:
    from qwixx.arena.match import whole_deals

    return whole_deals(setting, games) * setting.seatings


def use_own_bots() -> None:
    """Modules in the current folder can be named, as with `python -m`."""
    if "" not in sys.path:
        sys.path.insert(0, "")


@contextmanager
def progress(title: str, total: int) -> Iterator[Callable[[int], None]]:
    """A bar with an estimate on standard error, if somebody is there to see it."""
    if not sys.stderr.isatty():
        yield lambda _: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("games"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(title, total=total)
        yield lambda games: bar.update(task, completed=games)


def say_more(played: "Match", failures: "Failures") -> None:
    if failures.more:
        print(f"qwixx: {failures.more} more games failed.", file=sys.stderr)
    if played.stopped:
        print("qwixx: stopped, as there were too many stalls.", file=sys.stderr)


def show(figures: "Report", json: bool) -> None:
    import msgspec

    from .match_text import lines

    if json:
        print(msgspec.json.encode(figures).decode())
    else:
        print("\n".join(lines(figures)))

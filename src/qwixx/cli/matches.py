"""What the commands of the arena share: options, progress, and how failed games are told."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from qwixx.arena.match import Match
    from qwixx.arena.match_setting import MatchSetting

FAILED = 1
INTERRUPTED = 130

Games = Annotated[int, typer.Option(min=1, help="How many games; rounded up to whole deals.")]
Seed = Annotated[int, typer.Option(min=0, help="The same seed gives the same games.")]
Workers = Annotated[int | None, typer.Option(min=1, help="How many work at once; without it, one a core.")]
Cluster = Annotated[str | None, typer.Option(help="Address of a Dask scheduler, to use its workers.")]
Patience = Annotated[float, typer.Option(help="Seconds that a bot may take for one decision.")]
Force = Annotated[bool, typer.Option("--force", help="Overwrite files.")]


def use_own_bots() -> None:
    """Modules in the current folder can be named, as with `python -m`."""
    if "" not in sys.path:
        sys.path.insert(0, "")


def play(
    setting: "MatchSetting",
    games: int,
    workers: int | None,
    cluster: str | None,
    folder: Path,
    rows: Callable[[bytes], None] = lambda _: None,
) -> tuple["Match", list[Path | None]]:
    """The match, with its progress shown; and the files of failed games, in the folder."""
    from qwixx.arena.match import game_count

    with progress(" – ".join(setting.bots), game_count(setting, games)) as tell:
        return play_quietly(setting, games, workers, cluster, folder, tell, rows)


def play_quietly(
    setting: "MatchSetting",
    games: int,
    workers: int | None,
    cluster: str | None,
    folder: Path,
    tell: Callable[[int], None],
    rows: Callable[[bytes], None] = lambda _: None,
) -> tuple["Match", list[Path | None]]:
    """The match as part of something larger that shows its progress."""
    from qwixx.arena.failures import Failures
    from qwixx.arena.match import play_match

    failures = Failures(setting, folder)
    match = play_match(
        setting, games, workers=workers, address=cluster, progress=tell, failed=failures.tell, rows=rows
    )
    if failures.more:
        print(f"qwixx: {failures.more} more games failed.", file=sys.stderr)
    if match.lost:
        print(f"qwixx: {match.lost}", file=sys.stderr)
    if match.stopped:
        print("qwixx: stopped, as there were too many stalls.", file=sys.stderr)
    return match, failures.saved


def exit_code(match: "Match") -> int:
    if match.interrupted and not match.lost:
        return INTERRUPTED
    return FAILED if match.failures or match.lost else 0


@contextmanager
def progress(title: str, total: int) -> Iterator[Callable[[int], None]]:
    from .progress import bar

    with bar(f"{title}, {total:,} games") as show:
        show(0, total)
        yield lambda games: show(games, total)

"""Options, progress and error reports that the commands match, ladder and stats share."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from .exit_codes import FAILED, INTERRUPTED

if TYPE_CHECKING:
    from qwixx.arena.match import Match
    from qwixx.arena.match_setting import MatchSetting

Games = Annotated[
    int, typer.Option(metavar="N", min=1, help="The number of games, rounded up to whole deals.")
]
Seed = Annotated[
    int, typer.Option(metavar="N", min=0, help="The seed of the dice. The same seed gives the same games.")
]
Workers = Annotated[
    int | None,
    typer.Option(
        metavar="N",
        min=1,
        help="The number of threads or processes that play.",
        show_default="one for each core",
    ),
]
Cluster = Annotated[
    str | None,
    typer.Option(
        metavar="ADDRESS",
        help="The address of a Dask scheduler whose workers play the games, such as tcp://127.0.0.1:8786.",
    ),
]
Patience = Annotated[
    float,
    typer.Option(
        metavar="SECONDS",
        help="The time that a bot may take for one decision. A game in which a bot takes longer counts as "
        "failed.",
    ),
]


def play(
    setting: "MatchSetting",
    games: int,
    workers: int | None,
    cluster: str | None,
    folder: Path,
    rows: Callable[[bytes], None] = lambda _: None,
) -> tuple["Match", list[Path | None]]:
    """Plays a match with a progress bar. Returns it with the files of failed games, saved in the folder."""
    from qwixx.arena.match import game_count

    with games_bar(" – ".join(setting.bots), game_count(setting, games)) as show:
        return play_without_bar(setting, games, workers, cluster, folder, show, rows)


def play_without_bar(
    setting: "MatchSetting",
    games: int,
    workers: int | None,
    cluster: str | None,
    folder: Path,
    show: Callable[[int], None],
    rows: Callable[[bytes], None] = lambda _: None,
) -> tuple["Match", list[Path | None]]:
    """Plays a match as part of something larger; `show` gets the number of games played so far."""
    from qwixx.arena.failures import Failures
    from qwixx.arena.match import play_match

    failures = Failures(setting, folder)
    match = play_match(
        setting, games, workers=workers, address=cluster, progress=show, failed=failures.tell, rows=rows
    )
    if failures.more:
        print(f"qwixx: {failures.more} more games failed.", file=sys.stderr)
    if match.lost:
        print(f"qwixx: {match.lost}", file=sys.stderr)
    if match.stopped:
        print("qwixx: The match was stopped because too many bots stalled.", file=sys.stderr)
    return match, failures.saved


def exit_code(match: "Match") -> int:
    if match.interrupted and not match.lost:
        return INTERRUPTED
    return FAILED if match.failures or match.lost else 0


@contextmanager
def games_bar(title: str, total: int) -> Iterator[Callable[[int], None]]:
    """A progress bar for a known number of games; yields a function that takes the number played."""
    from .progress import bar

    with bar(f"{title}, {total:,} games") as show:
        show(0, total)
        yield lambda games: show(games, total)

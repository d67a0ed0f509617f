"""Options, progress and error reports that the commands match, ladder and stats share."""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from .exit_codes import FAILED, INTERRUPTED

if TYPE_CHECKING:
    from qwixx.arena.match import Match
    from qwixx.arena.match_setting import MatchSetting

Games = Annotated[
    int | None,
    typer.Option(
        metavar="N",
        min=1,
        help="The number of games, rounded up to whole deals; with --width, the most games.",
        show_default="1000",
    ),
]
Width = Annotated[
    float | None,
    typer.Option(
        metavar="SHARE",
        help="Stop as soon as the 95 % intervals of all win shares are this narrow, such as 0.01.",
    ),
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


USUAL_GAMES = 1000
MOST_GAMES = 1_000_000_000
"""With --width and without --games."""


def games_to_play(games: int | None, width: float | None = None) -> int:
    return games or (USUAL_GAMES if width is None else MOST_GAMES)


def play(
    setting: "MatchSetting",
    games: int,
    workers: int | None,
    cluster: str | None,
    folder: Path,
    rows: Callable[[bytes], None] = lambda _: None,
    width: float | None = None,
) -> tuple["Match", list[Path | None]]:
    """Plays a match with a progress bar. Returns it with the files of failed games, saved in the folder."""
    from qwixx.arena.match import whole_deals

    from .progress import bar

    number = whole_deals(setting, games) * setting.seatings
    length = f"{number:,} games" if width is None else f"to a width of {width:g}"
    with bar(f"{' – '.join(setting.bots)}, {length}") as show:
        return play_without_bar(setting, games, workers, cluster, folder, show, rows, width)


def play_without_bar(
    setting: "MatchSetting",
    games: int,
    workers: int | None,
    cluster: str | None,
    folder: Path,
    show: Callable[[int, int], None],
    rows: Callable[[bytes], None] = lambda _: None,
    width: float | None = None,
) -> tuple["Match", list[Path | None]]:
    """Plays a match as part of something larger; `show` gets the number of games so far and in all."""
    from qwixx.arena.failures import Failures
    from qwixx.arena.match import play_match

    failures = Failures(setting, folder)
    match = play_match(
        setting,
        games,
        workers=workers,
        address=cluster,
        width=width,
        progress=show,
        failed=failures.tell,
        rows=rows,
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

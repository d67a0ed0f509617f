"""`qwixx board`: check a board of On Board and measure how its track affects the game."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ..errors import WrongUse
from ..options import Json
from ..own_bots import named_bots

if TYPE_CHECKING:
    from qwixx.arena.track_study import TrackStudy
    from qwixx.rules import Board


def board(
    name: Annotated[
        str,
        typer.Argument(
            metavar="BOARD", help="The board: onboard-a, onboard-b or a file with your own board."
        ),
    ],
    games: Annotated[
        int,
        typer.Option(
            metavar="N",
            min=0,
            help="The number of games that bots play on the board, for each number of players. With 0, the "
            "board is only checked and printed.",
        ),
    ] = 0,
    bot: Annotated[str, typer.Option(metavar="BOT", help="The bot that plays in every seat.")] = "gap:skip=1",
    seed: Annotated[
        int, typer.Option(metavar="N", help="The seed of the dice. The same seed gives the same games.")
    ] = 0,
    json: Json = False,
) -> None:
    """Check a board of On Board, and let bots try it.

    Examples:
        qwixx board onboard-a
        qwixx board my-board.txt --games 1000
    """
    from qwixx.rules import VARIANTS

    bots = named_bots([bot])
    found = _find(name)
    studies = []
    for players in range(2, VARIANTS["onboard-a"].max_players + 1) if games else ():
        studies.append(_study(found, bots * players, games, seed))
        if not json:
            print(_line(studies[-1]), flush=True)
    if json:
        from ..results import BoardResult, print_json

        print_json(BoardResult(found, studies))
    elif not games:
        print(found)


def _find(name: str) -> "Board":
    from qwixx.rules import VARIANTS

    from ..reading import read_board

    if name not in VARIANTS:
        return read_board(Path(name))
    if side := VARIANTS[name].board:
        return side
    raise WrongUse(f"The game {name} is played without a board: name onboard-a, onboard-b or a file.")


def _study(found: "Board", bots: list[str], games: int, seed: int) -> "TrackStudy":
    from qwixx.arena.track_study import study_track

    from ..progress import bar

    with bar(f"{len(bots)} players, {games:,} games") as show:
        return study_track(found, bots, games, seed, lambda played: show(played, games))


def _line(study: "TrackStudy") -> str:
    return (
        f"{len(study.bots)} players: the track decides {study.decided:.1%} of {study.games} games, "
        f"ends {study.ended_by_board:.1%}; "
        f"mean bonus {study.mean_bonus:.1f}, mean space {study.mean_space:.1f}"
    )

"""`qwixx record`: let bots play one game, and print or save its record."""

import sys
from contextlib import redirect_stdout
from pathlib import Path
from typing import Annotated

import typer

from ..options import BoardFile, Force, Json, Lucky, Variant
from ..own_bots import use_own_bots


def record(
    bots: Annotated[
        list[str], typer.Argument(metavar="BOT", help="The bots, one for each seat, such as gap:skip=1.")
    ],
    variant: Variant = "classic",
    seed: Annotated[
        int,
        typer.Option(metavar="N", help="The seed of the dice. The same seed and game give the same record."),
    ] = 0,
    game: Annotated[
        int, typer.Option(metavar="N", help="The number of the game. Each game of a seed has other dice.")
    ] = 0,
    first: Annotated[int, typer.Option(metavar="SEAT", help="The seat that begins, counted from 0.")] = 0,
    lucky: Lucky = None,
    board: BoardFile = None,
    json: Json = False,
    out: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Write the record to this file instead of printing it."),
    ] = None,
    force: Force = False,
) -> None:
    """Let bots play a game and print its record.

    Examples:
        qwixx record gap tempo
        qwixx record gap tempo random --variant longo --seed 7 --out game.qwixx
    """
    from qwixx.arena import BotFailure, play
    from qwixx.arena.game import with_problem
    from qwixx.files import check_new, write_new
    from qwixx.rules import QwixxError

    from ..reading import read_board, read_pairs

    use_own_bots()
    if out is not None:
        check_new(out, force)
    found = None if board is None else read_board(board)
    problem = None
    try:
        with redirect_stdout(sys.stderr):  # what a bot prints must not get into the record
            played = play(variant, bots, seed, game, first, lucky=read_pairs(lucky), board=found)
    except BotFailure as failure:  # the game up to there is still worth a look
        problem = str(failure)
        played = with_problem(failure.record, problem)
    text = played.json() if json else str(played)
    if out is None:
        print(text, end="", flush=True)
    else:
        write_new(out, text, force)
    if problem:
        raise QwixxError(f"{problem}; the record holds the game up to there{f', in {out}' if out else ''}.")

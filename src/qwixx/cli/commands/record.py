"""`qwixx record`: bots play one game, and its record is printed or saved."""

import sys
from contextlib import redirect_stdout
from pathlib import Path
from typing import Annotated

import typer

from ..matches import use_own_bots
from ..options import BoardFile, Json, Lucky, Variant


def record(
    bots: Annotated[
        list[str], typer.Argument(metavar="BOT...", help="One for each seat, such as gap:skip=1.")
    ],
    variant: Variant = "classic",
    seed: Annotated[int, typer.Option(help="The same seed and game give the same record.")] = 0,
    game: Annotated[int, typer.Option(help="The number of the game within the seed.")] = 0,
    first: Annotated[int, typer.Option(help="The seat that begins, counted from 0.")] = 0,
    lucky: Lucky = None,
    board: BoardFile = None,
    json: Json = False,
    out: Annotated[Path | None, typer.Option(help="Write to this file instead.")] = None,
    force: Annotated[bool, typer.Option("--force", help="Overwrite the file of --out.")] = False,
) -> None:
    """Let bots play a game and print its record."""
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
        with redirect_stdout(sys.stderr):  # what a bot prints is no part of the record
            played = play(variant, bots, seed, game, first, lucky=read_pairs(lucky), board=found)
    except BotFailure as failure:  # what was played is still worth a look
        problem = str(failure)
        played = with_problem(failure.record, problem)
    text = played.json() if json else str(played)
    if out is None:
        print(text, end="", flush=True)
    else:
        write_new(out, text, force)
    if problem:
        raise QwixxError(f"{problem}; this is the game up to there{f', in {out}' if out else ''}.")

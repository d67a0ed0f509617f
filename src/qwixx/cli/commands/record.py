"""`qwixx record`: let bots play one game, and print or save its record."""

import sys
from contextlib import redirect_stdout
from pathlib import Path
from typing import Annotated

import typer

from ..exit_codes import FAILED
from ..options import BoardFile, Force, Json, Lucky, Start, Variant
from ..own_bots import named_bots


def record(
    bots: Annotated[
        list[str],
        typer.Argument(metavar="BOT", help="The bots, one for each seat, such as hard or gap:skip=1."),
    ],
    variant: Variant = "classic",
    seed: Annotated[
        int,
        typer.Option(metavar="N", help="The seed of the dice. The same seed and game give the same record."),
    ] = 0,
    game: Annotated[
        int, typer.Option(metavar="N", help="The number of the game. Each game of a seed has other dice.")
    ] = 0,
    games: Annotated[
        int, typer.Option(metavar="N", min=1, help="The number of games to record, from --game on.")
    ] = 1,
    first: Annotated[int, typer.Option(metavar="SEAT", help="The seat that begins, counted from 0.")] = 0,
    lucky: Lucky = None,
    board: BoardFile = None,
    start: Start = None,
    json: Json = False,
    out: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Write the record to this file instead of printing it."),
    ] = None,
    force: Force = False,
) -> None:
    """Let bots play a game, or several, and print the record.

    Examples:
        qwixx record gap tempo
        qwixx record gap tempo random --variant longo --seed 7 --out game.qwixx
    """
    from qwixx.arena import BotFailure, play
    from qwixx.arena.game import with_problem
    from qwixx.files import check_new, write_new
    from qwixx.rules import Record
    from qwixx.rules.records.several import write_records

    from ..given_position import read_start
    from ..reading import read_board, read_pairs

    bots = named_bots(bots)
    if out is not None:
        check_new(out, force)
    found = None if board is None else read_board(board)
    pairs = read_pairs(lucky)
    opening = None if start is None else read_start(start).state
    problem = None
    played: list[Record] = []
    try:
        with redirect_stdout(sys.stderr):  # what a bot prints must not get into the record
            for number in range(game, game + games):
                one = play(variant, bots, seed, number, first, lucky=pairs, board=found, start=opening)
                played.append(one)
    except BotFailure as failure:  # the game up to there is still worth a look
        problem = str(failure)
        played.append(with_problem(failure.record, problem))
    text = write_records(played, json=json)
    if out is None:
        print(text, end="", flush=True)
    else:
        write_new(out, text, force)
    if problem:
        where = f", in {out}" if out else ""
        print(f"qwixx: {problem}; the record holds the game up to there{where}.", file=sys.stderr)
        raise typer.Exit(FAILED)

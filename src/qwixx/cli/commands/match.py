"""`qwixx match`: bots play against each other; win shares and scores with confidence intervals."""

from contextlib import nullcontext
from pathlib import Path
from typing import Annotated

import typer

from .. import matches
from ..errors import WrongUse
from ..options import BoardFile, Force, Json, Lucky, Start, Variant
from ..own_bots import named_bots

Out = Annotated[
    Path | None,
    typer.Option(metavar="FILE", help="Write the match to this file, which ends with .parquet or .jsonl."),
]
Rows = Annotated[str, typer.Option(metavar="KIND", help="What a row of the file is: a decision or a game.")]
Bots = Annotated[
    list[str],
    typer.Argument(metavar="BOT", help="Two to five bots, such as hard, gap:skip=2 or my_module:MyBot."),
]


def match(
    bots: Bots,
    variant: Variant = "classic",
    games: matches.Games = None,
    width: matches.Width = None,
    seed: matches.Seed = 0,
    workers: matches.Workers = None,
    cluster: matches.Cluster = None,
    lucky: Lucky = None,
    board: BoardFile = None,
    start: Start = None,
    patience: matches.Patience = 60.0,
    out: Out = None,
    rows: Rows = "decision",
    force: Force = False,
    json: Json = False,
) -> int:
    """Let bots play against each other, and compare them.

    Each deal, the dice of a whole game, is played once in every seating, so that all bots get the same dice.

    Examples:
        qwixx match gap tempo --games 10000
        qwixx match tempo my_module:MyBot --variant longo --out decisions.parquet
    """
    import msgspec

    from qwixx.arena.exports.files import check_export, writing
    from qwixx.arena.match_setting import MatchSetting
    from qwixx.arena.report import report

    from ..given_position import position_text, read_start
    from ..match_report import lines
    from ..reading import read_board, read_pairs

    if len(bots) < 2:
        raise WrongUse(f"A match needs at least two bots, not only {bots[0]}: name another one.")
    bots = named_bots(bots)
    if rows not in ("decision", "game"):
        raise WrongUse(f"--rows {rows} is unknown: choose decision or game.")
    export = check_export(out, force) if out else ""
    setting = MatchSetting(
        variant,
        tuple(bots),
        seed,
        patience=patience,
        export=export,
        rows="game" if rows == "game" else "decision",
        lucky=read_pairs(lucky),
        board=None if board is None else read_board(board),
        start=None if start is None else position_text(read_start(start)),
    )
    setting.check()
    with writing(setting, out, force) if out else nullcontext(_ignore) as write:
        folder = out.parent if out else Path()
        number = matches.games_to_play(games, width)
        played, saved = matches.play(setting, number, workers, cluster, folder, write, width)
    if played.tally.deals or not played.interrupted:
        summary = report(played, number, saved, board)
        print(msgspec.json.encode(summary).decode() if json else "\n".join(lines(summary)))
    return matches.exit_code(played)


def _ignore(rows: bytes) -> None:
    """Takes the decisions of a match that are not written to a file."""

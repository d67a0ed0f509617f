"""`qwixx match`: bots against each other, with honest intervals."""

from contextlib import nullcontext
from pathlib import Path
from typing import Annotated

import typer

from .. import matches
from ..options import Json, Variant

Out = Annotated[Path | None, typer.Option(help="Write every decision to a file, .parquet or .jsonl.")]
Bots = Annotated[list[str], typer.Argument(help="Two to five bots: gap, gap:skip=2, my_module:MyBot …")]


def match(
    bots: Bots,
    variant: Variant = "classic",
    games: matches.Games = 1000,
    seed: matches.Seed = 0,
    workers: matches.Workers = None,
    cluster: matches.Cluster = None,
    patience: matches.Patience = 60.0,
    out: Out = None,
    force: matches.Force = False,
    json: Json = False,
) -> int:
    """Let bots play against each other: every deal of dice in all seatings."""
    import msgspec

    from qwixx.arena.export import check_export, writing
    from qwixx.arena.match_setting import MatchSetting
    from qwixx.arena.report import report
    from qwixx.rules import QwixxError

    from ..match_report import lines

    if len(bots) < 2:
        raise QwixxError(f"A match needs at least two bots, and here is only {bots[0]}.")
    matches.use_own_bots()
    export = check_export(out, force) if out else ""
    setting = MatchSetting(variant, tuple(bots), seed, patience=patience, export=export)
    setting.check()
    with writing(setting, out, force) if out else nullcontext(ignore) as rows:
        folder = out.parent if out else Path()
        played, saved = matches.play(setting, games, workers, cluster, folder, rows)
    if played.tally.deals or not played.interrupted:
        figures = report(played, games, saved)
        print(msgspec.json.encode(figures).decode() if json else "\n".join(lines(figures)))
    return matches.exit_code(played)


def ignore(rows: bytes) -> None:
    """Without a file there are none."""

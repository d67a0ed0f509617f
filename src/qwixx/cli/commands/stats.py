"""`qwixx stats`: statistics of games between bots."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from .. import matches
from ..options import BoardFile, Force, Json, Lucky, Start, Variant
from ..own_bots import named_bots
from ..text_table import span, table

if TYPE_CHECKING:
    from qwixx.arena.stats import BotStats, Stats

SEATS = ("first to roll", "second", "third", "fourth", "fifth")

Bots = Annotated[list[str], typer.Argument(metavar="BOT", help="One to five bots, such as hard or gap.")]
Out = Annotated[
    Path | None,
    typer.Option(metavar="FILE", help="Also draw the statistics in this file, which ends with .png or .svg."),
]


def stats(
    bots: Bots,
    variant: Variant = "classic",
    games: matches.Games = None,
    seed: matches.Seed = 0,
    workers: matches.Workers = None,
    cluster: matches.Cluster = None,
    lucky: Lucky = None,
    board: BoardFile = None,
    start: Start = None,
    patience: matches.Patience = 60.0,
    out: Out = None,
    force: Force = False,
    json: Json = False,
) -> int:
    """Show statistics of games between bots.

    They are the scores, turns, locks and penalties, how often each cell is crossed, and the value of going
    first.

    Examples:
        qwixx stats gap gap --games 10000
        qwixx stats tempo --variant longo --out stats.png
    """
    import msgspec

    from qwixx.arena.match_setting import MatchSetting
    from qwixx.arena.plots import check_picture, save_stats
    from qwixx.arena.stats import stats

    from ..given_position import position_text, read_start
    from ..reading import read_board, read_pairs

    if out is not None:
        check_picture(out, force)
    bots = named_bots(bots)
    setting = MatchSetting(
        variant,
        tuple(bots),
        seed,
        details=True,
        patience=patience,
        lucky=read_pairs(lucky),
        board=None if board is None else read_board(board),
        start=None if start is None else position_text(read_start(start)),
    )
    played, _ = matches.play(
        setting, matches.games_to_play(games), workers, cluster, out.parent if out else Path()
    )
    if played.tally.deals or not played.interrupted:
        found = stats(played)
        print(msgspec.json.encode(found).decode() if json else "\n".join(lines(found)))
        if out is not None:
            save_stats(found, out, force)
    return matches.exit_code(played)


def lines(found: "Stats") -> Iterator[str]:
    if found.interrupted:
        yield "INTERRUPTED: these are the games played so far."
    players = "1 player" if len(found.bots) == 1 else f"{len(found.bots)} players"
    yield f"{found.variant}, {players}, {found.games:,} games, engine: {found.engine}"
    yield ""
    yield from _distributions(found)
    yield ""
    yield from _shares("penalties in a game", {bot.name: bot.penalties for bot in found.bots})
    yield ""
    yield from _shares("locks in a game", {bot.name: bot.locks for bot in found.bots})
    for bot in found.bots:
        yield ""
        yield from _sheet(bot, found.variant)
    if len(found.bots) > 1:
        yield ""
        yield from _seats(found)


def _distributions(found: "Stats") -> Iterator[str]:
    named = {f"score of {bot.name}": bot.scores for bot in found.bots} | {"turns": found.turns}
    heads = ["", "mean", "deviation", *found.turns.quantiles]
    yield from table(
        heads,
        [
            [name, f"{of.mean:.1f}", f"{of.deviation:.1f}", *map(str, of.quantiles.values())]
            for name, of in named.items()
        ],
    )


def _shares(title: str, shares: dict[str, list[float]]) -> Iterator[str]:
    most = max(n for row in shares.values() for n, share in enumerate(row) if share)
    yield from table(
        [title, *map(str, range(most + 1))],
        [[name, *(f"{share:.1%}" for share in row[: most + 1])] for name, row in shares.items()],
    )


def _sheet(bot: "BotStats", variant: str) -> Iterator[str]:
    from qwixx.rules import VARIANTS

    rows = VARIANTS[variant].rows
    heads = [f"{up.number}/{down.number}" for up, down in zip(rows[0], rows[-1], strict=True)]
    yield from table(
        [f"{bot.name}: % of games", *heads, "lock", "crosses"],
        [
            [colour, *(f"{100 * share:.0f}" for share in cells), f"{bot.crosses[colour]:.1f}"]
            for colour, cells in bot.cells.items()
        ],
    )


def _seats(found: "Stats") -> Iterator[str]:
    yield from table(
        ["seat", "win share", "95 % interval", "mean score", "95 % interval"],
        [
            [
                SEATS[seat.seat],
                f"{seat.share:.4f}",
                span(seat.low, seat.high, ".4f"),
                f"{seat.mean_score:.2f}",
                span(seat.score_low, seat.score_high, ".2f"),
            ]
            for seat in found.seats
        ],
    )

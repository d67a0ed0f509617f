"""The report of a match as text."""

from collections.abc import Iterator

from qwixx.arena.report import MatchReport

from .text_table import span, table

ENDS = {
    "rows": "two closed rows",
    "penalties": "a fourth penalty",
    "board": "a pawn at the end of the board",
}


def lines(report: MatchReport) -> Iterator[str]:
    if report.interrupted:
        yield "INTERRUPTED: these are the games played so far."
    seatings = report.games // report.deals
    yield (
        f"{report.variant}, {len(report.bots)} players, {report.games:,} games: "
        f"{report.deals:,} {'deal' if report.deals == 1 else 'deals'}, each in {seatings} seatings"
    )
    if report.left_out:
        failed = len(report.failures)
        yield f"{report.left_out} games are left out: {failed} failed, the others belong to the same deals."
    yield ""
    yield from table(
        ["bot", "win share", "95 % interval", "mean score", "95 % interval"],
        [
            [
                bot.name,
                f"{bot.share:.4f}",
                span(bot.low, bot.high, ".4f"),
                f"{bot.mean_score:.2f}",
                span(bot.score_low, bot.score_high, ".2f"),
            ]
            for bot in report.bots
        ],
    )
    yield ""
    for pair in report.differences:
        yield f"{pair.bot} scores {pair.mean:+.2f} ({span(pair.low, pair.high, '+.2f')}) against {pair.other}"
    ends = ", ".join(f"{ENDS[cause]} {share:.1%}" for cause, share in report.ends.items() if share)
    yield f"ended by: {ends}"
    turns = report.turns
    yield f"turns: {turns.mean:.1f} on average, {turns.fewest} to {turns.most}, half up to {turns.median}"
    yield "win share by seat, the first to roll first: " + ", ".join(
        f"{seat.share:.4f} ({span(seat.low, seat.high, '.4f')})" for seat in report.seats
    )
    yield f"engine: {report.engine}, {report.games_per_s:,.0f} games/s ({report.seconds:.2f} s)"
    yield f"again: {report.command}"

"""`qwixx ladder`: rate bots by a round robin."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from .. import matches
from ..errors import WrongUse
from ..exit_codes import FAILED, INTERRUPTED
from ..options import BoardFile, Force, Json, Lucky, Start, Variant
from ..own_bots import named_bots
from ..progress import bar

if TYPE_CHECKING:
    from qwixx.arena.intervals import Interval
    from qwixx.arena.ladder import Control, Ladder, LadderPlan, LadderSection, Pairing, Play
    from qwixx.arena.match import Match
    from qwixx.arena.match_setting import MatchSetting

Bots = Annotated[list[str], typer.Argument(metavar="BOT", help="The bots to rate. Name each of them once.")]
Players = Annotated[
    str, typer.Option(metavar="N,...", help="The number of players in a game, or several, such as 2,3,4.")
]
Out = Annotated[
    list[Path] | None,
    typer.Option(
        metavar="FILE",
        help="Also write the ladder to this file, which ends with .md, .json, .png or .svg. The option can "
        "be repeated.",
    ),
]

TEXTS = (".md", ".json")


def ladder(
    bots: Bots,
    players: Players = "2",
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
    force: Force = False,
    json: Json = False,
) -> int:
    """Rate bots by letting each play against all others.

    Each bot also plays against itself, as a control. --games is the number of games in each of these matches.

    Examples:
        qwixx ladder random gap tempo
        qwixx ladder gap tempo pocket --players 2,3 --out ladder.md
    """
    import msgspec

    from qwixx.arena.ladder import LadderPlan, climb

    from ..given_position import position_text, read_start
    from ..reading import read_board, read_pairs

    files = out or []
    for path in files:
        _check(path, force)
    bots = named_bots(bots)
    plan = LadderPlan(
        variant,
        tuple(bots),
        read_players(players),
        matches.games_to_play(games, width),
        seed,
        patience,
        lucky=read_pairs(lucky),
        board=None if board is None else read_board(board),
        board_file=board,
        start=None if start is None else position_text(read_start(start)),
        width=width,
    )
    plan.check()
    failed: list[Match] = []
    with bar("ladder") as show:
        found = climb(plan, _player(plan, workers, cluster, failed, show))
    if found.tables:
        print(msgspec.json.encode(found).decode() if json else markdown(found), end="\n" if json else "")
        for path in files:
            _save(found, path, force)
    return INTERRUPTED if found.interrupted else FAILED if failed else 0


def read_players(text: str) -> tuple[int, ...]:
    words = text.split(",")
    if not all(word.isdecimal() for word in words):
        raise WrongUse(f"--players {text} is not a list of numbers: write 2, or 2,3,4.")
    return tuple(dict.fromkeys(map(int, words)))


def _player(
    plan: "LadderPlan",
    workers: int | None,
    cluster: str | None,
    failed: "list[Match]",
    show: Callable[[int, int], None],
) -> "Play":
    before, left = 0, len(list(plan.settings()))

    def tell(games: int, expected: int) -> None:
        show(before + games, before + expected * left)

    def play(setting: "MatchSetting") -> "Match":
        nonlocal before, left
        match, _ = matches.play_without_bar(
            setting, plan.games, workers, cluster, Path(), tell, width=plan.width
        )
        before, left = before + match.played, left - 1
        if match.failures:
            failed.append(match)
        return match

    return play


def _check(path: Path, force: bool) -> None:
    from qwixx.arena.plots import KINDS, check_picture
    from qwixx.files import check_new

    kind = path.suffix.lower()
    if kind in KINDS:
        check_picture(path, force)
    elif kind in TEXTS:
        check_new(path, force)
    else:
        raise WrongUse(f"--out {path} has an unknown ending: use {', '.join(TEXTS + KINDS)}.")


def _save(found: "Ladder", path: Path, force: bool) -> None:
    import msgspec

    from qwixx.arena.plots import save_ladder
    from qwixx.files import write_new

    match path.suffix.lower():
        case ".md":
            write_new(path, markdown(found), force)
        case ".json":
            write_new(path, msgspec.json.encode(found) + b"\n", force)
        case _:
            save_ladder(found, path, force)


def markdown(found: "Ladder") -> str:
    return "\n".join(_lines(found)) + "\n"


def _lines(found: "Ladder") -> Iterator[str]:
    yield f"# Ladder: {found.variant}"
    yield ""
    if found.interrupted:
        yield "**Interrupted**: only the finished matches are listed."
        yield ""
    length = (
        f"{found.games:,} games in each match"
        if found.width is None
        else f"Each match until the intervals of its win shares are {found.width:g} wide"
    )
    yield f"{length}, every deal in all seatings. To repeat it: `{found.command}`"
    for table in found.tables:
        yield ""
        yield f"## {table.players} players"
        yield ""
        yield from _ratings(table)
        yield ""
        yield from _rows(
            ["bots", "win shares, 95 % intervals", "mean scores", "engine"], map(_meeting, table.meetings)
        )
        yield ""
        yield (
            "Control: each bot against itself, every deal in one seating. By chance, about one interval in "
            "twenty misses the even share."
        )
        yield ""
        heads = [
            "bot",
            "even share",
            "win share, 95 % interval",
            "holds",
            "win shares by seat, first to last",
        ]
        yield from _rows(heads, map(_control, table.controls))


def _ratings(table: "LadderSection") -> Iterator[str]:
    yield from _rows(
        ["", "bot", "rating", "95 % interval"],
        (
            [str(place), rating.bot, f"{rating.rating:+.0f}", f"{rating.low:+.0f} to {rating.high:+.0f}"]
            for place, rating in enumerate(table.ratings, 1)
        ),
    )
    if (fit := table.fit) is not None:
        yield ""
        yield (
            f"Fit of the ratings: chi-square {fit.chi_square:.1f} on {fit.freedom} degrees of freedom, "
            f"p = {fit.p_value:.2g}. The largest difference is in {' – '.join(fit.bots)}: {fit.bot} won "
            f"{fit.share:.4f}, the ratings expect {fit.expected:.4f}."
        )


def _meeting(meeting: "Pairing") -> list[str]:
    return [
        " – ".join(meeting.bots),
        "; ".join(map(_estimate, meeting.shares)),
        " – ".join(f"{score:.1f}" for score in meeting.scores),
        meeting.engine + (f", {meeting.failures} games failed" if meeting.failures else ""),
    ]


def _control(control: "Control") -> list[str]:
    return [
        control.bot,
        f"{control.even:.4f}",
        _estimate(control.share),
        "yes" if control.holds else "no",
        ", ".join(f"{seat.value:.4f}" for seat in control.seats),
    ]


def _estimate(of: "Interval") -> str:
    return f"{of.value:.4f} ({of.low:.4f} to {of.high:.4f})"


def _rows(heads: list[str], rows: "Iterator[list[str]]") -> Iterator[str]:
    yield f"| {' | '.join(heads)} |"
    yield "|---" * len(heads) + "|"
    for row in rows:
        yield f"| {' | '.join(row)} |"

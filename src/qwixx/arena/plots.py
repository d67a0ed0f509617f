"""Pictures of statistics and ladders."""

from io import BytesIO
from pathlib import Path
from typing import Any

from qwixx.files import check_new, write_new
from qwixx.rules import COLOURS, VARIANTS, QwixxError

from .ladder import Ladder, LadderSection
from .optional import need
from .stats import BotStats, Distribution, Stats

SEATS = ("first", "second", "third", "fourth", "fifth")
KINDS = (".png", ".svg")
INK = "#222222"
PALE = "#8a8a8a"
# Okabe and Ito's colours, which most people can tell apart.
BOT_COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00")
ROW_COLOURS = {"red": "#c8102e", "yellow": "#d9a400", "green": "#1b8a3a", "blue": "#1f5fbf"}


def check_picture(path: Path, force: bool) -> None:
    """Raises an error for a picture that cannot be written, before long work begins."""
    if path.suffix.lower() not in KINDS:
        raise QwixxError(f"{path} is not a picture: name a file that ends with {' or '.join(KINDS)}.")
    need("matplotlib", "plots", "a picture")
    check_new(path, force)


def new_figure(width: float, height: float) -> Any:
    need("matplotlib", "plots", "a picture")
    from matplotlib.figure import Figure

    return Figure(figsize=(width, height), layout="constrained", facecolor="white")


def save(figure: Any, path: Path, force: bool) -> None:
    """Writes the same file for the same numbers: without a date or random names."""
    import matplotlib as mpl

    data = BytesIO()
    kind = path.suffix.lower().removeprefix(".")
    metadata = {"Date": None} if kind == "svg" else {"Software": None}
    with mpl.rc_context({"svg.hashsalt": "qwixx", "svg.fonttype": "none"}):
        figure.savefig(data, format=kind, dpi=150, metadata=metadata)
    write_new(path, data.getvalue(), force)


def save_stats(found: Stats, path: Path, force: bool) -> None:
    bots = len(found.bots)
    figure = new_figure(12, 5.6 + 2.3 * bots)
    players = "1 player" if bots == 1 else f"{bots} players"
    figure.suptitle(f"{found.variant}, {players}, {found.games:,} games", fontsize=15, color=INK)
    grid = figure.add_gridspec(2 + bots, 12, height_ratios=[1.25, 1, *[0.95] * bots])
    _curves(figure.add_subplot(grid[0, :8]), found)
    _turns(figure.add_subplot(grid[0, 8:]), found.turns)
    _bars(figure.add_subplot(grid[1, :4]), "penalties in a game", {b.name: b.penalties for b in found.bots})
    _bars(figure.add_subplot(grid[1, 4:8]), "locks in a game", {b.name: b.locks for b in found.bots})
    last = figure.add_subplot(grid[1, 8:])
    if bots > 1:
        _seats(last, found)
    else:
        last.axis("off")
    for n, bot in enumerate(found.bots):
        _sheet(figure.add_subplot(grid[2 + n, :]), bot, found.variant)
    save(figure, path, force)


def _plain(axes: Any, title: str) -> None:
    axes.set_title(title, fontsize=11, color=INK, loc="left")
    axes.spines[["top", "right"]].set_visible(False)
    axes.spines[["left", "bottom"]].set_color(PALE)
    axes.tick_params(colors=INK, labelsize=9)


def _curves(axes: Any, found: Stats) -> None:
    """The scores of all bots, in bins wide enough for their spread."""
    width = max(1, round(max(bot.scores.deviation for bot in found.bots) / 6))
    for bot, colour in zip(found.bots, BOT_COLOURS, strict=False):
        edges, shares = _binned(bot.scores, width, found.games)
        axes.stairs(shares, edges, color=colour, fill=True, alpha=0.18)
        axes.stairs(shares, edges, color=colour, linewidth=1.6, label=f"{bot.name}: {bot.scores.mean:.1f}")
        axes.axvline(bot.scores.mean, color=colour, linewidth=1, linestyle=(0, (4, 3)))
    _plain(axes, "scores, with their means")
    axes.set_ylim(bottom=0)
    axes.yaxis.set_major_formatter(lambda share, _: f"{share:.0%}")
    axes.set_xlabel("points" if width == 1 else f"points, in steps of {width}", fontsize=9, color=INK)
    axes.legend(frameon=False, fontsize=9)


def _binned(of: Distribution, width: int, games: int) -> tuple[list[int], list[float]]:
    begin = of.lowest - of.lowest % width
    bins = [0] * ((of.lowest + len(of.counts) - begin - 1) // width + 1)
    for n, count in enumerate(of.counts):
        bins[(of.lowest + n - begin) // width] += count
    edges = [begin + width * n for n in range(len(bins) + 1)]
    return edges, [count / games for count in bins]


def _turns(axes: Any, of: Distribution) -> None:
    total = sum(of.counts)
    axes.bar(
        range(of.lowest, of.lowest + len(of.counts)),
        [count / total for count in of.counts],
        width=0.9,
        color=PALE,
    )
    _plain(axes, f"turns in a game, {of.mean:.1f} on average")
    axes.yaxis.set_major_formatter(lambda share, _: f"{share:.0%}")
    axes.xaxis.get_major_locator().set_params(integer=True)


def _bars(axes: Any, title: str, shares: dict[str, list[float]]) -> None:
    """Side by side for each number."""
    most = max(n for row in shares.values() for n, share in enumerate(row) if share)
    width = 0.8 / len(shares)
    for n, (row, colour) in enumerate(zip(shares.values(), BOT_COLOURS, strict=False)):
        left = [number - 0.4 + width * (n + 0.5) for number in range(most + 1)]
        axes.bar(left, row[: most + 1], width=width * 0.92, color=colour)
    _plain(axes, title)
    axes.set_xticks(range(most + 1))
    axes.yaxis.set_major_formatter(lambda share, _: f"{share:.0%}")


def _seats(axes: Any, found: Stats) -> None:
    even = 1 / len(found.seats)
    for seat in found.seats:
        axes.plot([seat.seat] * 2, [seat.low, seat.high], color=INK, linewidth=2)
        axes.plot(seat.seat, seat.share, "o", color=INK, markersize=6)
    axes.axhline(even, color=PALE, linewidth=1, linestyle=(0, (4, 3)))
    _plain(axes, "win share by seat, 95 % intervals")
    axes.set_xticks(range(len(found.seats)), SEATS[: len(found.seats)])
    reach = max(0.02, *(abs(bound - even) * 1.3 for seat in found.seats for bound in (seat.low, seat.high)))
    axes.set_ylim(even - reach, even + reach)
    axes.set_xlim(-0.5, len(found.seats) - 0.5)


def _brightness(colour: list[float]) -> float:
    red, green, blue = colour
    return 0.3 * red + 0.59 * green + 0.11 * blue


def _sheet(axes: Any, bot: BotStats, variant: str) -> None:
    """The sheet: the more often a cell is crossed, the darker it is."""
    from matplotlib.colors import to_rgb
    from matplotlib.patches import FancyBboxPatch

    for row, colour in enumerate(COLOURS):
        full = to_rgb(ROW_COLOURS[colour])
        numbers = [str(cell.number) for cell in VARIANTS[variant].rows[row]]
        for column, (text, share) in enumerate(zip([*numbers, "lock"], bot.cells[colour], strict=True)):
            face = [1 - (1 - part) * share for part in full]
            ink = "white" if _brightness(face) < 0.5 else INK
            axes.add_patch(
                FancyBboxPatch(
                    (column + 0.06, row + 0.08),
                    0.88,
                    0.84,
                    boxstyle="round,pad=0,rounding_size=0.12",
                    facecolor=face,
                    edgecolor=full,
                    linewidth=0.8,
                )
            )
            middle = column + 0.5
            axes.text(
                middle, row + 0.36, text, ha="center", va="center", fontsize=9, color=ink, weight="bold"
            )
            axes.text(middle, row + 0.7, f"{share:.0%}", ha="center", va="center", fontsize=7, color=ink)
        axes.text(
            -0.15,
            row + 0.5,
            f"{colour}  {bot.crosses[colour]:.1f}",
            ha="right",
            va="center",
            fontsize=9,
            color=INK,
        )
    axes.set_title(
        f"{bot.name}: how often each cell is crossed; beside the rows, crosses on average",
        fontsize=11,
        color=INK,
        loc="left",
    )
    axes.set_xlim(-1.2, max(map(len, bot.cells.values())) + 0.1)
    axes.set_ylim(len(COLOURS) + 0.05, -0.05)
    axes.axis("off")


def save_ladder(ladder: Ladder, path: Path, force: bool) -> None:
    """A panel for each size of table, the best bot on top."""
    tables = ladder.tables
    columns = min(len(tables), 2)  # readable in a page of text
    rows = -(-len(tables) // columns)
    height = 0.9 + 0.45 * max(len(table.ratings) for table in tables)
    figure = new_figure(1 + 5.5 * columns, 0.5 + height * rows)
    figure.suptitle(f"{ladder.variant}, {ladder.games:,} games in each match", fontsize=13, color=INK)
    for n, table in enumerate(tables, 1):
        _ratings(figure.add_subplot(rows, columns, n), table)
    save(figure, path, force)


def _ratings(axes: Any, table: LadderSection) -> None:
    for place, rating in enumerate(table.ratings):
        axes.plot([rating.low, rating.high], [place] * 2, color=BOT_COLOURS[0], linewidth=2.5)
        axes.plot(rating.rating, place, "o", color=BOT_COLOURS[0], markersize=7)
        axes.annotate(
            f"{rating.rating:+.0f}",
            (rating.rating, place),
            textcoords="offset points",
            xytext=(0, 8),
            ha="center",
            fontsize=8,
            color=INK,
        )
    _plain(axes, f"{table.players} players: ratings, 95 % intervals")
    axes.set_yticks(range(len(table.ratings)), [rating.bot for rating in table.ratings])
    axes.set_ylim(len(table.ratings) - 0.5, -0.7)
    axes.grid(axis="x", color="#e4e4e4", linewidth=0.8)
    axes.set_axisbelow(True)
    axes.margins(x=0.08)

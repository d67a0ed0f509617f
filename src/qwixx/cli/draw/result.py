"""The score table: row by row, with places."""

from collections.abc import Collection, Iterator

from rich import box
from rich.cells import cell_len
from rich.console import Console, RenderableType
from rich.table import Table
from rich.text import Text

from qwixx.rules import State
from qwixx.rules.records.ending import Ending

from .fold import fold
from .glyphs import STYLES, UNICODE
from .words import Words

MARGINS = 2
BETWEEN = 3


def result(
    words: Words, state: State, width: int | None = None, resigned: Collection[int] = ()
) -> list[RenderableType]:
    """The best seat first; equal totals share a place. If a table is too wide, each seat gets a few lines."""
    places = words.rules.places(state, resigned)
    seats = sorted(words.rules.seats, key=lambda seat: places[seat])
    heads, rows = list(_heads(words)), [list(_values(words, state, seat, resigned)) for seat in seats]
    columns = zip((head.plain for head in heads), *rows, strict=True)
    needed = MARGINS + sum(max(map(cell_len, column)) + BETWEEN for column in columns) - BETWEEN
    if width is None or needed <= width:
        return [_table(words, heads, rows)]
    return [line for row in rows for line in _lines(words, heads, row, width)]


def _heads(words: Words) -> Iterator[Text]:
    text, rules = words.text, words.rules
    if rules.players > 1:
        yield Text(text("score.place"))
    yield Text(text("score.name"))
    for row in rules.crossing.rows:
        yield Text(f"{words.glyphs.shapes[row]} {words.short_row(row)}", STYLES[row])
    yield Text(text("score.penalties"))
    if rules.track:
        yield Text(text("score.bonus"))
    yield Text(text("score.total"))


def _values(words: Words, state: State, seat: int, resigned: Collection[int]) -> Iterator[str]:
    rules, points = words.rules, words.rules.breakdown(state)[seat]
    if rules.players > 1:
        yield f"{rules.places(state, resigned)[seat]}."
    yield f"{words.names[seat]} ({words.text('seat.resigned')})" if seat in resigned else words.names[seat]
    yield from map(str, points.rows)
    yield words.signed(points.penalties)
    if rules.track:
        yield str(points.bonus)
    yield words.signed(points.total)


def _table(words: Words, heads: list[Text], rows: list[list[str]]) -> Table:
    table = Table(box=box.SIMPLE_HEAD if words.glyphs is UNICODE else box.ASCII2, pad_edge=False)
    for column, head in enumerate(heads):
        table.add_column(head, justify="left" if column == _name(words) else "right")
    for row in rows:
        table.add_row(*map(Text, row), style="bold" if row[0] == "1." or words.rules.players == 1 else "")
    return table


def _lines(words: Words, heads: list[Text], row: list[str], width: int) -> list[Text]:
    """The name in bold, then each value after its heading."""
    who = 1 + _name(words)
    values = [Text.assemble(head, " ", value) for head, value in zip(heads[who:], row[who:], strict=True)]
    return fold([Text(" ".join(row[:who]), "bold"), *values], width, gap=" " * BETWEEN)


def _name(words: Words) -> int:
    """The column of the name, which comes after the place; a solo game has no places."""
    return 0 if words.rules.players == 1 else 1


def verdict(words: Words, state: State, resigned: Collection[int] = ()) -> str:
    """The winners and their score; in a solo game, only the score."""
    places = words.rules.places(state, resigned)
    first = [seat for seat in words.rules.seats if places[seat] == 1]
    winners, best = [words.names[seat] for seat in first], words.rules.scores(state)[first[0]]
    points = words.signed(best)
    if words.rules.players == 1:
        return words.text("score.solo", n=best, points=points)
    if len(winners) > 1:
        return words.text("score.tie", n=best, points=points, names=", ".join(winners))
    return words.text("score.winner", n=best, points=points, name=winners[0])


def cause_of(words: Words, state: State, ending: Ending) -> str:
    """The sentence about what ended the game; empty if it is not over."""
    cause, resigned = ending.cause or words.rules.cause(state), ending.resigned
    if not cause:
        return ""
    # A fourth penalty is the active player's.
    by = state.active if cause == "penalties" else resigned[0] if len(resigned) == 1 else None
    return words.cause(cause, by)


def print_result(console: Console, words: Words, state: State, ending: Ending) -> None:
    """Prints scores, cause and winner if the game is over; otherwise nothing."""
    if cause := cause_of(words, state, ending):
        scores = result(words, state, console.width, ending.resigned)
        console.print(*scores, cause, verdict(words, state, ending.resigned), sep="\n")

"""Reviews and hints as text in one language."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from rich import box
from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.padding import Padding
from rich.table import Column, Table
from rich.text import Text

from qwixx.coach import (
    Decision,
    Estimate,
    Moment,
    Option,
    Review,
    SeatReview,
    Verdict,
    unit_of,
    verdict_of,
)
from qwixx.coach.report import Unit

from .glyphs import UNICODE
from .words import Words

WIDE = 1000
"""Columns of a terminal in which every table fits."""
BARS = "▁▂▃▄▅▆▇█"
PLAIN_BARS = "0123456789"
STYLES = {
    Verdict.FINE: "",
    Verdict.INACCURACY: "yellow",
    Verdict.MISTAKE: "magenta",
    Verdict.BLUNDER: "bold red",
}


def draw_review(words: Words, review: Review, seat: int | None, early: str = "") -> Iterator[RenderableType]:
    """The summary of all seats, and the choices of one or of all. `early` says how players ended the game."""
    text = words.text
    yield f"{text(f'variant.{review.variant}')}. {_source(words, review.evaluator, review.games)}"
    if early:
        yield early
    elif not review.finished:
        yield text("review.unfinished", turn=review.points[-1].turn)
    yield Text(text("review.chance" if review.unit == "win" else "review.score"), "bold")
    yield _graph(words, review)
    yield _summary(words, review)
    moments = review.moments if seat is None else review.seats[seat].moments
    by_ply = {decision.ply: decision for decision in review.decisions}
    if not moments:
        if any(seat in (None, decision.seat) for decision in review.decisions):
            yield text("review.nothing")
        return
    yield Text(text("review.moments"), "bold")
    for number, moment in enumerate(moments, 1):
        yield from _moment(words, review, number, moment, by_ply[moment.ply])
    yield Text()
    yield Text(text("review.marked"), "bold")
    yield _marked(words, review, seat)


def _source(words: Words, evaluator: str, games: int) -> str:
    if evaluator == "exact":
        return words.text("review.exact")
    if evaluator == "expert":
        return words.text("review.judged")
    return words.text("review.playouts", n=games, bot=evaluator.partition("-")[0])


def _graph(words: Words, review: Review) -> Table:
    """A bar for each turn: the chance to win, or the expected score."""
    table = Table.grid("", "", Column(no_wrap=True), padding=(0, 2))
    for seat in words.rules.seats:
        values = [point.estimates[seat].worth(review.unit) for point in review.points]
        low, high = (0.0, 1.0) if review.unit == "win" else (min(values), max(values))
        bars = BARS if words.glyphs is UNICODE else PLAIN_BARS
        line = "".join(_bar(bars, value, low, high) for value in values)
        first, last = (amount(words, value, review.unit) for value in (values[0], values[-1]))
        table.add_row(
            Text(words.names[seat]), Text(line, overflow="fold"), Text(f"{first} {words.glyphs.arrow} {last}")
        )
    return table


def _bar(bars: str, value: float, low: float, high: float) -> str:
    share = (value - low) / (high - low) if high > low else 0.5
    return bars[min(len(bars) - 1, max(0, int(share * len(bars))))]


def _summary(words: Words, review: Review) -> "FittingTable":
    """A line for each value and a column for each seat, because the words are long."""
    table = _table(words, "", *(words.names[own.seat] for own in review.seats))
    values = [_values(words, review.unit, own) for own in review.seats]
    for line in zip(*values, strict=True):
        table.add_row(line[0][0], *(value for _, value in line))
    lines: list[Text] = []
    for own, found in zip(review.seats, values, strict=True):
        lines += [Text(), Text(words.names[own.seat], "bold")]
        lines += [Text(f"   {name}: {value}") for name, value in found]
    return FittingTable(table, [*lines, Text()])


def _values(words: Words, unit: Unit, own: SeatReview) -> list[tuple[str, str]]:
    text = words.text
    error = f" ± {amount(words, own.luck_error, unit)}" if own.luck_error else ""
    return [
        (text("review.decisions"), str(own.decisions)),
        *((text(f"verdict.{v}"), str(own.counts[v])) for v in Verdict if v is not Verdict.FINE),
        (text("review.errors"), amount(words, own.errors, unit)),
        (text("review.rating"), text(f"rating.{own.rating}") if own.decisions else words.glyphs.dash),
        (text("review.luck"), signed(words, own.luck, unit) + error),
        (text("review.result"), amount(words, own.result, unit)),
        (text("review.adjusted"), amount(words, own.adjusted, unit) + error),
    ]


def _moment(
    words: Words, review: Review, number: int, moment: Moment, decision: Decision
) -> Iterator[RenderableType]:
    head = words.text(
        "review.choice",
        turn=decision.turn,
        action=decision.action,
        name=words.names[decision.seat],
        choice=words.choice(decision.choice),
    )
    verdict = words.text(f"verdict.{decision.verdict}")
    loss = signed(words, -decision.loss, review.unit)
    yield Text.assemble(f"{number}. {head}  ", (f"{verdict} {loss}", STYLES[decision.verdict]))
    yield Padding(sentence(words, moment, decision), (0, 0, 0, 3))


def sentence(words: Words, moment: Moment, decision: Decision) -> Text:
    """The reason in words."""
    values: dict[str, object] = dict(moment.numbers)
    if "row" in moment.numbers:
        values["cell"] = words.cell(moment.numbers["row"], moment.numbers["number"])
    choice, best = words.choice(decision.choice), words.choice(decision.best.choice)
    return Text(words.text(moment.reason, **values, choice=choice, best=best))


def _marked(words: Words, review: Review, seat: int | None) -> "FittingTable":
    text = words.text
    table = _table(words, text("review.ply"), text("review.turn"), text("review.action"))
    for head in ("score.name", "review.taken", "review.better"):
        table.add_column(text(head), overflow="fold")
    table.add_column(text("review.word"), no_wrap=True)
    table.add_column(text("review.loss"), justify="right")
    lines: list[Text] = []
    for decision in review.decisions:
        if decision.verdict is Verdict.FINE or seat not in (None, decision.seat):
            continue
        name, verdict = words.names[decision.seat], text(f"verdict.{decision.verdict}")
        taken, best = words.choice(decision.choice), words.choice(decision.best.choice)
        place = str(decision.ply), str(decision.turn), str(decision.action)
        loss = amount(words, decision.loss, review.unit)
        table.add_row(*place, Text(name), taken, best, Text(verdict, STYLES[decision.verdict]), loss)
        head = text("review.choice", turn=decision.turn, action=decision.action, name=name, choice=taken)
        lines.append(Text.assemble(f"{head}  ", (f"{verdict} {loss}", STYLES[decision.verdict])))
        lines.append(Text(f"   {text('review.better')}: {best}"))
    return FittingTable(table, lines)


class HintSource(NamedTuple):
    """Where the values of a hint come from."""

    evaluator: str
    games: int
    """Playouts per choice; 0 if exact."""


def draw_hint(
    words: Words,
    source: HintSource,
    estimates: Sequence[Estimate],
    options: dict[int, tuple[Option, ...]],
) -> Iterator[RenderableType]:
    """The options of the seats that are to act or, before a roll, what all seats can expect."""
    text, unit = words.text, unit_of(words.rules)
    yield _source(words, *source)
    if estimates:
        yield text("hint.roll")
        table = _table(words, text("score.name"), *_heads(words, unit))
        for seat, estimate in enumerate(estimates):
            table.add_row(Text(words.names[seat]), *_worths(words, unit, estimate.win, estimate.score))
        yield table
    for seat, found in options.items():
        yield Text(words.names[seat], "bold")
        yield _hint_table(words, unit, found)


def _hint_table(words: Words, unit: Unit, options: Sequence[Option]) -> "FittingTable":
    text, heads = words.text, [*_heads(words, unit), words.text("review.loss")]
    table = _table(words, text("hint.choice"), *heads)
    table.add_column(text("review.word"))
    lines = [Text(f" {words.glyphs.dot} ".join(heads))]
    rows = [
        [*_worths(words, unit, option.win, option.score), _loss(words, option, unit)] for option in options
    ]
    widths = [max(map(cell_len, column)) for column in zip(*rows, strict=True)]
    for option, row in zip(options, rows, strict=True):
        choice, verdict = words.choice(option.choice), verdict_of(option, unit)
        judged = Text(text(f"verdict.{verdict}"), STYLES[verdict])
        table.add_row(choice, *row, judged)
        values = "  ".join(value.rjust(width) for value, width in zip(row, widths, strict=True))
        lines += [Text.assemble(choice, "  ", judged), Text(f"   {values}")]
    return FittingTable(table, lines)


class FittingTable:
    """A table where it is wide enough to show every cell on one line; otherwise the same as lines."""

    def __init__(self, table: Table, lines: Sequence[Text]) -> None:
        self.table = table
        self.lines = lines

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        unlimited = options.update(max_width=WIDE)
        for column in self.table.columns:
            cells = [console.measure(cell, options=unlimited).maximum for cell in column.cells]
            column.min_width = max(cells, default=0)
        if console.measure(self.table, options=unlimited).minimum <= options.max_width:
            yield self.table
        else:
            yield from self.lines


def _heads(words: Words, unit: Unit) -> list[str]:
    chance = [words.text("review.chance")] if unit == "win" else []
    return [*chance, words.text("review.score")]


def _worths(words: Words, unit: Unit, win: float, score: float) -> list[str]:
    return [*([amount(words, win, "win")] if unit == "win" else []), amount(words, score, "points")]


def _loss(words: Words, option: Option, unit: Unit) -> str:
    loss = amount(words, option.loss, unit)
    return f"{loss} ± {amount(words, option.error, unit)}" if option.error else loss


def _table(words: Words, first: str, *heads: str) -> Table:
    """A table with its first column aligned left and the others right."""
    style = box.SIMPLE_HEAD if words.glyphs is UNICODE else box.ASCII2
    table = Table(box=style, pad_edge=False, padding=(0, 1, 0, 0))
    table.add_column(first)
    for head in heads:
        table.add_column(head, justify="right")
    return table


def amount(words: Words, value: float, unit: Unit) -> str:
    """Points, or a share of the win in percent, with one decimal as the language writes it."""
    number = words.decimal(value if unit == "points" else 100 * value)
    return number if unit == "points" else words.text("review.percent", number=number)


def signed(words: Words, value: float, unit: Unit) -> str:
    """The amount with its sign in front, wherever the language puts the percent sign."""
    return f"{words.glyphs.minus if value < 0 else '+'}{amount(words, abs(value), unit)}"

"""Sheets as lines of text: every state of a cell can be told without colours."""

from collections.abc import Collection, Iterator

from rich.text import Text

from qwixx.rules import Rules, State

from .fold import fold
from .glyphs import BANDS, STYLES
from .words import Words

CELL = 4
Cells = Collection[tuple[int, int]]
"""Rows and numbers."""


def sheet(
    words: Words, state: State, seat: int, legal: Cells = (), chosen: Cells = (), width: int | None = None
) -> list[Text]:
    """The title and a line for each row, or several where the terminal is narrow."""
    longest = max(len(words.short_row(row)) for row in words.rules.crossing.rows)
    lines = title(words, state, seat, width)
    for row in words.rules.crossing.rows:
        label = Text()
        label.append(f" {words.glyphs.shapes[row]} {words.short_row(row):{longest}} ", BANDS[row])
        label.append(" ")
        row_cells = _row(words, state, seat, row, legal, chosen)
        lines += fold([label, *row_cells], width, indent=len(label))
    return lines


def title(words: Words, state: State, seat: int, width: int | None = None) -> list[Text]:
    own = state.sheets[seat]
    boxes = words.glyphs.cross * own.penalties
    boxes += words.glyphs.box * (words.rules.variant.max_penalties - own.penalties)
    parts = [words.text("sheet.penalties", boxes=boxes)]
    if words.rules.lucky[seat]:
        parts.append(words.text("sheet.lucky", numbers=", ".join(map(str, words.rules.lucky[seat]))))
    if words.rules.track:
        parts.append(words.text("sheet.bonus", points=words.rules.bonus(own)))
    parts.append(words.text("sheet.total", points=words.signed(words.rules.score(own))))
    pawn = f"{words.glyphs.pawn}{seat} " if words.rules.track else ""
    whole = [Text.assemble((pawn + words.names[seat], "bold")), *map(Text, parts)]
    if seat == state.active:
        whole.append(Text.assemble((f"{words.glyphs.mark} {words.text('sheet.active')}", "bold")))
    return fold(whole, width, gap="   ")


def _row(words: Words, state: State, seat: int, row: int, legal: Cells, chosen: Cells) -> Iterator[Text]:
    """The cells; the lock, with the points of the row behind it."""
    rules, glyphs = words.rules, words.glyphs
    marks = state.sheets[seat].rows[row]
    for number, kind in cells(rules, state, seat, row):
        if (row, number) in chosen:
            yield _cell(f"({glyphs.cross})", f"bold reverse {STYLES[row]}")
        elif (row, number) in legal:
            yield _cell(f"[{number}]", f"bold reverse {STYLES[row]}")
        elif kind == "crossed":
            yield _cell(f"{glyphs.cross}{number}", f"bold {STYLES[row]}")
        elif kind == "lost":
            yield _cell(glyphs.lost * 2, "dim")
        else:
            yield _cell(f"{number}")
    if marks & rules.crossing.locks[row]:
        lock = _cell(glyphs.cross, f"bold {STYLES[row]}")
    elif row in rules.closed(state):
        lock = _cell(glyphs.lost * 3, "dim")
    else:
        lock = _cell(glyphs.lock, STYLES[row])
    yield lock.append(f"{rules.variant.points[marks.bit_count()]:>4}", "bold")


def _cell(sign: str, style: str = "") -> Text:
    return Text.assemble((f"{sign:^{CELL}}", style))


def cells(rules: Rules, state: State, seat: int, row: int) -> Iterator[tuple[int, str]]:
    """Each number of the row and whether it is `crossed`, `lost` or `open`."""
    marks = state.sheets[seat].rows[row]
    closed = row in rules.closed(state)
    for column, number in enumerate(rules.crossing.numbers[row]):
        if marks >> column & 1:
            yield number, "crossed"
        elif closed or marks >> column:
            yield number, "lost"
        else:
            yield number, "open"


def strip(words: Words, state: State, seat: int, width: int | None = None) -> list[Text]:
    """A sheet as four short bars: enough to see how far the others are."""
    signs = {"crossed": words.glyphs.cross, "lost": words.glyphs.lost, "open": words.glyphs.dot}
    bars = [Text("  ")]
    for row in words.rules.crossing.rows:
        bar = Text.assemble((f" {words.glyphs.shapes[row]} ", STYLES[row]))
        for _, kind in cells(words.rules, state, seat, row):
            bar.append(signs[kind], "dim" if kind == "lost" else "")
        locked = state.sheets[seat].rows[row] & words.rules.crossing.locks[row]
        bars.append(bar.append(words.glyphs.cross if locked else words.glyphs.lock))
    return [*title(words, state, seat, width), *fold(bars, width, indent=len(bars[0]))]

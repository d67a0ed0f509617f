"""Sheets as lines of text: every state of a cell can be told without colours."""

from collections.abc import Collection, Iterator

from rich.text import Text

from qwixx.rules import Rules, State

from .glyphs import BANDS, STYLES
from .words import Words

CELL = 4
Cells = Collection[tuple[int, int]]
"""Rows and numbers."""


def sheet(words: Words, state: State, seat: int, legal: Cells = (), chosen: Cells = ()) -> list[Text]:
    """The title and a line for each row."""
    width = max(len(words.short_row(row)) for row in words.rules.crossing.rows)
    lines = [title(words, state, seat)]
    for row in words.rules.crossing.rows:
        line = Text()
        line.append(f" {words.glyphs.shapes[row]} {words.short_row(row):{width}} ", BANDS[row])
        line.append(" ")
        line.append_text(_row(words, state, seat, row, legal, chosen))
        lines.append(line)
    return lines


def title(words: Words, state: State, seat: int) -> Text:
    own = state.sheets[seat]
    boxes = words.glyphs.cross * own.penalties
    boxes += words.glyphs.box * (words.rules.variant.max_penalties - own.penalties)
    parts = [words.text("sheet.penalties", boxes=boxes)]
    if words.rules.lucky[seat]:
        parts.append(words.text("sheet.lucky", numbers=", ".join(map(str, words.rules.lucky[seat]))))
    if words.rules.track:
        parts.append(words.text("sheet.bonus", points=words.rules.bonus(own)))
    parts.append(words.text("sheet.total", points=words.signed(words.rules.score(own))))
    line = Text()
    if words.rules.track:
        line.append(f"{words.glyphs.pawn}{seat} ", "bold")
    line.append(words.names[seat], "bold")
    line.append("   " + "   ".join(parts))
    if seat == state.active:
        line.append(f"   {words.glyphs.mark} {words.text('sheet.active')}", "bold")
    return line


def _row(words: Words, state: State, seat: int, row: int, legal: Cells, chosen: Cells) -> Text:
    rules, glyphs = words.rules, words.glyphs
    marks = state.sheets[seat].rows[row]
    line = Text()
    for number, kind in cells(rules, state, seat, row):
        if (row, number) in chosen:
            line.append(f"{f'({glyphs.cross})':^{CELL}}", f"bold reverse {STYLES[row]}")
        elif (row, number) in legal:
            line.append(f"{f'[{number}]':^{CELL}}", f"bold reverse {STYLES[row]}")
        elif kind == "crossed":
            line.append(f"{f'{glyphs.cross}{number}':^{CELL}}", f"bold {STYLES[row]}")
        elif kind == "lost":
            line.append(f"{glyphs.lost * 2:^{CELL}}", "dim")
        else:
            line.append(f"{number:^{CELL}}")
    if marks & rules.crossing.locks[row]:
        line.append(f"{glyphs.cross:^{CELL}}", f"bold {STYLES[row]}")
    elif row in rules.closed(state):
        line.append(f"{glyphs.lost * 3:^{CELL}}", "dim")
    else:
        line.append(f"{glyphs.lock:^{CELL}}", STYLES[row])
    line.append(f"{rules.variant.points[marks.bit_count()]:>4}", "bold")
    return line


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


def strip(words: Words, state: State, seat: int) -> list[Text]:
    """A sheet as four short bars: enough to see how far the others are."""
    signs = {"crossed": words.glyphs.cross, "lost": words.glyphs.lost, "open": words.glyphs.dot}
    line = Text("  ")
    for row in words.rules.crossing.rows:
        line.append(f" {words.glyphs.shapes[row]} ", STYLES[row])
        for _, kind in cells(words.rules, state, seat, row):
            line.append(signs[kind], "dim" if kind == "lost" else "")
        locked = state.sheets[seat].rows[row] & words.rules.crossing.locks[row]
        line.append(words.glyphs.cross if locked else words.glyphs.lock)
    return [title(words, state, seat), line]

"""Sheets as lines of text. The status of every cell is visible without colours."""

from collections.abc import Collection, Iterator

from rich.style import Style
from rich.text import Text

from qwixx.rules import CellStatus, State

from .fold import fold
from .glyphs import BANDS, STYLES
from .words import Words

CELL = 4
Cells = Collection[tuple[int, int]]
"""Cells by row and number."""


def sheet(
    words: Words, state: State, seat: int, legal: Cells = (), chosen: Cells = (), width: int | None = None
) -> list[Text]:
    """The title and a line for each row, or several lines in a narrow terminal."""
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
    taken, points = state.sheets[seat].penalties, words.rules.breakdown(state)[seat]
    boxes = words.glyphs.cross * taken
    boxes += words.glyphs.box * (words.rules.variant.max_penalties - taken)
    parts = [words.text("sheet.penalties", boxes=boxes)]
    if words.rules.lucky[seat]:
        parts.append(words.text("sheet.lucky", numbers=", ".join(map(str, words.rules.lucky[seat]))))
    if words.rules.track:
        parts.append(words.text("sheet.bonus", points=points.bonus))
    parts.append(words.text("sheet.total", points=words.signed(points.total)))
    pawn = f"{words.glyphs.pawn}{seat} " if words.rules.track else ""
    whole = [Text.assemble((pawn + words.names[seat], "bold")), *map(Text, parts)]
    if seat == state.active:
        whole.append(Text.assemble((f"{words.glyphs.mark} {words.text('sheet.active')}", "bold")))
    return fold(whole, width, gap="   ")


def _row(words: Words, state: State, seat: int, row: int, legal: Cells, chosen: Cells) -> Iterator[Text]:
    """The cells, then the lock with the points of the row. A possible cell can be clicked on."""
    rules, glyphs = words.rules, words.glyphs
    *statuses, lock = rules.cells(state, seat)[row]
    for number, status in zip(rules.crossing.numbers[row], statuses, strict=True):
        if (row, number) in chosen:
            yield _cell(f"({glyphs.cross})", _possible(row, number))
        elif (row, number) in legal:
            yield _cell(f"[{number}]", _possible(row, number))
        elif status is CellStatus.CROSSED:
            yield _cell(f"{glyphs.cross}{number}", f"bold {STYLES[row]}")
        elif status is CellStatus.LOST:
            yield _cell(glyphs.lost * 2, "dim")
        else:
            yield _cell(f"{number}")
    signs = {
        CellStatus.CROSSED: _cell(glyphs.cross, f"bold {STYLES[row]}"),
        CellStatus.OPEN: _cell(glyphs.lock, STYLES[row]),
        CellStatus.LOST: _cell(glyphs.lost * 3, "dim"),
    }
    yield signs[lock].append(f"{rules.breakdown(state)[seat].rows[row]:>4}", "bold")


def _possible(row: int, number: int) -> Style:
    return Style.parse(f"bold reverse {STYLES[row]}") + Style(meta={"cell": (row, number)})


def _cell(sign: str, style: str | Style = "") -> Text:
    return Text.assemble((f"{sign:^{CELL}}", style))


def strip(words: Words, state: State, seat: int, width: int | None = None) -> list[Text]:
    """A sheet as four short bars, for an overview of the other players."""
    glyphs = words.glyphs
    signs = {CellStatus.CROSSED: glyphs.cross, CellStatus.LOST: glyphs.lost, CellStatus.OPEN: glyphs.dot}
    bars = [Text("  ")]
    for row, (*statuses, lock) in enumerate(words.rules.cells(state, seat)):
        bar = Text.assemble((f" {glyphs.shapes[row]} ", STYLES[row]))
        for status in statuses:
            bar.append(signs[status], "dim" if status is CellStatus.LOST else "")
        bars.append(bar.append(glyphs.lock if lock is CellStatus.OPEN else signs[lock]))
    return [*title(words, state, seat, width), *fold(bars, width, indent=len(bars[0]))]

"""The score table: row by row, with places."""

from rich import box
from rich.table import Table
from rich.text import Text

from qwixx.rules import State

from .glyphs import STYLES, UNICODE
from .words import Words


def result(words: Words, state: State) -> Table:
    """The best first; equal totals share their place."""
    text, rules = words.text, words.rules
    table = Table(box=box.SIMPLE_HEAD if words.glyphs is UNICODE else box.ASCII2, pad_edge=False)
    alone = rules.players == 1
    if not alone:
        table.add_column(text("score.place"), justify="right")
    table.add_column(text("score.name"))
    for row in rules.crossing.rows:
        table.add_column(
            Text(f"{words.glyphs.shapes[row]} {words.short_row(row)}", STYLES[row]), justify="right"
        )
    table.add_column(text("score.penalties"), justify="right")
    if rules.track:
        table.add_column(text("score.bonus"), justify="right")
    table.add_column(text("score.total"), justify="right")
    places, scores = rules.places(state), rules.scores(state)
    for seat in sorted(rules.seats, key=lambda seat: places[seat]):
        own = state.sheets[seat]
        cells = [] if alone else [f"{places[seat]}."]
        cells.append(words.names[seat])
        cells += [str(rules.variant.points[marks.bit_count()]) for marks in own.rows]
        cells.append(words.signed(-rules.variant.penalty_points * own.penalties))
        if rules.track:
            cells.append(str(rules.bonus(own)))
        cells.append(words.signed(scores[seat]))
        table.add_row(*map(Text, cells), style="bold" if places[seat] == 1 else "")
    return table


def verdict(words: Words, state: State) -> str:
    """Who won; alone there is no winner, only a score."""
    places, best = words.rules.places(state), max(words.rules.scores(state))
    winners = [words.names[seat] for seat in words.rules.seats if places[seat] == 1]
    points = words.signed(best)
    if words.rules.players == 1:
        return words.text("score.solo", n=best, points=points)
    if len(winners) > 1:
        return words.text("score.tie", n=best, points=points, names=", ".join(winners))
    return words.text("score.winner", n=best, points=points, name=winners[0])

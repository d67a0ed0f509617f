"""A position as plain text, for `render`."""

from qwixx.rules import COLOURS, Rules, Sheet, State
from qwixx.rules.notation import write_roll


def picture(rules: Rules, state: State) -> str:
    lines = []
    for seat, (sheet, score) in enumerate(zip(state.sheets, rules.scores(state), strict=True)):
        active = ", active" if seat == state.active else ""
        lines.append(f"seat {seat}: {score} points, {sheet.penalties} penalties{active}")
        lines += [_row(rules, sheet, row) for row in rules.crossing.rows]
        if rules.track:
            lines.append(f"  pawn   {sheet.pawn or 'at the start'}")
    lines.append(f"{state.phase.value} {write_roll(state.roll)}" if state.roll else state.phase.value)
    return "\n".join(lines) + "\n"


def _row(rules: Rules, sheet: Sheet, row: int) -> str:
    """Crossed cells show an X, cells lost to the left a dash; the lock is at the end."""
    marks = sheet.rows[row]
    cells = [
        " X" if marks >> column & 1 else " -" if marks >> column else f"{number:2}"
        for column, number in enumerate(rules.crossing.numbers[row])
    ]
    lock = "X" if marks & rules.crossing.locks[row] else ""
    return f"  {COLOURS[row]:6} {' '.join(cells)} {lock}".rstrip()

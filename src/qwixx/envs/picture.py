"""A position as plain text, for `render`."""

from qwixx.rules import COLOURS, CellStatus, Rules, State
from qwixx.rules.notation import write_roll


def picture(rules: Rules, state: State) -> str:
    lines = []
    for seat, (sheet, points) in enumerate(zip(state.sheets, rules.breakdown(state), strict=True)):
        active = ", active" if seat == state.active else ""
        lines.append(f"seat {seat}: {points.total} points, {sheet.penalties} penalties{active}")
        lines += [_row(rules, state, seat, row) for row in rules.crossing.rows]
        if rules.track:
            lines.append(f"  pawn   {sheet.pawn or 'at the start'}")
    lines.append(f"{state.phase.value} {write_roll(state.roll)}" if state.roll else state.phase.value)
    return "\n".join(lines) + "\n"


def _row(rules: Rules, state: State, seat: int, row: int) -> str:
    """Crossed cells show an X and lost cells a dash; the lock is at the end if it is crossed."""
    signs = {CellStatus.CROSSED: " X", CellStatus.LOST: " -"}
    *statuses, lock = rules.cells(state, seat)[row]
    cells = [
        signs.get(status, f"{number:2}")
        for number, status in zip(rules.crossing.numbers[row], statuses, strict=True)
    ]
    return f"  {COLOURS[row]:6} {' '.join(cells)} {'X' if lock is CellStatus.CROSSED else ''}".rstrip()

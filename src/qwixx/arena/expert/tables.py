"""The rules of a game as tables, for the simulator that plays many games at once."""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from qwixx.kernel.bots.expert.features import MOST_LEAD, MOST_READY, Places, class_tables, places_of
from qwixx.rules import Rules

Ints = npt.NDArray[np.int64]


class GameTables(NamedTuple):
    players: int
    faces: int
    cells: int
    """Cells of a row."""
    closing: int
    """The first column that closes a row."""
    needed: int
    max_penalties: int
    penalty_points: int
    rows_to_end: int
    spaces: int
    reach: int
    last: int
    most_lead: int
    most_ready: int
    places: Places
    column: Ints
    """By row and number: the column; -1 if the row does not have the number."""
    crosses: Ints
    """By pattern of crosses: their number."""
    length: Ints
    """By pattern: the cells up to the last cross."""
    open_class: Ints
    """By pattern: the class of an open row."""
    class_points: Ints
    """By class of a row: its points."""
    spot: Ints
    """By class: the cells up to the last cross, or one more than are possible if it is closed."""
    ready: Ints
    """By class: 1 if the row can be closed."""
    space_row: Ints
    space_column: Ints
    space_points: Ints
    pairs: Ints
    """By seat: its lucky numbers; empty without them."""
    symmetric: bool
    """The rows can be exchanged: the game has no board."""


def tables_of(rules: Rules) -> GameTables:
    variant, crossing, places = rules.variant, rules.crossing, places_of(rules)
    cells, closing = len(variant.rows[0]), crossing.closing[0]
    patterns = np.arange(1 << cells)
    count = sum(patterns >> bit & 1 for bit in range(cells))
    length = np.array([int(pattern).bit_length() for pattern in patterns])
    column = np.full((len(variant.rows), 2 * variant.faces + 1), -1)
    for row, numbers in enumerate(crossing.numbers):
        column[row, list(numbers)] = range(cells)
    in_class = [0] + [n for size in range(1, closing + 1) for n in range(1, size + 1)]
    board, track = variant.board, rules.track
    targets = [(0, 0), *(track.targets if track else ())]
    return GameTables(
        players=rules.players,
        faces=variant.faces,
        cells=cells,
        closing=closing,
        needed=variant.crosses_to_close,
        max_penalties=variant.max_penalties,
        penalty_points=variant.penalty_points,
        rows_to_end=variant.closed_rows_to_end,
        spaces=len(targets) - 1,
        reach=board.reach if board else 0,
        last=len(targets) - board.last if board else 0,
        most_lead=MOST_LEAD,
        most_ready=MOST_READY,
        places=places,
        column=column,
        crosses=np.asarray(count),
        length=length,
        open_class=np.minimum(length * (length - 1) // 2 + count, places.open_classes - 1),
        class_points=np.array([variant.points[n] for n in in_class] + list(variant.points)),
        spot=class_tables(rules).spot,
        ready=class_tables(rules).ready,
        space_row=np.array([row for row, _ in targets]),
        space_column=np.array([col for _, col in targets]),
        space_points=np.array([0, *(space.points for space in (board.spaces if board else ()))]),
        pairs=np.array(rules.lucky, np.int64).reshape(-1, 2)
        if any(rules.lucky)
        else np.zeros((0, 2), np.int64),
        symmetric=board is None,
    )

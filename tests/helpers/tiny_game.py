"""A game small enough to enumerate all positions."""

from qwixx import Variant
from qwixx.rules.variant import CLASSIC, Cell


def tiny(crosses_to_close: int, max_penalties: int) -> Variant:
    """The classic game with two-sided dice and three cells in a row."""
    rows = ((2, 3, 4), (2, 3, 4), (4, 3, 2), (4, 3, 2))
    return Variant(
        name="tiny",
        rows=tuple(tuple(Cell(colour, n) for n in row) for colour, row in enumerate(rows)),
        faces=2,
        closing_cells=1,
        crosses_to_close=crosses_to_close,
        closing_rule="R7",
        points=CLASSIC.points,
        max_players=5,
        max_penalties=max_penalties,
    )

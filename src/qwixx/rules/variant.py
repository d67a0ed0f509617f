"""The games as data: what is printed on the sheet, which dice are rolled, what closes a row."""

from msgspec import Struct

from .board import SIDE_A, SIDE_B, Board
from .errors import SetupError
from .notation import quoted


class Cell(Struct, frozen=True):
    colour: int
    number: int


Row = tuple[Cell, ...]
Pair = tuple[int, int]


class Variant(Struct, frozen=True, kw_only=True):
    name: str
    rows: tuple[Row, ...]
    faces: int
    closing_cells: int
    """How many cells at the end of a row close it (R7, L2)."""
    crosses_to_close: int
    closing_rule: str
    points: tuple[int, ...]
    """Points of a row by its number of crosses (R15, L3)."""
    max_players: int
    penalty_points: int = 5
    max_penalties: int = 4
    closed_rows_to_end: int = 2
    lucky_pairs: tuple[Pair, ...] = ()
    board: Board | None = None


def _sheet(highest: int) -> tuple[Row, ...]:
    up = range(2, highest + 1)
    down = range(highest, 1, -1)
    return tuple(
        tuple(Cell(colour, number) for number in numbers)
        for colour, numbers in enumerate((up, up, down, down))
    )


def _points(crosses: int) -> tuple[int, ...]:
    return tuple(n * (n + 1) // 2 for n in range(crosses + 1))


def _classic(name: str, max_players: int, board: Board | None = None) -> Variant:
    return Variant(
        name=name,
        rows=_sheet(12),
        faces=6,
        closing_cells=1,
        crosses_to_close=5,
        closing_rule="R7",
        points=_points(12),
        max_players=max_players,
        board=board,
    )


CLASSIC = _classic("classic", 5)
LONGO = Variant(
    name="longo",
    rows=_sheet(16),
    faces=8,
    closing_cells=2,
    crosses_to_close=6,
    closing_rule="L2",
    points=_points(15),
    max_players=5,
    # The first two are the publisher's; the rest are ours, all with the same chance of 11/64 a roll (L7).
    lucky_pairs=((5, 8), (6, 11), (10, 13), (7, 12), (4, 9), (9, 14), (5, 10), (8, 13), (6, 7), (11, 12)),
)
ONBOARD_A = _classic("onboard-a", 4, SIDE_A)
ONBOARD_B = _classic("onboard-b", 4, SIDE_B)

VARIANTS = {variant.name: variant for variant in (CLASSIC, LONGO, ONBOARD_A, ONBOARD_B)}


def find_variant(name: str) -> Variant:
    try:
        return VARIANTS[name]
    except KeyError:
        raise SetupError(f"There is no variant {quoted(name)}; there are {', '.join(VARIANTS)}.") from None

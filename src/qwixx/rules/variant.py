"""The games as data: the sheet, the dice, what closes a row; and which sheets the rules support."""

from collections.abc import Sequence

from msgspec import Struct

from .board import SIDE_A, SIDE_B, Board
from .errors import Problem, SetupError, problem
from .notation import COLOURS, is_one_of, quoted


class Cell(Struct, frozen=True):
    """A cell of the sheet."""

    colour: int
    """The colour of the die that it takes: 0 red, 1 yellow, 2 green, 3 blue."""
    number: int
    """The number in it."""


Row = tuple[Cell, ...]
Pair = tuple[int, int]


class Variant(Struct, frozen=True, kw_only=True):
    """A game: its sheet, its dice and its numbers."""

    name: str
    """The name, such as `classic`."""
    rows: tuple[Row, ...]
    """The rows of the sheet, each with its cells from left to right. The lock is not among them."""
    faces: int
    """The number of faces of each die."""
    closing_cells: int
    """The number of cells at the end of a row that close it (R7, L2)."""
    crosses_to_close: int
    """The crosses that a row needs before a closing cell can be crossed (R7, L2)."""
    closing_rule: str
    """The number of that rule, such as `R7`."""
    points: tuple[int, ...]
    """Points of a row by its number of crosses (R15, L3)."""
    max_players: int
    """The most seats that a game can have."""
    penalty_points: int = 5
    """The points that a penalty costs."""
    max_penalties: int = 4
    """The penalties of one player that end the game."""
    closed_rows_to_end: int = 2
    """The closed rows that end the game."""
    lucky_pairs: tuple[Pair, ...] = ()
    """Longo: the two lucky numbers of each seat; empty in other games."""
    board: Board | None = None
    """On Board: the track of the pawns."""

    def __post_init__(self) -> None:
        if problem := _problem(self):
            raise SetupError(f"The variant {quoted(self.name)} cannot be played: {problem}.")

    @property
    def sums(self) -> range:
        """The numbers that two dice can add up to."""
        return range(2, 2 * self.faces + 1)


def _problem(variant: Variant) -> str | None:
    """What the rules do not support. Rows may mix colours, order numbers freely, and differ in length."""
    if len(variant.rows) != len(COLOURS):
        return f"it needs {len(COLOURS)} rows, not {len(variant.rows)}"
    for value, what, supported in (
        (variant.faces, "faces of a die", range(2, 10)),
        (variant.max_players, "players", range(1, 6)),
        (variant.max_penalties, "penalties", range(1, 10)),
        (variant.closed_rows_to_end, "closed rows to end the game", range(1, len(COLOURS) + 1)),
        (variant.closing_cells, "closing cells", range(1, 100)),
    ):
        if not is_one_of(value, supported):
            return f"the number of {what} must be from {supported[0]} to {supported[-1]}, not {quoted(value)}"
    if variant.lucky_pairs and len(variant.lucky_pairs) < variant.max_players:
        return f"it needs a lucky pair for each of {variant.max_players} players"
    for pair in variant.lucky_pairs:
        if found := lucky_problem(variant, pair):
            return found.message
    problems = (_row_problem(variant, row, cells) for row, cells in enumerate(variant.rows))
    return next(filter(None, problems), None)


def _row_problem(variant: Variant, row: int, cells: Row) -> str | None:
    name, numbers = f"the {COLOURS[row]} row", [cell.number for cell in cells]
    colours, sums = range(len(COLOURS)), variant.sums
    if len(cells) <= variant.closing_cells:
        return f"{name} has {len(cells)} cells, and needs more than the {variant.closing_cells} that close it"
    for cell in cells:
        if not is_one_of(cell.colour, colours):
            return f"{name} has a cell of colour {quoted(cell.colour)}: colours are 0 to {colours[-1]}"
        if not is_one_of(cell.number, sums):
            return f"{name} has the number {quoted(cell.number)}: the dice show {sums[0]} to {sums[-1]}"
        if numbers.count(cell.number) > 1:
            return f"{name} has the number {cell.number} twice"
    if any(cell.colour != row for cell in cells[-variant.closing_cells :]):
        # Closing a row removes its die, and a row is known by the colour of its lock.
        return f"the last cells of {name}, which close it, must be {COLOURS[row]}"
    most = len(cells) - variant.closing_cells + 2
    if len(variant.points) <= most:
        return f"{name} can get {most} crosses with its lock, and there are no points for that many"
    return None


def lucky_problem(variant: Variant, pair: Sequence[int]) -> Problem | None:
    if len(pair) == 2 and pair[0] != pair[1] and all(is_one_of(number, variant.sums) for number in pair):
        return None
    least, most = variant.sums[0], variant.sums[-1]
    message = f"{quoted(pair)} is not a lucky pair: it takes two different numbers from {least} to {most}"
    return problem(message, "not-a-pair", pair=quoted(pair), least=least, most=most)


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
        names = ", ".join(VARIANTS)
        message = f"There is no variant {quoted(name)}: choose one of {names}."
        raise SetupError(message, "no-variant", name=quoted(name), names=names) from None

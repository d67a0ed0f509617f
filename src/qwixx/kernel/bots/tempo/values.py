"""The values of `tempo`: how much each feature of a sheet brings a win nearer.

A sheet that is worth 1,000 more than another is e times as likely to win. The numbers are whole, so that
every engine computes exactly the same. They are learned from games (`qwixx.arena.training`), for each variant
and number of players, and lie in `weights/`. With one player they are thousandths of a point.
"""

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import msgspec

from qwixx.files import FileError, read_bytes
from qwixx.rules import Phase, QwixxError, Rules, Sheet, State
from qwixx.rules.setup import Setup

if TYPE_CHECKING:
    from ...engine.layout import Ints

POINT = 1000
WON = 1 << 40
"""More than any value of a game that goes on."""
STAGES = 6
LARGEST = 1_000_000
"""The most bytes of a file of values."""
MANY_READY = 3


class Values(msgspec.Struct, frozen=True):
    rows: tuple[tuple[int, ...], ...]
    """By stage of the game and class of an open row, beside its points."""
    fits: tuple[tuple[int, ...], ...]
    """By stage and number of throws of the white dice that make the next number of an open row."""
    points: tuple[int, ...]
    """By stage: a point."""
    penalties: tuple[int, ...]
    """By number of penalties, beside their points."""
    spaces: tuple[int, ...]
    """By space of the pawn, beside its points."""

    def lead(self, rules: Rules, state: State, seat: int) -> int:
        """The sum of the leads over the other seats; at the end of the game, winning counts most."""
        over = state.phase is Phase.OVER
        if over:
            worths = [POINT * rules.score(sheet) for sheet in state.sheets]
        else:
            closed = rules.closed(state)
            stage = stage_of(rules, state.sheets, closed)
            worths = [self._worth(rules, sheet, closed, stage) for sheet in state.sheets]
        own = worths.pop(seat)
        if over and worths and own != max(worths):
            own += WON if own > max(worths) else -WON
        return max(len(worths), 1) * own - sum(worths)

    def _worth(self, rules: Rules, sheet: Sheet, closed: frozenset[int], stage: int) -> int:
        total = self.points[stage] * rules.score(sheet)
        total += self.penalties[sheet.penalties] + self.spaces[sheet.pawn]
        numbers = 0
        for row, marks in enumerate(sheet.rows):
            if row not in closed:
                found = row_class(marks.bit_length(), marks.bit_count())
                total += self.rows[stage][found]
                numbers |= next_numbers(rules, row)[found]
        return total + self.fits[stage][_throws(rules.variant.faces, numbers)]


def stage_of(setup: Setup, sheets: tuple[Sheet, ...], closed: frozenset[int]) -> int:
    """How near the end is: the closed rows, and whether no, some or many open rows could be closed."""
    ready = sum(
        marks.bit_count() >= setup.variant.crosses_to_close
        for sheet in sheets
        for row, marks in enumerate(sheet.rows)
        if row not in closed
    )
    return 3 * len(closed) + (0 if ready == 0 else 1 if ready < MANY_READY else 2)


Count = TypeVar("Count", int, "Ints")


def row_class(length: Count, crosses: Count) -> Count:
    """The number of a row's class: `length` cells up to its last cross, `crosses` of them crossed."""
    return length * (length - 1) // 2 + crosses


@cache
def next_numbers(setup: Setup, row: int) -> tuple[int, ...]:
    """By class of the row: a bit for the number of the next cell; nothing if it may not be crossed."""
    closing, numbers = setup.crossing.closing[row], setup.crossing.numbers[row]
    needed = setup.variant.crosses_to_close
    classes = [(0, 0)] + [(length, n) for length in range(1, closing + 1) for n in range(1, length + 1)]
    return tuple(
        1 << (numbers[length] - 2) if length < closing or crosses >= needed else 0
        for length, crosses in classes
    )


@cache
def _throws(faces: int, numbers: int) -> int:
    """How many throws of two dice make one of the numbers."""
    dice = range(1, faces + 1)
    return sum(numbers >> (one + two - 2) & 1 for one in dice for two in dice)


def values_of(setup: Setup, file: str = "") -> Values:
    """The values for a game, from a file or from the package."""
    return fitted(read_values(Path(file)), setup) if file else _learned(setup)


def read_values(path: Path) -> Values:
    try:
        return msgspec.json.decode(read_bytes(path, LARGEST), type=Values)
    except msgspec.DecodeError as error:
        raise FileError(f"{path} does not hold values of tempo: {error}.") from None


@cache
def _learned(setup: Setup) -> Values:
    from importlib.resources import files

    path = files(__package__) / "weights" / f"{setup.variant.name}-{setup.players}.json"
    if not path.is_file():
        raise QwixxError(f"tempo has not learned {setup.variant.name} for {setup.players} players.")
    return fitted(msgspec.json.decode(path.read_bytes(), type=Values), setup)


def fitted(values: Values, setup: Setup) -> Values:
    """The values for this game. Those for the spaces of a board are stretched to a longer or shorter one."""
    most, variant = setup.crossing.closing[0], setup.variant
    wanted = [1 + row_class(most, most)] * STAGES + [1 + variant.faces**2] * STAGES
    sizes = [*map(len, values.rows), *map(len, values.fits), len(values.points), len(values.penalties)]
    if sizes != [*wanted, STAGES, variant.max_penalties] or bool(setup.track) != (len(values.spaces) > 1):
        raise QwixxError(f"These values of tempo are for another game: train some for {variant.name}.")
    spaces = len(setup.track.targets) if setup.track else 0
    if len(values.spaces) == spaces + 1:
        return values
    known = len(values.spaces) - 1
    stretched = tuple(values.spaces[space * known // spaces] for space in range(spaces + 1))
    return msgspec.structs.replace(values, spaces=stretched)

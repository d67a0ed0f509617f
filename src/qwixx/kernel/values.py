"""What the player `tempo` thinks a position is worth: points, and what can still be expected before the end.

The numbers are hundredths of a point, so that every engine computes exactly the same. They are fitted to
games (`qwixx.arena.training`), for each variant and number of players, and lie in `weights/`.
"""

from functools import cache
from typing import TYPE_CHECKING, TypeVar

import msgspec

from qwixx.rules import Phase, QwixxError, Sheet, State
from qwixx.rules.setup import Setup

if TYPE_CHECKING:
    from .layout import Ints

POINT = 100
STAGES = 6
MANY_READY = 3


class Values(msgspec.Struct, frozen=True):
    rows: tuple[tuple[int, ...], ...]
    """By stage of the game and class of an open row: what it will still bring."""
    penalties: tuple[int, ...]
    """By number of penalties: what they will still cost."""
    spaces: tuple[int, ...]
    """By space of the pawn: what it will still bring."""
    win: int
    """What it is worth to end a game that is won."""

    def lead(self, setup: Setup, state: State, seat: int) -> int:
        """How far ahead of each other seat, all taken together; who is ahead at the end has won."""
        over = state.phase is Phase.OVER
        if over:
            worths = [POINT * setup.score(sheet) for sheet in state.sheets]
        else:
            closed = setup.closed(state)
            stage = stage_of(setup, state.sheets, closed)
            worths = [self._worth(setup, sheet, closed, stage) for sheet in state.sheets]
        own = worths.pop(seat)
        if over and worths and own != max(worths):
            own += self.win if own > max(worths) else -self.win
        return max(len(worths), 1) * own - sum(worths)

    def _worth(self, setup: Setup, sheet: Sheet, closed: frozenset[int], stage: int) -> int:
        brings = self.rows[stage]
        total = POINT * setup.score(sheet) + self.penalties[sheet.penalties] + self.spaces[sheet.pawn]
        for row, marks in enumerate(sheet.rows):
            if row not in closed:
                total += brings[row_class(marks.bit_length(), marks.bit_count())]
        return total


def stage_of(setup: Setup, sheets: tuple[Sheet, ...], closed: frozenset[int]) -> int:
    """How near the end is: a closed row or none, and no, some or many open rows that somebody could close."""
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
def values_of(setup: Setup) -> Values:
    """The values for a game. Those for the spaces of a board are stretched to a longer or shorter one."""
    from importlib.resources import files

    path = files(__package__) / "weights" / f"{setup.variant.name}-{setup.players}.json"
    if not path.is_file():
        raise QwixxError(f"tempo has not learned {setup.variant.name} for {setup.players} players.")
    values = msgspec.json.decode(path.read_bytes(), type=Values)
    spaces = len(setup.track.targets) if setup.track else 0
    if len(values.spaces) == spaces + 1:
        return values
    known = len(values.spaces) - 1
    stretched = tuple(values.spaces[space * known // spaces] for space in range(spaces + 1))
    return msgspec.structs.replace(values, spaces=stretched)

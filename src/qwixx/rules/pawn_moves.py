"""Action 3: which spaces a pawn can reach, and whether it may stay there (B1–B3)."""

from .board import Board
from .crossing import Crossing, Target
from .errors import Reason, SetupError
from .notation import COLOURS, is_one_of
from .state import State

_ON_A_SPACE = {
    Reason.LEFT_TO_RIGHT: Reason.SPACE_LEFT_BEHIND,
    Reason.TOO_FEW_CROSSES: Reason.SPACE_TOO_FEW,
}


class Track:
    __slots__ = ("_crossing", "board", "bonuses", "targets")

    def __init__(self, board: Board, crossing: Crossing) -> None:
        self.board = board
        self._crossing = crossing
        self.bonuses = (0, *(space.points for space in board.spaces))
        """By the pawn's space, 0 being the start (B8)."""
        self.targets = tuple(_target(board, space, crossing) for space in range(1, len(board.spaces) + 1))

    def reachable(self, state: State) -> list[int]:
        """The free spaces the active pawn can be moved to, whether or not it may stay there."""
        taken = {sheet.pawn for sheet in state.sheets}
        start = state.sheets[state.active].pawn + 1
        free = (space for space in range(start, len(self.board.spaces) + 1) if space not in taken)
        return [space for space, _ in zip(free, range(self.board.reach), strict=False)]

    def needs_cross(self, state: State, space: int) -> bool:
        row, column = self.targets[space - 1]
        return not state.sheets[state.active].rows[row] >> column & 1

    def is_last(self, space: int) -> bool:
        return space > len(self.board.spaces) - self.board.last

    def condition(self, state: State, space: int) -> Reason | None:
        """Why the pawn may not stay on the space: its number is not crossed and cannot be (B2, B3)."""
        assert state.roll is not None
        if not self.needs_cross(state, space):
            return None
        row, column = self.targets[space - 1]
        if state.roll.colours[row] is None:
            return Reason.SPACE_CLOSED
        refusal = self._crossing.refusal(state.sheets[state.active].rows[row], row, column)
        return None if refusal is None else _ON_A_SPACE[refusal]

    def refusal(self, state: State, space: int) -> Reason | None:
        if not is_one_of(space, range(1, len(self.board.spaces) + 1)):
            return Reason.NO_SUCH_SPACE
        if space <= state.sheets[state.active].pawn:
            return Reason.SPACE_BEHIND
        if any(sheet.pawn == space for sheet in state.sheets):
            return Reason.SPACE_TAKEN
        if space not in self.reachable(state):
            return Reason.SPACE_TOO_FAR
        return self.condition(state, space)


def _target(board: Board, space: int, crossing: Crossing) -> Target:
    row, number = board.spaces[space - 1].row, board.spaces[space - 1].number
    if row not in crossing.rows or number not in crossing.columns[row]:
        colour = COLOURS[row] if row in crossing.rows else f"row {row}"
        raise SetupError(f"Space {space} of the board: there is no {colour} {number} on the sheet.")
    return row, crossing.columns[row][number]

"""From keys to a choice: the options, the cursor, and the second key for what costs something."""

from typing import Literal

from qwixx.rules import Choice, Cross, Move, Rules, State

from ..costly import is_costly

Direction = Literal["up", "down", "left", "right"]
Spot = tuple[int, int]
"""Line and column of an option: on the sheet, on the track, or below both for the pass."""


class Choosing:
    """The choice of one seat. `state` holds only what this seat may see."""

    def __init__(self, rules: Rules, state: State, seat: int) -> None:
        self.options = rules.legal(state, seat)
        self.cursor: int | None = None
        self.pending: int | None = None
        """The option that was taken once and costs something: it has to be taken again."""
        self._costly = [is_costly(rules.outlook(state, choice)) for choice in self.options]
        self._cells = {rules.crossed_cell(state, choice): n for n, choice in enumerate(self.options)}
        self._spots = [_spot(rules, choice) for choice in self.options]

    @property
    def only_pass(self) -> bool:
        return len(self.options) == 1

    @property
    def marked(self) -> Choice | None:
        """The option under the cursor."""
        return None if self.cursor is None else self.options[self.cursor]

    def take(self, number: int | None) -> Choice | None:
        """The choice; None for an option that costs something and was not taken before."""
        if number is None or not 0 <= number < len(self.options):
            return None
        asked = self.pending == number
        self.cursor = number
        self.pending = number if self._costly[number] and not asked and not self.only_pass else None
        return None if self.pending is not None else self.options[number]

    def enter(self) -> Choice | None:
        """Takes the option under the cursor. If passing is the only option, it is taken at once."""
        return self.take(0 if self.only_pass else self.cursor)

    def back(self) -> None:
        self.cursor = self.pending = None

    def at(self, cell: tuple[int, int]) -> int | None:
        """The option that crosses this cell, by row and number."""
        return self._cells.get(cell)

    def at_space(self, space: int) -> int | None:
        """The option that moves the pawn to this space."""
        moves = (
            n for n, choice in enumerate(self.options) if isinstance(choice, Move) and choice.space == space
        )
        return next(moves, None)

    def move(self, direction: Direction) -> None:
        """Moves the cursor to the next option in this direction, and around the edge."""
        self.pending = None
        order = sorted(range(len(self.options)), key=self._spots.__getitem__)
        if self.cursor is None:
            self.cursor = order[0 if direction in ("right", "down") else -1]
        elif direction in ("left", "right"):
            step = 1 if direction == "right" else -1
            self.cursor = order[(order.index(self.cursor) + step) % len(order)]
        else:
            line, column = self._spots[self.cursor]
            lines = sorted({spot[0] for spot in self._spots})
            step = 1 if direction == "down" else -1
            there = lines[(lines.index(line) + step) % len(lines)]
            near = [n for n in order if self._spots[n][0] == there]
            self.cursor = min(near, key=lambda n: abs(self._spots[n][1] - column))


def _spot(rules: Rules, choice: Choice) -> Spot:
    match choice:
        case Cross(_, row, number):
            return row, rules.crossing.columns[row][number]
        case Move(_, space):
            return 0, space
        case _:
            return len(rules.crossing.rows), 0

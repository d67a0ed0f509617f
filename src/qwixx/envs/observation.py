"""Observations and action masks as vectors of small integers, the same in every environment.

An observation encodes `Rules.view` from the seat's own point of view: its sheet comes first, then those of
the others clockwise. `Encoder.fields` names the parts; `docs/environments.md` explains them.
"""

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from qwixx.rules import Choice, Roll, Rules, Sheet, View
from qwixx.rules.action_codes import block

Vector = npt.NDArray[np.int8]
Options = dict[int, Choice]
"""The legal choices of a seat by action number."""


class Encoder:
    """Turns the views and legal choices of one `Rules` into vectors."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.actions = block(rules)
        """The number of actions: the pass, the cells by row and number, the spaces."""
        self.fields: dict[str, slice] = {}
        """The slice of each part of an observation."""
        highest: list[int] = []
        for name, high in _parts(rules):
            self.fields[name] = slice(len(highest), len(highest) + len(high))
            highest += high
        self.high: Vector = np.array(highest, np.int8)
        """The largest value of each number; the smallest is 0."""
        self._rows = [_RowBytes(rules, row) for row in rules.crossing.rows]
        self._lucky = [bytes(pair) for pair in rules.lucky]
        self.choices = [_choices(rules, seat) for seat in rules.seats]
        """By seat and action number."""
        self._codes = {choice: action for seat in self.choices for action, choice in enumerate(seat)}

    def options(self, legal: tuple[Choice, ...]) -> Options:
        codes = self._codes
        return {codes[choice]: choice for choice in legal}

    def mask(self, options: Options) -> Vector:
        """1 for each legal action."""
        mask = bytearray(self.actions)
        for action in options:
            mask[action] = 1
        return np.frombuffer(mask, np.int8)

    def observe(self, view: View) -> Vector:
        state, seat = view.state, view.seat
        parts: list[bytes] = []
        for other in (*range(seat, self.rules.players), *range(seat)):
            self._add_sheet(parts, state.sheets[other], other)
        players = self.rules.players
        turn = [state.phase.action, (state.active - seat) % players, *_dice(state.roll), state.crossed]
        if self.rules.track:
            turn.append(0 if state.final is None else 1 + (state.final - seat) % players)
        parts.append(bytes(turn))
        return np.frombuffer(bytearray(b"".join(parts)), np.int8)

    def turned(self, observation: Vector, seats: int) -> Vector:
        """The observation of the same position from the seat that is `seats` further clockwise."""
        players, turn = self.rules.players, self.fields["action"].start
        here = seats % players * (turn // players)
        seen = np.concatenate((observation[here:turn], observation[:here], observation[turn:]))
        active = self.fields["active"].start
        seen[active] = (seen[active] - seats) % players
        if "final" in self.fields and seen[-1]:
            seen[-1] = 1 + (seen[-1] - 1 - seats) % players
        return seen

    def _add_sheet(self, parts: list[bytes], sheet: Sheet, seat: int) -> None:
        rows = sheet.rows
        for row, cells in enumerate(self._rows):
            parts.append(cells[rows[row]])
        locks = [marks >= lock for marks, lock in zip(rows, self.rules.crossing.locks, strict=True)]
        locks.append(sheet.penalties)  # type: ignore[arg-type]  # a bool is a small whole number too
        if self.rules.track:
            locks.append(sheet.pawn)  # type: ignore[arg-type]
        parts.append(bytes(locks))
        if self._lucky[seat]:
            parts.append(self._lucky[seat])


class _RowBytes(dict[int, bytes]):
    """Cache: the cells of a row in the order of the action numbers, by the row's marks."""

    def __init__(self, rules: Rules, row: int) -> None:
        super().__init__()
        self._columns = [
            rules.crossing.columns[row][number] for number in sorted(rules.crossing.numbers[row])
        ]

    def __missing__(self, marks: int) -> bytes:
        self[marks] = cells = bytes(marks >> column & 1 for column in self._columns)
        return cells


def _parts(rules: Rules) -> Iterator[tuple[str, list[int]]]:
    """The parts of an observation, with the largest value of each number."""
    variant = rules.variant
    for seat in rules.seats:
        yield f"cells {seat}", [1] * len(rules.crossing.cells)
        yield f"locks {seat}", [1] * len(variant.rows)
        yield f"penalties {seat}", [variant.max_penalties]
        if rules.track:
            yield f"pawn {seat}", [len(rules.track.targets)]
        if rules.lucky[seat]:
            yield f"lucky {seat}", [2 * variant.faces] * 2
    yield "action", [3]
    # Gymnasium requires at least two values for every number, even in a solo game.
    yield "active", [max(1, rules.players - 1)]
    yield "dice", [variant.faces] * (2 + len(variant.rows))
    yield "crossed", [1]
    if rules.track:
        yield "final", [rules.players]


def _choices(rules: Rules, seat: int) -> list[Choice]:
    size = block(rules)
    choices = [rules.decode(seat * size + action) for action in range(size)]
    return [choice for choice in choices if not isinstance(choice, Roll)]


def _dice(roll: Roll | None) -> tuple[int, ...]:
    """White ones first; 0 for a die that is not on the table."""
    if roll is None:
        return (0,) * 6
    return (*roll.white, *[die or 0 for die in roll.colours])

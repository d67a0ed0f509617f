"""Plays on from a position given in notation, so that tests of the rules read like the rules.

game = at("classic | r5,7 | - | 0 roll").roll("4+1 1 2 3 6").white("g5", "-")
assert game.offers(0) == "- y3 y6 g4 b7 b10"
"""

import pytest

from qwixx import IllegalAction, Rules, State, parse_position
from qwixx.rules import Choice, Event, PositionError, Roll
from qwixx.rules.notation import Word, read_choice, read_roll, split, write_choice

ROWS = {"red": 0, "yellow": 1, "green": 2, "blue": 3}


def dice(text: str) -> Roll:
    return read_roll(split(text), PositionError)


def choice(seat: int, word: str) -> Choice:
    return read_choice(Word(word, 1, 1), seat, PositionError)


class Table:
    def __init__(self, rules: Rules, state: State) -> None:
        self.rules = rules
        self.state = state
        self.events: tuple[Event, ...] = ()
        """What the last step brought about."""

    def roll(self, text: str) -> "Table":
        return self._step(dice(text))

    def white(self, *words: str) -> "Table":
        """Action 1: one choice for each seat, in the order of the seats."""
        assert len(words) == self.rules.players
        for seat, word in enumerate(words):
            self.choose(seat, word)
        return self

    def colour(self, word: str) -> "Table":
        """Action 2."""
        assert self.state.phase == "colour"
        return self.choose(self.state.active, word)

    def move(self, word: str) -> "Table":
        """Action 3."""
        assert self.state.phase == "board"
        return self.choose(self.state.active, word)

    def choose(self, seat: int, word: str) -> "Table":
        return self._step(choice(seat, word))

    def _step(self, action: Roll | Choice) -> "Table":
        self.state, self.events = self.rules.step(self.state, action)
        return self

    def offers(self, seat: int) -> str:
        """What the seat may do."""
        return " ".join(write_choice(option) for option in self.rules.legal(self.state, seat))

    def refusal(self, seat: int, word: str) -> tuple[str, str]:
        """The reason code and the rule by which the choice is refused."""
        return self._refusal(choice(seat, word))

    def roll_refusal(self, text: str) -> tuple[str, str]:
        return self._refusal(dice(text))

    def _refusal(self, action: Roll | Choice) -> tuple[str, str]:
        before = self.position
        with pytest.raises(IllegalAction) as caught:
            self.rules.step(self.state, action)
        assert self.position == before, "a refused action must leave the state untouched"
        assert caught.value.action == action
        if not isinstance(action, Roll):
            assert action not in self.rules.legal(self.state, action.seat)
        return caught.value.reason, caught.value.rule

    @property
    def position(self) -> str:
        return self.rules.position(self.state)

    def sheet(self, seat: int) -> str:
        return self.position.split(" | ")[1 + seat]

    @property
    def turn(self) -> str:
        """The active seat and the phase."""
        return f"{self.state.active} {self.state.phase.value}"

    @property
    def over(self) -> bool:
        return self.rules.is_over(self.state)

    @property
    def scores(self) -> tuple[int, ...]:
        return self.rules.scores(self.state)

    @property
    def to_act(self) -> set[int]:
        return set(self.rules.to_act(self.state))

    @property
    def closed(self) -> set[int]:
        return set(self.rules.closed(self.state))

    def locks(self, row: str) -> list[int]:
        """The seats that have the lock cross of the row."""
        cells = len(self.rules.variant.rows[ROWS[row]])
        return [seat for seat, sheet in enumerate(self.state.sheets) if sheet.rows[ROWS[row]] >> cells & 1]

    def happened(self, kind: type[Event]) -> list[Event]:
        return [event for event in self.events if isinstance(event, kind)]


def at(position: str) -> Table:
    return Table(*parse_position(position))


def row(letter: str, first: int, last: int) -> str:
    """Crosses in a row without a gap: row("g", 12, 8) is g12,11,10,9,8."""
    step = 1 if last > first else -1
    return letter + ",".join(map(str, range(first, last + step, step)))

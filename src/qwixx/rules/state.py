"""A position: everything the rest of the game depends on, and nothing else."""

from enum import StrEnum

from msgspec import Struct

from .actions import Choice, Roll


class Phase(StrEnum):
    """What the game waits for."""

    action: int
    """The number of the action that is chosen in the phase, 1 to 3; 0 where nothing is chosen."""

    def __new__(cls, name: str, action: int = 0) -> "Phase":
        phase = str.__new__(cls, name)
        phase._value_ = name
        phase.action = action
        return phase

    ROLL = "roll"
    """The active player has to roll."""
    WHITE = "white", 1
    """Action 1: everybody chooses."""
    COLOUR = "colour", 2
    """Action 2: the active player chooses."""
    BOARD = "board", 3
    """Action 3: the active player moves the pawn."""
    OVER = "over"
    """The game is over."""


class Sheet(Struct, frozen=True, gc=False):
    """The sheet of one seat."""

    rows: tuple[int, ...]
    """By row: bit i, of value 2^i, is set if cell i from the left is crossed; i counts from 0. The bit after
    the last cell is the lock."""
    penalties: int = 0
    """The number of penalties."""
    pawn: int = 0
    """The pawn's space, counted from 1; 0 is the start."""


class State(Struct, frozen=True, gc=False):
    """Fields of a phase return to their defaults when it ends, so equal positions are equal."""

    sheets: tuple[Sheet, ...]
    active: int
    phase: Phase = Phase.ROLL
    roll: Roll | None = None
    """The dice on the table. The die of a row closed in this turn has already left."""
    choices: tuple[Choice | None, ...] = ()
    """Action 1: what each seat has chosen so far, unseen by the others."""
    crossed: bool = False
    """The active player has made a cross in this turn."""
    final: int | None = None
    """The seat whose pawn began the final lap; the game ends before it would be active again."""

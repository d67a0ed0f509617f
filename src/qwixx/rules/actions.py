"""What can be done in a game. A roll is an action too: the rules never roll dice themselves."""

from msgspec import Struct

White = tuple[int, int]
"""The numbers that the two white dice show."""
Colours = tuple[int | None, ...]
"""The numbers that the red, yellow, green and blue die show; `None` (null) for one that has left the game."""


class Roll(Struct, frozen=True, gc=False, tag="roll"):
    """All dice still in the game; a removed die, and only that, is `None`."""

    white: White
    colours: Colours


class Pass(Struct, frozen=True, gc=False, tag="pass"):
    """The seat crosses nothing, or does not move its pawn."""

    seat: int
    """The seat that passes, counted from 0."""


class Cross(Struct, frozen=True, gc=False, tag="cross"):
    """The seat crosses a cell, in action 1 or 2."""

    seat: int
    """The seat that crosses, counted from 0."""
    row: int
    """The row: 0 red, 1 yellow, 2 green, 3 blue."""
    number: int
    """The number in the cell."""


class Move(Struct, frozen=True, gc=False, tag="move"):
    """Action 3: the pawn moves to the space, and its number is crossed unless it already is."""

    seat: int
    """The seat whose pawn moves, counted from 0."""
    space: int
    """The space it moves to, counted from 1."""


Choice = Pass | Cross | Move
"""What a seat can choose."""
Action = Roll | Choice

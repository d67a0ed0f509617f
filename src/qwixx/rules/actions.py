"""What can be done in a game. A roll is an action too: the rules never roll dice themselves."""

from msgspec import Struct

White = tuple[int, int]
Colours = tuple[int | None, ...]


class Roll(Struct, frozen=True, gc=False, tag="roll"):
    """All dice still in the game; a removed die, and only that, is `None`."""

    white: White
    colours: Colours


class Pass(Struct, frozen=True, gc=False, tag="pass"):
    seat: int


class Cross(Struct, frozen=True, gc=False, tag="cross"):
    seat: int
    row: int
    number: int


class Move(Struct, frozen=True, gc=False, tag="move"):
    """Action 3: the pawn moves to the space, and its number is crossed unless it already is."""

    seat: int
    space: int


Choice = Pass | Cross | Move
Action = Roll | Choice

"""What happened in a step. Events contain nothing hidden: everybody may see them."""

from msgspec import Struct

from .actions import Colours, White


class Rolled(Struct, frozen=True, gc=False, tag="rolled"):
    seat: int
    white: White
    colours: Colours


class Chose(Struct, frozen=True, gc=False, tag="chose"):
    """A seat has made its choice in action 1; the choices are revealed when all have chosen."""

    seat: int


class Passed(Struct, frozen=True, gc=False, tag="passed"):
    seat: int
    action: int


class Crossed(Struct, frozen=True, gc=False, tag="crossed"):
    seat: int
    row: int
    number: int
    action: int
    lucky: bool = False
    """Crossed thanks to a lucky number, instead of the white sum."""


class Moved(Struct, frozen=True, gc=False, tag="moved"):
    seat: int
    space: int
    points: int


class Closed(Struct, frozen=True, gc=False, tag="closed"):
    """The row is closed for everybody and its die is removed; `seats` crossed the lock."""

    row: int
    seats: tuple[int, ...]


class Penalised(Struct, frozen=True, gc=False, tag="penalised"):
    seat: int
    penalties: int


class FinalLap(Struct, frozen=True, gc=False, tag="final-lap"):
    """The seat's pawn reached the last spaces: the others are active once more."""

    seat: int


class TurnBegan(Struct, frozen=True, gc=False, tag="turn-began"):
    seat: int


class Ended(Struct, frozen=True, gc=False, tag="ended"):
    cause: str
    """`rows`, `penalties` or `board`."""
    scores: tuple[int, ...]


Event = Rolled | Chose | Passed | Crossed | Moved | Closed | Penalised | FinalLap | TurnBegan | Ended

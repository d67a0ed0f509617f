"""What happened in a step. Events contain nothing hidden: everybody may see them."""

from msgspec import Struct

from .actions import Colours, White


class Rolled(Struct, frozen=True, gc=False, tag="rolled"):
    """The dice have been rolled."""

    seat: int
    """The active seat."""
    white: White
    colours: Colours


class Chose(Struct, frozen=True, gc=False, tag="chose"):
    """A seat has made its choice in action 1; the choices are revealed when all have chosen."""

    seat: int
    """The seat that has chosen."""


class Passed(Struct, frozen=True, gc=False, tag="passed"):
    """A seat has passed."""

    seat: int
    """The seat that passed."""
    action: int
    """The action it passed in, 1 to 3."""


class Crossed(Struct, frozen=True, gc=False, tag="crossed"):
    """A seat has crossed a cell."""

    seat: int
    """The seat that crossed it."""
    row: int
    """The row: 0 red, 1 yellow, 2 green, 3 blue."""
    number: int
    """The number in the cell."""
    action: int
    """The action it was crossed in, 1 to 3."""
    lucky: bool = False
    """Crossed thanks to a lucky number, instead of the white sum."""


class Moved(Struct, frozen=True, gc=False, tag="moved"):
    """A pawn has moved on the board."""

    seat: int
    """The seat whose pawn it is."""
    space: int
    """The space it is on now, counted from 1."""
    points: int
    """The bonus points of that space."""


class Closed(Struct, frozen=True, gc=False, tag="closed"):
    """The row is closed for everybody and its die is removed."""

    row: int
    """The row: 0 red, 1 yellow, 2 green, 3 blue."""
    seats: tuple[int, ...]
    """The seats that crossed the lock."""


class Penalised(Struct, frozen=True, gc=False, tag="penalised"):
    """The active player has made no cross in this turn and gets a penalty."""

    seat: int
    """The seat that gets it."""
    penalties: int
    """The number of its penalties now."""


class FinalLap(Struct, frozen=True, gc=False, tag="final-lap"):
    """The seat's pawn reached the last spaces: the others are active once more."""

    seat: int
    """The seat whose pawn it is."""


class TurnBegan(Struct, frozen=True, gc=False, tag="turn-began"):
    """The next seat is active and has to roll."""

    seat: int
    """The seat that is active now."""


class Ended(Struct, frozen=True, gc=False, tag="ended"):
    """The game is over."""

    cause: str
    """What ended it: `rows`, `penalties` or `board`; at a table also `resigned` or `agreed`."""
    scores: tuple[int, ...]
    """The points by seat."""


Event = Rolled | Chose | Passed | Crossed | Moved | Closed | Penalised | FinalLap | TurnBegan | Ended

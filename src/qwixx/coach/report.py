"""The data of a review; the terminal and the browser put it into words."""

from enum import StrEnum
from typing import Literal

from msgspec import Struct

from qwixx.rules import Choice

Unit = Literal["points", "win"]
"""The unit of losses and luck: points in a solo game, shares of the win otherwise."""


class Verdict(StrEnum):
    FINE = "fine"
    INACCURACY = "inaccuracy"
    MISTAKE = "mistake"
    BLUNDER = "blunder"


class Rating(StrEnum):
    EXCELLENT = "excellent"
    STRONG = "strong"
    GOOD = "good"
    FAIR = "fair"
    WEAK = "weak"


class Estimate(Struct, frozen=True):
    """What a seat can expect."""

    score: float
    """The final score."""
    win: float
    """The share of the win, ties being shared; 1 in a solo game."""

    def worth(self, unit: Unit) -> float:
        return self.score if unit == "points" else self.win


class Option(Struct, frozen=True):
    choice: Choice
    win: float
    score: float
    loss: float
    """Against the best option."""
    error: float = 0.0
    """The standard error of the loss; 0 where it is exact."""

    def worth(self, unit: Unit) -> float:
        return self.score if unit == "points" else self.win


class Decision(Struct, frozen=True):
    """A choice between at least two options."""

    ply: int
    """The index of the choice in the record's actions."""
    turn: int
    action: int
    seat: int
    position: str
    """Before the choice, as the seat saw it: without the others' hidden choices."""
    choice: Choice
    options: tuple[Option, ...]
    """Best first."""
    loss: float
    """What the choice cost; 0 if that may be chance."""
    verdict: Verdict

    @property
    def best(self) -> Option:
        return self.options[0]

    @property
    def taken(self) -> Option:
        return next(option for option in self.options if option.choice == self.choice)


class RollLuck(Struct, frozen=True):
    ply: int
    turn: int
    luck: tuple[float, ...]
    """By seat: what the dice gave; negative if they took something."""


class Point(Struct, frozen=True):
    """The chances before a roll, or at the end of the game."""

    ply: int
    turn: int
    estimates: tuple[Estimate, ...]
    """By seat."""


class Moment(Struct, frozen=True):
    """An instructive choice and the reason: the key of a message and its numbers."""

    ply: int
    reason: str
    numbers: dict[str, int]


class SeatReview(Struct, frozen=True):
    seat: int
    decisions: int
    errors: float
    """The sum of all losses."""
    luck: float
    result: float
    """The final score or share of the win; what can be expected while the game goes on."""
    adjusted: float
    """The result without the luck."""
    counts: dict[Verdict, int]
    rating: Rating
    mean_loss: float
    moments: tuple[Moment, ...] = ()
    """The most instructive choices of this seat."""


class Review(Struct, frozen=True):
    variant: str
    players: int
    unit: Unit
    evaluator: str
    """The source of the values: `exact` or `tempo-playouts`."""
    games: int
    """Playouts per position; 0 if exact."""
    finished: bool
    start: tuple[Estimate, ...]
    points: tuple[Point, ...]
    rolls: tuple[RollLuck, ...]
    decisions: tuple[Decision, ...]
    seats: tuple[SeatReview, ...]
    moments: tuple[Moment, ...]
    """The most instructive choices of all seats."""

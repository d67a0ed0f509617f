"""The data of a review; the terminal and the browser put it into words."""

from enum import StrEnum
from typing import Literal

from msgspec import Struct

from qwixx.rules import Choice

Unit = Literal["points", "win"]
"""The unit of losses and luck: points in a solo game, shares of the win otherwise."""


class Verdict(StrEnum):
    """How good a choice was, by what it cost."""

    FINE = "fine"
    """As good as the best, or nearly."""
    INACCURACY = "inaccuracy"
    """It cost a little."""
    MISTAKE = "mistake"
    """It cost more."""
    BLUNDER = "blunder"
    """It cost a lot."""


class Rating(StrEnum):
    """How well a seat played, by what its choices cost on average."""

    EXCELLENT = "excellent"
    """The best of five."""
    STRONG = "strong"
    """The second of five."""
    GOOD = "good"
    """The third of five."""
    FAIR = "fair"
    """The fourth of five."""
    WEAK = "weak"
    """The last of five."""


class Estimate(Struct, frozen=True):
    """What a seat can expect."""

    score: float
    """The final score."""
    win: float
    """The share of the win, ties being shared; 1 in a solo game."""

    def worth(self, unit: Unit) -> float:
        return self.score if unit == "points" else self.win


class Option(Struct, frozen=True):
    """A choice that a seat had, and what it is worth."""

    choice: Choice
    win: float
    """The share of the win that the seat can expect after it."""
    score: float
    """The final score that the seat can expect after it."""
    loss: float
    """What it costs against the best option."""
    error: float = 0.0
    """The standard error of the loss; 0 where it is exact."""

    def worth(self, unit: Unit) -> float:
        return self.score if unit == "points" else self.win


class Decision(Struct, frozen=True):
    """A choice between at least two options."""

    ply: int
    """The number of the choice among the record's actions, counted from 1."""
    turn: int
    """The turn, counted from 1."""
    action: int
    """The action, 1 to 3."""
    seat: int
    """The seat that chose, counted from 0."""
    position: str
    """The position before the choice, as the seat saw it: without the others' hidden choices."""
    choice: Choice
    """What the seat chose."""
    options: tuple[Option, ...]
    """What the seat could choose, best first."""
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
    """The luck of one roll."""

    ply: int
    """The number of the roll among the record's actions, counted from 1."""
    turn: int
    """The turn, counted from 1."""
    luck: tuple[float, ...]
    """By seat: what the dice gave; negative if they took something."""
    errors: tuple[float, ...] = ()
    """By seat: the standard error of the luck; empty if it is exact."""


class Point(Struct, frozen=True):
    """The chances before a roll, or at the end of the game."""

    ply: int
    """The number of actions of the record before it."""
    turn: int
    """The turn that begins with the roll, or the last one."""
    estimates: tuple[Estimate, ...]
    """What each seat can expect."""


class Moment(Struct, frozen=True):
    """An instructive choice and the reason."""

    ply: int
    """The number of the choice among the record's actions, counted from 1."""
    reason: str
    """The key of the message that explains it."""
    numbers: dict[str, int]
    """The numbers in that message."""


class SeatReview(Struct, frozen=True):
    """How one seat played, and how lucky it was."""

    seat: int
    """The seat, counted from 0."""
    decisions: int
    """The number of its choices between at least two options."""
    errors: float
    """The sum of all losses."""
    luck: float
    """The sum of what all rolls gave it."""
    result: float
    """The final score or share of the win; what can be expected while the game goes on."""
    adjusted: float
    """The result without the luck."""
    counts: dict[Verdict, int]
    """The number of its choices with each verdict."""
    rating: Rating
    mean_loss: float
    """What a choice cost on average."""
    luck_error: float = 0.0
    """The standard error of `luck` and `adjusted`; 0 where they are exact."""
    moments: tuple[Moment, ...] = ()
    """The most instructive choices of this seat."""


class Review(Struct, frozen=True):
    """A whole game: what each choice cost, and what was luck."""

    variant: str
    """The name of the variant."""
    players: int
    """The number of seats."""
    unit: Unit
    evaluator: str
    """The source of the values: `exact`, `expert` (its network) or `tempo-playouts`."""
    games: int
    """Rolls (`expert`) or playouts per position; 0 if exact."""
    finished: bool
    """Whether the game was played to its end."""
    start: tuple[Estimate, ...]
    """What each seat could expect at the start."""
    points: tuple[Point, ...]
    """The chances before every roll and at the end."""
    rolls: tuple[RollLuck, ...]
    """The luck of every roll."""
    decisions: tuple[Decision, ...]
    """Every choice between at least two options."""
    seats: tuple[SeatReview, ...]
    """The totals of each seat."""
    moments: tuple[Moment, ...]
    """The most instructive choices of all seats."""

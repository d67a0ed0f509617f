"""The choice taken and the best one side by side, with the facts of the position that set them apart."""

from functools import cached_property
from typing import NamedTuple

from msgspec import Struct

from qwixx.rules import Choice, Cross, Outlook, Pass, Phase, Rules, State

from .evaluator import Situation
from .report import Decision, Option

A_WIN = 20.0
"""The weight of a whole win in points, for games in which losses are shares of the win."""


class Prospect(Struct, frozen=True):
    """The average result of the playouts of a position, for one seat."""

    rows: tuple[float, ...]
    """Points by row."""
    locks: tuple[float, ...]
    """By row: the share of games in which the seat crosses the lock."""
    penalties: float
    """Points lost by penalties."""
    bonus: float
    """Points of the pawn's space."""
    rival: float
    """Points of the best opponent; 0 in a solo game."""
    turns: float
    """Number of turns of the whole game."""
    score: float


class Side(NamedTuple):
    """One of the two choices."""

    option: Option
    outlook: Outlook
    prospect: Prospect
    row: int | None
    """The row and the number that it crosses; `None` without a cross."""
    number: int | None
    gain: int
    """Points that it brings at once."""

    @property
    def choice(self) -> Choice:
        return self.option.choice

    @property
    def passes(self) -> bool:
        return isinstance(self.choice, Pass)


class Comparison:
    def __init__(
        self, rules: Rules, state: State, decision: Decision, taken: Prospect, best: Prospect
    ) -> None:
        """`state` is the position as the seat saw it."""
        self.rules = rules
        self.state = state
        self.decision = decision
        self.seat = decision.seat
        self.taken = self._side(decision.taken, taken)
        self.best = self._side(decision.best, best)

    def _side(self, option: Option, prospect: Prospect) -> Side:
        row, number = self.rules.crossed_cell(self.state, option.choice) or (None, None)
        gain = (
            self.rules.score(self.rules.if_others_pass(self.state, option.choice).sheets[self.seat])
            - self.score
        )
        return Side(option, self.rules.outlook(self.state, option.choice), prospect, row, number, gain)

    # The position

    @cached_property
    def score(self) -> int:
        return self.rules.score(self.state.sheets[self.seat])

    @property
    def is_active(self) -> bool:
        return self.state.active == self.seat

    def lead(self, side: Side | None = None) -> int:
        """Points ahead of the best opponent, now or after a choice; negative if behind."""
        state = self.rules.if_others_pass(self.state, side.choice) if side else self.state
        scores = list(self.rules.scores(state))
        own = scores.pop(self.seat)
        return own - max(scores, default=0)

    def crosses(self, row: int, seat: int | None = None) -> int:
        return self.state.sheets[self.seat if seat is None else seat].rows[row].bit_count()

    @property
    def turns_left(self) -> float:
        """Turns of all players after this one, as expected after the best choice."""
        return self.best.prospect.turns - self.decision.turn

    def ends_this_turn(self, side: Side) -> bool:
        """Whether most playouts end with this turn."""
        return side.prospect.turns < self.decision.turn + 0.5

    @property
    def loss(self) -> float:
        """The loss in points, roughly."""
        alone = self.rules.players == 1
        return self.decision.loss if alone else A_WIN * self.decision.loss

    # What the difference consists of, in points; positive where the best choice is better

    def row_loss(self, row: int | None) -> float:
        return 0.0 if row is None else self.best.prospect.rows[row] - self.taken.prospect.rows[row]

    @cached_property
    def rows_loss(self) -> float:
        if self.rules.players == 1:
            # The parts add up to the loss, which is more precise than the playouts of the rows.
            return self.decision.loss - self.penalty_loss - self.bonus_loss
        return sum(self.row_loss(row) for row in self.rules.crossing.rows)

    def lock_loss(self, row: int) -> float:
        """Drop in the chance of closing the row."""
        return self.best.prospect.locks[row] - self.taken.prospect.locks[row]

    @property
    def penalty_loss(self) -> float:
        return self.taken.prospect.penalties - self.best.prospect.penalties

    @property
    def bonus_loss(self) -> float:
        return self.best.prospect.bonus - self.taken.prospect.bonus

    @property
    def rival_gain(self) -> float:
        return self.taken.prospect.rival - self.best.prospect.rival

    @property
    def turns_lost(self) -> float:
        """The number of turns by which the choice shortens the game."""
        return self.best.prospect.turns - self.taken.prospect.turns

    # Dice

    def chance(self, numbers: set[int]) -> int:
        """Percent of the rolls whose white sum is one of the numbers."""
        faces = self.rules.faces
        hits = sum(one + two in numbers for one in faces for two in faces)
        return round(100 * hits / len(faces) ** 2)

    def skipped(self, side: Side) -> set[int]:
        """The numbers that the choice gives up."""
        return set(self.rules.view(self.state, self.seat).skipped(side.choice))

    def colour_crosses(self) -> list[Cross]:
        """Action 1: what the coloured dice would offer in action 2 after a pass."""
        if self.state.phase is not Phase.WHITE or not self.is_active:
            return []
        legal = self.rules.legal(self.after_passing, self.seat)
        return [choice for choice in legal if isinstance(choice, Cross)]

    def second_crosses(self, side: Side) -> list[Cross]:
        """Action 1: the next cell of the same row, if the coloured dice offer it in action 2."""
        if self.state.phase is not Phase.WHITE or not self.is_active or side.row is None:
            return []
        state = self.rules.if_others_pass(self.state, side.choice)
        return [
            choice
            for choice in self.rules.legal(state, self.seat)
            if isinstance(choice, Cross)
            and choice.row == side.row
            and not self.rules.outlook(state, choice).skips
        ]

    @cached_property
    def after_passing(self) -> State:
        return self.rules.if_others_pass(self.state, Pass(self.seat))


def both_outcomes(rules: Rules, state: State, decision: Decision) -> tuple[Situation, Situation]:
    """The situations after the choice taken and after the best one."""
    taken, best = decision.choice, decision.best.choice
    return (
        Situation(rules.step(state, taken)[0], decision.turn),
        Situation(rules.step(state, best)[0], decision.turn),
    )

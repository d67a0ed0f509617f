"""A choice and the best one side by side: the facts of the position that tell them apart."""

from functools import cached_property
from typing import NamedTuple

from msgspec import Struct

from qwixx.rules import Choice, Cross, Move, Outlook, Pass, Phase, Rules, State, parse_position

from .evaluator import Situation
from .report import Decision, Option

A_WIN = 20.0
"""Points that a whole win is weighed as, where it is not points that were lost."""


class Prospect(Struct, frozen=True):
    """What becomes of a position on average, for one seat, when the game is over."""

    rows: tuple[float, ...]
    """Points by row."""
    locks: tuple[float, ...]
    """By row: the share of games in which the seat crosses the lock."""
    penalties: float
    """Points lost by penalties."""
    bonus: float
    """Points of the pawn's space."""
    rival: float
    """The points of the best of the others; 0 alone."""
    turns: float
    """How many turns there will have been."""
    score: float
    win: float


class Side(NamedTuple):
    """One of the two."""

    option: Option
    outlook: Outlook
    prospect: Prospect
    row: int | None
    """Where it makes a cross, and of which number; nothing if it makes none."""
    number: int | None
    gain: int
    """The points that it brings at once."""

    @property
    def choice(self) -> Choice:
        return self.option.choice

    @property
    def passes(self) -> bool:
        return isinstance(self.choice, Pass)


class Case:
    def __init__(self, decision: Decision, taken: Prospect, best: Prospect) -> None:
        self.rules, self.state = parse_position(decision.position)
        self.decision = decision
        self.seat = decision.seat
        self.taken = self._side(decision.taken, taken)
        self.best = self._side(decision.best, best)

    def _side(self, option: Option, prospect: Prospect) -> Side:
        row, number = self._cell(option.choice)
        gain = (
            self.rules.score(self.rules.if_others_pass(self.state, option.choice).sheets[self.seat])
            - self.score
        )
        return Side(option, self.rules.outlook(self.state, option.choice), prospect, row, number, gain)

    def _cell(self, choice: Choice) -> tuple[int | None, int | None]:
        if isinstance(choice, Cross):
            return choice.row, choice.number
        if isinstance(choice, Move) and self.rules.track and self.rules.outlook(self.state, choice).crosses:
            space = self.rules.track.board.spaces[choice.space - 1]
            return space.row, space.number
        return None, None

    # How it stands

    @cached_property
    def score(self) -> int:
        return self.rules.score(self.state.sheets[self.seat])

    @property
    def is_active(self) -> bool:
        return self.state.active == self.seat

    def lead(self, side: Side | None = None) -> int:
        """Points ahead of the best of the others, now or after a choice; negative if behind."""
        state = self.rules.if_others_pass(self.state, side.choice) if side else self.state
        scores = list(self.rules.scores(state))
        own = scores.pop(self.seat)
        return own - max(scores, default=0)

    def crosses(self, row: int, seat: int | None = None) -> int:
        return self.state.sheets[self.seat if seat is None else seat].rows[row].bit_count()

    @property
    def turns_left(self) -> float:
        """After this one, of all players together, as expected after the best choice."""
        return self.best.prospect.turns - self.decision.turn

    def ends_this_turn(self, side: Side) -> bool:
        """In most playouts there is no next turn."""
        return side.prospect.turns < self.decision.turn + 0.5

    @property
    def loss(self) -> float:
        """In points, roughly."""
        alone = self.rules.players == 1
        return self.decision.loss if alone else A_WIN * self.decision.loss

    # What the difference consists of, in points; positive where the best choice is better

    def row_loss(self, row: int | None) -> float:
        return 0.0 if row is None else self.best.prospect.rows[row] - self.taken.prospect.rows[row]

    @cached_property
    def rows_loss(self) -> float:
        if self.rules.players == 1:
            # The parts add up to the loss, which is surer than what the playouts of the rows say.
            return self.decision.loss - self.penalty_loss - self.bonus_loss
        return sum(self.row_loss(row) for row in self.rules.crossing.rows)

    def lock_loss(self, row: int) -> float:
        """By how much the chance of closing the row is lower."""
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
        """By how many turns the choice shortens the game."""
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
        """Action 1: what the coloured dice would offer in action 2 if nothing were crossed before."""
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


def places_of(rules: Rules, decision: Decision) -> tuple[Situation, Situation]:
    """After the choice taken and after the best one."""
    _, state = parse_position(decision.position)
    turn = decision.turn
    return (
        Situation(rules.step(state, decision.choice)[0], turn),
        Situation(rules.step(state, decision.best.choice)[0], turn),
    )

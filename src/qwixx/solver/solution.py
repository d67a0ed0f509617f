"""The exact solution: values and options of positions, from a solved table."""

from msgspec import Struct

from qwixx.kernel.exact.row_classes import Classes
from qwixx.kernel.exact.tables import Programme, Progress, Table, load
from qwixx.rules import Choice, Phase, Rules, State, Variant


class ExactOption(Struct, frozen=True):
    """A choice, and the final score to expect after it with best play."""

    choice: Choice
    value: float


class Solution:
    """Exact expected final scores: alone, or with others who use every white sum and never end the game."""

    def __init__(self, programme: Programme, table: Table) -> None:
        self.programme = programme
        self.rules = Rules(programme.variant, programme.players)
        self.classes = Classes(programme.variant)
        self.table = table

    def value(self, state: State, seat: int = 0) -> float:
        """The final score the seat can expect from here, with best play."""
        self.rules.check_seat(seat)
        turns = (seat - state.active) % self.rules.players
        if state.phase is Phase.OVER:
            return self.rules.score(state.sheets[seat])
        if state.phase is Phase.ROLL:
            return self._before_roll(state, seat, turns)
        # The others' choices are hidden and do not matter here, so let them pass.
        if self.rules.legal(state, seat):
            return max(option.value for option in self.options(state, seat))
        if state.phase is Phase.WHITE and (chosen := state.choices[seat]):
            return self.value(self.rules.if_others_pass(state, chosen), seat)
        return self._before_roll(state, seat, turns - 1)

    def options(self, state: State, seat: int = 0) -> list[ExactOption]:
        """Every legal choice of the seat with its value, best first."""
        found = [
            ExactOption(choice, self.value(self.rules.if_others_pass(state, choice), seat))
            for choice in self.rules.legal(state, seat)
        ]
        return sorted(found, key=lambda option: -option.value)

    def _before_roll(self, state: State, seat: int, turns: int) -> float:
        sheet = state.sheets[seat]
        rows = self.classes.of(sheet, self.rules.closed(state))
        number = self.classes.position_number(rows)
        return self.rules.score(sheet) + float(self.table[sheet.penalties, turns, number])


def solve(variant: str | Variant = "classic", players: int = 1, progress: Progress | None = None) -> Solution:
    """The exact solution. Its table is built when first needed, which takes some seconds."""
    game = Rules(variant, players).variant
    programme = Programme(variant=game, players=players)
    Classes(game)
    return Solution(programme, load(programme, progress))

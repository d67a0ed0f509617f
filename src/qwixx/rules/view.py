"""What one seat may see; bots get nothing else."""

from typing import TYPE_CHECKING

from msgspec import Struct, structs

from . import consequences
from .actions import Choice, Roll
from .state import Phase, Sheet, State

if TYPE_CHECKING:
    from .engine import Rules


class View(Struct, frozen=True, gc=False):
    rules: "Rules"
    seat: int
    state: State
    """The position without the others' pending choices; it can be played on with `rules`."""

    @property
    def sheet(self) -> Sheet:
        return self.state.sheets[self.seat]

    @property
    def roll(self) -> Roll | None:
        return self.state.roll

    @property
    def is_active(self) -> bool:
        return self.seat == self.state.active

    def skips(self, choice: Choice) -> int:
        """How many cells the choice's cross gives up; 0 without a cross."""
        return consequences.skips(self.rules, self.state, choice)

    def skipped(self, choice: Choice) -> tuple[int, ...]:
        """The numbers that the choice's cross gives up."""
        return consequences.skipped(self.rules, self.state, choice)

    def makes_cross(self, choice: Choice) -> bool:
        return consequences.makes_cross(self.rules, self.state, choice)


def mask(state: State, seat: int) -> State:
    """Nobody's choice may depend on another's: only the seat's own is left (R3)."""
    if state.phase is not Phase.WHITE:
        return state
    own = tuple(choice if n == seat else None for n, choice in enumerate(state.choices))
    return structs.replace(state, choices=own)

"""`Rules`, the main class of this package, and `View`, which is what one seat may see of a game."""

from collections.abc import Collection

from msgspec import Struct, structs

from . import action_codes, cells, consequences, legality, position, scoring, turn
from .actions import Action, Choice, Roll
from .cells import RowStatus
from .consequences import Outlook
from .errors import IllegalAction, Reason
from .scoring import Breakdown
from .setup import Setup
from .state import Phase, Sheet, State
from .turn import Step


class Rules(Setup):
    """The rules of one variant for a number of players: positions go in, positions come out."""

    def start(self, first: int = 0) -> State:
        self.check_seat(first)
        sheet = Sheet((0,) * len(self.variant.rows))
        return State((sheet,) * self.players, first)

    def awaits_roll(self, state: State) -> bool:
        return state.phase is Phase.ROLL

    def is_over(self, state: State) -> bool:
        return state.phase is Phase.OVER

    def to_act(self, state: State) -> frozenset[int]:
        """The seats whose choice is missing; none while a roll is awaited."""
        return frozenset(seat for seat in self.seats if legality.acts(state, seat))

    def legal(self, state: State, seat: int) -> tuple[Choice, ...]:
        """Passing, then crosses by row and number, or moves by space; empty for a seat that is not to act."""
        return legality.legal(self, state, seat)

    def verify(self, state: State, action: Action) -> None:
        """Raises `IllegalAction`, with the reason, if the rules forbid the action."""
        if reason := legality.refusal(self, state, action):
            few = reason in (Reason.TOO_FEW_CROSSES, Reason.SPACE_TOO_FEW)
            raise IllegalAction(reason, action, self.variant.closing_rule if few else reason.rule)

    def step(self, state: State, action: Action) -> Step:
        """The position after the action, and what happened. It never passes for a seat or skips a phase."""
        self.verify(state, action)
        return turn.apply(self, state, action)

    def reveal(self, state: State, choices: tuple[Choice, ...]) -> Step:
        """Action 1 with the choices of all seats at once: the last of the steps that they take one by one.

        The choices must be legal: nothing is verified, and no event says that a seat has chosen.
        """
        return turn.reveal(self, state, choices)

    def apply(self, state: State, action: Action) -> Step:
        """Does what `step` does, for an action that is known to be legal."""
        return turn.apply(self, state, action)

    def if_others_pass(self, state: State, choice: Choice) -> State:
        """The position after a choice, if all others pass in action 1."""
        return self.step(consequences.others_pass(self, state, choice.seat), choice)[0]

    def outlook(self, state: State, choice: Choice) -> Outlook:
        """What a legal choice would bring about by itself, whatever the others choose."""
        return consequences.outlook(self, state, choice)

    def crossed_cell(self, state: State, choice: Choice) -> tuple[int, int] | None:
        """The row and the number that a legal choice crosses; `None` without a cross."""
        return consequences.crossed_cell(self, state, choice)

    def view(self, state: State, seat: int) -> "View":
        """What the seat may see: everything but the others' pending choices (R3)."""
        self.check_seat(seat)
        if state.phase is Phase.WHITE:
            own = tuple(choice if n == seat else None for n, choice in enumerate(state.choices))
            state = structs.replace(state, choices=own)
        return View(self, seat, state)

    def closed(self, state: State) -> frozenset[int]:
        """The rows whose lock has been crossed (R9)."""
        return cells.closed(self, state)

    def cells(self, state: State, seat: int) -> tuple[RowStatus, ...]:
        """By row: whether each cell from the left, and then the lock, is crossed, open or lost."""
        self.check_seat(seat)
        return cells.cells(self, state, seat)

    def lost_cells(self, state: State) -> tuple[tuple[int, ...], ...]:
        """By seat and row: the lost cells of `cells` as bits, in the form of a sheet's crosses."""
        return cells.lost_cells(self, state)

    def scores(self, state: State) -> tuple[int, ...]:
        return scoring.scores(self, state)

    def score(self, sheet: Sheet) -> int:
        return scoring.score(self, sheet)

    def bonus(self, sheet: Sheet) -> int:
        """The points of the pawn's space (B8)."""
        return scoring.bonus(self, sheet)

    def breakdown(self, state: State) -> tuple[Breakdown, ...]:
        """By seat: where the points come from. Its totals are the scores."""
        return tuple(scoring.breakdown(self, sheet) for sheet in state.sheets)

    def places(self, state: State, resigned: Collection[int] = ()) -> tuple[int, ...]:
        """1 for the highest total; equal totals share a place (R15). Those who resigned come last."""
        return scoring.places(self, state, resigned)

    def cause(self, state: State) -> str | None:
        """What ended the game: `rows`, `penalties` or `board`; `None` while it goes on."""
        return scoring.cause(self, state)

    def position(self, state: State) -> str:
        return position.write(self, state)

    def code(self, action: Action) -> int:
        return action_codes.code(self, action)

    def decode(self, code: int) -> Action:
        return action_codes.decode(self, code)


class View(Struct, frozen=True, gc=False):
    """What one seat may see; bots get nothing else."""

    rules: Rules
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
        """The number of cells that the choice's cross gives up; 0 without a cross."""
        return consequences.skips(self.rules, self.state, choice)

    def skipped(self, choice: Choice) -> tuple[int, ...]:
        """The numbers that the choice's cross gives up."""
        return consequences.skipped(self.rules, self.state, choice)

    def makes_cross(self, choice: Choice) -> bool:
        return consequences.makes_cross(self.rules, self.state, choice)


def parse_position(text: str) -> tuple[Rules, State]:
    """Reads the one-line form of a position; refuses one that cannot occur."""
    setup, state = position.read(text)
    variant = setup.variant
    rules = Rules(variant.name, setup.players, lucky=setup.lucky, board=variant.board)
    return rules, state

"""The bot `gap`: it skips as few cells as possible, as most beginners do."""

from qwixx.dice import Stream
from qwixx.kernel.bots.gap_limits import GAP_SKIP, MOST_SKIPPED_TO_AVOID_A_PENALTY
from qwixx.rules import Choice, Move, Phase, QwixxError, View


class Gap:
    """Makes the cross that skips the fewest cells, at most `skip`; more to avoid a penalty."""

    def __init__(self, skip: int = GAP_SKIP) -> None:
        if skip < 0:
            raise QwixxError(f"The option 'skip' of gap must be 0 or more cells, not {skip}.")
        self.skip = skip

    def choose(self, view: View, legal: tuple[Choice, ...], rng: Stream) -> Choice:  # noqa: ARG002
        if view.state.phase is Phase.BOARD:
            return self._move(view, legal)
        avoids_penalty = view.state.phase is Phase.COLOUR and not view.state.crossed
        most = max(self.skip, MOST_SKIPPED_TO_AVOID_A_PENALTY) if avoids_penalty else self.skip
        return self._fewest(view, legal, most)

    def _fewest(self, view: View, legal: tuple[Choice, ...], most: int) -> Choice:
        """The cross that skips fewest, the lower row among equals, or a pass."""
        passing, *crosses = legal
        best = min(crosses, key=view.skips, default=passing)
        return best if view.skips(best) <= most else passing

    def _move(self, view: View, legal: tuple[Choice, ...]) -> Choice:
        """The farthest space within `skip`; with a penalty ahead, the space whose cross skips fewest."""
        passing, *moves = legal
        if not view.state.crossed:
            crossing = [move for move in moves if view.makes_cross(move)]
            if crossing:
                return min(crossing, key=view.skips)
        near = [move for move in moves if isinstance(move, Move) and view.skips(move) <= self.skip]
        return near[-1] if near else passing

"""The bot `random`: any legal choice, each equally likely."""

from qwixx.dice import Stream
from qwixx.rules import Choice, View


class Random:
    """Chooses among the legal choices at random."""

    def choose(self, view: View, legal: tuple[Choice, ...], rng: Stream) -> Choice:  # noqa: ARG002
        return legal[rng.below(len(legal))]

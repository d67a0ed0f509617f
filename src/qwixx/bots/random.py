"""Any legal choice, each equally likely."""

from qwixx.dice import Stream
from qwixx.rules import Choice, View


class Random:
    """Chooses any legal option with the same chance."""

    def choose(self, view: View, legal: tuple[Choice, ...], rng: Stream) -> Choice:  # noqa: ARG002
        return legal[rng.below(len(legal))]

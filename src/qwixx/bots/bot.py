"""The protocol of a bot: anything with a method `choose`."""

from typing import Protocol, runtime_checkable

from qwixx.dice import Stream
from qwixx.rules import Choice, View


@runtime_checkable
class Bot(Protocol):
    def choose(self, view: View, legal: tuple[Choice, ...], rng: Stream) -> Choice:
        """One of `legal`. All chance comes from `rng`, so that a game can be played again."""
        ...

"""The protocol of a batched bot: anything with a method `choose_many`."""

from typing import Any, Protocol, runtime_checkable


@runtime_checkable
class BatchBot(Protocol):
    """A bot that chooses in many games at once.

    `choose_many(observations, masks)` gets a row for each decision and returns the numbers of the actions. A
    further parameter of one of these names asks for more:

    - `afterstates`: the positions that the choices lead to (`qwixx.kernel.runs.afterstates.Afterstates`)
    - `uniform`: for each decision a number from 0 to 1, drawn from the seed of the game
    """

    def choose_many(self, *args: Any, **kwargs: Any) -> Any: ...


EXTRAS = ("afterstates", "uniform")
"""What `choose_many` can ask for."""

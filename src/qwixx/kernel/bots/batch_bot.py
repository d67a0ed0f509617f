"""The protocol of a batched bot: anything with a method `choose_many`."""

from typing import Any, Protocol, runtime_checkable

from qwixx.rules import QwixxError


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


class BatchBotFailure(QwixxError):
    """A batched bot raised an error or returned what cannot be played."""

    def __init__(self, name: str, seat: int, problem: str) -> None:
        self.name = name
        self.seat = seat
        self.problem = problem
        super().__init__(f"bot {name}: {' '.join(problem.split())}")

    def __reduce__(self) -> tuple[type, tuple[str, int, str]]:
        """Sent to another process, as from a worker or an environment that runs in one."""
        return type(self), (self.name, self.seat, self.problem)

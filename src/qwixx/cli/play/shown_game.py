"""`ShownGame`: what the screen needs to know about a game that is played here or at a server's table."""

from typing import NamedTuple, Protocol

from qwixx.rules import State

from ..draw.words import Words


class PlayerQuestion(NamedTuple):
    """What a person is asked: to roll or to type in a roll, or to choose."""

    seat: int
    roll: bool


class ShownGame(Protocol):
    @property
    def words(self) -> Words: ...

    @property
    def people(self) -> list[int]:
        """The seats that are played at this terminal."""
        ...

    @property
    def state(self) -> State: ...

    @property
    def over(self) -> bool: ...

    @property
    def own_dice(self) -> bool:
        """Whether the players roll dice of their own and type in the result."""
        ...

    def view(self, seat: int) -> State:
        """The position as this seat may see it."""
        ...

    def unseen_news(self, seat: int) -> list[str]:
        """What happened since this player was last asked."""
        ...

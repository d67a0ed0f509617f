"""The options of a table, which its host sets before the game."""

from typing import Annotated, Literal, cast

from msgspec import UNSET, Meta, Struct, structs

from qwixx.rules.variant import Pair

from .values import BotName, Visibility

OPEN_CLOCK = 60
"""Seconds for each decision at an open table, where strangers meet, unless its host chose otherwise."""


class Options(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is agreed about a table before its game. Unknown fields are refused."""

    variant: str = "classic"
    """The name of a variant, from `GET /api/variants`."""
    seats: Annotated[int, Meta(ge=1, le=5)] = 2
    """The number of seats; some variants allow fewer than five."""
    lucky: tuple[Pair, ...] | None = None
    """Longo: the pair of each seat; without, the usual ones."""
    board: Annotated[str, Meta(max_length=1000)] = ""
    """On Board: the spaces of another board, such as `r2+1 y3+1 …`."""
    visibility: Visibility = "link"
    spectators: bool = True
    """Whether guests without a seat may watch, and read the record after the game."""
    chat: bool = True
    """Whether the table has a chat."""
    clock: Annotated[int, Meta(ge=5, le=3600)] | None = cast("None", UNSET)
    """Seconds for each decision; null for no clock. Left out: 60 seconds at an open table, else no clock."""
    dice: Literal["server", "own"] = "server"
    """`server`: fair dice from the server. `own`: the players type in what their real dice show."""
    roll_after: Annotated[float, Meta(ge=0, le=60)] | None = None
    """Seconds until the server rolls its dice automatically; without it the active player rolls them."""
    away_after: Annotated[int, Meta(ge=5, le=3600)] = 60
    """Seconds after which the others may hand the seat of an absent player to a bot."""
    stand_in: BotName = "gap"
    """The bot that takes such a seat."""
    training: bool = False
    """The players who are to act may ask for hints; the table and its record are marked."""

    def __post_init__(self) -> None:
        clock: object = self.clock
        if clock is UNSET:
            structs.force_setattr(self, "clock", OPEN_CLOCK if self.visibility == "open" else None)

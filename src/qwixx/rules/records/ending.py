"""Endings that a record's actions do not show: seats that resigned, and games that players ended early."""

import re
from typing import Literal, get_args

from msgspec import Struct

from .record import Record

EarlyCause = Literal["resigned", "agreed"]
"""Why the players ended a game before the rules did."""
ENDED = "Ended"
RESIGNED = "Resigned"
"""The headers of a record: the cause, and the numbers of the seats."""


class Ending(Struct, frozen=True):
    """How a game ended at its table."""

    cause: EarlyCause | None = None
    """Absent if the rules ended the game, or it has not ended."""
    resigned: tuple[int, ...] = ()
    """The seats that resigned: they share the last place."""

    def headers(self) -> dict[str, str]:
        ended = {ENDED: str(self.cause)} if self.cause else {}
        return ended | ({RESIGNED: " ".join(map(str, self.resigned))} if self.resigned else {})


def ending(record: Record) -> Ending:
    """The ending in the record's headers. Headers that say something else are somebody's own remarks."""
    causes: dict[str, EarlyCause] = {cause: cause for cause in get_args(EarlyCause)}
    seats = record.headers.get(RESIGNED, "")
    known = re.fullmatch(r"[0-4]( [0-4])*", seats) and all(
        int(seat) < len(record.seats) for seat in seats.split()
    )
    return Ending(causes.get(record.headers.get(ENDED, "")), tuple(map(int, seats.split())) if known else ())

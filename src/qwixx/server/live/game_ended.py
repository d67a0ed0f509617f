"""The hook for the end of a game: statistics and the like attach a listener here."""

import logging
from collections.abc import Callable

from ..table.table import Table
from .live_table import Advance

logger = logging.getLogger("qwixx.server")

Listener = Callable[[Table], None]


class GameEnded:
    """Calls its listeners with the table of each finished game.

    The game was played to its end, or its players ended it; `Table.ending` says which, and which seats
    resigned, and `Table.places` is the result.

    With several processes on one database only the process that appended the last entry calls its listeners,
    so a game is reported at most once. It is not reported at all if that process dies, or loses the
    database, between the append and the call: a listener that must not miss a game also has to look for
    finished games in the store. Games that expire are not reported.

    A listener runs in the event loop after the players have been sent the last step; it must not block, and
    starts a task for slow work. A listener that raises is logged and does not disturb the others.
    """

    def __init__(self) -> None:
        self._listeners: list[Listener] = []

    def attach(self, listener: Listener) -> None:
        self._listeners.append(listener)

    def advanced(self, advance: Advance) -> None:
        """Looks at a step of a table, and calls the listeners if it ended the game."""
        if advance.ours and advance.new.status == "finished" != advance.old.status:
            for listener in self._listeners:
                try:
                    listener(advance.new)
                except Exception:
                    logger.exception("listener failed", extra={"game": advance.new.id[:6]})

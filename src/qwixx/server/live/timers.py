"""Clocks, automatic rolls and bots. What is due follows from the table, so it goes on after a restart."""

import asyncio
import time
from typing import TYPE_CHECKING

from ..table.duties import BotChoice, Due, Think, TimeUp, due

if TYPE_CHECKING:
    from .live_table import LiveTable

GRACE = 10_000
"""After a restart people need a moment to be back before a clock runs out on them, in milliseconds."""
FOREIGN = 2_000
"""A process where nobody is connected leaves a table's duties for so long to the one that wrote last."""
RETRY = 1.0


class Timers:
    def __init__(self, live: "LiveTable") -> None:
        self.live = live
        self.loaded = int(time.time() * 1000)
        """When the table was read from the store; 0 for one that was opened here."""
        self._handle: asyncio.TimerHandle | None = None
        self._thinking: dict[Think, asyncio.Task[None]] = {}

    @property
    def idle(self) -> bool:
        return self._handle is None

    @property
    def thinking(self) -> bool:
        return bool(self._thinking)

    def schedule(self) -> None:
        """Looks anew at what is due."""
        self.stop()
        hub = self.live.hub
        if hub.closing:
            return
        waiting = [one for one in due(self.live.table, hub.pace) if one.duty not in self._thinking]
        if not waiting:
            return
        first = min(self._time(one) for one in waiting)
        delay = max(0.0, (first - time.time() * 1000) / 1000)
        self._handle = asyncio.get_running_loop().call_later(delay, self._fire)

    def _time(self, one: Due) -> int:
        at = one.at
        if isinstance(one.duty, TimeUp):
            at = max(at, self.loaded + GRACE)
        return at + FOREIGN if self.live.unwatched and not self.live.leads else at

    def later(self) -> None:
        """The store did not answer: once more in a while."""
        self.stop()
        self._handle = asyncio.get_running_loop().call_later(RETRY, self.schedule)

    def stop(self) -> None:
        if self._handle:
            self._handle.cancel()
            self._handle = None

    def _fire(self) -> None:
        from .live_table import QueuedCommand

        self._handle = None
        now = time.time() * 1000
        for one in due(self.live.table, self.live.hub.pace):
            if self._time(one) > now:
                continue
            if not isinstance(one.duty, Think):
                self.live.submit(QueuedCommand("", one.duty))
            elif one.duty not in self._thinking:
                task = asyncio.get_running_loop().create_task(self._think(one.duty))
                self._thinking[one.duty] = task
        if not self.live.busy:
            self.schedule()

    async def _think(self, duty: Think) -> None:
        from .live_table import QueuedCommand

        game = self.live.table.game
        try:
            if game is None or (game.turn, game.action) != (duty.turn, duty.action):
                return
            choice = await self.live.hub.think(duty.bot, game, duty.seat)
            self.live.submit(QueuedCommand("", BotChoice(duty.turn, duty.action, choice)))
        finally:
            self._thinking.pop(duty, None)

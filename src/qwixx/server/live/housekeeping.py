"""Looks after tables that nobody is at: games go on after a restart, and what is abandoned is closed."""

import asyncio
import logging
import time
from typing import TYPE_CHECKING

from ..bus.announcements import Announcement
from ..store.store import StoreUnavailable
from ..table.duties import Expire
from .live_table import LiveTable, QueuedCommand

if TYPE_CHECKING:
    from .hub import Hub

logger = logging.getLogger("qwixx.server")

LOBBY_HOURS = 12
"""A table where nothing happens for so long before its game is closed."""
GAME_DAYS = 30
"""A game in which nothing happens for so long is closed."""
CHAT_DAYS = 30
SWEEP = 60.0
COMPARE = 5.0
"""Seconds between two comparisons of the tables in use with their logs, if several processes write them."""
GAMES_AT_ONCE = 1000
UNUSED = 60.0
"""Seconds without anybody after which a table leaves memory; it is read again when it is wanted."""
PEOPLE_FIRST = 1.0
"""After a restart everybody comes back at once; tables where nobody is wait for so many seconds."""
BREATH = 0.005
"""Seconds between two of them, so that people hardly notice that thousands are read."""


class Caretaker:
    def __init__(self, hub: "Hub") -> None:
        self._hub = hub

    async def resume(self) -> None:
        """Unfinished games go on after a restart: clocks and bots need nobody to be connected."""
        await asyncio.sleep(PEOPLE_FIRST)
        hub = self._hub
        try:
            for row in await hub.store.unfinished_games():
                if hub.closing:
                    return
                await self._read(row.id)
                await asyncio.sleep(BREATH)
        except StoreUnavailable:
            logger.warning("store does not answer; games go on when somebody opens them")

    async def _read(self, id: str) -> LiveTable | None:
        """One table whose log is damaged is no reason to leave the others alone."""
        try:
            return await self._hub.live(id)
        except StoreUnavailable:
            raise
        except Exception:
            logger.exception("log cannot be read", extra={"game": id[:6]})
            return None

    async def sweep_always(self) -> None:
        while True:
            await asyncio.sleep(SWEEP)
            try:
                await self.sweep(time.time())
            except StoreUnavailable:
                logger.warning("store does not answer")
            except Exception:
                logger.exception("sweep failed")

    async def compare_always(self) -> None:
        """Announcements can be lost, and a process that crashes after a commit never sends its last ones."""
        while self._hub.shared:
            await asyncio.sleep(COMPARE)
            try:
                await self.compare()
            except StoreUnavailable:
                logger.warning("store does not answer")

    async def compare(self) -> None:
        hub = self._hub
        games = [id for id, live in hub.lives.items() if live.connections]
        for start in range(0, len(games), GAMES_AT_ONCE):
            for game, seq in (await hub.store.heads(games[start : start + GAMES_AT_ONCE])).items():
                if (live := hub.lives.get(game)) and seq > live.table.seq:
                    await hub.heard(Announcement(game, seq))

    async def sweep(self, now: float) -> None:
        hub = self._hub
        expired = await hub.store.expire(
            games_before=now - GAME_DAYS * 86400, chat_before=now - CHAT_DAYS * 86400
        )
        for row in await hub.store.unfinished_games():
            if row.status == "lobby" and row.updated < now - LOBBY_HOURS * 3600:
                live = await self._read(row.id)
                if live and not live.connections and live.table.touched / 1000 < now - LOBBY_HOURS * 3600:
                    live.submit(QueuedCommand("", Expire()))
        for live in list(hub.lives.values()):
            if live.table.id in expired:
                live.submit(QueuedCommand("", Expire()))
            elif hub.shared and live.connections and live.table.status in ("lobby", "playing"):
                live.probe()
            unused = time.monotonic() - live.last_used > UNUSED
            if live.at_rest and live.timers.idle and unused:
                hub.forget(live)

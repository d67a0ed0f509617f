"""Housekeeping: resumes games after a restart, expires abandoned ones, drops unused tables from memory."""

import asyncio
import logging
import time

from ..settings import Retention
from ..store.store import Store, StoreUnavailable
from ..table.duties import Expire
from .live_table import LiveTable, QueuedCommand
from .registry import Registry

logger = logging.getLogger("qwixx.server")

LOBBY_HOURS = 12
"""Hours without activity after which a table whose game has not begun expires."""
GAME_DAYS = 30
"""Days without activity after which a game expires."""
SWEEP_SECONDS = 60.0
COMPARE_SECONDS = 5.0
"""Seconds between two comparisons of the tables in use with the store, if several processes write them."""
COMPARED_AT_ONCE = 1000
"""Tables whose logs are compared with one query."""
UNUSED_SECONDS = 60.0
"""Seconds without connections after which a table leaves memory."""
RESUME_DELAY = 1.0
"""Seconds after a restart until tables are read that nobody has asked for: players return at once."""
RESUME_PAUSE = 0.005
"""Seconds between two of them, so that players hardly notice that thousands are read."""


JUMP_SECONDS = 60.0
"""Difference between wall clock and steady clock from which on the wall clock counts as set."""
SETTLED_SECONDS = 3600.0
"""Seconds for which a clock that was set must be steady before anything expires by it."""


class ClockWatch:
    """Notices that the wall clock was set or the machine slept: expiry by a wrong time cannot be undone."""

    def __init__(self, wall: float, steady: float) -> None:
        self._offset = wall - steady
        self._set_at: float | None = None

    def settled(self, wall: float, steady: float) -> bool:
        """Whether the wall clock has not been set lately; call it regularly."""
        if abs(wall - steady - self._offset) > JUMP_SECONDS:
            self._offset = wall - steady
            self._set_at = steady
            logger.warning("clock was set: nothing expires until it has been steady for an hour")
        return self._set_at is None or steady - self._set_at >= SETTLED_SECONDS


class Housekeeping:
    def __init__(self, store: Store, tables: Registry, *, shared: bool, keep: Retention) -> None:
        self._store = store
        self._keep = keep
        self._tables = tables
        self._shared = shared

    async def resume(self) -> None:
        """Reads unfinished games after a restart: their clocks and bots go on without any connection."""
        await asyncio.sleep(RESUME_DELAY)
        try:
            rows = await self._store.unfinished_games()
            for row in rows:
                if self._tables.closing:
                    return
                await self._read(row.id)
                await asyncio.sleep(RESUME_PAUSE)
        except StoreUnavailable:
            logger.warning("store unavailable: games resume when someone opens them")
        else:
            logger.info("resumed", extra={"tables": len(rows)})

    async def relist(self, guest: str) -> None:
        """Corrects the guest's name in the lists of tables, after it was changed.

        Tables in use have done that already; reading one of the others finds that its line is out of date.
        """
        for row in await self._store.games_of(guest):
            if row.status in ("lobby", "playing"):
                await self._read(row.id)

    async def _read(self, id: str) -> LiveTable | None:
        """The table; None if its log is damaged, which must not stop the work on the others."""
        try:
            return await self._tables.find(id)
        except StoreUnavailable:
            raise
        except Exception:
            logger.exception("log unreadable", extra={"game": id[:6]})
            return None

    async def sweep_forever(self) -> None:
        clock = ClockWatch(time.time(), time.monotonic())
        while True:
            await asyncio.sleep(SWEEP_SECONDS)
            try:
                now = time.time()
                if clock.settled(now, time.monotonic()):
                    await self.expire(now)
                self.tidy()
            except StoreUnavailable:
                logger.warning("store unavailable: sweep skipped")
            except Exception:
                logger.exception("sweep failed")

    async def compare_forever(self) -> None:
        """Announcements can be lost, and a process that crashes after a commit never sends its last ones."""
        while self._shared:
            await asyncio.sleep(COMPARE_SECONDS)
            try:
                await self.compare()
            except StoreUnavailable:
                logger.warning("store unavailable: comparison skipped")

    async def compare(self) -> None:
        """Finds the tables with connections whose log or chat has gone on without an announcement."""
        lives = self._tables.lives
        games = [id for id, live in lives.items() if live.connections]
        for start in range(0, len(games), COMPARED_AT_ONCE):
            some = games[start : start + COMPARED_AT_ONCE]
            for game, seq in (await self._store.heads(some)).items():
                if live := lives.get(game):
                    live.announced(seq)
            for game, number in (await self._store.chat_heads(some)).items():
                live = lives.get(game)
                if live and live.table.options.chat and not live.chat.knows(number):
                    await live.chat.catch_up()

    async def _prune(self, now: float) -> None:
        """Deletes what the host does not want to keep."""
        games, guests = (
            None if days is None else now - days * 86400 for days in (self._keep.games, self._keep.guests)
        )
        if games is not None or guests is not None:
            for id in await self._store.prune(games_before=games, guests_before=guests):
                if (live := self._tables.lives.get(id)) and not live.connections:
                    self._tables.drop(live)

    async def sweep(self, now: float) -> None:
        await self.expire(now)
        self.tidy()

    async def expire(self, now: float) -> None:
        """Expires abandoned tables and deletes what is not kept, by the wall clock."""
        lobby_limit = now - LOBBY_HOURS * 3600
        expired = await self._store.expire(
            games_before=now - GAME_DAYS * 86400, chat_before=now - self._keep.chat * 86400
        )
        await self._prune(now)
        for row in await self._store.unfinished_games():
            if row.status == "lobby" and row.updated < lobby_limit:
                live = await self._read(row.id)
                if live and not live.connections and live.table.touched / 1000 < lobby_limit:
                    live.submit(QueuedCommand("", Expire()))
        for live in list(self._tables.lives.values()):
            if live.table.id in expired:
                live.submit(QueuedCommand("", Expire()))

    def tidy(self) -> None:
        """Reports guests of crashed processes gone, and drops unused tables from memory."""
        for live in list(self._tables.lives.values()):
            if self._shared and live.connections and live.table.status in ("lobby", "playing"):
                live.probe()
            unused = time.monotonic() - live.last_used > UNUSED_SECONDS
            if live.at_rest and live.timers.idle and unused:
                self._tables.drop(live)

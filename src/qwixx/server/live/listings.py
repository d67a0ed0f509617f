"""Keeps the lists of tables up to date, soon: they are not the truth, and nobody waits for them.

What changes while one transaction is under way is written together in the next.
"""

import asyncio
import logging
from typing import TYPE_CHECKING

import msgspec

from ..store.store import Listing, Store, StoreUnavailable
from ..table import views

if TYPE_CHECKING:
    from .live_table import LiveTable

logger = logging.getLogger("qwixx.server")

RETRY = 1.0


class Lists:
    def __init__(self, store: Store, names: dict[str, str]) -> None:
        self._store = store
        self._names = names
        self._waiting: dict[str, LiveTable] = {}
        self._task: asyncio.Task[None] | None = None
        self._closing = False

    def put(self, live: "LiveTable") -> None:
        self._waiting[live.table.id] = live
        if self._task is None:
            self._task = asyncio.get_running_loop().create_task(self._run())

    async def close(self) -> None:
        """What waits is tried once more."""
        self._closing = True
        if self._task:
            await self._task

    async def _run(self) -> None:
        while self._waiting:
            batch, self._waiting = self._waiting, {}
            try:
                await self._store.set_status([self._listing(live) for live in batch.values()])
            except StoreUnavailable:
                logger.warning("store does not answer; the lists are behind")
                if self._closing:
                    break
                self._waiting = batch | self._waiting
                await asyncio.sleep(RETRY)
        self._task = None

    def _listing(self, live: "LiveTable") -> Listing:
        table = live.table
        summary = msgspec.json.encode(views.summary(table, self._names, live.created))
        return Listing(table.id, table.status, table.touched / 1000, summary, tuple(table.guests()))

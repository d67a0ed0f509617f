"""Listings: what lists of tables show, written to the store soon after a change.

They may be out of date, and nobody waits for them. Changes during one transaction are written together in the
next. A crash can lose one: it is written again when the table is next read.
"""

import asyncio
import logging
from collections.abc import Mapping

import msgspec
from msgspec import Struct

from ..protocol import Summary
from ..store.store import NO_SUMMARY, GameRow, Listing, Store, StoreUnavailable
from ..table import views
from ..table.table import Table
from .names import Names

logger = logging.getLogger("qwixx.server")

RETRY = 1.0
"""Seconds until listings that the store did not take are written again."""


class Awaited(Struct, frozen=True):
    """Stored beside a summary: the guests for whom the table waits."""

    awaited: tuple[str, ...] = ()


class _Listed(Struct):
    table: Table
    created: int


class Listings:
    def __init__(self, store: Store, names: Names) -> None:
        self._store = store
        self._names = names
        self._waiting: dict[str, _Listed] = {}
        self._task: asyncio.Task[None] | None = None
        self._closing = False

    def put(self, table: Table, created: int) -> None:
        """Queues the table; `created` is when it was opened, in milliseconds."""
        self._waiting[table.id] = _Listed(table, created)
        if self._task is None:
            self._task = asyncio.get_running_loop().create_task(self._run())

    async def close(self) -> None:
        """Tries once more to write what is queued."""
        self._closing = True
        if self._task:
            await self._task

    async def _run(self) -> None:
        while self._waiting:
            batch, self._waiting = self._waiting, {}
            try:
                await self._store.set_status([self._listing(one) for one in batch.values()])
            except StoreUnavailable:
                logger.warning("store unavailable: listings are out of date")
                if self._closing:
                    break
                self._waiting = batch | self._waiting
                await asyncio.sleep(RETRY)
        self._task = None

    def _listing(self, one: _Listed) -> Listing:
        table = one.table
        shown = msgspec.to_builtins(views.summary(table, self._names, one.created))
        summary = msgspec.json.encode({**shown, "awaited": table.awaited_guests()})
        guests = {guest: self._names.get(guest, "") for guest in table.guests()}
        return Listing(table.id, table.status, table.touched / 1000, summary, guests)


def own_summary(row: GameRow, table: Table | None, names: Mapping[str, str], guest: str) -> Summary:
    """A line in the list of the guest's own games; of a running game from `table`, if it is in use here.

    The stored line of a running game is from when somebody last came or went.
    """
    listed = msgspec.json.decode(row.summary, type=Summary)
    if table and table.status == "playing" and table.touched >= listed.updated:
        listed = views.summary(table, names, listed.created)
        awaited = table.awaited_guests()
    else:
        awaited = list(msgspec.json.decode(row.summary, type=Awaited).awaited)
    return msgspec.structs.replace(listed, your_turn=guest in awaited)


def stale(row: GameRow, table: Table, names: Mapping[str, str]) -> bool:
    """Whether the lists are out of date, because a crash came before they were written."""
    if row.status != table.status:
        # An expired table whose log does not say so yet is about to expire.
        return row.status != "expired" or table.status == "finished"
    if row.summary == NO_SUMMARY:
        return True
    listed = msgspec.json.decode(row.summary, type=Summary)
    now = views.summary(table, names, listed.created)
    if table.status == "finished":
        # Its players keep the names that they had.
        return listed.scores != now.scores
    return listed.seats != now.seats

"""Reading a log into its table in slices, so that a long one does not hold up the event loop."""

import asyncio
import time

from ..protocol import TableEvent
from ..store.store import Store
from ..table import log
from ..table.table import Table

PAGE = 2000
"""Entries read from the store at a time."""
SLICE_SECONDS = 0.005
"""Time after which others get their turn."""


async def read_on(store: Store, table: Table) -> list[TableEvent]:
    """Applies the rest of the log to the table, and returns what happened."""
    events: list[TableEvent] = []
    while True:
        page = await store.events(table.id, table.seq, table.seq + PAGE)
        begun = time.perf_counter()
        for data in page:
            events += table.apply(log.decode(data))
            if time.perf_counter() - begun > SLICE_SECONDS:
                await asyncio.sleep(0)
                begun = time.perf_counter()
        if len(page) < PAGE:
            return events


async def whole_log(store: Store, game: str) -> list[bytes]:
    entries: list[bytes] = []
    while page := await store.events(game, len(entries), len(entries) + PAGE):
        entries += page
        if len(page) < PAGE:
            break
    return entries

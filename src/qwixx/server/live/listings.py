"""Listings: what lists of tables show, written to the store soon after a change.

They may be out of date, and nobody waits for them. Changes during one transaction are written together in the
next. A crash can lose one: it is written again when the table is next read.
"""

import asyncio
import logging
from collections.abc import Mapping
from typing import Self

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


class ListedGuests(Struct, frozen=True):
    """Stored beside a summary, and never shown: the guests of the table by their ids."""

    awaited: tuple[str, ...] = ()
    """Those for whom the table waits."""
    holders: tuple[str, ...] = ()
    """By seat: its guest, empty for bots and free seats."""
    host: str = ""
    """Empty in lines that an older version has written."""

    @classmethod
    def of(cls, table: Table) -> Self:
        return cls(tuple(table.awaited_guests()), tuple(seat.guest for seat in table.seats), table.host)


def stored_summary(table: Table, names: Mapping[str, str], created: int) -> bytes:
    """What the store keeps for the lists: the summary, and the ids of the guests."""
    shown = msgspec.to_builtins(views.summary(table, names, created))
    return msgspec.json.encode(shown | msgspec.to_builtins(ListedGuests.of(table)))


def is_listed_differently(old: Table, new: Table) -> bool:
    """Whether the options or the people of the table have changed, which its line in the lists shows."""
    if new.options != old.options or new.host != old.host:
        return True
    return new.seats is not old.seats and _occupants(new) != _occupants(old)


def _occupants(table: Table) -> list[tuple[str, str, str, bool]]:
    # A reserved seat is a question to its guest, which the list of their own games shows.
    return [(seat.guest, seat.bot, seat.level, seat.reserved) for seat in table.seats]


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
        summary = stored_summary(table, self._names, one.created)
        guests = {guest: self._names.get(guest, "") for guest in table.guests()}
        return Listing(table.id, table.status, table.touched / 1000, summary, guests)


def has_left(row: GameRow, guest: str) -> bool:
    """Whether the game has not begun and the guest is neither seated nor the host any more."""
    if row.status != "lobby" or row.summary == NO_SUMMARY:
        return False
    listed = msgspec.json.decode(row.summary, type=ListedGuests)
    return guest != (listed.host or row.opener) and guest not in listed.holders


def own_summary(row: GameRow, table: Table | None, names: Mapping[str, str], guest: str) -> Summary:
    """A line in the list of the guest's own games; of a running game from `table`, if it is in use here.

    The stored line of a running game is from when somebody last came or went.
    """
    listed = msgspec.json.decode(row.summary, type=Summary)
    if table and table.status == "playing" and table.touched >= listed.updated:
        listed = views.summary(table, names, listed.created)
        guests = ListedGuests.of(table)
    else:
        guests = msgspec.json.decode(row.summary, type=ListedGuests)
    yours = tuple(seat for seat, holder in enumerate(guests.holders) if holder == guest)
    return msgspec.structs.replace(listed, your_turn=guest in guests.awaited, yours=yours)


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
    # The scores of a running game are stored only now and then.
    return listed != msgspec.structs.replace(now, scores=listed.scores, updated=listed.updated)

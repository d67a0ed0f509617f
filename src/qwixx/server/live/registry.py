"""The registry of the tables in use in this process: opens them, reads them from the store, drops them."""

import asyncio
import re
import secrets
from collections.abc import Callable

from qwixx.dice.fair import SEED_BYTES

from ..bus.announcements import Announcement
from ..protocol import ChatLine, NewTable, Options, Rematch, Say
from ..store.store import GameRow, LogEvent, StoreUnavailable
from ..table import log
from ..table.checks import Refusal
from ..table.decide import decide
from ..table.duties import Expire, NoteRematch
from ..table.opening import first_entries, rematch_entries
from ..table.table import Table
from .connection import Connection
from .listings import stale
from .live_table import Advance, LiveTable, QueuedCommand
from .log_reading import read_on
from .services import Services
from .single_flight import SingleFlight
from .table_clock import millis

CODE_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
"""The letters of short codes, without those that are easily confused."""
CODE_LENGTH = 6
TABLE_NAME = re.compile(r"[\w-]+", re.ASCII)
"""What an id or a code can look like. Nothing else is looked up: a database may reject it."""
RETURN_SECONDS = 5.0
"""Seconds after a restart in which players may return before they are reported gone."""


class Registry:
    def __init__(
        self,
        services: Services,
        on_advance: Callable[[LiveTable, Advance], None],
        list_table: Callable[[Table, int], None],
    ) -> None:
        """`list_table` puts a table and the time it was opened into the lists of tables."""
        self.lives: dict[str, LiveTable] = {}
        self.closing = False
        self._services = services
        self._on_advance = on_advance
        self._list = list_table
        self._loading: SingleFlight[LiveTable | None] = SingleFlight()
        self._codes: dict[str, str] = {}

    async def close(self) -> None:
        """Stops all tables, and waits until what they have begun is stored."""
        self.closing = True
        lives = list(self.lives.values())
        for live in lives:
            live.stop()
        for live in lives:
            await live.settled()

    # Opening

    async def open(self, host: str, new: NewTable) -> LiveTable:
        entries = first_entries(host, new, (), millis())
        row = _new_row(host, new.options, entries[0].at)
        while not await self._services.store.create_game(row, [log.encode(entry) for entry in entries]):
            row = _new_row(host, new.options, entries[0].at)
        return await self._opened(row, entries)

    async def _opened(self, row: GameRow, entries: list[log.Entry]) -> LiveTable:
        """Takes a table into use that has just been stored."""
        empty = Table(row.id, row.code, row.seed)
        table = Table(row.id, row.code, row.seed)
        for entry in entries:
            table.apply(entry)
        await self._services.names.read(table.guests())
        live = self._add(row, table, new=True)
        self._services.metrics.count("qwixx_tables_opened_total")
        self._on_advance(live, Advance(empty, live.table, ours=True))
        return live

    async def rematch(self, live: LiveTable, connection: Connection, command: Rematch) -> None:
        """Opens the table for the next game, unless it is open, and answers the command.

        The first guest who asks becomes the host.
        """
        async with live.rematching:
            await self._open_rematch(live, connection.guest, command)
            live.submit(QueuedCommand(connection.guest, NoteRematch("", command.id), connection))
            await live.settled()

    async def _open_rematch(self, live: LiveTable, guest: str, command: Rematch) -> None:
        """Stores the new table and its id in the log of this one in one transaction, or does nothing.

        An interrupted rematch leaves no second table behind. If the log has gone on, it is tried again.
        """
        if self._services.shared:
            live.check_log()
        while True:
            await live.settled()
            table, now = live.table, millis()
            row = _new_row(guest, table.options, now)
            found = decide(table, guest, NoteRematch(row.id, command.id), now)
            if isinstance(found, Refusal) or not found:
                return
            entries = rematch_entries(table, guest, now)
            noted = LogEvent(table.id, table.seq + 1, log.encode(found[0]))
            stored = await self._services.store.create_game(row, [log.encode(one) for one in entries], noted)
            live.check_log()
            if stored:
                self._services.bus.announce(Announcement(noted.game, noted.seq))
                await self._opened(row, entries)
                return

    async def say(self, live: LiveTable, connection: Connection, command: Say) -> None:
        """Carries out a chat command and answers it."""
        await live.say(connection, command)
        await self.tell_rematch(live)

    async def tell_rematch(self, live: LiveTable) -> None:
        """Sends what has been said at the result to those who are at the table of the next game already."""
        if following := self.lives.get(live.table.rematch):
            try:
                await following.chat.catch_up()
            except StoreUnavailable as error:
                self._services.health.failed(error)

    # Finding

    async def find(self, name: str) -> LiveTable | None:
        """The table with that id or short code, read from the store if it is not in use."""
        if not TABLE_NAME.fullmatch(name):
            return None
        id = self._codes.get(name, name)
        if id in self.lives:
            return self.lives[id]
        return await self._loading.do(name, lambda: self._load(name))

    def in_use(self, name: str) -> Table | None:
        """The table with that id or short code, if it is in use in this process."""
        live = self.lives.get(self._codes.get(name.upper(), name))
        return live.table if live else None

    async def enter(self, name: str, have: int) -> tuple[LiveTable, tuple[ChatLine, ...]] | None:
        """The table and its chat for a guest who joins and knows it up to seq `have`."""
        while live := await self.find(name):
            if have > live.table.seq or live.unwatched:
                # Another process may have written.
                live.check_log()
                await live.settled()
            if live.unwatched:
                live.chat.forget()
            chat = await live.chat.lines() if live.table.options.chat else ()
            if self.lives.get(live.table.id) is live:
                return live, chat
        return None

    async def _load(self, name: str) -> LiveTable | None:
        store = self._services.store
        row = await store.game(name) or await store.game(name.upper())
        if row is None:
            return None
        if row.id in self.lives:
            return self.lives[row.id]
        table = Table(row.id, row.code, row.seed)
        await read_on(store, table)
        if not table.seq:
            return None
        await self._services.names.read([*table.guests(), table.host, *table.banned])
        live = self._add(row, table)
        if stale(row, table, self._services.names):
            self._list(live.table, live.created)
        return live

    def _add(self, row: GameRow, table: Table, *, new: bool = False) -> LiveTable:
        """Takes the table into use, unless it already is."""
        if row.id in self.lives:
            return self.lives[row.id]
        live = LiveTable(self._services, table, int(1000 * row.created), self._on_advance, new=new)
        self.lives[row.id] = live
        self._codes[row.code] = row.id
        if self.closing:
            live.stop()
        if row.status == "expired":
            live.submit(QueuedCommand("", Expire()))
        if not self._services.shared and table.status in ("lobby", "playing"):
            asyncio.get_running_loop().call_later(RETURN_SECONDS, live.miss_guests)
        return live

    def drop(self, live: LiveTable) -> None:
        """Removes the table from memory; it is read again on demand."""
        live.stop()
        if live.table.status == "playing":
            # Bots and the clock may have gone on since the last player left.
            self._list(live.table, live.created)
        del self.lives[live.table.id]
        self._codes.pop(live.table.code, None)


def _new_row(opener: str, options: Options, now: int) -> GameRow:
    short = "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))
    # Hexadecimal, because URL-safe base64 may begin with a hyphen, which a command line takes for an option.
    return GameRow(
        id=secrets.token_hex(16),
        code=secrets.token_hex(16) if options.visibility == "private" else short,
        visibility=options.visibility,
        seed=secrets.token_bytes(SEED_BYTES),
        created=now / 1000,
        updated=now / 1000,
        opener=opener,
    )

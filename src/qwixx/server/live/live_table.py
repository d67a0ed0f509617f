"""A table that somebody is at: one writer, the connections, and what is due.

Commands that arrive while others are being stored wait and are then stored together; whoever is connected
hears of a step when it is on the disk, in one frame.
"""

import asyncio
import copy
import logging
import time
from typing import TYPE_CHECKING

from msgspec import Struct

from ..bus.announcements import Announcement
from ..protocol import Ack, Bye, Chat, ChatLine, Code, Update
from ..store.store import StoreUnavailable
from ..table import log, views
from ..table.decide import Refusal, Request, attempt
from ..table.duties import Gone, Present
from ..table.table import Table, Told
from .chat import ChatRoom
from .connection import Connection
from .presence import Presence
from .resume import Recent, current, snapshot
from .timers import Timers

if TYPE_CHECKING:
    from .hub import Hub

logger = logging.getLogger("qwixx.server")

RECOUNT = 0.5
"""Seconds in which spectators who come and go are gathered before the others are told."""
FRAMES_PER_SECOND = 1000
"""At most so many frames a second go out for that at a table with a large crowd."""


class QueuedCommand(Struct):
    guest: str
    command: Request
    connection: Connection | None = None


def millis() -> int:
    return int(time.time() * 1000)


class LiveTable:
    def __init__(self, hub: "Hub", table: Table, created: int) -> None:
        self.hub = hub
        self.table = table
        self.created = created
        self.connections = Presence()
        self.timers = Timers(self)
        self.last_used = time.monotonic()
        self.leads = False
        """Whether the newest entry of the log is from here."""
        self.chat = ChatRoom()
        self.rematching = asyncio.Lock()
        """Two who ask at once get one table."""
        self._recent = Recent()
        self._queue: list[QueuedCommand] = []
        self._writer: asyncio.Task[None] | None = None
        self._behind = False
        self._probed: set[str] = set()
        self._counting: asyncio.TimerHandle | None = None
        self._counted = 0
        self._heard = 0

    # Connections

    def join(self, connection: Connection, have: int, chat: tuple[ChatLine, ...]) -> None:
        connection.live = self
        self.connections.add(connection)
        self._recount(connection.guest)
        told = self.table, connection.guest, self.hub.names, self.watching, millis()
        steps = self._recent.since(have, self.table.seq) if have else None
        if steps is None:
            connection.tell(snapshot(*told, chat))
        else:
            for step in steps:
                connection.push(step)
            connection.tell(current(*told))
            for line in chat:
                connection.tell(Chat(line))
        if connection.guest in self.table.away:
            self.submit(QueuedCommand("", Present(connection.guest)))

    def part(self, connection: Connection) -> None:
        self.connections.remove(connection)
        self._recount(connection.guest)
        if not self.connections:
            self._recent.clear()
        self.last_used = time.monotonic()
        if not self.is_connected(connection.guest) and not self.hub.closing:
            self.submit(QueuedCommand("", Gone(connection.guest)))

    def is_connected(self, guest: str) -> bool:
        return self.connections.has(guest)

    def may_watch(self, guest: str) -> bool:
        table = self.table
        if table.options.spectators or table.concerns(guest):
            return True
        return table.status == "lobby" and not all(seat.taken for seat in table.seats)

    @property
    def unwatched(self) -> bool:
        """Nobody is here, and it may be going on in another process."""
        return self.hub.shared and not self.connections

    @property
    def at_rest(self) -> bool:
        """Nobody is here, nothing is being done: the table can be given up, and read again when wanted."""
        return not self.connections and not self.busy and not self.timers.thinking

    @property
    def watching(self) -> int:
        return self.connections.without(self.table.guests())

    def _recount(self, guest: str) -> None:
        """Somebody came or went: the others hear how many watch, not too often if there are many of them."""
        if self._counting is None and not self.table.seats_of(guest):
            delay = max(RECOUNT, len(self.connections) / FRAMES_PER_SECOND)
            self._counting = asyncio.get_running_loop().call_later(delay, self._tell_count)

    def _tell_count(self) -> None:
        self._counting = None
        if self.watching != self._counted:
            self.refresh()

    # Commands

    def submit(self, item: QueuedCommand) -> None:
        self._queue.append(item)
        self._wake()

    def hear(self, seq: int) -> None:
        """The log is said to go on to `seq`; while something of our own is being written, that may be it."""
        self._heard = max(self._heard, seq)
        if seq > self.table.seq and not self.busy:
            self.poke()

    def poke(self) -> None:
        """Somebody else has written: looks at the log."""
        self._behind = True
        self._wake()

    def _wake(self) -> None:
        if self._writer is None:
            self._writer = asyncio.get_running_loop().create_task(self._write())

    @property
    def busy(self) -> bool:
        return self._writer is not None

    async def settled(self) -> None:
        while self._writer is not None:
            await asyncio.wait([self._writer])

    async def _write(self) -> None:
        try:
            while self._queue or self._behind or self._heard > self.table.seq:
                self._behind = self._behind or self._heard > self.table.seq
                batch, self._queue = self._queue, []
                try:
                    await self._carry_out(batch)
                except StoreUnavailable:
                    self._behind = True
                    self.hub.metrics.count("qwixx_storage_failures_total")
                    for item in batch:
                        self._refuse(item, Refusal(str(Code.STORAGE)))
                    self.timers.later()
                    if not self._queue:
                        return
                except Exception:  # noqa: BLE001 - those who wait must hear of it, whatever it is
                    self._behind = True
                    self._fault(*[item.command for item in batch])
                    for item in batch:
                        self._refuse(item, Refusal(str(Code.FAULT)))
                    if not self._queue:
                        return
        finally:
            self._writer = None

    async def _carry_out(self, batch: list[QueuedCommand]) -> None:
        if self._behind:
            await self.catch_up()
        while True:
            now = millis()
            draft, told, entries = self.table, list[Told](), list[log.Entry]()
            refused: list[tuple[QueuedCommand, Refusal]] = []
            done: list[QueuedCommand] = []
            for item in batch:
                try:
                    found = attempt(draft, item.guest, item.command, now, self.hub.draw)
                except Exception:  # noqa: BLE001 - a command that fails must not take the others along
                    self._fault(item.command)
                    found = Refusal(str(Code.FAULT))
                if isinstance(found, Refusal):
                    refused.append((item, found))
                    continue
                done.append(item)
                draft = found.table
                told += found.told
                entries += found.entries
            if not entries:
                # A refusal counts only if nobody else has written meanwhile.
                if self.hub.shared and await self.catch_up():
                    continue
                break
            data = [log.encode(entry) for entry in entries]
            if await self.hub.store.append(self.table.id, self.table.seq + 1, data):
                break
            self.hub.metrics.count("qwixx_conflicts_total")
            await self.catch_up()
        if entries:
            self.leads = True
            self.hub.bus.announce(Announcement(self.table.id, draft.seq))
            self.hub.metrics.count("qwixx_events_total", len(entries))
            await self._advance(draft, told, done)
        else:
            self._acknowledge(done)
        for item, refusal in refused:
            self._refuse(item, refusal)

    def _fault(self, *commands: Request) -> None:
        """A mistake of ours: the table goes on, and what is due is tried again later."""
        extra = {"game": self.table.id[:6], "commands": [type(command).__name__ for command in commands]}
        logger.exception("command failed", extra=extra)
        self.hub.metrics.count("qwixx_faults_total")
        self.timers.later()

    def _refuse(self, item: QueuedCommand, refusal: Refusal) -> None:
        if item.connection:
            item.connection.refuse(
                refusal.code, getattr(item.command, "id", ""), refusal.rule, refusal.detail
            )

    def _acknowledge(self, done: list[QueuedCommand]) -> None:
        for item in done:
            if item.connection:
                item.connection.tell(Ack(getattr(item.command, "id", ""), self.table.seq))

    async def catch_up(self) -> bool:
        """Reads what other processes have added to the log, if anything."""
        rest = await self.hub.store.events(self.table.id, self.table.seq)
        self._behind, self._heard = False, 0
        if rest:
            self.leads = False
            draft, told = copy.copy(self.table), list[Told]()
            for entry in rest:
                told += draft.apply(log.decode(entry))
            await self._advance(draft, told, [])
        return bool(rest)

    async def _advance(self, table: Table, told: list[Told], done: list[QueuedCommand]) -> None:
        """The table is now as in `table`: tells everybody."""
        if table.seats is not self.table.seats:
            await self.hub.know(table.guests())
        old, self.table = self.table, table
        frames = views.Frames(old, table, told, self.hub.names, millis(), self.watching)
        acks: dict[Connection, list[str]] = {}
        for item in done:
            if item.connection and (id := getattr(item.command, "id", "")):
                acks.setdefault(item.connection, []).append(id)
        for connection in self.connections:
            if frame := frames.frame(connection.guest, acks.pop(connection, [])):
                connection.push(frame)
        for connection, ids in acks.items():
            for id in ids:
                connection.tell(Ack(id, table.seq))
        if not frames.empty and self.connections:
            self._recent.add(old.seq, table.seq, frames.shared)
        self.last_used = time.monotonic()
        self.timers.schedule()
        self.hub.advanced(self, old)
        if old.status == "lobby" and table.status == "playing":
            self._dismiss_spectators()
        if table.away is not old.away:
            self._contradict()

    def _contradict(self) -> None:
        """Another process, or a second connection that has ended, says that somebody has gone who is here."""
        for guest in self.connections.guests() & self.table.away.keys() - self.table.left:
            self.submit(QueuedCommand("", Present(guest)))

    def probe(self) -> None:
        """Who was connected to a process that died is still said to be there; whoever has them objects."""
        for guest in self.table.guests():
            if not self.is_connected(guest) and guest not in self.table.away and guest not in self._probed:
                self._probed.add(guest)
                self.submit(QueuedCommand("", Gone(guest)))

    def _dismiss_spectators(self) -> None:
        for connection in self.connections:
            if not self.may_watch(connection.guest):
                connection.tell(Bye(str(Code.NO_SPECTATORS)))
                connection.close(1000)

    def refresh(self) -> None:
        """Names or spectators have changed, not the log."""
        self._counted = self.watching
        view = views.table_view(self.table, self.hub.names, self.watching)
        frame = views.encode(Update(self.table.seq, millis(), table=view))
        for connection in self.connections:
            connection.push(frame)

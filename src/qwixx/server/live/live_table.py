"""A table in use in this process: its one writer, its connections, its chat and its timers.

Commands that arrive while others are being stored are queued and then stored together. Everyone connected is
sent a step in one frame, once it is stored.
"""

import asyncio
import copy
import logging
import time
from collections.abc import Callable, Iterable

from msgspec import Struct, field

from ..bus.announcements import Announcement
from ..protocol import Ack, Bye, Chat, ChatLine, CloseCode, Code, Notice, Say, TableEvent, Update
from ..store.store import StoreUnavailable
from ..table import log, rights, views
from ..table.checks import Refusal
from ..table.decide import Request, attempt
from ..table.duties import Duty, Gone, Present
from ..table.table import Table
from .chat import ChatRoom
from .connection import Connection
from .log_reading import read_on
from .presence import Presence
from .resume import RecentSteps, current, snapshot
from .services import Services
from .table_clock import TableClock
from .timers import Timers

logger = logging.getLogger("qwixx.server")

RECOUNT = 0.5
"""Seconds in which changes of the number of spectators are gathered before it is sent."""
COUNT_FRAMES_PER_SECOND = 1000
"""Upper limit on spectator-count frames per second at crowded tables."""


class QueuedCommand(Struct):
    guest: str
    command: Request
    connection: Connection | None = None
    received: float = field(default_factory=time.perf_counter)


class Advance(Struct, frozen=True):
    """A step of a live table, as its listeners get it."""

    old: Table
    new: Table
    ours: bool
    """Whether this process appended the entries; otherwise it read them from the log."""


class LiveTable:
    def __init__(
        self,
        services: Services,
        table: Table,
        created: int,
        on_advance: Callable[["LiveTable", Advance], None],
        *,
        new: bool = False,
    ) -> None:
        """`created`: when the table was opened, in milliseconds. `new`: it was opened here, just now."""
        self.table = table
        self.created = created
        self.connections = Presence()
        self.chat = ChatRoom(services, self.connections, table.id, before=table.before, new=new)
        self.clock = TableClock()
        self.clock.stepped(table.touched)
        self.timers = Timers(
            services.bots, services.pace, self._do, self._defers, self.clock, resumed=not new
        )
        self.last_used = time.monotonic()
        self.rematching = asyncio.Lock()
        """Held while the table for the next game is opened, so that it is opened once."""
        self._services = services
        self._on_advance = on_advance
        self._leads = False
        """Whether this process appended the newest entries of the log."""
        self._stopped = False
        self._recent = RecentSteps()
        self._queue: list[QueuedCommand] = []
        self._writer: asyncio.Task[None] | None = None
        self._behind = False
        self._probed: set[str] = set()
        self._counting: asyncio.TimerHandle | None = None
        self._sent_spectators: tuple[str, ...] = ()
        self._announced = 0
        self.timers.schedule(table)

    def stop(self) -> None:
        """The server closes, or the table leaves memory: no more duties are done here."""
        self._stopped = True
        self.timers.stop()

    # Connections

    def join(self, connection: Connection, have: int, chat: tuple[ChatLine, ...]) -> None:
        self.connections.add(connection)
        self._recount(connection.guest)
        view = self.table, connection.guest, self._services.names, self.spectators(), self.clock.now()
        steps = self._recent.since(have, self.table.seq) if have else None
        if steps is None:
            connection.send(snapshot(*view, chat))
        else:
            for step in steps:
                connection.send_frame(step)
            connection.send(current(*view))
            for line in chat:
                connection.send(Chat(line))
        if connection.guest in self.table.away:
            self._do(Present(connection.guest))

    def leave(self, connection: Connection) -> None:
        self.connections.remove(connection)
        self._recount(connection.guest)
        if not self.connections:
            self._recent.clear()
        self.last_used = time.monotonic()
        if not self.is_connected(connection.guest) and not self._stopped:
            self._do(Gone(connection.guest))

    def is_connected(self, guest: str) -> bool:
        return self.connections.has(guest)

    @property
    def unwatched(self) -> bool:
        """Nobody is connected here, and the game may be going on in another process."""
        return self._services.shared and not self.connections

    @property
    def at_rest(self) -> bool:
        """Nobody is connected and nothing is being done: the table can leave memory."""
        return not self.connections and not self.busy and not self.timers.thinking

    def _defers(self) -> bool:
        """Whether duties are first left to the process that wrote last."""
        return self.unwatched and not self._leads

    def spectators(self) -> tuple[str, ...]:
        """The spectators connected here, without the host, who has perhaps not taken a seat yet."""
        return self.connections.others({self.table.host, *self.table.guests()})

    def _recount(self, guest: str) -> None:
        """Schedules the spectators to be sent, after a guest came or went."""
        if self._counting is None and not self.table.concerns(guest):
            delay = max(RECOUNT, len(self.connections) / COUNT_FRAMES_PER_SECOND)
            self._counting = asyncio.get_running_loop().call_later(delay, self._send_count)

    def _send_count(self) -> None:
        self._counting = None
        if self.spectators() != self._sent_spectators:
            self.refresh()

    # Commands

    def submit(self, item: QueuedCommand) -> None:
        """Queues a command; its connection is answered when it is stored or refused."""
        self._queue.append(item)
        self._wake()

    def _do(self, duty: Duty) -> None:
        """Queues a command of the server's own."""
        self.submit(QueuedCommand("", duty))

    async def say(self, connection: Connection, command: Say) -> None:
        """Carries out a chat command and answers it."""
        refusal = await self.chat.say(self.table, connection.guest, command)
        if refusal:
            connection.refuse(refusal.code, command.id)
        else:
            connection.send(Ack(command.id, self.table.seq))

    def announced(self, seq: int) -> None:
        """The log has been announced to go on to `seq`, perhaps by an append of our own that is under way."""
        self._announced = max(self._announced, seq)
        if seq > self.table.seq and not self.busy:
            self.check_log()

    def check_log(self) -> None:
        """Reads on in the log, because another process may have written."""
        self._behind = True
        self._wake()

    def _wake(self) -> None:
        if self._writer is None:
            self._writer = asyncio.get_running_loop().create_task(self._write())

    @property
    def busy(self) -> bool:
        return self._writer is not None

    async def settled(self) -> None:
        """Waits until no command is queued or being stored."""
        while self._writer is not None:
            await asyncio.wait([self._writer])

    async def _write(self) -> None:
        try:
            while self._queue or self._behind or self._announced > self.table.seq:
                self._behind = self._behind or self._announced > self.table.seq
                batch, self._queue = self._queue, []
                try:
                    await self._carry_out(batch)
                except StoreUnavailable as error:
                    self._behind = True
                    self._services.health.failed(error)
                    for item in batch:
                        self._refuse(item, Refusal(str(Code.STORAGE)))
                    self.timers.retry_later(self.table)
                    if not self._queue:
                        return
                except Exception:  # noqa: BLE001 - every sender gets an answer, whatever went wrong
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
            now = self.clock.stamp()
            table, events, entries = self.table, list[TableEvent](), list[log.Entry]()
            refused: list[tuple[QueuedCommand, Refusal]] = []
            done: list[QueuedCommand] = []
            for item in batch:
                try:
                    found = attempt(table, item.guest, item.command, now)
                except Exception:  # noqa: BLE001 - one failing command must not fail the others
                    self._fault(item.command)
                    found = Refusal(str(Code.FAULT))
                if isinstance(found, Refusal):
                    refused.append((item, found))
                    continue
                done.append(item)
                table = found.table
                events += found.events
                entries += found.entries
            if not entries:
                # A refusal is final only if no other process has written meanwhile.
                if self._services.shared and await self.catch_up():
                    continue
                break
            data = [log.encode(entry) for entry in entries]
            began = time.perf_counter()
            if await self._services.store.append(self.table.id, self.table.seq + 1, data):
                self._services.metrics.observe("qwixx_commit_seconds", time.perf_counter() - began)
                break
            self._services.metrics.count("qwixx_conflicts_total")
            await self.catch_up()
        if entries:
            self._leads = True
            self._services.bus.announce(Announcement(table.id, table.seq))
            self._services.metrics.count("qwixx_events_total", len(entries))
            await self._advance(table, events, done)
            sent = time.perf_counter()
            for item in done:
                if item.connection:
                    self._services.metrics.observe("qwixx_command_seconds", sent - item.received)
        else:
            self._acknowledge(done)
        for item, refusal in refused:
            self._refuse(item, refusal)

    def _fault(self, *commands: Request) -> None:
        """Logs an error of the server's own; the table goes on, and what is due is tried again later."""
        extra = {"game": self.table.id[:6], "commands": [type(command).__name__ for command in commands]}
        logger.exception("command failed", extra=extra)
        self._services.metrics.count("qwixx_faults_total")
        self.timers.retry_later(self.table)

    def _refuse(self, item: QueuedCommand, refusal: Refusal) -> None:
        if item.connection:
            item.connection.refuse(
                refusal.code, getattr(item.command, "id", ""), refusal.rule, refusal.detail
            )

    def _acknowledge(self, done: list[QueuedCommand]) -> None:
        for item in done:
            if item.connection:
                item.connection.send(Ack(getattr(item.command, "id", ""), self.table.seq))

    async def catch_up(self) -> bool:
        """Reads and applies what other processes have added to the log; False if there was nothing."""
        table = copy.copy(self.table)
        events = await read_on(self._services.store, table)
        self._behind, self._announced = False, 0
        if table.seq == self.table.seq:
            return False
        self._leads = False
        await self._advance(table, events, [])
        return True

    async def _advance(self, table: Table, events: list[TableEvent], done: list[QueuedCommand]) -> None:
        """Replaces the table by `table`, which is stored, and sends everyone the step."""
        if table.seats is not self.table.seats:
            await self._services.names.read(table.guests())
        old, self.table = self.table, table
        self.clock.stepped(table.touched)
        names, now = self._services.names, self.clock.now()
        frames = views.Frames(old, table, events, names, now, self.spectators)
        acks: dict[Connection, list[str]] = {}
        for item in done:
            if item.connection and (id := getattr(item.command, "id", "")):
                acks.setdefault(item.connection, []).append(id)
        for connection in self.connections:
            if frame := frames.frame(connection.guest, acks.pop(connection, [])):
                connection.send_frame(frame)
        for connection, ids in acks.items():
            for id in ids:
                connection.send(Ack(id, table.seq))
        if not frames.empty and self.connections:
            self._recent.add(old.seq, table.seq, frames.shared)
        self.last_used = time.monotonic()
        self.timers.schedule(table)
        self._on_advance(self, Advance(old, table, self._leads))
        if old.status == "lobby" and table.status == "playing":
            self._dismiss_spectators()
        for event in events:
            if isinstance(event, Notice) and event.what in ("kicked", "banned"):
                self._send_away(event.guest, event.what)
        if table.away is not old.away:
            self._contradict()
        if table.status == "lobby" and table.seats is not old.seats:
            # Whoever opened the table may never have come, and somebody else can be the host.
            self._miss([table.host])

    def _contradict(self) -> None:
        """Corrects the log where it says that a guest is gone who is connected here.

        Another process wrote that, or a second connection of the guest that has ended.
        """
        for guest in self.connections.guests() & self.table.away.keys() - self.table.left:
            self._do(Present(guest))

    def probe(self) -> None:
        """Reports guests gone who are not connected here; a process they are connected to corrects it.

        Without this, guests of a crashed process would count as present for ever.
        """
        self._miss(self._expected())

    def miss_guests(self) -> None:
        """Reports everyone gone who is not connected here: after a restart the log still has them present."""
        self._probed.clear()
        if not self._stopped:
            self._miss(self._expected())

    def _expected(self) -> list[str]:
        return list(dict.fromkeys((self.table.host, *self.table.guests())))

    def _miss(self, guests: Iterable[str]) -> None:
        """Reports those gone who are not connected here, each once."""
        for guest in guests:
            if not self.is_connected(guest) and guest not in self.table.away and guest not in self._probed:
                self._probed.add(guest)
                self._do(Gone(guest))

    def _send_away(self, guest: str, code: str) -> None:
        for connection in self.connections:
            if connection.guest == guest:
                connection.send(Bye(code))
                connection.close(CloseCode.POLICY)

    def _dismiss_spectators(self) -> None:
        for connection in self.connections:
            if not rights.allowed(rights.seeing(self.table), self.table, connection.guest):
                connection.send(Bye(str(Code.NO_SPECTATORS)))
                connection.close(CloseCode.NORMAL)

    async def reread_chat(self) -> None:
        """Sends everyone a snapshot if chat lines that they have seen are deleted."""
        if not await self.chat.reread():
            return
        names, chat = self._services.names, await self.chat.lines()
        for connection in self.connections:
            spectators, now = self.spectators(), self.clock.now()
            connection.send(snapshot(self.table, connection.guest, names, spectators, now, chat))

    def refresh(self) -> None:
        """Sends the table again, because names or the spectators have changed."""
        self._sent_spectators = self.spectators()
        view = views.table_view(self.table, self._services.names, self._sent_spectators)
        frame = views.encode(Update(self.table.seq, self.clock.now(), table=view))
        for connection in self.connections:
            connection.send_frame(frame)

"""A bus over PostgreSQL: LISTEN and NOTIFY.

A statement costs as much CPU time as a player's choice, so most notes travel with one that is sent anyway:
the store's next append carries them. The bus sends a note itself, on a connection of its own, if it is the
first for a while, or if no append has come along for a moment.
"""

import asyncio
import logging
import secrets
from typing import Any

import msgspec
from sqlalchemy.engine import URL

from ..store.postgres_connection import CHANNEL, FAILURES, LastingConnection
from .announcements import LOST, Announcement, Listener, Listeners, Merged

logger = logging.getLogger("qwixx.server")

LARGEST_NOTE = 7000
"""PostgreSQL takes notes of up to 8000 bytes."""
NOTIFY = "SELECT pg_notify($1, note) FROM unnest($2::text[]) AS note"
GATHER_SECONDS = 0.02
"""Time in which announcements gather and an append may carry them."""
CLOSE_SECONDS = 1.0


class Note(msgspec.Struct, array_like=True):
    """The payload of one NOTIFY."""

    sender: str
    news: list[Announcement]


_read = msgspec.json.Decoder(Note).decode


class PostgresBus:
    def __init__(self, url: URL) -> None:
        self._me = secrets.token_hex(4)
        self._listeners = Listeners()
        self._waiting = Merged()
        self._sending: asyncio.Task[None] | None = None
        self._carried = False
        """Whether an append has carried notes lately."""
        self._connection = LastingConnection(url, self._prepare)

    @staticmethod
    async def open(url: URL) -> "PostgresBus":
        bus = PostgresBus(url)
        await bus._connection.open()
        return bus

    def announce(self, news: Announcement) -> None:
        self._waiting.put(news)
        self._send_soon()

    def listen(self) -> Listener:
        return self._listeners.new()

    async def close(self) -> None:
        if self._sending:
            await asyncio.wait([self._sending], timeout=CLOSE_SECONDS)
        await self._connection.close()

    def take_notes(self) -> list[str]:
        """The waiting notes, for the store's next append; those of an append that fails are lost."""
        if not self._waiting:
            return []
        self._carried = True
        return self._notes(self._waiting.take_all())

    async def _prepare(self, connection: Any) -> None:
        # An announcement need not survive a crash of the database, so its commit need not wait for the disk.
        await connection.execute("SET synchronous_commit = off")
        await connection.add_listener(CHANNEL, self._receive)
        self._listeners.put(LOST)
        # What could not be sent meanwhile; not yet, because the connection is not in use before this returns.
        asyncio.get_running_loop().call_soon(self._send_soon)

    def _send_soon(self) -> None:
        if self._waiting and self._sending is None:
            self._sending = asyncio.get_running_loop().create_task(self._send())

    async def _send(self) -> None:
        while self._waiting and (connection := self._connection.current):
            batch = self._waiting.take_all()
            try:
                await connection.execute(NOTIFY, CHANNEL, self._notes(batch))
            except FAILURES:
                if not connection.is_closed():
                    logger.exception("announcements were not sent")
                    continue
                # Sent again once the connection is back.
                for news in batch:
                    self._waiting.put(news)
                break
            await self._gather()
        self._sending = None

    async def _gather(self) -> None:
        """Waits until no append has carried notes for a moment."""
        while True:
            self._carried = False
            await asyncio.sleep(GATHER_SECONDS)
            if not self._carried:
                return

    def _notes(self, batch: list[Announcement]) -> list[str]:
        note = msgspec.json.encode(Note(self._me, batch))
        if len(note) > LARGEST_NOTE and len(batch) > 1:
            half = len(batch) // 2
            return self._notes(batch[:half]) + self._notes(batch[half:])
        return [note.decode()]

    def _receive(self, _connection: object, _pid: int, _channel: str, payload: object) -> None:
        note = _read(str(payload))
        if note.sender != self._me:
            for news in note.news:
                self._listeners.put(news)

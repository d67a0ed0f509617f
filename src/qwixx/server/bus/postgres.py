"""A bus over PostgreSQL: LISTEN and NOTIFY on one connection of its own.

Announcements are grouped: the first is sent at once, the next ones gather for a moment and are merged.
"""

import asyncio
import logging
import secrets
from typing import Any

import msgspec
from sqlalchemy.engine import URL

from ..store.postgres_connection import FAILURES, LastingConnection
from .announcements import LOST, Announcement, Listener, Listeners, Merged

logger = logging.getLogger("qwixx.server")

CHANNEL = "qwixx"
LARGEST_NOTE = 7000
"""PostgreSQL takes notes of up to 8000 bytes."""
NOTIFY = "SELECT pg_notify($1, note) FROM unnest($2::text[]) AS note"
GATHER_SECONDS = 0.02
"""Least time between two NOTIFY statements; each costs about as much CPU time as a player's choice."""
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
            await asyncio.sleep(GATHER_SECONDS)
        self._sending = None

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

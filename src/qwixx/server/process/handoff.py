"""People of one table meet in one process, though the system deals out connections as it likes.

Any process can serve any game; but where all of a table are in one, nothing has to be read back from the
database. So a process that accepts a connection whose address names a table (`/ws?table=ID`) hands the open
connection on to the process where that table is at home. Where that does not work, it serves it itself.
"""

import asyncio
import multiprocessing
import socket
import zlib
from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qs

from msgspec import Struct

LARGEST_REQUEST = 65536
_spawn = multiprocessing.get_context("spawn")


class HandoffPeer(Struct):
    """What one process needs to take part. Made by the first process for all others."""

    me: int
    inbox: socket.socket
    outboxes: list[socket.socket]
    alive: Any
    """A byte for each process, in memory that all of them share."""


def places(count: int) -> list[HandoffPeer]:
    pairs = [socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM) for _ in range(count)]
    outboxes = [pair[1] for pair in pairs]
    alive = _spawn.RawArray("b", count)
    return [HandoffPeer(me, pair[0], outboxes, alive) for me, pair in enumerate(pairs)]


class Handoff:
    def __init__(self, place: HandoffPeer) -> None:
        self._place = place
        place.inbox.setblocking(False)
        for outbox in place.outboxes:
            outbox.setblocking(False)
        self._tasks: set[asyncio.Task[None]] = set()

    def open(self, make_line: Callable[[], asyncio.Protocol]) -> None:
        """From now on connections are taken over from the others."""
        asyncio.get_running_loop().add_reader(self._place.inbox.fileno(), self._receive, make_line)
        self._place.alive[self._place.me] = 1

    def close(self) -> None:
        self._place.alive[self._place.me] = 0
        asyncio.get_running_loop().remove_reader(self._place.inbox.fileno())

    def hand_over(self, target: str, connection: int, request: bytes) -> bool:
        """Whether the connection, by its number, now belongs to another process."""
        table = parse_qs(target.partition("?")[2]).get("table")
        if not table:
            return False
        place = self._place
        home = zlib.crc32(table[0].encode()) % len(place.outboxes)
        if home == place.me or not place.alive[home]:
            return False
        try:
            socket.send_fds(place.outboxes[home], [request], [connection])
        except OSError:
            return False
        return True

    def _receive(self, make_line: Callable[[], asyncio.Protocol]) -> None:
        try:
            request, connections, _, _ = socket.recv_fds(self._place.inbox, LARGEST_REQUEST, 1)
        except OSError:
            return
        for connection in connections:
            task = asyncio.get_running_loop().create_task(self._adopt(make_line, connection, request))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _adopt(
        self, make_line: Callable[[], asyncio.Protocol], connection: int, request: bytes
    ) -> None:
        sock = socket.socket(fileno=connection)
        sock.setblocking(False)
        try:
            _, line = await asyncio.get_running_loop().connect_accepted_socket(make_line, sock)
        except OSError:
            sock.close()
            return
        line.data_received(request)

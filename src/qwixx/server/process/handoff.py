"""Handoff: passes an open connection to the home process of its table, so that its players share a process.

Any process can serve any game, but if all players of a table are connected to one process, nothing has to be
read back from the database. The operating system distributes connections as it likes, so a process that
accepts one for a table (`/ws?table=ID`) hands the open socket to the table's home process, which follows from
a hash of the name. If that fails, or if the home process does not respond, it serves the connection itself.
"""

import asyncio
import socket
import zlib
from collections.abc import Callable
from urllib.parse import parse_qs

from msgspec import Struct

from .worker_board import WorkerBoard

LARGEST_REQUEST = 65536


class HandoffPeer(Struct):
    """What one process needs to take part; the parent process makes one for each."""

    index: int
    inbox: socket.socket
    outboxes: list[socket.socket]
    board: WorkerBoard
    """Says which processes respond."""


def make_peers(board: WorkerBoard) -> list[HandoffPeer]:
    pairs = [socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM) for _ in range(board.workers)]
    outboxes = [pair[1] for pair in pairs]
    return [HandoffPeer(index, pair[0], outboxes, board) for index, pair in enumerate(pairs)]


class Handoff:
    def __init__(self, peer: HandoffPeer) -> None:
        self._peer = peer
        peer.inbox.setblocking(False)
        for outbox in peer.outboxes:
            outbox.setblocking(False)
        self._tasks: set[asyncio.Task[None]] = set()

    def open(self, make_protocol: Callable[[], asyncio.Protocol]) -> None:
        """Starts to take over connections from the other processes."""
        asyncio.get_running_loop().add_reader(self._peer.inbox.fileno(), self._receive, make_protocol)

    def close(self) -> None:
        asyncio.get_running_loop().remove_reader(self._peer.inbox.fileno())

    def hand_over(self, target: str, connection: int, request: bytes) -> bool:
        """Hands over the connection with this file descriptor; False if it stays in this process."""
        table = parse_qs(target.partition("?")[2]).get("table")
        if not table:
            return False
        peer = self._peer
        home = zlib.crc32(table[0].encode()) % len(peer.outboxes)
        if home == peer.index or not peer.board.responsive(home):
            return False
        try:
            socket.send_fds(peer.outboxes[home], [request], [connection])
        except OSError:
            return False
        return True

    def _receive(self, make_protocol: Callable[[], asyncio.Protocol]) -> None:
        try:
            request, connections, _, _ = socket.recv_fds(self._peer.inbox, LARGEST_REQUEST, 1)
        except OSError:
            return
        for connection in connections:
            task = asyncio.get_running_loop().create_task(self._adopt(make_protocol, connection, request))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _adopt(
        self, make_protocol: Callable[[], asyncio.Protocol], connection: int, request: bytes
    ) -> None:
        sock = socket.socket(fileno=connection)
        sock.setblocking(False)
        try:
            _, protocol = await asyncio.get_running_loop().connect_accepted_socket(make_protocol, sock)
        except OSError:
            sock.close()
            return
        protocol.data_received(request)

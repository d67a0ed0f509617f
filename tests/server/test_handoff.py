"""A connection is handed to the home process of its table, if that process is running."""

import asyncio
import socket
import time

import pytest

from qwixx.server.process.handoff import Handoff, HandoffPeer, make_peers
from qwixx.server.process.worker_board import FRESH_SECONDS, WorkerBoard

pytestmark = pytest.mark.skipif(
    not hasattr(socket, "send_fds"), reason="this system cannot pass a connection to another process"
)


class Answering(asyncio.Protocol):
    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.WriteTransport)
        self.transport = transport

    def data_received(self, data: bytes) -> None:
        self.transport.write(b"got " + data)


def target(home: int) -> str:
    """A request target whose table has this one of two processes as its home."""
    from zlib import crc32

    return next(f"/ws?table=t{n}" for n in range(99) if crc32(b"t%d" % n) % 2 == home)


def close(peers: list[HandoffPeer]) -> None:
    for end in [*peers[0].outboxes, *(peer.inbox for peer in peers)]:
        end.close()


def test_a_connection_is_handed_over_and_stays_open() -> None:
    async def test() -> None:
        board = WorkerBoard(2)
        peers = make_peers(board)
        first, second = map(Handoff, peers)
        second.open(Answering)
        board.beat(1)
        here, there = socket.socketpair()
        here.setblocking(False)
        assert first.hand_over(target(1), there.fileno(), b"the request")
        there.close()
        loop = asyncio.get_running_loop()
        async with asyncio.timeout(10):
            assert await loop.sock_recv(here, 100) == b"got the request"
            await loop.sock_sendall(here, b"more")
            assert await loop.sock_recv(here, 100) == b"got more"
        here.close()
        second.close()
        await asyncio.sleep(0.01)
        close(peers)

    asyncio.run(test())


def test_a_connection_stays_in_its_home_process_and_where_no_other_is_running(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def test() -> None:
        board = WorkerBoard(2)
        peers = make_peers(board)
        first, second = map(Handoff, peers)
        here, there = socket.socketpair()
        assert not first.hand_over(target(1), there.fileno(), b""), "the other has not started"
        second.open(Answering)
        board.beat(1)
        assert not first.hand_over(target(0), there.fileno(), b""), "this is its home"
        assert not first.hand_over("/ws", there.fileno(), b""), "no table is named"
        with monkeypatch.context() as patched:
            later = time.monotonic() + FRESH_SECONDS
            patched.setattr(time, "monotonic", lambda: later)
            assert not first.hand_over(target(1), there.fileno(), b""), "the other hangs"
        second.close()
        board.rest(1)
        assert not first.hand_over(target(1), there.fileno(), b""), "the other has ended"
        here.close()
        there.close()
        close(peers)

    asyncio.run(test())

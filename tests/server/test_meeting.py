"""A connection goes to the process where its table is at home, if that one is there."""

import asyncio
import socket

import pytest

from qwixx.server.process.handoff import Handoff, HandoffPeer, places

pytestmark = pytest.mark.skipif(
    not hasattr(socket, "send_fds"), reason="this system cannot pass a connection to another process"
)


class Answering(asyncio.Protocol):
    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.WriteTransport)
        self.transport = transport

    def data_received(self, data: bytes) -> None:
        self.transport.write(b"heard " + data)


def target(home: int) -> str:
    """An address whose table is at home in that one of two processes."""
    from zlib import crc32

    return next(f"/ws?table=t{n}" for n in range(99) if crc32(b"t%d" % n) % 2 == home)


def leave(spots: list[HandoffPeer]) -> None:
    for end in [*spots[0].outboxes, *(spot.inbox for spot in spots)]:
        end.close()


def test_a_connection_is_handed_over_and_goes_on() -> None:
    async def test() -> None:
        spots = places(2)
        first, second = map(Handoff, spots)
        second.open(Answering)
        here, there = socket.socketpair()
        here.setblocking(False)
        assert first.hand_over(target(1), there.fileno(), b"the request")
        there.close()
        loop = asyncio.get_running_loop()
        async with asyncio.timeout(10):
            assert await loop.sock_recv(here, 100) == b"heard the request"
            await loop.sock_sendall(here, b"more")
            assert await loop.sock_recv(here, 100) == b"heard more"
        here.close()
        second.close()
        await asyncio.sleep(0.01)
        leave(spots)

    asyncio.run(test())


def test_it_stays_where_it_is_if_that_is_home_or_nobody_else_is_there() -> None:
    async def test() -> None:
        spots = places(2)
        first, second = map(Handoff, spots)
        here, there = socket.socketpair()
        assert not first.hand_over(target(1), there.fileno(), b""), "the other has not started"
        second.open(Answering)
        assert not first.hand_over(target(0), there.fileno(), b""), "it is at home"
        assert not first.hand_over("/ws", there.fileno(), b""), "no table is named"
        second.close()
        assert not first.hand_over(target(1), there.fileno(), b""), "the other has ended"
        here.close()
        there.close()
        leave(spots)

    asyncio.run(test())

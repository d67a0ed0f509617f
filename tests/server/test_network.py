"""A network that delays, cuts and half-closes: all clients come to the same position, and nothing is lost."""

import asyncio
import contextlib
import hashlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from random import Random

import msgspec
import pytest
from live_server import Running

from qwixx import Record, replay
from qwixx.client import Guest, TableClient
from qwixx.dice.proof import check
from qwixx.server.protocol import Choice, GameView, Options, SeatOffers


class FaultyNetwork:
    """A proxy in front of the server. After `faults` broken connections it behaves."""

    def __init__(self, port: int, random: Random, faults: int) -> None:
        self.port = port
        self.random = random
        self.faults = faults
        self.broken = 0
        self.tasks: set[asyncio.Task[None]] = set()

    @asynccontextmanager
    async def open(self) -> AsyncIterator[str]:
        server = await asyncio.start_server(self._accept, "127.0.0.1", 0)
        async with server:
            yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
            server.close()
            for task in list(self.tasks):
                task.cancel()
            await asyncio.gather(*self.tasks, return_exceptions=True)

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)
        server_reader, server_writer = await asyncio.open_connection("127.0.0.1", self.port)
        bad = self.broken < self.faults
        # Far enough for the handshake, and for some of the game.
        after = self.random.randint(600, 4_000) if bad else None
        half = bad and self.random.random() < 0.3
        try:
            await asyncio.gather(
                self._pump(reader, server_writer, after if half else None),
                self._pump(server_reader, writer, after if not half else None),
            )
        except (OSError, asyncio.IncompleteReadError, EOFError):
            pass
        finally:
            for end in (writer, server_writer):
                end.close()
                with contextlib.suppress(OSError):
                    await end.wait_closed()

    async def _pump(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, cut_after: int | None
    ) -> None:
        """Carries bytes one way, with delays; at the end of its life it cuts both ways or only this one."""
        carried = 0
        while data := await reader.read(self.random.choice((50, 500, 5_000))):
            if self.random.random() < 0.1:
                await asyncio.sleep(self.random.uniform(0, 0.02))
            carried += len(data)
            if cut_after is not None and carried > cut_after:
                self.broken += 1
                if self.random.random() < 0.5:
                    writer.write_eof()
                    await asyncio.sleep(0.05)
                raise EOFError
            writer.write(data)
            await writer.drain()
        raise EOFError


def first_or_pass(offers: SeatOffers, _: GameView) -> Choice:
    best = min(offers.options[1:], key=lambda offer: offer.skips)
    return best.choice if best.skips < 3 else offers.options[0].choice


def position(table: TableClient) -> str:
    return hashlib.sha256(msgspec.json.encode(table.game)).hexdigest()


@pytest.mark.parametrize("chance", range(3))
def test_all_clients_come_to_the_same_position(lasting: Running, chance: int) -> None:
    network = FaultyNetwork(lasting.port, Random(chance), faults=12)

    async def person(guest: Guest, url: str, table: str, seat: int) -> TableClient:
        through = Guest(url, guest.cookie)
        async with through.table(table) as mine:
            await mine.sit(seat)
            await mine.ready()
            if seat == 0:
                await mine.until(lambda: bool(mine.table and all(one.ready for one in mine.table.seats)))
                await mine.start()
            await mine.until(lambda: mine.game is not None)
            await mine.play(first_or_pass)
        return mine

    async def run() -> None:
        guests = [await Guest.arrive(lasting.url, f"Person {number}") for number in range(3)]
        table = await guests[0].create(Options(seats=3, variant="classic"))
        async with network.open() as url:
            tables = await asyncio.gather(
                *(person(guest, url, table, seat) for seat, guest in enumerate(guests))
            )
        assert len({position(one) for one in tables}) == 1
        assert network.broken >= 5
        assert sum(one.reconnects for one in tables) >= 5
        record = Record.parse(await guests[0].record(table))
        assert check(record).fair
        final = replay(record)
        assert tables[0].game is not None
        assert tables[0].game.sheets == final.sheets

    asyncio.run(asyncio.wait_for(run(), 120))

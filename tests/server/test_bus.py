"""Both buses carry announcements between processes, and recover from lost connections."""

import asyncio
from typing import Any

import asyncpg  # type: ignore[import-untyped]
import pytest

from qwixx.server.bus.announcements import LOST, Announcement, Bus
from qwixx.server.bus.local import LocalBus
from qwixx.server.bus.opening import open_bus
from qwixx.server.bus.postgres import PostgresBus
from qwixx.server.store.store import StoreError
from qwixx.testing import check_bus


async def postgres_bus(address: str) -> PostgresBus:
    bus = await open_bus(address)
    assert isinstance(bus, PostgresBus)
    return bus


def test_the_local_bus_keeps_every_promise() -> None:
    first = LocalBus()

    async def join() -> Bus:
        return first.join()

    asyncio.run(check_bus(join))


def test_the_postgres_bus_keeps_every_promise(postgres: str) -> None:
    asyncio.run(check_bus(lambda: open_bus(postgres)))


def test_sqlite_needs_no_bus_between_processes(database: str) -> None:
    assert isinstance(asyncio.run(open_bus(database)), LocalBus)


def test_a_database_that_does_not_answer_is_refused_without_its_password(
    postgres: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("qwixx.server.store.postgres_connection.TIMEOUT", 0.5)
    with pytest.raises(StoreError, match="cannot be used") as refused:
        asyncio.run(open_bus(postgres.replace("postgres:@", "postgres:swordfish@") + "x"))
    assert "swordfish" not in str(refused.value)


def test_a_lost_connection_is_reported_and_what_waits_is_sent_later(postgres: str) -> None:
    async def test() -> None:
        one, two = await postgres_bus(postgres), await postgres_bus(postgres)
        mine, theirs = one.listen(), two.listen()
        await hang_up(postgres, one._connection.current.get_server_pid())
        while one._connection.current:
            await asyncio.sleep(0.01)
        one.announce(Announcement("g", 3))
        async with asyncio.timeout(20):
            assert await anext(mine) == LOST
            assert await anext(theirs) == Announcement("g", 3)
            two.announce(Announcement("g", 4))
            assert await anext(mine) == Announcement("g", 4)
        await one.close()
        await two.close()

    asyncio.run(test())


async def hang_up(address: str, pid: int) -> None:
    connection = await asyncpg.connect(address)
    await connection.execute("SELECT pg_terminate_backend($1)", pid)
    await connection.close()


def test_announcements_that_wait_together_are_one_statement(
    postgres: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test() -> None:
        bus = await postgres_bus(postgres)
        notes: list[list[str]] = []

        async def counted(*args: Any) -> None:
            notes.append(args[-1])

        connection: Any = bus._connection.current
        monkeypatch.setattr(type(connection), "execute", counted)
        for number in range(100):
            bus.announce(Announcement(f"game-{number}", 1))
            bus.announce(Announcement(f"game-{number}", 2))
        await asyncio.sleep(0)
        assert len(notes) == 1, "one statement"
        assert len(notes[0]) == 1, "one note"
        assert notes[0][0].count(",2,") == 100, "the newest of each game"
        monkeypatch.undo()
        await bus.close()

    asyncio.run(test())

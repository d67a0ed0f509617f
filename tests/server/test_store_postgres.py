"""PostgreSQL passes the same checks, and serves several processes."""

import asyncio
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager, suppress
from typing import Any

import pytest

from qwixx.server.store.opening import open_store
from qwixx.server.store.store import Store, StoreError, StoreUnavailable
from qwixx.testing.store import check_store, new_game


def run(test: Coroutine[Any, Any, None]) -> None:
    asyncio.run(test)


def test_postgres_keeps_every_promise(postgres: str) -> None:
    run(check_store(lambda: open_store(postgres)))


def test_stores_that_start_at_once_make_one_schema(postgres: str) -> None:
    async def test() -> None:
        stores = await asyncio.gather(*(open_store(postgres) for _ in range(4)))
        await asyncio.gather(*(store.close() for store in stores))

    run(test())


def test_an_address_that_does_not_answer_is_refused_without_its_password(postgres: str) -> None:
    with pytest.raises(StoreError, match="cannot be used") as refused:
        run(open_store(postgres.replace("postgres:@", "postgres:swordfish@") + "x"))  # type: ignore[arg-type]
    assert "swordfish" not in str(refused.value)


@asynccontextmanager
async def two_stores(address: str) -> AsyncIterator[tuple[Store, Store]]:
    store, other = await open_store(address), await open_store(address)
    try:
        yield store, other
    finally:
        await store.close()
        await other.close()


async def end_other_connections(store: Store) -> None:
    async with store.begin() as connection:  # type: ignore[attr-defined]
        await connection.exec_driver_sql(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )


def test_nothing_is_acknowledged_when_a_connection_is_lost_and_then_it_recovers(postgres: str) -> None:
    async def test() -> None:
        async with two_stores(postgres) as (store, other):
            game = new_game()
            await store.create_game(game)
            assert await store.append(game.id, 1, [b"a"])
            await end_other_connections(other)
            with pytest.raises(StoreUnavailable):
                await store.append(game.id, 2, [b"b"])
            assert await store.append(game.id, 2, [b"b"])
            assert await other.append(game.id, 3, [b"c"])
            assert await store.events(game.id) == [b"a", b"b", b"c"]

    run(test())


@pytest.mark.parametrize("steps", range(5))
def test_a_connection_is_lost_at_every_step_of_the_loop(postgres: str, steps: int) -> None:
    """The database's last message and the end of the connection arrive separately: a query between the two
    fails with an internal error of asyncpg."""

    async def test() -> None:
        async with two_stores(postgres) as (store, other):
            game = new_game()
            await store.create_game(game)
            for ask in (
                lambda: store.append(game.id, 1, [b"a"]),
                lambda: store.events(game.id),
                lambda: store.heads([game.id]),
            ):
                await ask()
                await end_other_connections(other)
                time.sleep(0.1)  # both have arrived, and the loop has seen neither
                for _ in range(steps):
                    await asyncio.sleep(0)
                with suppress(StoreUnavailable):
                    await ask()
                await ask()

    run(test())


GAMES = 5
ROUNDS = 60


async def compete(address: str, me: bytes, games: list[str]) -> int:
    """The number of appends that this process won."""
    store = await open_store(address)
    won = 0
    for _ in range(ROUNDS):
        heads = await store.heads(games)
        won += sum(await asyncio.gather(*(store.append(game, heads[game] + 1, [me, me]) for game in games)))
    await store.close()
    return won


def test_two_processes_write_one_log(postgres: str) -> None:
    """Both write all games at full speed: every won append is in the log once, whole, and without a gap."""

    async def prepare() -> list[str]:
        store = await open_store(postgres)
        games = [new_game() for _ in range(GAMES)]
        for game in games:
            await store.create_game(game)
        await store.close()
        return [game.id for game in games]

    async def read(games: list[str]) -> list[list[bytes]]:
        store = await open_store(postgres)
        logs = [await store.events(game) for game in games]
        assert await store.heads(games) == {game: len(log) for game, log in zip(games, logs, strict=True)}
        await store.close()
        return logs

    games = asyncio.run(prepare())
    processes = [
        subprocess.Popen([sys.executable, __file__, postgres, me, *games], stdout=subprocess.PIPE)
        for me in ("1", "2")
    ]
    total = sum(int(process.communicate(timeout=60)[0]) for process in processes)
    logs = asyncio.run(read(games))
    assert sum(len(log) for log in logs) == 2 * total
    assert all(log[0::2] == log[1::2] for log in logs), "one append was torn apart by another"
    assert any({b"1", b"2"} <= set(log) for log in logs), "the two never met"


if __name__ == "__main__":
    print(asyncio.run(compete(sys.argv[1], sys.argv[2].encode(), sys.argv[3:])))

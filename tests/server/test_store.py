"""SQLite keeps what it has acknowledged, whatever happens to its file or its disk."""

import asyncio
import resource
import sqlite3
from collections.abc import Coroutine
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from qwixx.server.store.opening import open_store
from qwixx.server.store.store import Store, StoreError, StoreUnavailable
from qwixx.testing.store import check_store, new_game


def run(test: Coroutine[Any, Any, None]) -> None:
    asyncio.run(test)


@pytest.fixture
def address(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'folder' / 'qwixx.db'}"


def file_of(address: str) -> Path:
    return Path(address.removeprefix("sqlite:///"))


async def game_in(store: Store) -> str:
    game = new_game()
    assert await store.create_game(game)
    return game.id


async def create(address: str) -> None:
    await (await open_store(address)).close()


def test_sqlite_keeps_every_promise(address: str) -> None:
    run(check_store(lambda: open_store(address)))


@pytest.mark.parametrize(
    "bad",
    [
        "",
        "games.db",
        "mysql://localhost/x",
        "sqlite://",
        "sqlite:///:memory:",
        "sqlite:///games.db?timeout=long",
        "postgresql://db.example:first/x",
    ],
)
def test_other_addresses_are_refused(bad: str) -> None:
    with pytest.raises(StoreError):
        run(open_store(bad))  # type: ignore[arg-type]


def test_a_file_that_is_not_a_database_is_refused_and_not_changed(address: str) -> None:
    path = file_of(address)
    path.parent.mkdir()
    path.write_bytes(b"These are my holiday notes." * 100)
    with pytest.raises(StoreError, match=r"qwixx\.db"):
        run(open_store(address))  # type: ignore[arg-type]
    assert path.read_bytes().startswith(b"These are my holiday notes.")


@pytest.mark.parametrize("version", [None, "a1b2c3d4e5f6"])
def test_a_database_of_another_program_is_refused_and_not_changed(address: str, version: str | None) -> None:
    """Also one that is migrated with Alembic."""
    path = file_of(address)
    path.parent.mkdir()
    with closing(sqlite3.connect(path)) as foreign:
        foreign.execute("CREATE TABLE books (title TEXT)")
        if version:
            foreign.execute("CREATE TABLE alembic_version (version_num TEXT)")
            foreign.execute("INSERT INTO alembic_version VALUES (?)", [version])
        foreign.commit()
    before = path.read_bytes(), path.stat().st_mode
    with pytest.raises(StoreError, match=r"qwixx\.db is a database of another program: choose another"):
        run(open_store(address))  # type: ignore[arg-type]
    assert (path.read_bytes(), path.stat().st_mode) == before


def test_a_database_of_a_newer_version_is_refused_and_not_changed(address: str) -> None:
    run(create(address))
    path = file_of(address)
    with closing(sqlite3.connect(path)) as newer:
        newer.execute("UPDATE alembic_version SET version_num = '9999'")
        newer.commit()
    before = path.read_bytes()
    with pytest.raises(StoreError, match=r"qwixx\.db was written by a newer version"):
        run(open_store(address))  # type: ignore[arg-type]
    assert path.read_bytes() == before


def test_a_commit_is_on_the_disk_before_it_is_acknowledged(address: str) -> None:
    """The write-ahead log is synchronised at each commit, on every connection that writes."""

    async def test() -> None:
        store = await open_store(address)
        game = await game_in(store)
        assert await store.append(game, 1, [b"a"])
        connection = store._log._connection  # type: ignore[attr-defined]
        modes = await asyncio.get_running_loop().run_in_executor(
            store._log._thread,  # type: ignore[attr-defined]
            lambda: [
                connection.execute(f"PRAGMA {name}").fetchone()[0] for name in ("journal_mode", "synchronous")
            ],
        )
        assert modes == ["wal", 2]
        async with store.engine.connect() as other:
            assert (await other.exec_driver_sql("PRAGMA synchronous")).scalar() == 2
        # Another program sees it while this one still runs.
        with sqlite3.connect(file_of(address)) as reader:
            assert reader.execute("SELECT data FROM events").fetchall() == [(b"a",)]
        reader.close()
        await store.close()

    run(test())


def test_nothing_is_acknowledged_while_the_disk_is_full_and_then_it_recovers(address: str) -> None:
    async def test() -> None:
        store = await open_store(address)
        game = await game_in(store)
        assert await store.append(game, 1, [b"a"])
        soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
        full = file_of(address).with_name("qwixx.db-wal").stat().st_size
        resource.setrlimit(resource.RLIMIT_FSIZE, (full, hard))
        try:
            with pytest.raises(StoreUnavailable):
                await store.append(game, 2, [b"x" * 10_000])
            with pytest.raises(StoreUnavailable):
                await store.create_game(new_game(summary=b"x" * 10_000))
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        assert await store.events(game) == [b"a"]
        assert await store.append(game, 2, [b"b"])
        assert await store.create_game(new_game())
        assert await store.events(game) == [b"a", b"b"]
        await store.close()

    run(test())


def test_nothing_is_acknowledged_while_the_file_is_missing_and_then_it_recovers(address: str) -> None:
    async def test() -> None:
        store = await open_store(address)
        game = await game_in(store)
        assert await store.append(game, 1, [b"a"])
        folder = file_of(address).parent
        folder.rename(folder.with_name("elsewhere"))
        with pytest.raises(StoreUnavailable):
            await store.append(game, 2, [b"b"])
        assert not folder.exists(), "an empty database was made in its place"
        folder.with_name("elsewhere").rename(folder)
        assert await store.append(game, 2, [b"b"])
        await store.close()

    run(test())


def test_appends_that_wait_together_are_one_commit(address: str) -> None:
    async def test() -> None:
        store = await open_store(address)
        games = [await game_in(store) for _ in range(50)]
        batches = []
        write = store._log.run  # type: ignore[attr-defined]

        async def counted(batch: list[Any]) -> set[str]:
            batches.append(len(batch))
            return await write(batch)  # type: ignore[no-any-return]

        store._log.run = counted  # type: ignore[attr-defined]
        assert all(await asyncio.gather(*(store.append(game, 1, [b"a"]) for game in games)))
        assert batches == [50]
        await store.close()

    run(test())


def test_events_of_a_newer_format_are_not_read(address: str) -> None:
    async def test() -> None:
        store = await open_store(address)
        game = await game_in(store)
        await store.append(game, 1, [b"a"])
        async with store.begin() as connection:
            await connection.exec_driver_sql("UPDATE events SET format = 3")
        with pytest.raises(StoreError, match="newer version"):
            await store.events(game)
        await store.close()

    run(test())

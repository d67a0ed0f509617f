"""The migrations make exactly the tables that the program uses."""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection

from qwixx.server.store import migrations
from qwixx.server.store.opening import open_store
from qwixx.server.store.schema import metadata
from qwixx.server.store.store import ChatRow


def differences(connection: Connection) -> list[Any]:
    return list(compare_metadata(MigrationContext.configure(connection), metadata))


async def compare(address: str) -> list[Any]:
    store = await open_store(address)
    async with store.engine.connect() as connection:  # type: ignore[attr-defined]
        found: list[Any] = await connection.run_sync(differences)
        assert await connection.run_sync(migrations.current) == migrations.HEAD
    await store.close()
    return found


def test_sqlite(tmp_path: Path) -> None:
    # A percent sign is special to Alembic, a question mark to addresses.
    assert asyncio.run(compare(f"sqlite:///{tmp_path}/100%/qwixx.db")) == []


def test_postgres(postgres: str) -> None:
    assert asyncio.run(compare(postgres)) == []


def test_head_is_the_newest_migration() -> None:
    folder = ScriptDirectory(str(Path(migrations.__file__).parent))
    assert folder.get_current_head() == migrations.HEAD


def test_a_database_that_is_up_to_date_needs_no_alembic(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    address = f"sqlite:///{tmp_path}/qwixx.db"
    asyncio.run(compare(address))
    monkeypatch.setattr("alembic.command.upgrade", None)
    assert asyncio.run(compare(address)) == []


def test_an_older_database_is_brought_to_the_newest_state(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    address = f"sqlite:///{tmp_path}/qwixx.db"
    with monkeypatch.context() as patched:
        patched.setattr(migrations, "HEAD", "0001")
        asyncio.run(close(address))
    with closing(sqlite3.connect(tmp_path / "qwixx.db")) as old:
        old.execute("INSERT INTO chat (game, guest, text, sent) VALUES ('g', 'ann', 'hello', 1.0)")
        old.commit()
    assert asyncio.run(compare(address)) == []

    async def read() -> list[ChatRow]:
        store = await open_store(address)
        found = await store.chat("g")
        await store.close()
        return found

    assert asyncio.run(read()) == [ChatRow("g", "ann", "hello", 1.0, 1)]


async def close(address: str) -> None:
    await (await open_store(address)).close()

"""The migrations create exactly the tables that the program uses."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, text

from qwixx.server.store import migrations
from qwixx.server.store.opening import open_store
from qwixx.server.store.schema import metadata
from qwixx.server.store.store import ChatRow, GameRow


def differences(connection: Connection) -> list[Any]:
    return list(compare_metadata(MigrationContext.configure(connection), metadata))


async def compare(address: str) -> list[Any]:
    store = await open_store(address)
    async with store.engine.connect() as connection:
        found: list[Any] = await connection.run_sync(differences)
        assert await connection.run_sync(migrations.current) == migrations.HEAD
    await store.close()
    return found


def test_the_migrations_create_the_schema_in_sqlite(tmp_path: Path) -> None:
    # A percent sign is special to Alembic, a question mark to addresses.
    assert asyncio.run(compare(f"sqlite:///{tmp_path}/100%/qwixx.db")) == []


def test_the_migrations_create_the_schema_in_postgres(postgres: str) -> None:
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


@pytest.fixture(params=["database", "postgres"])
def address(request: pytest.FixtureRequest) -> str:
    found: str = request.getfixturevalue(request.param)
    return found


FIRST_GAME = text(
    "INSERT INTO games (id, code, visibility, options, seed, created, status, updated, summary)"
    " VALUES ('g', 'CODE', 'link', :json, :seed, 1.0, 'lobby', 2.0, :json)"
)
FIRST_LINE = text("INSERT INTO chat (game, guest, text, sent) VALUES ('g', 'ann', 'hello', 1.0)")


def test_a_database_of_the_first_version_is_migrated_and_keeps_its_rows(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fill() -> None:
        store = await open_store(address)
        async with store.begin() as connection:
            await connection.execute(FIRST_GAME, {"json": b"{}", "seed": bytes(32)})
            await connection.execute(FIRST_LINE)
        await store.close()

    async def read() -> tuple[list[ChatRow], list[GameRow]]:
        store = await open_store(address)
        found = await store.chat("g"), await store.unfinished_games()
        await store.close()
        return found

    with monkeypatch.context() as patched:
        patched.setattr(migrations, "HEAD", "0001")
        asyncio.run(fill())
    assert asyncio.run(compare(address)) == []
    lines, games = asyncio.run(read())
    assert lines == [ChatRow("g", "ann", "hello", 1.0, 1)]
    assert games == [GameRow("g", "CODE", "link", bytes(32), 1.0, updated=2.0)]


def test_lines_that_were_stored_twice_are_kept_when_commands_become_unique(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    line = text("INSERT INTO chat (game, guest, text, sent, cmd) VALUES ('g', 'ann', 'hello', 1.0, :cmd)")

    async def fill() -> None:
        store = await open_store(address)
        async with store.begin() as connection:
            for cmd in (b"one", b"one", None, None, b"two"):
                await connection.execute(line, {"cmd": cmd})
        await store.close()

    async def read() -> list[bytes | None]:
        store = await open_store(address)
        found = [row.cmd for row in await store.chat("g")]
        await store.close()
        return found

    with monkeypatch.context() as patched:
        patched.setattr(migrations, "HEAD", "0007")
        asyncio.run(fill())
    assert asyncio.run(read()) == [b"one", None, None, None, b"two"]

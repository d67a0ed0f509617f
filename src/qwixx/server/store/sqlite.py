"""The store in a SQLite file, for one process: the default."""

import asyncio
import json
import sqlite3
import time
from collections.abc import AsyncIterator, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, closing, contextmanager, suppress
from pathlib import Path
from typing import Any

from sqlalchemy import event
from sqlalchemy.dialects.sqlite import dialect
from sqlalchemy.engine import URL
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from .group_commit import Append
from .migrations import is_ours
from .private import make_file, make_folder, protect
from .sql import INSERT_PLAYERS, SET_STATUS, TRY_WRITE, SqlStore
from .store import EVENT_FORMAT, StoreError, StoreUnavailable

# In WAL mode FULL means that the log is on the disk before a commit returns. NORMAL could lose the last
# commits in a power failure.
PRAGMAS = ("PRAGMA journal_mode=WAL", "PRAGMA synchronous=FULL", "PRAGMA busy_timeout=5000")

HEADS = """
    SELECT id, coalesce((SELECT max(seq) FROM events WHERE game = id), 0)
    FROM games WHERE id IN (SELECT value FROM json_each(?))
"""
INSERT = "INSERT INTO events (game, seq, format, at, data) VALUES "
ROW = "(?, ?, ?, ?, ?)"

SET_STATUS_TEXT = str(SET_STATUS.compile(dialect=dialect(paramstyle="named")))

# Most games whose last seq is cached.
CACHED_HEADS = 20_000


class SqliteStore(SqlStore):
    def __init__(self, engine: AsyncEngine, path: Path) -> None:
        super().__init__(engine)
        self.path = path
        # SQLite allows one writer at a time. Ours take turns here, where waiting costs nothing.
        self._turn = asyncio.Lock()
        self._log = Log(path)

    @staticmethod
    async def open(url: URL, *, migrate: bool = True) -> "SqliteStore":
        path = Path(url.database or "")
        try:
            make_folder(path.parent)
        except OSError as error:
            raise StoreError(
                f"The folder {path.parent} cannot be made ({error.strerror}): choose another with --data."
            ) from None
        _refuse_foreign(path)
        make_file(path)
        store = SqliteStore(
            create_async_engine(url.set(drivername="sqlite+aiosqlite"), hide_parameters=True), path
        )
        event.listen(store.engine.sync_engine, "connect", _prepare)
        try:
            await (store.migrate() if migrate else store.check_schema())
        except StoreUnavailable as error:
            await store.close()
            raise StoreError(
                f"{path} cannot be used as a database ({error}): choose another, or restore a backup."
            ) from None
        except StoreError:
            await store.close()
            raise
        protect(path)
        return store

    @asynccontextmanager
    async def begin(self, *, always: bool = False) -> AsyncIterator[AsyncConnection]:
        async with self._turn, super().begin(always=always) as connection:
            yield connection

    async def write(self, batch: list[Append]) -> set[str]:
        async with self._turn:
            return await self._log.run(batch)

    async def write_listings(self, rows: list[dict[str, Any]], seated: list[dict[str, Any]]) -> None:
        async with self._turn:
            await self._log.write_listings(rows, seated)

    async def try_write(self) -> None:
        async with self._turn:
            await self._log.try_write()

    async def close(self) -> None:
        await super().close()
        await self._log.close()


def _refuse_foreign(path: Path) -> None:
    """Refuses a database of another program before anything in it is changed."""
    if not path.is_file():
        return
    # What cannot be read at all is reported when it is opened for writing.
    with (
        suppress(sqlite3.Error),
        closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as it,
    ):
        tables = {name for (name,) in it.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        ours = "alembic_version" in tables and all(
            is_ours(version) for (version,) in it.execute("SELECT version_num FROM alembic_version")
        )
        if tables and not ours:
            raise StoreError(
                f"{path} is a database of another program: choose another with --data or --database."
            )


def _prepare(connection: Any, _: object) -> None:
    cursor = connection.cursor()
    for pragma in PRAGMAS:
        cursor.execute(pragma)
    cursor.close()


class Log:
    """Writes on the hot path, in a thread of its own that waits for the disk.

    After each call into SQLite the thread has to wait for the GIL, so a batch is one call if possible: one
    statement, which is its own transaction, while the cached heads of the logs are right.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="qwixx-log")
        self._connection: sqlite3.Connection | None = None
        self._inode = 0
        self._heads: dict[str, int] = {}

    async def run(self, batch: list[Append]) -> set[str]:
        return await asyncio.get_running_loop().run_in_executor(self._thread, self._write, batch)

    async def write_listings(self, rows: list[dict[str, Any]], seated: list[dict[str, Any]]) -> None:
        await asyncio.get_running_loop().run_in_executor(self._thread, self._write_listings, rows, seated)

    async def try_write(self) -> None:
        await asyncio.get_running_loop().run_in_executor(self._thread, self._try_write)

    async def close(self) -> None:
        await asyncio.get_running_loop().run_in_executor(self._thread, self._disconnect)
        self._thread.shutdown()

    def _write(self, batch: list[Append]) -> set[str]:
        with self._unavailable():
            good = self._write_cached(batch) or self._write_checked(batch)
        if len(self._heads) > CACHED_HEADS:
            self._heads.clear()
        self._heads.update((one.game, one.last) for one in good)
        return {one.game for one in good}

    def _write_listings(self, rows: list[dict[str, Any]], seated: list[dict[str, Any]]) -> None:
        with self._unavailable():
            connection = self._connect()
            connection.execute("BEGIN IMMEDIATE")
            connection.executemany(SET_STATUS_TEXT, rows)
            connection.executemany(INSERT_PLAYERS, seated)
            connection.execute("COMMIT")

    def _try_write(self) -> None:
        with self._unavailable():
            self._connect().execute(TRY_WRITE)

    @contextmanager
    def _unavailable(self) -> Iterator[None]:
        try:
            yield
        except (sqlite3.Error, OSError) as error:
            self._disconnect()
            raise StoreUnavailable(f"{type(error).__name__}: {error}") from error

    def _write_cached(self, batch: list[Append]) -> list[Append]:
        """Writes the whole batch, or nothing if a cached head is missing or wrong."""
        connection, heads = self._connect(), self._heads
        if any(heads.get(one.game) != one.seq - 1 for one in batch):
            return []
        try:
            self._insert(connection, batch)
        except sqlite3.IntegrityError:
            return []
        return batch

    def _write_checked(self, batch: list[Append]) -> list[Append]:
        """Writes the appends that fit. It locks the database before it reads the heads."""
        connection = self._connect()
        connection.execute("BEGIN IMMEDIATE")
        heads = dict(connection.execute(HEADS, [json.dumps([one.game for one in batch])]))
        good = [one for one in batch if heads.get(one.game) == one.seq - 1]
        if good:
            self._insert(connection, good)
        connection.execute("COMMIT")
        return good

    def _insert(self, connection: sqlite3.Connection, batch: list[Append]) -> None:
        now = time.time()
        values: list[object] = []
        for one in batch:
            for seq, data in enumerate(one.events, one.seq):
                values += (one.game, seq, EVENT_FORMAT, now, data)
        connection.execute(INSERT + ", ".join([ROW] * (len(values) // 5)), values)

    def _connect(self) -> sqlite3.Connection:
        """Reconnects if the file was replaced: writes to a deleted file would be lost."""
        inode = self._path.stat().st_ino
        if self._connection and inode != self._inode:
            self._disconnect()
        if self._connection is None:
            uri = f"{self._path.absolute().as_uri()}?mode=rw"
            self._connection = sqlite3.connect(uri, uri=True, isolation_level=None)
            for pragma in PRAGMAS:
                self._connection.execute(pragma)
            self._inode = inode
        return self._connection

    def _disconnect(self) -> None:
        """Closing rolls back; the next write opens the file again."""
        if self._connection:
            with suppress(sqlite3.Error):
                self._connection.close()
            self._connection = None
            self._heads.clear()

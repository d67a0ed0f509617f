"""The store in PostgreSQL, for any number of processes: the seq of an event settles conflicts."""

import time
from contextlib import suppress
from typing import Any

from sqlalchemy import Connection, text
from sqlalchemy.engine import URL
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from .group_commit import Append
from .group_read import Reader, Want
from .postgres_connection import DRIVER, FAILURES, TIMEOUT, LastingConnection, cannot_be_used, connect
from .sql import INSERT_PLAYERS, SET_STATUS, SqlStore, check_format
from .store import EVENT_FORMAT, LAST_SEQ, StoreError, StoreUnavailable

# An arbitrary number, the same in every process: the lock of migrations.
SCHEMA_LOCK = 7_114_105_120
# Every open store holds this lock, shared; restoring a backup needs it exclusively.
IN_USE_LOCK = 7_114_105_121

CONNECTIONS = 4
"""Size of each of the two pools, for writing and for reading; both may double for a while."""

# One statement, so one round trip and one commit. The first event of each append decides whether the rest
# follows: only the process that wrote a seq may write the next one.
APPEND = """
    WITH batch AS (
        SELECT * FROM unnest($1::text[], $2::int[], $3::int[], $4::bytea[]) AS b(game, first, seq, data)
    ), firsts AS (
        INSERT INTO events (game, seq, format, at, data)
        SELECT game, seq, $5, $6, data FROM batch WHERE seq = first AND CASE WHEN first = 1
            THEN EXISTS (SELECT FROM games WHERE id = batch.game)
            ELSE EXISTS (SELECT FROM events e WHERE e.game = batch.game AND e.seq = first - 1) END
        ON CONFLICT DO NOTHING RETURNING game
    ), rest AS (
        INSERT INTO events (game, seq, format, at, data)
        SELECT game, seq, $5, $6, data FROM batch WHERE seq > first AND game IN (SELECT game FROM firsts)
    )
    SELECT game FROM firsts
"""

READ = """
    SELECT want.number, e.format, e.data
    FROM unnest($1::text[], $2::int[], $3::int[]) WITH ORDINALITY AS want(game, after, until, number)
    CROSS JOIN LATERAL (
        SELECT seq, format, data FROM events WHERE game = want.game AND seq > want.after AND seq <= want.until
    ) AS e ORDER BY want.number, e.seq
"""


class PostgresStore(SqlStore):
    def __init__(self, url: URL) -> None:
        # A single query needs no transaction, which would take four more round trips.
        super().__init__(_engine(url), _engine(url, isolation_level="AUTOCOMMIT"))
        self._url = url
        self._connections: dict[str, Any] = {}
        self._reader = Reader(self._read)
        self._in_use = LastingConnection(url, _lock_in_use)

    @staticmethod
    async def open(url: URL, *, migrate: bool = True) -> "PostgresStore":
        store = PostgresStore(url)
        try:
            await (store.migrate() if migrate else store.check_schema())
            await store._in_use.open()
        except StoreError:
            await store.close()
            raise
        except (StoreUnavailable, TypeError) as error:  # the second for unknown options in the address
            await store.close()
            raise cannot_be_used(url, error) from None
        return store

    def lock_schema(self, connection: Connection) -> None:
        connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": SCHEMA_LOCK})

    async def write_listings(self, rows: list[dict[str, Any]], seated: list[dict[str, Any]]) -> None:
        async with self.begin() as connection:
            await connection.execute(SET_STATUS, rows)
            if seated:
                await connection.execute(text(INSERT_PLAYERS), seated)

    async def write(self, batch: list[Append]) -> set[str]:
        rows = [
            (one.game, one.seq, seq, data) for one in batch for seq, data in enumerate(one.events, one.seq)
        ]
        columns = [list(column) for column in zip(*rows, strict=True)]
        written = await self._fetch("write", APPEND, *columns, EVENT_FORMAT, time.time())
        return {row[0] for row in written}

    async def events(self, game: str, after: int = 0, until: int = LAST_SEQ) -> list[bytes]:
        return await self._reader.events(game, after, until)

    async def _read(self, wants: list[Want]) -> list[list[bytes]]:
        columns = [list(column) for column in zip(*wants, strict=True)]
        found: list[list[bytes]] = [[] for _ in wants]
        for number, format, data in await self._fetch("read", READ, *columns):
            check_format(format)
            found[number - 1].append(data)
        return found

    async def _fetch(self, purpose: str, query: str, *values: object) -> list[Any]:
        """Runs a query on the connection for this purpose, which is opened again if it was lost."""
        try:
            if purpose not in self._connections:
                self._connections[purpose] = await connect(self._url)
            rows: list[Any] = await self._connections[purpose].fetch(query, *values)
        except FAILURES as error:
            await self._disconnect(purpose)
            raise StoreUnavailable(f"{type(error).__name__}: {error}") from error
        return rows

    async def _disconnect(self, purpose: str) -> None:
        if connection := self._connections.pop(purpose, None):
            with suppress(*FAILURES):
                await connection.close(timeout=1.0)

    async def close(self) -> None:
        await self._in_use.close()
        await super().close()
        for purpose in list(self._connections):
            await self._disconnect(purpose)


async def _lock_in_use(connection: Any) -> None:
    await connection.execute("SELECT pg_advisory_lock_shared($1)", IN_USE_LOCK)


def _engine(url: URL, **more: Any) -> AsyncEngine:
    return create_async_engine(
        url.set(drivername=DRIVER),
        pool_pre_ping=True,
        pool_size=CONNECTIONS,
        max_overflow=CONNECTIONS,
        hide_parameters=True,
        connect_args={"timeout": TIMEOUT, "command_timeout": TIMEOUT},
        **more,
    )

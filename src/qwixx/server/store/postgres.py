"""The store in PostgreSQL, for any number of processes: the seq of an event settles conflicts."""

import time
from contextlib import suppress
from typing import Any

from sqlalchemy import Connection, Table, text
from sqlalchemy.dialects.postgresql import Insert, insert
from sqlalchemy.engine import URL
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from .group_commit import Append
from .group_read import Reader, Want
from .postgres_connection import DRIVER, FAILURES, TIMEOUT, LastingConnection, cannot_be_used, connect
from .sql import SqlStore, check_format
from .store import EVENT_FORMAT, StoreError, StoreUnavailable

# Any number, the same in every process: it locks nothing but migrations.
SCHEMA_LOCK = 7_114_105_120
# Every store holds it, shared; whoever wants the database alone tries to get it.
IN_USE_LOCK = 7_114_105_121

CONNECTIONS = 4
"""For writing and again for reading, and twice as many in a rush: PostgreSQL has a hundred for all."""

# One statement, so one round trip and one commit: the first event of each append decides whether the rest
# follows, because who has a seq alone may write the next.
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
    FROM unnest($1::text[], $2::int[]) WITH ORDINALITY AS want(game, after, number)
    CROSS JOIN LATERAL (
        SELECT seq, format, data FROM events WHERE game = want.game AND seq > want.after
    ) AS e ORDER BY want.number, e.seq
"""


class PostgresStore(SqlStore):
    def __init__(self, url: URL) -> None:
        # A question alone needs no transaction, which would be four more round trips.
        super().__init__(_engine(url), _engine(url, isolation_level="AUTOCOMMIT"))
        self._url = url
        self._lines: dict[str, Any] = {}
        self._reader = Reader(self._read)
        self._in_use = LastingConnection(url, _lock_in_use)

    @staticmethod
    async def open(url: URL) -> "PostgresStore":
        store = PostgresStore(url)
        try:
            await store.migrate()
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

    def insert_new(self, table: Table) -> Insert:
        return insert(table).on_conflict_do_nothing()

    async def write(self, batch: list[Append]) -> set[str]:
        rows = [
            (one.game, one.seq, seq, data) for one in batch for seq, data in enumerate(one.events, one.seq)
        ]
        columns = [list(column) for column in zip(*rows, strict=True)]
        written = await self._fetch("write", APPEND, *columns, EVENT_FORMAT, time.time())
        return {row[0] for row in written}

    async def events(self, game: str, after: int = 0) -> list[bytes]:
        return await self._reader.events(game, after)

    async def _read(self, wants: list[Want]) -> list[list[bytes]]:
        games, afters = zip(*wants, strict=True)
        found: list[list[bytes]] = [[] for _ in wants]
        for number, format, data in await self._fetch("read", READ, list(games), list(afters)):
            check_format(format)
            found[number - 1].append(data)
        return found

    async def _fetch(self, purpose: str, query: str, *values: object) -> list[Any]:
        """On a connection of its own for each purpose, made anew when it was lost."""
        try:
            if purpose not in self._lines:
                self._lines[purpose] = await connect(self._url)
            rows: list[Any] = await self._lines[purpose].fetch(query, *values)
        except FAILURES as error:
            await self._hang_up(purpose)
            raise StoreUnavailable(f"{type(error).__name__}: {error}") from error
        return rows

    async def _hang_up(self, purpose: str) -> None:
        if line := self._lines.pop(purpose, None):
            with suppress(*FAILURES):
                await line.close(timeout=1.0)

    async def close(self) -> None:
        await self._in_use.close()
        await super().close()
        for purpose in list(self._lines):
            await self._hang_up(purpose)


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

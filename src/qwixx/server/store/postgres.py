"""The store in PostgreSQL, for any number of processes: seq settles conflicts, NOTIFY announces."""

import asyncio
import secrets
import time
from contextlib import suppress
from typing import Any

from sqlalchemy import Connection, Table, func, select, text
from sqlalchemy.dialects.postgresql import Insert, insert
from sqlalchemy.engine import URL
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from .announcements import LOST, Announcement
from .group_commit import Append
from .group_read import Reader, Want
from .sql import SqlStore, check_format
from .store import EVENT_FORMAT, StoreError, StoreUnavailable

try:
    import asyncpg  # type: ignore[import-untyped]
except ImportError as missing:
    raise StoreError("PostgreSQL needs one more package: pip install 'qwixx[postgres]'.") from missing

CHANNEL = "qwixx"
# Any number, the same in every process: it locks nothing but migrations.
SCHEMA_LOCK = 7_114_105_120
# Every store holds it, shared; whoever wants the database alone tries to get it.
IN_USE_LOCK = 7_114_105_121

TIMEOUT = 10.0
CONNECTIONS = 4
"""For writing and again for reading, and twice as many in a rush: PostgreSQL has a hundred for all."""
RETRY = 1.0

# One statement, so one round trip and one commit: the first event of each append decides whether the rest
# follows, because who has a seq alone may write the next. NOTIFY is delivered with the commit.
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
    SELECT array_agg(game), pg_notify($7, $8 || string_agg(' ' || game || ':' || last || ':0:', ''))
    FROM firsts JOIN (SELECT game, max(seq) AS last FROM batch GROUP BY game) AS lasts USING (game)
    HAVING count(*) > 0
"""

READ = """
    SELECT want.number, e.format, e.data
    FROM unnest($1::text[], $2::int[]) WITH ORDINALITY AS want(game, after, number)
    CROSS JOIN LATERAL (
        SELECT seq, format, data FROM events WHERE game = want.game AND seq > want.after
    ) AS e ORDER BY want.number, e.seq
"""

# asyncpg's own errors, and those of the socket below it. It calls internal what a question meets between the
# database's farewell and the end of the line.
FAILURES = (asyncpg.PostgresError, asyncpg.InterfaceError, asyncpg.InternalClientError, OSError, TimeoutError)


class PostgresStore(SqlStore):
    def __init__(self, url: URL) -> None:
        # A question alone needs no transaction, which would be four more round trips.
        super().__init__(_engine(url), _engine(url, isolation_level="AUTOCOMMIT"))
        self._url = url
        self._lines: dict[str, Any] = {}
        self._reader = Reader(self._read)
        self._me = secrets.token_hex(4)
        self._listening: asyncio.Task[None] | None = None

    @staticmethod
    async def open(url: URL) -> "PostgresStore":
        store = PostgresStore(url)
        try:
            await store.migrate()
            ready = asyncio.Event()
            store._listening = asyncio.create_task(store._listen(ready))
            async with asyncio.timeout(TIMEOUT):
                await ready.wait()
        except StoreError:
            await store.close()
            raise
        except (StoreUnavailable, TimeoutError, TypeError) as error:  # the last for options nobody knows
            await store.close()
            shown = url.render_as_string(hide_password=True)
            raise StoreError(f"{shown} cannot be used as a database ({error}).") from None
        return store

    def lock_schema(self, connection: Connection) -> None:
        connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": SCHEMA_LOCK})

    def insert_new(self, table: Table) -> Insert:
        return insert(table).on_conflict_do_nothing()

    async def connect(self) -> Any:
        """A connection of asyncpg's own, outside the pool."""
        arguments, options = self.engine.dialect.create_connect_args(self._url)
        assert not arguments
        return await asyncpg.connect(**options, timeout=TIMEOUT, command_timeout=TIMEOUT)

    async def write(self, batch: list[Append]) -> set[str]:
        rows = [
            (one.game, one.seq, seq, data) for one in batch for seq, data in enumerate(one.events, one.seq)
        ]
        columns = [list(column) for column in zip(*rows, strict=True)]
        [row] = await self._fetch(
            "write", APPEND, *columns, EVENT_FORMAT, time.time(), CHANNEL, self._me
        ) or [None]
        written = set(row[0]) if row else set()
        self.bus.announce(Announcement(one.game, one.last) for one in batch if one.game in written)
        return written

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
                self._lines[purpose] = await self.connect()
            rows: list[Any] = await self._lines[purpose].fetch(query, *values)
        except FAILURES as error:
            await self._hang_up(purpose)
            raise StoreUnavailable(f"{type(error).__name__}: {error}") from error
        return rows

    async def _hang_up(self, purpose: str) -> None:
        if line := self._lines.pop(purpose, None):
            with suppress(*FAILURES):
                await line.close(timeout=1.0)

    # Announcements

    async def tell_others(self, connection: AsyncConnection, news: Announcement) -> None:
        note = f"{self._me} {news.game}:{news.seq}:{news.chat}:{news.guest}"
        await connection.execute(select(func.pg_notify(CHANNEL, note)))

    async def _listen(self, ready: asyncio.Event) -> None:
        while True:
            connection = None
            try:
                connection = await self.connect()
                lost = asyncio.Event()
                connection.add_termination_listener(lambda _, lost=lost: lost.set())
                await connection.execute("SELECT pg_advisory_lock_shared($1)", IN_USE_LOCK)
                await connection.add_listener(CHANNEL, self._hear)
                ready.set()
                self.bus.announce([LOST])
                await lost.wait()
            except FAILURES:
                pass
            finally:
                if connection is not None:
                    connection.terminate()
            await asyncio.sleep(RETRY)

    def _hear(self, _connection: object, _pid: int, _channel: str, note: object) -> None:
        sender, _, parts = str(note).partition(" ")
        if sender != self._me:
            self.bus.announce(map(_read, parts.split(" ")))

    async def close(self) -> None:
        if self._listening:
            self._listening.cancel()
            await asyncio.wait([self._listening])
        await super().close()
        for purpose in list(self._lines):
            await self._hang_up(purpose)


def _engine(url: URL, **more: Any) -> AsyncEngine:
    return create_async_engine(
        url.set(drivername="postgresql+asyncpg"),
        pool_pre_ping=True,
        pool_size=CONNECTIONS,
        max_overflow=CONNECTIONS,
        hide_parameters=True,
        connect_args={"timeout": TIMEOUT, "command_timeout": TIMEOUT},
        **more,
    )


def _read(part: str) -> Announcement:
    """Ids are URL-safe letters, so GAME:SEQ:CHAT:GUEST needs no quoting."""
    game, seq, chat, guest = part.split(":")
    return Announcement(game, int(seq), int(chat), guest)

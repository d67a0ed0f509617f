"""What both databases have in common: all but appends and listings, which each writes in its fastest way."""

import time
from collections.abc import AsyncIterator, Collection, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from typing import Any

import msgspec
from sqlalchemy import (
    ColumnElement,
    Connection,
    Row,
    Select,
    bindparam,
    case,
    delete,
    exists,
    func,
    insert,
    or_,
    select,
    update,
)
from sqlalchemy.exc import DBAPIError, IntegrityError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from ..protocol import Status, Visibility
from . import schema
from .group_commit import Append, Writer
from .migrations import check_newest, migrate
from .schema import chat, events, games, guests, players, reports
from .store import (
    EVENT_FORMAT,
    LAST_SEQ,
    LISTED,
    LISTED_PER_GUEST,
    ChatRow,
    GameRow,
    GuestRow,
    Listing,
    LogEvent,
    StoreError,
    StoreReadOnly,
    StoreUnavailable,
)

UNFINISHED: tuple[Status, ...] = ("lobby", "playing")
OPEN: Visibility = "open"

PRUNED_AT_ONCE = 100
"""Games deleted in one transaction, so that others do not wait long."""

TRY_WRITE = "UPDATE alembic_version SET version_num = version_num"
"""A small row of every database of ours. Writing what is there already is a commit like any other."""

SET_STATUS = (
    update(games)
    .where(games.c.id == bindparam("key"), games.c.updated <= bindparam("now"))
    .values({name: bindparam(name) for name in ("status", "updated", "summary")})
)
# A guest whose data is deleted can still have a seat for a moment, and must not come back with it.
INSERT_PLAYERS = """
    INSERT INTO players (guest, game, name)
    SELECT id, CAST(:game AS TEXT), CAST(:name AS TEXT) FROM guests WHERE id = :guest
    ON CONFLICT (guest, game) DO UPDATE SET name = excluded.name
"""


@contextmanager
def unavailable() -> Iterator[None]:
    """Turns all errors of the connection to the database into `StoreUnavailable`."""
    try:
        yield
    except IntegrityError:
        raise
    except (DBAPIError, PoolTimeout, OSError, TimeoutError) as error:
        cause = error.orig if isinstance(error, DBAPIError) else error
        raise StoreUnavailable(f"{type(cause).__name__}: {cause}") from error


async def delete_games(connection: AsyncConnection, ids: Sequence[str]) -> None:
    """Deletes the games with all that belongs to them."""
    if ids:
        for column in (events.c.game, chat.c.game, players.c.game, reports.c.game, games.c.id):
            await connection.execute(delete(column.table).where(column.in_(ids)))


def _played_by(guest: str) -> ColumnElement[bool]:
    return games.c.id.in_(select(players.c.game).where(players.c.guest == guest))


def check_format(format: int) -> None:
    if format > EVENT_FORMAT:
        raise StoreError("This game was written by a newer version of qwixx: use that version.")


class SqlStore:
    def __init__(self, engine: AsyncEngine, reading: AsyncEngine | None = None) -> None:
        self.engine = engine
        self._reading = reading or engine
        self.writer = Writer(self.write)
        self.read_only = False
        """Whether writes are refused, except those of the host's own tools."""

    async def write(self, batch: list[Append]) -> set[str]:
        raise NotImplementedError

    async def write_listings(self, rows: list[dict[str, Any]], seated: list[dict[str, Any]]) -> None:
        """Carries out `SET_STATUS` and `INSERT_PLAYERS` in one transaction."""
        raise NotImplementedError

    async def migrate(self) -> None:
        async with self.begin() as connection:
            await connection.run_sync(self.lock_schema)
            await connection.run_sync(migrate)

    async def check_schema(self) -> None:
        """Raises `StoreError` unless the schema is the newest one."""
        with unavailable():
            async with self._reading.connect() as connection:
                await connection.run_sync(check_newest)

    def lock_schema(self, connection: Connection) -> None:
        """Lets one process migrate at a time: several may start on a new database."""

    def check_writable(self) -> None:
        if self.read_only:
            raise StoreReadOnly("the server is read-only: qwixx admin read-only off")

    @asynccontextmanager
    async def begin(self, *, always: bool = False) -> AsyncIterator[AsyncConnection]:
        """A transaction. `always`: in read-only mode too."""
        if not always:
            self.check_writable()
        with unavailable():
            async with self.engine.begin() as connection:
                yield connection

    async def rows(self, query: Select[*tuple[Any, ...]]) -> Sequence[Row[*tuple[Any, ...]]]:
        with unavailable():
            async with self._reading.connect() as connection:
                return (await connection.execute(query)).all()

    # Games

    async def create_game(
        self, game: GameRow, events: Sequence[bytes] = (), also: LogEvent | None = None
    ) -> bool:
        row = msgspec.structs.asdict(game) | {"updated": game.updated or game.created}
        added = [LogEvent(game.id, seq, data) for seq, data in enumerate(events, 1)]
        try:
            async with self.begin() as connection:
                if also:
                    log = schema.events.c
                    head = await connection.scalar(select(func.max(log.seq)).where(log.game == also.game))
                    if head != also.seq - 1:
                        return False
                    added.append(also)
                await connection.execute(insert(games), row)
                for one in added:
                    stored = msgspec.structs.asdict(one) | {"format": EVENT_FORMAT, "at": time.time()}
                    await connection.execute(insert(schema.events), stored)
        except IntegrityError:
            return False
        return True

    async def append(self, game: str, seq: int, events: Sequence[bytes]) -> bool:
        if seq < 1 or not events:
            raise ValueError("an append has at least one event, and seq starts at 1")
        self.check_writable()
        return await self.writer.append(Append(game, seq, events))

    async def events(self, game: str, after: int = 0, until: int = LAST_SEQ) -> list[bytes]:
        rows = await self.rows(
            select(events.c.format, events.c.data)
            .where(events.c.game == game, events.c.seq > after, events.c.seq <= until)
            .order_by(events.c.seq)
        )
        for row in rows:
            check_format(row.format)
        return [bytes(row.data) for row in rows]

    async def heads(self, games: Collection[str]) -> dict[str, int]:
        table = schema.games
        last = select(func.max(events.c.seq)).where(events.c.game == table.c.id).scalar_subquery()
        rows = await self.rows(select(table.c.id, func.coalesce(last, 0)).where(table.c.id.in_(games)))
        return {row[0]: row[1] for row in rows}

    async def game(self, id_or_code: str) -> GameRow | None:
        found = await self._games(or_(games.c.id == id_or_code, games.c.code == id_or_code), limit=2)
        return next((game for game in found if game.id == id_or_code), found[0] if found else None)

    async def open_games(self, limit: int = LISTED) -> list[GameRow]:
        opener = case((games.c.opener == "", games.c.id), else_=games.c.opener)
        place = func.row_number().over(partition_by=opener, order_by=(games.c.updated.desc(), games.c.id))
        listed = games.c.status.in_(UNFINISHED), games.c.visibility == OPEN
        ranked = select(games.c.id, place.label("place")).where(*listed).subquery()
        shown = select(ranked.c.id).where(ranked.c.place <= LISTED_PER_GUEST)
        return await self._games(games.c.id.in_(shown), limit=limit)

    async def count_unfinished(self, opener: str) -> int:
        query = select(func.count()).where(games.c.opener == opener, games.c.status.in_(UNFINISHED))
        return int((await self.rows(query))[0][0])

    async def unfinished_games(self) -> list[GameRow]:
        return await self._games(games.c.status.in_(UNFINISHED))

    async def games_of(self, guest: str, limit: int | None = LISTED) -> list[GameRow]:
        return await self._games(_played_by(guest), limit=limit)

    async def games_of_or_by(self, guest: str) -> list[GameRow]:
        """All games that the guest has played or opened, the latest first."""
        return await self._games(or_(_played_by(guest), games.c.opener == guest))

    async def _games(self, *where: Any, limit: int | None = None) -> list[GameRow]:
        query = select(games).where(*where).order_by(games.c.updated.desc(), games.c.id).limit(limit)
        return [GameRow(**row._mapping) for row in await self.rows(query)]

    async def set_status(self, listings: Sequence[Listing]) -> None:
        # In the order of the game ids, so that two processes never deadlock.
        listings = sorted(listings, key=lambda one: one.game)
        rows = [
            {
                "key": one.game,
                "now": one.updated,
                "status": one.status,
                "updated": one.updated,
                "summary": one.summary,
            }
            for one in listings
        ]
        seated = [
            {"guest": guest, "game": one.game, "name": name}
            for one in listings
            for guest, name in sorted(one.guests.items())
        ]
        self.check_writable()
        await self.write_listings(rows, seated)

    async def player_names(self, game: str) -> dict[str, str]:
        rows = await self.rows(
            select(players.c.guest, players.c.name).where(players.c.game == game, players.c.name != "")
        )
        return {row.guest: row.name for row in rows}

    async def expire(self, *, games_before: float, chat_before: float) -> list[str]:
        recent = exists().where(events.c.game == games.c.id, events.c.at >= games_before)
        stale = games.c.status.in_(UNFINISHED), games.c.updated < games_before, ~recent
        async with self.begin() as connection:
            await connection.execute(delete(chat).where(chat.c.sent < chat_before))
            ended = await connection.execute(
                update(games).where(*stale).values(status="expired").returning(games.c.id)
            )
            return [row.id for row in ended]

    async def prune(self, *, games_before: float | None, guests_before: float | None) -> list[str]:
        over = games.c.status.not_in(UNFINISHED), games.c.updated < (games_before or 0)
        some = select(games.c.id).where(*over).order_by(games.c.updated).limit(PRUNED_AT_ONCE)
        old = [row.id for row in await self.rows(some)] if games_before is not None else []
        async with self.begin() as connection:
            await delete_games(connection, old)
            if guests_before is not None:
                plays = exists().where(players.c.guest == guests.c.id)
                stale = guests.c.created < guests_before, ~plays, ~guests.c.banned
                await connection.execute(delete(guests).where(*stale))
        return old

    # Guests

    async def guest(self, secret_hash: bytes) -> GuestRow | None:
        rows = await self.rows(select(guests).where(guests.c.secret_hash == secret_hash))
        return GuestRow(**rows[0]._mapping) if rows else None

    async def guest_by_id(self, id: str) -> GuestRow | None:
        rows = await self.rows(select(guests).where(guests.c.id == id))
        return GuestRow(**rows[0]._mapping) if rows else None

    async def create_guest(self, guest: GuestRow) -> None:
        async with self.begin() as connection:
            await connection.execute(insert(guests), msgspec.structs.asdict(guest))

    async def rename_guest(self, guest: str, name: str) -> None:
        async with self.begin() as connection:
            await connection.execute(update(guests).where(guests.c.id == guest).values(name=name))

    async def set_recovery(self, guest: str, recovery_hash: bytes) -> None:
        async with self.begin() as connection:
            await connection.execute(
                update(guests).where(guests.c.id == guest).values(recovery_hash=recovery_hash)
            )

    async def recover(self, recovery_hash: bytes, secret_hash: bytes) -> GuestRow | None:
        async with self.begin() as connection:
            found = await connection.execute(
                update(guests)
                .where(guests.c.recovery_hash == recovery_hash, ~guests.c.banned)
                .values(secret_hash=secret_hash, recovery_hash=None)
                .returning(*guests.c)
            )
            row = found.one_or_none()
        return GuestRow(**row._mapping) if row else None

    async def names(self, guests: Collection[str]) -> dict[str, str]:
        table = schema.guests
        rows = await self.rows(select(table.c.id, table.c.name).where(table.c.id.in_(guests)))
        return {row.id: row.name for row in rows}

    # Chat

    async def add_chat(self, line: ChatRow) -> int | None:
        values = msgspec.structs.asdict(line)
        del values["number"]
        try:
            async with self.begin() as connection:
                result = await connection.execute(insert(chat).values(values).returning(chat.c.number))
                return int(result.scalar_one())
        except IntegrityError:
            return None

    async def chat(self, game: str, after: int = 0) -> list[ChatRow]:
        query = select(chat).where(chat.c.game == game, chat.c.number > after).order_by(chat.c.number)
        return [ChatRow(**row._mapping) for row in await self.rows(query)]

    async def chat_heads(self, games: Collection[str]) -> dict[str, int]:
        newest = select(chat.c.game, func.max(chat.c.number)).where(chat.c.game.in_(games))
        return {row[0]: row[1] for row in await self.rows(newest.group_by(chat.c.game))}

    # The rest

    async def try_write(self) -> None:
        async with self.begin() as connection:
            await connection.exec_driver_sql(TRY_WRITE)

    async def close(self) -> None:
        await self.writer.drain()
        await self.engine.dispose()
        await self._reading.dispose()

"""Backup and restore of everything the server stores. A backup is a SQLite file, whatever the database."""

import os
import secrets
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from msgspec import Struct
from sqlalchemy import Connection, create_engine, delete, func, insert, select, text
from sqlalchemy.engine import URL
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from qwixx.files import check_new

from . import schema
from .address import check_exists, read_address
from .migrations import HEAD, current, migrate
from .private import make_file, make_folder, protect
from .store import StoreError

CHUNK = 1000


class Copied(Struct, frozen=True):
    games: int
    events: int


async def backup(address: str, path: Path, *, force: bool = False) -> Copied:
    """Writes a consistent copy, even while games are played. The file is complete or does not exist."""
    check_new(path, force)
    with _part(path) as part:
        url = read_address(address)
        if url.get_backend_name() == "sqlite":
            check_exists(address)
            source = Path(url.database or "")
            if path.exists() and path.samefile(source):
                raise StoreError(f"{path} is the database itself: choose another name for the backup.")
            _copy_file(source, part)
        else:
            source = path
            await _dump(url, part)
        copied = _check(part, source)
        _settle(part, path, force)
    return copied


async def restore(path: Path, address: str, *, force: bool = False) -> Copied:
    """Replaces the content of a database by a backup. The database must not be in use."""
    copied = _check(path)
    url = read_address(address)
    if url.get_backend_name() == "sqlite":
        _restore_file(path, Path(url.database or ""), force)
    else:
        await _load(path, url, force)
    return copied


@contextmanager
def _part(path: Path) -> Iterator[Path]:
    """A temporary file name beside the file, for an incomplete copy."""
    part = path.with_name(f".{path.name[:100]}.{secrets.token_hex(8)}.part")
    make_file(part)
    try:
        yield part
    finally:
        for leftover in (part, Path(f"{part}-journal"), Path(f"{part}-wal"), Path(f"{part}-shm")):
            leftover.unlink(missing_ok=True)


def _settle(part: Path, path: Path, force: bool) -> None:
    with part.open("rb") as file:
        os.fsync(file.fileno())
    check_new(path, force)
    part.replace(path)


def _check(path: Path, name: Path | None = None) -> Copied:
    """Counts what the backup holds; raises `StoreError` if it is damaged or cannot be read by this version.

    `name`: the name for error messages.
    """
    name = name or path
    if not path.is_file():
        raise StoreError(f"There is no file {name}: check its name.")
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as file:
            [(state,)] = file.execute("PRAGMA quick_check(1)").fetchall()
            [(version,)] = file.execute("SELECT version_num FROM alembic_version").fetchall()
            games, events = (
                file.execute(f"SELECT count(*) FROM {table}").fetchone()[0] for table in ("games", "events")
            )
    except (sqlite3.Error, ValueError):
        raise StoreError(f"{name} is not a qwixx backup: choose another file.") from None
    if state != "ok":
        raise StoreError(f"{name} is damaged ({state}): use another backup.")
    if version > HEAD:
        raise StoreError(f"{name} was written by a newer version of qwixx: use that version.")
    return Copied(games, events)


# SQLite


def _copy_file(source: Path, target: Path) -> None:
    """SQLite's online backup in one step; games go on meanwhile."""
    try:
        with closing(sqlite3.connect(source)) as old, closing(sqlite3.connect(target)) as new:
            old.backup(new)
            # One file, without a second one for the write-ahead log.
            new.execute("PRAGMA journal_mode=DELETE")
    except sqlite3.Error as error:
        raise StoreError(f"{source} cannot be copied: {error}.") from None


def _restore_file(source: Path, target: Path, force: bool) -> None:
    if not target.exists():
        make_folder(target.parent)
        with _part(target) as part:
            _copy_file(source, part)
            _settle(part, target, force=False)
        return
    check_new(target, force)
    with (
        closing(sqlite3.connect(source)) as old,
        closing(sqlite3.connect(target, timeout=0, isolation_level=None)) as new,
    ):
        try:
            # The mode can be changed only while no other process uses the file; the lock keeps others out.
            new.execute("PRAGMA locking_mode=EXCLUSIVE")
            new.execute("PRAGMA journal_mode=DELETE")
            new.execute("BEGIN EXCLUSIVE")
            new.execute("COMMIT")
        except sqlite3.OperationalError:
            raise StoreError(f"{target} is in use: stop the server first.") from None
        except sqlite3.DatabaseError:
            raise StoreError(
                f"{target} is not a qwixx database and was not changed: choose another with --data."
            ) from None
        try:
            # One transaction: whatever interrupts it, the file has either the old or the new content.
            old.backup(new)
            protect(target)
        except sqlite3.Error as error:
            raise StoreError(f"{target} cannot be written: {error}. It was not changed.") from None


# PostgreSQL


def _engine(url: URL) -> AsyncEngine:
    return create_async_engine(url.set(drivername="postgresql+asyncpg"))


@contextmanager
def _sqlite(path: Path) -> Iterator[Connection]:
    engine = create_engine(f"sqlite:///{path}")
    try:
        with engine.begin() as connection:
            yield connection
    finally:
        engine.dispose()


async def _dump(url: URL, part: Path) -> None:
    def dump(source: Connection) -> None:
        if current(source) != HEAD:
            raise StoreError(
                f"{_shown(url)} is not a qwixx database of this version: start the server once to migrate it."
            )
        with _sqlite(part) as target:
            migrate(target)
            _copy(source, target)

    engine = _engine(url)
    try:
        async with engine.connect() as connection:
            # All tables as of one moment.
            await connection.execution_options(isolation_level="REPEATABLE READ")
            await connection.run_sync(dump)
    except (OSError, DBAPIError, TypeError) as error:
        raise StoreError(f"{_shown(url)} cannot be copied ({error}).") from None
    finally:
        await engine.dispose()


async def _load(path: Path, url: URL, force: bool) -> None:
    from .postgres import IN_USE_LOCK

    def load(target: Connection) -> None:
        alone = target.execute(text("SELECT pg_try_advisory_xact_lock(:key)"), {"key": IN_USE_LOCK}).scalar()
        if not alone:
            raise StoreError(f"{_shown(url)} is in use: stop the server first.")
        migrate(target)
        if target.execute(select(func.count()).select_from(schema.games)).scalar() and not force:
            raise StoreError(f"{_shown(url)} already holds games: replace them with --force.")
        for table in schema.metadata.sorted_tables:
            target.execute(delete(table))
        with _sqlite(source) as file:
            migrate(file)
            _copy(file, target)
        target.execute(
            text("SELECT setval(pg_get_serial_sequence('chat', 'number'), :last)"),
            {"last": 1 + (target.execute(select(func.max(schema.chat.c.number))).scalar() or 0)},
        )

    engine = _engine(url)
    try:
        # A copy, because an older backup is migrated to the newest schema.
        with _part(path) as source:
            _copy_file(path, source)
            async with engine.begin() as connection:
                await connection.run_sync(load)
    except (OSError, DBAPIError, TypeError) as error:
        raise StoreError(f"{_shown(url)} cannot be written ({error}).") from None
    finally:
        await engine.dispose()


def _copy(source: Connection, target: Connection) -> None:
    for table in schema.metadata.sorted_tables:
        rows = source.execution_options(yield_per=CHUNK).execute(select(table))
        for chunk in rows.mappings().partitions():
            target.execute(insert(table), [dict(row) for row in chunk])


def _shown(url: URL) -> str:
    return url.render_as_string(hide_password=True)

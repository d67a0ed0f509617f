"""Databases and backups hold the seeds of running games: only their owner can read them."""

import asyncio
import os
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from qwixx.server.store.backup import backup, restore
from qwixx.server.store.opening import open_store
from qwixx.server.store.store import StoreError
from qwixx.testing.store import new_game


@contextmanager
def open_umask() -> Iterator[None]:
    """The mask of a machine on which everybody can read and write new files."""
    old = os.umask(0)
    try:
        yield
    finally:
        os.umask(old)


def run(test: Coroutine[Any, Any, None]) -> None:
    with open_umask():
        asyncio.run(test)


def mode(path: Path) -> int:
    return path.stat().st_mode & 0o777


async def with_a_game(address: str, look: Path) -> None:
    store = await open_store(address)
    await store.create_game(new_game())
    assert all(mode(file) == 0o600 for file in look.glob("qwixx.db*"))
    assert len(list(look.glob("qwixx.db*"))) == 3, "the database, its log and the index of the log"
    await store.close()


def test_a_new_database_and_its_folder_are_private(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    run(with_a_game(f"sqlite:///{folder}/qwixx.db", folder))
    assert mode(folder) == 0o700
    assert mode(folder / "qwixx.db") == 0o600


def test_a_database_that_others_can_read_is_made_private(tmp_path: Path) -> None:
    address = f"sqlite:///{tmp_path}/qwixx.db"
    run(with_a_game(address, tmp_path))
    tmp_path.chmod(0o755)
    (tmp_path / "qwixx.db").chmod(0o644)
    run(with_a_game(address, tmp_path))
    assert mode(tmp_path) == 0o755, "a folder that was there may hold other files"


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_a_backup_and_what_is_restored_from_it_are_private(
    kind: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    address = f"sqlite:///{tmp_path}/qwixx.db"
    if kind == "postgres":
        address = request.getfixturevalue("postgres")
    copy, folder = tmp_path / "copy", tmp_path / "restored"

    async def test() -> None:
        store = await open_store(address)
        await store.create_game(new_game())
        await store.close()
        copy.touch(0o666)
        await backup(address, copy, force=True)
        assert mode(copy) == 0o600
        await restore(copy, f"sqlite:///{folder}/qwixx.db")
        assert (mode(folder), mode(folder / "qwixx.db")) == (0o700, 0o600)
        (folder / "qwixx.db").chmod(0o666)
        await restore(copy, f"sqlite:///{folder}/qwixx.db", force=True)
        assert mode(folder / "qwixx.db") == 0o600

    run(test())


def test_a_file_that_is_not_a_database_keeps_its_mode(tmp_path: Path) -> None:
    address = f"sqlite:///{tmp_path}/qwixx.db"
    copy, notes = tmp_path / "copy", tmp_path / "notes.txt"

    async def test() -> None:
        await (await open_store(address)).close()
        await backup(address, copy)
        notes.write_text("not a database " * 100)
        notes.chmod(0o644)
        with pytest.raises(StoreError, match="was not changed"):
            await restore(copy, f"sqlite:///{notes}", force=True)
        with pytest.raises(StoreError):
            await open_store(f"sqlite:///{notes}")
        assert mode(notes) == 0o644

    run(test())

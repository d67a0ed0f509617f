"""A backup is complete or does not exist, and is restored only into a database that is not in use."""

import asyncio
import resource
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from qwixx.cli.main import run
from qwixx.files import FileError
from qwixx.server.store.backup import Copied, backup, restore
from qwixx.server.store.opening import open_store
from qwixx.server.store.store import ChatRow, GuestRow, Listing, Store, StoreError
from qwixx.testing.store import new_game

GUEST = GuestRow("g", b"hash", "Ann", 1.0)


@pytest.fixture(params=["sqlite", "postgres"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "postgres":
        found: str = request.getfixturevalue("postgres")
        return found
    return f"sqlite:///{tmp_path}/data/qwixx.db"


async def fill(store: Store, games: int = 3) -> list[str]:
    rows = [new_game() for _ in range(games)]
    for row in rows:
        await store.create_game(row)
        await store.append(row.id, 1, [b"\x00one", b"two"])
    await store.create_guest(GUEST)
    await store.set_status([Listing(row.id, "playing", 2000.0, b"{}", {"g": "Gil"}) for row in rows])
    await store.add_chat(ChatRow(rows[0].id, "g", "γεια", 3.0))
    return [row.id for row in rows]


async def content(store: Store) -> object:
    games = await store.games_of("g")
    return (
        sorted(games, key=lambda game: game.id),
        [await store.events(game.id) for game in games],
        await store.guest(b"hash"),
        [await store.chat(game.id) for game in games],
    )


def test_a_restored_backup_holds_what_was_backed_up(address: str, tmp_path: Path) -> None:
    """Into an empty database, over an existing one, and into the other kind of database."""

    async def test() -> None:
        store = await open_store(address)
        [game, *_] = await fill(store)
        before = await content(store)
        assert await backup(address, tmp_path / "b") == Copied(3, 6), "while the server is running"
        await store.append(game, 3, [b"later"])
        await store.close()
        await restore(tmp_path / "b", address, force=True)
        for where in (address, f"sqlite:///{tmp_path}/new/qwixx.db"):
            if where != address:
                assert await restore(tmp_path / "b", where) == Copied(3, 6)
            again = await open_store(where)
            assert await content(again) == before
            # Games go on from there.
            assert await again.append(game, 3, [b"on"])
            assert (await again.add_chat(ChatRow(game, "g", "on", 4.0)) or 0) > 1
            await again.close()

    asyncio.run(test())


def test_a_database_in_use_is_not_replaced(address: str, tmp_path: Path) -> None:
    async def test() -> None:
        store = await open_store(address)
        await fill(store)
        await backup(address, tmp_path / "b")
        before = await content(store)
        with pytest.raises(StoreError, match="in use: stop the server first"):
            await restore(tmp_path / "b", address, force=True)
        assert await content(store) == before
        await store.close()

    asyncio.run(test())


def test_games_are_not_replaced_without_force(address: str, tmp_path: Path) -> None:
    async def test() -> None:
        store = await open_store(address)
        await fill(store)
        await backup(address, tmp_path / "b")
        await store.close()
        with pytest.raises((StoreError, FileError), match="--force"):
            await restore(tmp_path / "b", address)

    asyncio.run(test())


def test_a_backup_during_play_is_consistent(address: str, tmp_path: Path) -> None:
    """Two events are always written together: no backup holds one of them alone."""

    async def test() -> None:
        store = await open_store(address)
        [game] = await fill(store, 1)
        stop = False

        async def play() -> None:
            seq = 3
            while not stop:
                assert await store.append(game, seq, [b"a", b"b"])
                seq += 2

        playing = asyncio.create_task(play())
        for number in range(5):
            await asyncio.sleep(0.02)
            copied = await backup(address, tmp_path / f"b{number}")
            assert copied.events % 2 == 0
        stop = True
        await playing
        await store.close()

    asyncio.run(test())


def test_a_file_is_not_overwritten_without_force(tmp_path: Path) -> None:
    async def prepare() -> None:
        store = await open_store(f"sqlite:///{tmp_path}/qwixx.db")
        await fill(store)
        await store.close()

    asyncio.run(prepare())
    file = tmp_path / "notes"
    file.write_text("mine")
    assert run(["backup", str(file), "--data", str(tmp_path)]) == 2
    assert file.read_text() == "mine"
    assert run(["backup", str(file), "--data", str(tmp_path), "--force"]) == 0
    with closing(sqlite3.connect(file)) as copy:
        assert copy.execute("SELECT count(*) FROM games").fetchone() == (3,)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["notes", "qwixx.db"]


def test_the_database_itself_is_not_overwritten(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    async def prepare() -> int:
        store = await open_store(f"sqlite:///{tmp_path}/qwixx.db")
        before = (tmp_path / "qwixx.db").stat().st_ino
        await store.close()
        return before

    before = asyncio.run(prepare())
    assert run(["backup", str(tmp_path / "qwixx.db"), "--data", str(tmp_path), "--force"]) == 2
    assert "is the database itself" in capsys.readouterr().err
    assert (tmp_path / "qwixx.db").stat().st_ino == before


def test_a_full_disk_does_not_change_the_games(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    async def prepare() -> None:
        for name in ("small", "large"):
            store = await open_store(f"sqlite:///{tmp_path}/{name}/qwixx.db")
            if name == "large":
                [game] = await fill(store, 1)
                await store.append(game, 3, [b"x" * 300_000])
            await store.close()

    asyncio.run(prepare())
    assert run(["backup", str(tmp_path / "b"), "--data", str(tmp_path / "large")]) == 0
    target = tmp_path / "small" / "qwixx.db"
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (target.stat().st_size + 8192, limits[1]))
    try:
        assert run(["restore", str(tmp_path / "b"), "--data", str(tmp_path / "small"), "--force"]) == 2
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    [line] = capsys.readouterr().err.splitlines()
    assert "cannot be written" in line
    with closing(sqlite3.connect(target)) as file:
        assert file.execute("SELECT count(*) FROM games").fetchone() == (0,)


@pytest.mark.parametrize("kind", ["missing", "text", "other database", "newer", "cut"])
def test_a_file_that_is_not_a_backup_is_refused_in_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], kind: str
) -> None:
    file = tmp_path / "b"
    if kind == "text":
        file.write_text("holiday notes" * 1000)
    elif kind == "other database":
        with closing(sqlite3.connect(file)) as other:
            other.execute("CREATE TABLE birds (name)")
    elif kind in ("newer", "cut"):

        async def prepare() -> None:
            store = await open_store(f"sqlite:///{file}")
            await fill(store)
            await store.close()

        asyncio.run(prepare())
        if kind == "newer":
            with closing(sqlite3.connect(file)) as newer:
                newer.execute("UPDATE alembic_version SET version_num = '9999'")
                newer.commit()
        else:
            file.write_bytes(file.read_bytes()[:30_000])
    assert run(["restore", str(file), "--data", str(tmp_path / "data")]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1
    assert not (tmp_path / "data").exists()


def test_a_backup_of_a_missing_database_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["backup", str(tmp_path / "b"), "--data", str(tmp_path / "nowhere")]) == 2
    assert "There is no database" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []

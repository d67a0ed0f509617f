"""`qwixx admin` on a running server."""

import asyncio
import sqlite3
import string
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import httpx2
import pytest
from command_line import Outcome, Qwixx
from live_server import Running, wire
from seated import Person
from websockets.exceptions import InvalidStatus

from qwixx.client import Guest, Refused
from qwixx.server.admin.commands import CloseTable, ReadOnly, ShutOut, command_fields
from qwixx.server.guest_hash import guest_hash
from qwixx.server.protocol import Options
from qwixx.server.settings import Settings
from qwixx.server.store.opening import open_store
from qwixx.server.store.store import GuestRow


@pytest.fixture
def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Running]:
    monkeypatch.setattr("qwixx.server.admin.desk.POLL_SECONDS", 0.05)
    monkeypatch.setattr("qwixx.cli.commands.admin.WAIT", 10.0)
    running = Running(Settings(database=f"sqlite:///{tmp_path}/qwixx.db", pace=0)).start()
    yield running
    running.stop()


@pytest.fixture
def admin(qwixx: Qwixx, server: Running) -> Qwixx:
    def call(*arguments: str, **_: object) -> Outcome:
        return qwixx("admin", *arguments, "--database", server.settings.database)

    return call


async def in_thread(admin: Qwixx, *arguments: str) -> str:
    found = await asyncio.to_thread(admin, *arguments)
    assert found.code == 0, found.err
    return found.out


def test_lists_of_guests_tables_and_connections(admin: Qwixx, server: Running) -> None:
    async def run() -> None:
        ann, bob = await Guest.arrive(server.url, "Ann"), await Guest.arrive(server.url, "Bob 100%")
        table = await ann.create(Options(seats=2))
        async with wire(server.url, ann.cookie) as line:
            await Person(ann, line, table).hello()
            guests = await in_thread(admin, "guests")
            assert {ann.id, bob.id} <= set(guests.split())
            assert [row.split()[0] for row in (await in_thread(admin, "guests", "0%")).splitlines()] == [
                "guest",
                bob.id,
            ]
            hashed = guest_hash(bob.id)
            assert [row.split()[0] for row in (await in_thread(admin, "guests", hashed)).splitlines()] == [
                "guest",
                bob.id,
            ]
            assert await in_thread(admin, "guests", "Zoe") == "No guest has the name, id or hash Zoe.\n"
            tables = (await in_thread(admin, "tables")).split()
            assert {table, ann.id, "classic"} <= set(tables)
            [_, row] = (await in_thread(admin, "connections")).splitlines()
            assert row.split()[:3] == [ann.id, "Ann", table]

    asyncio.run(run())


def test_a_closed_table_is_over_for_everybody(admin: Qwixx, server: Running) -> None:
    async def run() -> None:
        ann = await Guest.arrive(server.url, "Ann")
        table = await ann.create(Options(seats=2))
        async with wire(server.url, ann.cookie) as line:
            person = Person(ann, line, table)
            await person.hello()
            await in_thread(admin, "close", table)
            await person.when(lambda: person.table["status"] == "expired")
        again = await asyncio.to_thread(admin, "close", table)
        assert (again.code, "There is no open table" in again.err) == (2, True)

    asyncio.run(run())


def test_kicked_guests_may_come_back_and_banned_ones_may_not(admin: Qwixx, server: Running) -> None:
    async def run() -> None:
        ann = await Guest.arrive(server.url, "Ann")
        table = await ann.create(Options(seats=2))
        for command, code in (("kick", "kicked"), ("ban", "shut-out")):
            async with wire(server.url, ann.cookie) as line:
                person = Person(ann, line, table)
                await person.hello()
                await in_thread(admin, command, ann.id)
                bye = await line.until(lambda message: message["type"] == "bye")
                assert (bye["code"], (await line.hear())["code"]) == (code, 1008)
        with pytest.raises(InvalidStatus):
            async with wire(server.url, ann.cookie):
                pass
        with pytest.raises(Refused, match="shut-out"):
            await ann.games()
        assert "banned" in await in_thread(admin, "guests", ann.id)
        await in_thread(admin, "unban", ann.id)
        assert await ann.games() == []

    asyncio.run(run())


def test_rename_and_delete_chat(admin: Qwixx, server: Running) -> None:
    async def run() -> None:
        ann, bob = await Guest.arrive(server.url, "Ann"), await Guest.arrive(server.url, "Bob")
        table = await ann.create(Options(seats=2))
        async with wire(server.url, ann.cookie) as line:
            person = Person(ann, line, table)
            await person.hello()
            await person.ask("sit", seat=0)
            await person.ask("say", text="a bad word")
            await in_thread(admin, "rename", ann.id, "Anna")
            await person.when(lambda: person.table["seats"][0]["name"] == "Anna")
            assert "Deleted 1 message." in await in_thread(admin, "delete-chat", "--guest", ann.id)
        async with wire(server.url, bob.cookie) as line:
            assert not (await line.hello(table)).get("chat")

    asyncio.run(run())
    assert admin("delete-chat").code == 2
    assert admin("rename", "nobody", "Name").code == 2


def test_read_only_lets_people_look_and_stores_nothing(admin: Qwixx, server: Running) -> None:
    async def run() -> None:
        ann = await Guest.arrive(server.url, "Ann")
        table = await ann.create(Options(seats=2))
        async with wire(server.url, ann.cookie) as line:
            person = Person(ann, line, table)
            await person.hello()
            await in_thread(admin, "read-only", "on")
            assert (await person.ask("sit", seat=0))["code"] == "storage"
            assert (await person.ask("say", text="hello"))["code"] == "storage"
            with pytest.raises(Refused, match="storage"):
                await ann.create()
            health = httpx2.get(f"{server.url}/healthz")
            assert (health.status_code, health.text) == (200, "read-only\n")
            deletion = httpx2.delete(f"{server.url}/api/me", headers={"Cookie": ann.cookie})
            assert (deletion.status_code, deletion.json()["code"]) == (503, "storage")
            async with wire(server.url, ann.cookie) as second:
                assert (await second.hello(table))["type"] == "snapshot"
            await in_thread(admin, "read-only", "off")
            assert "code" not in await person.ask("sit", seat=0)

    asyncio.run(run())


def test_read_only_outlives_a_restart(admin: Qwixx, server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    assert admin("read-only", "on").code == 0
    server.stop()
    again = Running(server.settings).start()
    try:
        assert httpx2.post(f"{again.url}/api/me", json={"name": "Ann"}).status_code == 503
    finally:
        again.stop()
    monkeypatch.setattr("qwixx.cli.commands.admin.WAIT", 0.0)
    assert "but no running server has answered" in admin("read-only", "off").out
    server.stop = lambda: None  # type: ignore[method-assign]


def test_reports_of_players_are_bounded_and_listed(admin: Qwixx, server: Running) -> None:
    ann, bob = [asyncio.run(Guest.arrive(server.url, name)) for name in ("Ann", "Bob")]
    table = asyncio.run(ann.create(Options(seats=2)))
    path, cookie = f"{server.url}/api/tables/{table}/report", {"Cookie": ann.cookie}
    answers = [
        httpx2.post(path, json={"guest": bob.id, "text": f"rude {number}\n" + "!" * 400}, headers=cookie)
        for number in range(7)
    ]
    assert [answer.status_code for answer in answers] == [201] * 5 + [429] * 2
    assert httpx2.post(path, json={"guest": "", "text": "\u200b"}, headers=cookie).status_code == 400
    assert httpx2.post(path, json={"guest": "", "text": "y" * 1001}, headers=cookie).status_code == 400
    assert httpx2.post(path, json={"guest": "", "text": "y"}).status_code == 401
    rows = admin("reports").out.splitlines()
    assert len(rows) == 15
    assert rows[0].startswith("Report 5, ")
    assert rows[1] == f"  from Ann ({ann.id}) about Bob ({bob.id}):"
    assert rows[2].startswith("  rude 4")
    assert len(rows[2]) < 400
    assert admin("delete-report", "5").out == "Deleted report 5.\n"
    assert len(admin("reports").out.splitlines()) == 12
    outcome = admin("delete-report", "5")
    assert (outcome.code, "There is no report 5" in outcome.err) == (2, True)


def test_a_mistyped_database_is_refused_and_not_created(qwixx: Qwixx, tmp_path: Path) -> None:
    for command in (["guests"], ["read-only", "on"]):
        outcome = qwixx("admin", *command, "--data", str(tmp_path / "typo"))
        assert (outcome.code, "There is no database" in outcome.err) == (2, True)
    assert not (tmp_path / "typo").exists()


def test_a_database_of_an_older_version_is_left_as_it_is(qwixx: Qwixx, tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path}/qwixx.db"

    async def create() -> None:
        await (await open_store(database)).close()

    asyncio.run(create())
    with closing(sqlite3.connect(tmp_path / "qwixx.db")) as old:
        old.execute("UPDATE alembic_version SET version_num = '0007'")
        old.commit()
        outcome = qwixx("admin", "guests", "--database", database)
        assert (outcome.code, "older version of qwixx: start qwixx serve" in outcome.err) == (2, True)
        assert old.execute("SELECT version_num FROM alembic_version").fetchall() == [("0007",)]


def test_without_a_running_server_commands_say_what_was_not_done(
    qwixx: Qwixx, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("qwixx.cli.commands.admin.WAIT", 0.0)
    database = f"sqlite:///{tmp_path}/qwixx.db"

    async def create() -> None:
        store = await open_store(database)
        await store.create_guest(GuestRow("ann", b"hash", "Ann", 1.0))
        await store.close()

    asyncio.run(create())
    for arguments, what in (
        (("close", "CODE22"), "CODE22 is not closed"),
        (("kick", "ann"), "ann is not disconnected"),
        (("connections",), "Nothing is known about connections"),
    ):
        found = qwixx("admin", *arguments, "--database", database)
        assert (found.code, found.out) == (1, "")
        assert f"{what}, because no running server has answered" in found.err
    for words in (["kick", "nobody"], ["delete-chat", "--guest", "nobody"]):
        found = qwixx("admin", *words, "--database", database)
        assert (found.code, "There is no guest nobody" in found.err) == (2, True)
    assert qwixx("admin", "read-only", "on", "--database", database).code == 0
    found = qwixx("admin", "close", "CODE22", "--database", database)
    assert (found.code, "The server is read-only" in found.err) == (2, True)


def test_ids_can_be_typed_after_a_command(server: Running) -> None:
    async def run() -> None:
        ann = await Guest.arrive(server.url, "Ann")
        tables = [await ann.create(Options(seats=2)) for _ in range(8)]
        assert set("".join([ann.id, *tables])) <= set(string.hexdigits)

    asyncio.run(run())


def test_the_log_says_what_was_done_without_names_or_links() -> None:
    assert command_fields(ShutOut("ann", banned=True)) == {
        "command": "shut-out",
        "banned": True,
        "guest": guest_hash("ann"),
    }
    assert command_fields(CloseTable("0123456789")) == {"command": "close", "game": "012345"}
    assert command_fields(ReadOnly(on=False)) == {"command": "read-only", "on": False}


def test_two_places_of_the_games_are_refused(qwixx: Qwixx, tmp_path: Path) -> None:
    found = qwixx("admin", "tables", "--data", str(tmp_path), "--database", f"sqlite:///{tmp_path}/qwixx.db")
    assert found.code == 2
    assert found.err == "qwixx: --data and --database both say where the games are: give one of them.\n"

"""Export and deletion of what is stored about a guest."""

import asyncio
import sqlite3
from pathlib import Path

import httpx2
import msgspec
from live_server import Running, wire
from seated import Person, people

from qwixx import Record
from qwixx.client import Guest
from qwixx.server.admin.personal_data import erase, export
from qwixx.server.protocol import NewTable, Options
from qwixx.server.store.opening import open_store
from qwixx.server.store.store import GameRow, GuestRow, Listing
from qwixx.server.table import log, views
from qwixx.server.table.opening import first_entries
from qwixx.server.table.table import Table, fold

TABLE = NewTable(Options(seats=2))


def call(method: str, running: Running, guest: Guest, path: str) -> httpx2.Response:
    return httpx2.request(method, running.url + path, headers={"Cookie": guest.cookie})


def test_a_guest_without_a_cookie_has_nothing_to_export_or_delete(lasting: Running) -> None:
    nobody = Guest(lasting.url, "qwixx=nobody")
    for method, path in (("GET", "/api/me/export"), ("DELETE", "/api/me")):
        assert call(method, lasting, nobody, path).status_code == 401


def test_the_export_has_the_guests_own_data_and_nothing_of_others(server: Running) -> None:
    async def run() -> None:
        async with people(server.url, 2, Options(seats=2)) as (ann, bob):
            await ann.ask("say", text="my words")
            await bob.ask("say", text="their words")
            while not await ann.guest.games():
                await asyncio.sleep(0.01)
            answer = await asyncio.to_thread(call, "GET", server, ann.guest, "/api/me/export")
            found = answer.json()
            assert (found["id"], found["name"]) == (ann.guest.id, "Person 0")
            assert [line["text"] for line in found["chat"]] == ["my words"]
            assert [game["id"] for game in found["games"]] == [ann.id]
            assert (found["banned"], found["recovery_key"], found["records"]) == (False, False, [])
            assert "attachment" in answer.headers["content-disposition"]

    asyncio.run(asyncio.wait_for(run(), 60))


def test_a_damaged_game_does_not_keep_the_others_from_being_exported_and_deleted(tmp_path: Path) -> None:
    async def run() -> None:
        store = await open_store(f"sqlite:///{tmp_path}/qwixx.sqlite")
        ann = GuestRow("ann", b"1" * 32, "Ann", 1.0)
        for guest in (ann, GuestRow("bob", b"2" * 32, "Bob", 1.0)):
            await store.create_guest(guest)
        names = {"ann": "Ann", "bob": "Bob"}
        sound = [log.encode(entry) for entry in first_entries("ann", TABLE, ("ann", "bob"), 1000)]
        sound += [log.encode(log.Entry(1000, event)) for event in (log.Started(0, 2), log.Expired())]
        for name, entries in (("s", sound), ("d", [*sound[:2], b"{"])):
            await store.create_game(GameRow(name * 32, name * 6, "private", bytes(32), 1.0), entries)
            table = fold(Table(name * 32, name * 6, bytes(32)), sound)
            summary = msgspec.json.encode(views.summary(table, names, 1000))
            await store.set_status([Listing(name * 32, "expired", 2.0, summary, names)])
        [record] = (await export(store, ann)).records
        assert Record.parse(record).seats == ("Ann", "Bob")
        await erase(store, "ann")
        rows = [await store.game(name * 6) for name in "sd"]
        assert [row and b"Ann" in row.summary for row in rows] == [False, False]
        await store.close()

    asyncio.run(run())


def test_deletion_takes_the_tables_that_the_guest_opened_for_nobody_else(tmp_path: Path) -> None:
    """A table of somebody else stays, even if the guest was the only one to sit there."""

    async def run() -> None:
        store = await open_store(f"sqlite:///{tmp_path}/qwixx.sqlite")
        for guest in ("ann", "bob"):
            await store.create_guest(GuestRow(guest, guest[0].encode() * 32, guest.title(), 1.0))
        for name, opener, seated in (
            ("empty", "ann", ()),
            ("alone", "ann", ("ann",)),
            ("for-bob", "ann", ("bob",)),
            ("of-bob", "bob", ("ann",)),
        ):
            entries = [log.encode(one) for one in first_entries(opener, TABLE, (*seated, "", "")[:2], 1000)]
            row = GameRow(name, name, "open", bytes(32), 1.0, opener=opener)
            await store.create_game(row, entries)
            table = fold(Table(name, name, bytes(32)), entries)
            names = {guest: guest.title() for guest in seated}
            summary = msgspec.json.encode(views.summary(table, names, 1000))
            await store.set_status([Listing(name, "lobby", 2.0, summary, names)])
        ann = await store.guest(b"a" * 32)
        assert ann
        assert {game.id for game in (await export(store, ann)).games} == {
            "empty",
            "alone",
            "for-bob",
            "of-bob",
        }
        command = await erase(store, "ann")
        assert set(command.deleted) == {"empty", "alone"}
        assert set(command.games) == {"for-bob", "of-bob"}
        left = [await store.game(name) for name in ("empty", "alone", "for-bob", "of-bob")]
        assert [row and row.id for row in left] == [None, None, "for-bob", "of-bob"]
        await store.close()

    asyncio.run(run())


def test_exports_are_limited_for_each_guest(lasting: Running) -> None:
    async def statuses() -> list[int]:
        ann, bob = [await Guest.arrive(lasting.url, name) for name in ("Ann", "Bob")]
        return [call("GET", lasting, guest, "/api/me/export").status_code for guest in [ann] * 4 + [bob]]

    assert asyncio.run(statuses()) == [200, 200, 200, 429, 200]


def test_a_refused_guest_is_told_when_to_ask_again(lasting: Running) -> None:
    async def answers() -> list[httpx2.Response]:
        ann = await Guest.arrive(lasting.url, "Ann")
        return [call("POST", lasting, ann, "/api/me/key") for _ in range(6)]

    *made, refused = asyncio.run(answers())
    assert [one.status_code for one in made] == [201] * 5
    assert refused.status_code == 429
    assert 10 < int(refused.headers["Retry-After"]) <= 100


def test_deletion_leaves_no_name_no_chat_and_no_way_back(server: Running, tmp_path: Path) -> None:
    """The other player keeps the record of the common game, with an empty name in it."""

    async def finish() -> tuple[Guest, Guest, str]:
        async with people(server.url, 2, Options(seats=2)) as (ann, bob):
            await Guest.arrive(server.url, "Unmistakable", ann.guest.cookie)
            await ann.ask("say", text="unmistakable words")
            await asyncio.gather(ann.pass_to_the_end(0), bob.pass_to_the_end(1))
            while [game.status for game in await bob.guest.games()] != ["finished"]:
                await asyncio.sleep(0.01)
            return ann.guest, bob.guest, ann.id

    async def delete_in_lobby(ann: Guest) -> None:
        """At a table that waits for players the seat becomes free, and the connection is closed."""
        table = await ann.create(Options(seats=2))
        async with wire(server.url, ann.cookie) as line:
            person = Person(ann, line, table)
            await person.hello()
            await person.ask("sit", seat=0)
            assert (await asyncio.to_thread(call, "DELETE", server, ann, "/api/me")).status_code == 200
            assert (await line.until(lambda message: message["type"] == "bye"))["code"] == "no-guest"

    async def play_alone(ann: Guest) -> str:
        """A running game that nobody else has a seat in."""
        table = await ann.create(Options(seats=1, variant="classic"))
        async with wire(server.url, ann.cookie) as line:
            person = Person(ann, line, table)
            await person.hello()
            await person.ask("sit", seat=0)
            await person.ask("start")
        while table not in [game.id for game in await ann.games()]:
            await asyncio.sleep(0.01)
        return table

    ann, bob, game = asyncio.run(asyncio.wait_for(finish(), 100))
    [exported] = call("GET", server, ann, "/api/me/export").json()["records"]
    assert Record.parse(exported).seats == ("Unmistakable", "Person 1")
    alone = asyncio.run(asyncio.wait_for(play_alone(ann), 60))
    asyncio.run(asyncio.wait_for(delete_in_lobby(ann), 60))
    assert call("GET", server, ann, "/api/games").status_code == 401
    assert call("GET", server, ann, "/api/me").json() is None
    record = Record.parse(call("GET", server, bob, f"/api/games/{game}/record").text)
    assert record.seats == ("", "Person 1")
    [listed] = call("GET", server, bob, "/api/games").json()
    assert listed["seats"] == ["", "Person 1"]
    server.stop()
    server.stop = lambda: None  # type: ignore[method-assign]
    with sqlite3.connect(tmp_path / "qwixx.sqlite") as database:
        dump = "\n".join(database.iterdump())
        assert database.execute("SELECT * FROM players WHERE guest = ?", [ann.id]).fetchall() == []
        assert database.execute("SELECT * FROM events WHERE game = ?", [alone]).fetchall() == []
        assert database.execute("SELECT id FROM games").fetchall() == [(game,)]
    database.close()
    assert "nmistakable" not in dump
    assert b"nmistakable".hex().upper() not in dump.upper()

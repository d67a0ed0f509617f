"""Two server processes on one PostgreSQL, with the guests of a table connected to different ones."""

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator

import httpx2
import pytest
from live_server import Running, wire

from qwixx import Record, replay
from qwixx.client import Guest, TableClient
from qwixx.dice.proof import check
from qwixx.server.bus.announcements import LOST
from qwixx.server.bus.postgres import PostgresBus
from qwixx.server.live.housekeeping import Housekeeping
from qwixx.server.live.hub import Hub
from qwixx.server.protocol import Choice, GameView, Notice, Options, SeatOffers
from qwixx.server.settings import Settings
from qwixx.server.store.store import GameRow


@pytest.fixture
def here(postgres: str) -> Iterator[Running]:
    running = Running(Settings(database=postgres, pace=0)).start()
    yield running
    running.stop()


@pytest.fixture
def second(postgres: str) -> Iterator[Running]:
    """Like `elsewhere`, but in this process, so that tests can look inside."""
    running = Running(Settings(database=postgres, pace=0)).start()
    yield running
    running.stop()


@pytest.fixture
def elsewhere(postgres: str) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """A process of its own, which can be killed."""
    command = [sys.executable, "-c", "from qwixx.cli import main; main()", "serve", "--no-browser"]
    with subprocess.Popen(
        [*command, "--port", "0", "--database", postgres], stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        yield process.stdout.readline().split()[3].rstrip("/"), process
        process.kill()


def careful(offers: SeatOffers, _: GameView) -> Choice:
    best = min(offers.options[1:], key=lambda offer: offer.skips)
    return best.choice if best.skips < 3 else offers.options[0].choice


def test_players_of_one_table_on_two_processes_and_one_is_killed(
    here: Running, elsewhere: tuple[str, subprocess.Popen[str]]
) -> None:
    there, process = elsewhere

    async def person(guest: Guest, url: str, table: str, seat: int) -> TableClient:
        async with Guest(url, guest.cookie).table(table) as mine:
            await mine.sit(seat)
            await mine.ready()
            if seat == 0:
                await mine.until(lambda: bool(mine.table and all(one.ready for one in mine.table.seats)))
                await mine.start()
            await mine.until(lambda: mine.game is not None)
            if url == there:
                asyncio.create_task(kill(mine)).add_done_callback(lambda _: None)
            await mine.play(careful)
        return mine

    async def kill(mine: TableClient) -> None:
        """Kills the process in the middle of the game, and points the client to the other one."""
        await mine.until(lambda: mine.game is not None and mine.game.turn >= 6)
        mine._url = mine._url.replace(there.partition("://")[2], here.url.partition("://")[2])
        os.kill(process.pid, signal.SIGKILL)

    async def run() -> None:
        ann, bob, cem = [await Guest.arrive(here.url, name) for name in ("Ann", "Bob", "Cem")]
        table = await ann.create(Options(seats=3))
        tables = await asyncio.gather(
            person(ann, here.url, table, 0), person(bob, there, table, 1), person(cem, here.url, table, 2)
        )
        assert tables[1].reconnects >= 1
        assert len({repr(one.game) for one in tables}) == 1
        record = Record.parse(await ann.record(table))
        assert check(record).fair
        assert tables[0].game is not None
        assert replay(record).sheets == tables[0].game.sheets

    asyncio.run(asyncio.wait_for(run(), 120))


def test_a_guest_of_a_crashed_process_is_reported_gone(
    here: Running, elsewhere: tuple[str, subprocess.Popen[str]]
) -> None:
    there, process = elsewhere
    hub = here.application.hub
    assert hub is not None

    async def run() -> None:
        assert hub is not None
        ann, bob = [await Guest.arrive(here.url, name) for name in ("Ann", "Bob")]
        table = await ann.create(Options(seats=2))
        async with ann.table(table) as hers:
            await hers.sit(0)
            async with Guest(there, bob.cookie).table(table) as his:
                await his.sit(1)
                await hers.until(lambda: bool(hers.table and hers.table.seats[1].guest))
                # As long as he is there, his process objects.
                await probe()
                await hers.until(lambda: notices(hers)[-2:] == ["away", "back"])
                os.kill(process.pid, signal.SIGKILL)
                process.wait()
                assert his._reader is not None
                his._reader.cancel()
            assert hub.tables.lives[table]._probed == {bob.id}
            hub.tables.lives[table]._probed.clear()
            await probe()
            await hers.until(lambda: bool(hers.table and hers.table.seats[1].away))

    async def probe() -> None:
        assert hub is not None
        assert here.loop is not None
        await asyncio.wrap_future(
            asyncio.run_coroutine_threadsafe(hub.housekeeping.sweep(time.time()), here.loop)
        )

    asyncio.run(asyncio.wait_for(run(), 120))


def hub_of(server: Running) -> Hub:
    assert server.application.hub is not None
    return server.application.hub


def test_another_name_is_seen_everywhere(here: Running, second: Running) -> None:
    async def run() -> None:
        ann, bob = [await Guest.arrive(here.url, name) for name in ("Ann", "Bob")]
        table = await ann.create(Options(seats=2))
        async with ann.table(table) as hers, Guest(second.url, bob.cookie).table(table) as his:
            await hers.sit(0)
            await his.until(lambda: bool(his.table and his.table.seats[0].name == "Ann"))
            rename(here, ann)
            await his.until(lambda: bool(his.table and his.table.seats[0].name == "Ann Lee"))
        async with Guest(second.url, ann.cookie).table(table) as again:
            assert again.table is not None
            assert again.table.seats[0].name == "Ann Lee"
        headers = {"Cookie": bob.cookie}
        assert httpx2.get(f"{second.url}/api/me", headers=headers).json()["name"] == "Bob"
        rename(here, bob)
        async with asyncio.timeout(10):
            while httpx2.get(f"{second.url}/api/me", headers=headers).json()["name"] != "Bob Lee":
                await asyncio.sleep(0.01)

    asyncio.run(asyncio.wait_for(run(), 60))


def test_a_step_is_seen_everywhere_though_its_announcement_was_lost(
    here: Running, second: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As when a process crashes between the commit and the announcement."""
    monkeypatch.setattr(hub_of(here).bus, "announce", lambda _: None)

    async def run() -> None:
        ann, bob = [await Guest.arrive(here.url, name) for name in ("Ann", "Bob")]
        table = await ann.create(Options(seats=2))
        async with ann.table(table) as hers, Guest(second.url, bob.cookie).table(table) as his:
            await hers.sit(0)
            assert his.seq < hers.seq, "the other process does not know yet"
            await his.until(lambda: bool(his.table and his.table.seats[0].name == "Ann"))

    asyncio.run(asyncio.wait_for(run(), 30))


def test_a_name_that_cannot_be_a_tables_is_not_found(here: Running) -> None:
    """PostgreSQL refuses some texts; the client just gets no-such-table."""

    async def run() -> None:
        guest = await Guest.arrive(here.url, "Ann")
        async with wire(here.url, guest.cookie) as line:
            for name in ("a\0b", "ΑΒΓΔΕΖ", "' OR 1=1"):
                assert (await line.hello(name))["code"] == "no-such-table"
        assert httpx2.get(f"{here.url}/api/tables/a%00b").json()["code"] == "no-such-table"

    asyncio.run(asyncio.wait_for(run(), 60))


def rename(server: Running, guest: Guest) -> None:
    httpx2.post(
        f"{server.url}/api/me", json={"name": f"{guest.name} Lee"}, headers={"Cookie": guest.cookie}
    ).raise_for_status()


async def look(server: Running, table: str) -> GameRow:
    """The stored row; asking the server would take the table into use."""
    assert server.loop is not None
    found = asyncio.run_coroutine_threadsafe(hub_of(server).store.game(table), server.loop)
    row = await asyncio.wrap_future(found)
    assert row is not None
    return row


def test_a_process_gives_up_a_table_that_is_played_in_another(here: Running, second: Running) -> None:
    async def run() -> None:
        ann, bob = [await Guest.arrive(here.url, name) for name in ("Ann", "Bob")]
        table = await ann.create(Options(seats=1))
        assert table in hub_of(here).tables.lives
        async with Guest(second.url, ann.cookie).table(table) as hers:
            await hers.sit(0)
            await hers.start()
            while table in hub_of(here).tables.lives:
                await asyncio.sleep(0.01)
            async with bob.table(table) as his:
                assert his.seq == hers.seq, "a guest who joins there gets everything"
                await hers.play(careful)
                await his.until(lambda: his.game == hers.game)
            assert table in hub_of(here).tables.lives, "nothing has been written since he came"

    asyncio.run(asyncio.wait_for(run(), 60))


def test_a_game_of_bots_that_two_processes_hold_is_played_to_its_end(here: Running, second: Running) -> None:
    async def run() -> None:
        ann = await Guest.arrive(here.url, "Ann")
        table = await ann.create(Options(seats=2, roll_after=0), bots=("gap", "gap"))
        async with ann.table(table) as hers, Guest(second.url, ann.cookie).table(table) as also_hers:
            await hers.start()
            await also_hers.until(lambda: also_hers.game is not None)
        while (await look(second, table)).status != "finished":
            await asyncio.sleep(0.1)

    asyncio.run(asyncio.wait_for(run(), 60))


def notices(table: TableClient) -> list[str]:
    return [event.what for event in table.events if isinstance(event, Notice)]


def test_hints_and_reviews_of_a_game_that_is_played_in_another_process(
    here: Running, second: Running
) -> None:
    async def story() -> None:
        guest = await Guest.arrive(here.url, "Ann")
        away = Guest(second.url, guest.cookie)
        table = await guest.create(Options(variant="longo", seats=1, training=True))
        async with guest.table(table) as mine:
            await mine.sit(0)
            await mine.start()
            # The other process has seen the table before its first roll.
            assert await status(away, f"/api/tables/{table}/hint?seat=0") == 409
            await mine.roll(1)
            await mine.until(lambda: bool(mine.offers))
            assert await status(away, f"/api/tables/{table}/hint?seat=0") == 200
            await mine.play(careful)
        assert await status(away, f"/api/games/{table}/review") == 200

    asyncio.run(asyncio.wait_for(story(), 280))


async def status(guest: Guest, path: str) -> int:
    """The status of the answer, once it is ready."""
    async with httpx2.AsyncClient(timeout=60, headers={"Cookie": guest.cookie}) as client:
        while True:
            found = await client.get(guest.url + path)
            if found.status_code != 202:
                return found.status_code


def test_chat_is_complete_for_somebody_who_comes_back_to_another_process(
    here: Running, second: Running
) -> None:
    async def run() -> None:
        ann, bob = [await Guest.arrive(here.url, name) for name in ("Ann", "Bob")]
        table = await ann.create(Options(seats=2))

        async def seen_by_bob() -> list[str]:
            async with wire(second.url, bob.cookie) as his:
                return [line["text"] for line in (await his.hello(table))["chat"]]

        async with wire(here.url, ann.cookie) as hers:
            await hers.hello(table)
            await hers.ask("say", text="one")
            assert await seen_by_bob() == ["one"]
            await hers.ask("say", text="two")
            assert await seen_by_bob() == ["one", "two"]

    asyncio.run(asyncio.wait_for(run(), 60))


def test_a_line_sent_again_to_another_process_is_said_once(here: Running, second: Running) -> None:
    async def run() -> None:
        ann, bob = [await Guest.arrive(here.url, name) for name in ("Ann", "Bob")]
        table = await ann.create(Options(seats=2))
        async with wire(here.url, ann.cookie) as one, wire(second.url, ann.cookie) as two:
            await one.hello(table)
            await two.hello(table)
            for number in range(5):
                line = {"text": f"line {number}", "id": f"say {number}"}
                answers = await asyncio.gather(one.ask("say", **line), two.ask("say", **line))
                assert [answer["type"] for answer in answers] == ["ack", "ack"]
        async with wire(here.url, bob.cookie) as his:
            said = [line["text"] for line in (await his.hello(table))["chat"]]
            assert said == [f"line {number}" for number in range(5)]

    asyncio.run(asyncio.wait_for(run(), 60))


def test_a_line_whose_process_crashes_before_announcing_it_is_shown_without_another_line(
    here: Running, second: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def run() -> None:
        ann, bob = [await Guest.arrive(here.url, name) for name in ("Ann", "Bob")]
        table = await ann.create(Options(seats=2))
        async with wire(here.url, ann.cookie) as hers, wire(second.url, bob.cookie) as his:
            await hers.hello(table)
            await his.hello(table)
            monkeypatch.setattr(hub_of(here).bus, "announce", lambda _: None)
            await hers.ask("say", text="stored")
            assert second.loop is not None
            for _ in range(2):
                compared = hub_of(second).housekeeping.compare()
                await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(compared, second.loop))
            assert (await his.hear())["line"]["text"] == "stored"
            assert (await his.ask("ping"))["type"] == "ack"
            assert len([frame for frame in his.frames if '"chat"' in frame and "stored" in frame]) == 1

    asyncio.run(asyncio.wait_for(run(), 60))


def test_chat_is_read_again_after_announcements_were_lost(
    here: Running, second: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def compare(_: Housekeeping) -> None:
        """The regular comparison with the store would find the line as well."""

    monkeypatch.setattr(Housekeeping, "compare", compare)

    async def run() -> None:
        ann, bob = [await Guest.arrive(here.url, name) for name in ("Ann", "Bob")]
        table = await ann.create(Options(seats=2))
        async with wire(here.url, ann.cookie) as hers, wire(second.url, bob.cookie) as his:
            await hers.hello(table)
            await his.hello(table)
            monkeypatch.setattr(hub_of(here).bus, "announce", lambda _: None)
            await hers.ask("say", text="lost")
            bus = hub_of(second).bus
            assert isinstance(bus, PostgresBus)
            assert second.loop is not None
            second.loop.call_soon_threadsafe(bus._listeners.put, LOST)
            said = await his.until(lambda message: message["type"] == "chat")
            assert said["line"]["text"] == "lost"

    asyncio.run(asyncio.wait_for(run(), 60))

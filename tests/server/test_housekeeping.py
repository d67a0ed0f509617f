"""Housekeeping: abandoned tables expire, and unused ones leave memory."""

import asyncio
import sqlite3
import time
from collections.abc import Coroutine, Iterator
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from live_server import Running

from qwixx.client import Guest, Refused
from qwixx.server.admin.commands import RenameGuest
from qwixx.server.live import housekeeping
from qwixx.server.live.hub import Hub
from qwixx.server.protocol import Options
from qwixx.server.settings import Retention, Settings


def within(server: Running, work: Coroutine[Any, Any, Any]) -> Any:
    assert server.loop is not None
    return asyncio.run_coroutine_threadsafe(work, server.loop).result(60)


def the_hub(server: Running) -> Hub:
    assert server.application.hub is not None
    return server.application.hub


async def table_of(url: str, options: Options) -> str:
    guest = await Guest.arrive(url, "Ann")
    table = await guest.create(options)
    async with guest.table(table) as seat:
        await seat.sit(0)
        if options.seats == 1:
            await seat.start()
    return table


def statuses(server: Running, tables: list[str]) -> list[str]:
    async def read() -> list[str]:
        found = [await the_hub(server).tables.find(table) for table in tables]
        for live in found:
            assert live is not None
            await live.settled()
        return [live.table.status for live in found if live]

    return list(within(server, read()))


def test_abandoned_tables_expire_and_running_games_stay_longer(server: Running) -> None:
    lobby = asyncio.run(table_of(server.url, Options(seats=2)))
    game = asyncio.run(table_of(server.url, Options(seats=1)))
    tables = [lobby, game]
    now = time.time()
    within(server, the_hub(server).housekeeping.sweep(now))
    assert statuses(server, tables) == ["lobby", "playing"]
    within(server, the_hub(server).housekeeping.sweep(now + housekeeping.LOBBY_HOURS * 3600 + 60))
    assert statuses(server, tables) == ["expired", "playing"]
    within(server, the_hub(server).housekeeping.sweep(now + housekeeping.GAME_DAYS * 86400 + 60))
    assert statuses(server, tables) == ["expired", "expired"]


def test_games_and_guests_are_deleted_when_the_host_wants_it(database: str) -> None:
    keep = Retention(games=10, guests=20)
    running = Running(Settings(database=database, pace=0, keep=keep)).start()
    try:
        table = asyncio.run(table_of(running.url, Options(seats=2)))
        hub, now = the_hub(running), time.time()
        within(running, hub.housekeeping.sweep(now + housekeeping.LOBBY_HOURS * 3600 + 60))
        assert statuses(running, [table]) == ["expired"]
        [guest] = within(running, hub.tables.find(table)).table.guests()
        within(running, hub.housekeeping.sweep(now + 9 * 86400))
        assert within(running, hub.store.game(table))
        within(running, hub.housekeeping.sweep(now + 11 * 86400))
        assert within(running, hub.store.game(table)) is None
        assert within(running, hub.store.names([guest]))
        within(running, hub.housekeeping.sweep(now + 21 * 86400))
        assert within(running, hub.store.names([guest])) == {}
    finally:
        running.stop()


def test_the_dice_of_an_expired_game_can_be_checked(server: Running) -> None:
    async def one_roll() -> tuple[Guest, str]:
        guest = await Guest.arrive(server.url, "Ann")
        table = await guest.create(Options(seats=1))
        async with guest.table(table) as seat:
            await seat.sit(0)
            await seat.start()
            await seat.roll(1)
        return guest, table

    guest, table = asyncio.run(one_roll())
    with pytest.raises(Refused, match="not-finished"):
        asyncio.run(guest.check_dice(table))
    within(server, the_hub(server).housekeeping.sweep(time.time() + housekeeping.GAME_DAYS * 86400 + 60))
    assert statuses(server, [table]) == ["expired"]
    verdict = asyncio.run(guest.check_dice(table))
    assert verdict.fair, verdict.faults
    assert (verdict.rolls, verdict.seats[0].linked) == (1, 1)
    lobby = asyncio.run(table_of(server.url, Options(seats=2)))
    within(server, the_hub(server).housekeeping.sweep(time.time() + housekeeping.LOBBY_HOURS * 3600 + 60))
    with pytest.raises(Refused, match="not-finished"):
        asyncio.run(guest.check_dice(lobby))


def test_a_damaged_table_does_not_keep_the_others_from_being_closed(server: Running, tmp_path: Path) -> None:
    damaged, lobby = [asyncio.run(table_of(server.url, Options(seats=2))) for _ in range(2)]
    hub = the_hub(server)
    within(server, forget(hub, damaged))
    with closing(sqlite3.connect(tmp_path / "qwixx.sqlite")) as database:
        database.execute("UPDATE events SET data = x'7b' WHERE game = ? AND seq = 1", (damaged,))
        database.execute("UPDATE games SET updated = updated + 1 WHERE id = ?", (damaged,))
        database.commit()
    within(server, hub.housekeeping.sweep(time.time() + housekeeping.LOBBY_HOURS * 3600 + 60))
    assert statuses(server, [lobby]) == ["expired"]


async def forget(hub: Hub, table: str) -> None:
    live = hub.tables.lives[table]
    await live.settled()
    hub.tables.drop(live)


def test_an_unused_table_leaves_memory_and_is_read_again(server: Running) -> None:
    table = asyncio.run(table_of(server.url, Options(seats=1)))
    hub = the_hub(server)
    before = statuses(server, [table])
    hub.tables.lives[table].last_used -= housekeeping.UNUSED_SECONDS + 1
    within(server, hub.housekeeping.sweep(time.time()))
    assert table not in hub.tables.lives
    assert statuses(server, [table]) == before


def test_the_host_passes_on_when_gone_for_long_before_the_game(server: Running) -> None:
    async def run() -> None:
        ann, bob = [await Guest.arrive(server.url, name) for name in ("Ann", "Bob")]
        table = await ann.create(Options(seats=2, away_after=5))
        async with bob.table(table) as his:
            await his.sit(1)
            async with ann.table(table) as hers:
                await hers.sit(0)
            await his.until(lambda: his.table is not None and his.table.host == bob.id)

    asyncio.run(asyncio.wait_for(run(), 60))


HOUR = 3600.0


@pytest.mark.parametrize("jump", [-10 * 365 * 24 * HOUR, -HOUR, 8 * HOUR, 20 * 365 * 24 * HOUR])
def test_nothing_expires_until_a_clock_that_was_set_has_been_steady(jump: float) -> None:
    """Set back, set forward, or asleep; a small correction changes nothing."""
    clock = housekeeping.ClockWatch(wall=1000.0, steady=0.0)
    assert clock.settled(1060.0, 60.0)
    assert clock.settled(1150.0, 120.0)
    assert not clock.settled(1180.0 + jump, 180.0)
    assert not clock.settled(1000.0 + 180.0 + HOUR - 1 + jump, 180.0 + HOUR - 1)
    assert clock.settled(1000.0 + 180.0 + HOUR + jump, 180.0 + HOUR)
    assert not clock.settled(1300.0 + HOUR, 300.0 + HOUR), "set right again"


def test_a_sweep_expires_nothing_just_after_the_clock_was_set_forward(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    lobby = asyncio.run(table_of(server.url, Options(seats=2)))
    swept: list[bool] = []

    set_forward = SimpleNamespace(
        time=lambda: time.time() + (365 * 24 * HOUR if swept else 0.0), monotonic=time.monotonic
    )

    async def run() -> None:
        keeper = the_hub(server).housekeeping
        monkeypatch.setattr(keeper, "tidy", lambda: swept.append(True))
        task = asyncio.create_task(keeper.sweep_forever())
        while len(swept) < 3:
            await asyncio.sleep(0.01)
        task.cancel()

    monkeypatch.setattr(housekeeping, "SWEEP_SECONDS", 0.01)
    monkeypatch.setattr(housekeeping, "time", set_forward)
    within(server, run())
    monkeypatch.undo()
    assert statuses(server, [lobby]) == ["lobby"]


@pytest.fixture
def quiet_server(database: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Running]:
    """A server that does not read tables by itself after its start."""
    monkeypatch.setattr(housekeeping, "RESUME_DELAY", 1000.0)
    running = Running(Settings(database=database, pace=0)).start()
    yield running
    running.stop()


def test_a_new_name_is_in_the_list_of_open_tables_though_nobody_is_connected(
    quiet_server: Running,
) -> None:
    server = quiet_server
    guest = asyncio.run(Guest.arrive(server.url, "Ann"))
    hub = the_hub(server)

    async def sit() -> str:
        table = await guest.create(Options(seats=2, visibility="open"))
        async with guest.table(table) as seat:
            await seat.sit(0)
        return table

    async def drop() -> None:
        """The table leaves memory, as unused ones do."""
        while not (live := hub.tables.lives[table]).at_rest:
            await asyncio.sleep(0.01)
        hub.tables.drop(live)

    async def listed(name: str) -> None:
        while name.encode() not in (await hub.store.open_games())[0].summary:
            await asyncio.sleep(0.01)

    table = asyncio.run(sit())
    within(server, listed("Ann"))
    within(server, drop())
    asyncio.run(Guest.arrive(server.url, "Berta", guest.cookie))
    within(server, asyncio.wait_for(listed("Berta"), 10))
    within(server, drop())
    desk = server.application._desk
    assert desk is not None
    within(server, hub.store.rename_guest(guest.id, "Clara"))
    within(server, desk.carry_out(RenameGuest(guest.id, "Clara")))
    within(server, asyncio.wait_for(listed("Clara"), 10))

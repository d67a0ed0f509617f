"""Running a server: health, metrics, and what keeps it fast for everyone."""

import asyncio

import httpx2
import pytest
from live_server import Running, wire
from seated import Person

from qwixx.client import Guest
from qwixx.server.metrics import COUNTERS
from qwixx.server.process.run import Listen
from qwixx.server.protocol import Options
from qwixx.server.settings import Settings
from qwixx.server.store.sqlite import SqliteStore
from qwixx.server.store.store import StoreUnavailable
from qwixx.server.web import api


def test_every_counter_is_there_from_the_beginning(server: Running) -> None:
    lines = httpx2.get(f"{server.url}/metrics").text.splitlines()
    for name in COUNTERS:
        assert f"{name} 0" in lines


@pytest.mark.parametrize("path", ["/api", "/api/", "/api/nonsense", "/api/games/x/y.json"])
def test_an_unknown_request_is_refused_with_a_code(lasting: Running, path: str) -> None:
    answer = httpx2.get(lasting.url + path)
    assert (answer.status_code, answer.json()["code"]) == (404, "not-found")


def test_whole_games_are_not_played_through_for_one_visitor_without_end(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(api, "REPLAY_RATE", (0, 3))
    running = Running(Settings(database=database, pace=0), listen=Listen(trusted_proxies="127.0.0.1")).start()

    async def visit() -> None:
        guest = await Guest.arrive(running.url, "Ann")
        table = await guest.create(Options(seats=1), bots=("gap",))
        async with guest.table(table) as seat:
            await seat.start()
            await seat.until(lambda: seat.over)
        async with httpx2.AsyncClient(base_url=running.url) as client:
            codes = [
                (
                    await client.get(f"/api/games/{table}/{what}", headers={"X-Forwarded-For": address})
                ).status_code
                for address in ("192.0.2.1", "192.0.2.2")
                for what in ("replay", "dice", "record", "replay")
            ]
        assert codes == [200, 200, 200, 429] * 2

    try:
        asyncio.run(visit())
    finally:
        running.stop()


def test_a_step_is_sent_even_if_the_names_could_not_be_read_at_first(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As with a step of another process whose guests are not known here."""
    real, times = SqliteStore.names, iter([True])

    async def names(store: SqliteStore, guests: list[str]) -> dict[str, str]:
        if next(times, False):
            raise StoreUnavailable
        return await real(store, guests)

    async def run() -> None:
        ann, bob = [await Guest.arrive(server.url, name) for name in ("Ann", "Bob")]
        table = await ann.create(Options(seats=2))
        async with wire(server.url, ann.cookie) as hers, wire(server.url, bob.cookie) as his:
            person = Person(ann, hers, table)
            await person.hello()
            await his.hello(table)
            hub = server.application.hub
            assert hub is not None
            del hub.names._known[bob.id]
            monkeypatch.setattr(SqliteStore, "names", names)
            assert (await his.ask("sit", seat=1, id="one"))["code"] == "storage"
            assert (await his.ask("sit", seat=1, id="one"))["type"] == "ack"
            await person.when(lambda: person.table["seats"][1].get("name") == "Bob")

    asyncio.run(asyncio.wait_for(run(), 60))

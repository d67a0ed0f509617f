"""Running a server: health, metrics, and what keeps it fast for everyone."""

import asyncio
import json
import logging
import re
import resource
from pathlib import Path

import httpx2
import pytest
from live_server import Running, wire
from seated import Person

from qwixx import __version__
from qwixx.client import Guest
from qwixx.server.metrics import COUNTERS, HISTOGRAMS
from qwixx.server.process.run import Listen
from qwixx.server.protocol import Options
from qwixx.server.settings import Settings
from qwixx.server.store import health
from qwixx.server.store.sqlite import SqliteStore
from qwixx.server.store.store import StoreUnavailable
from qwixx.server.web import requests

ROOT = Path(__file__).parents[2]


def samples(url: str) -> dict[str, float]:
    """What `/metrics` says, by sample."""
    lines = httpx2.get(f"{url}/metrics").text.splitlines()
    return {
        name: float(value) for name, _, value in (line.rpartition(" ") for line in lines if line[0] != "#")
    }


def test_every_counter_is_there_from_the_beginning(server: Running) -> None:
    found = samples(server.url)
    for name in COUNTERS:
        counters = [sample for sample in found if sample.partition("{")[0] == name]
        assert counters
        assert all(found[sample] == 0 for sample in counters)


def test_metrics_say_how_long_commands_take_and_why_they_are_refused(server: Running) -> None:
    async def run() -> None:
        ann = await Guest.arrive(server.url, "Ann")
        table = await ann.create(Options(seats=2))
        async with wire(server.url, ann.cookie) as line:
            await line.hello(table)
            await line.ask("sit", seat=0)
            await line.ask("sit", seat=4)
        assert httpx2.get(f"{server.url}/api/tables/NOSUCH").status_code == 404

    asyncio.run(asyncio.wait_for(run(), 60))
    found = samples(server.url)
    for name in HISTOGRAMS:
        assert found[f"{name}_count"] >= 1
        assert found[f'{name}_bucket{{le="+Inf"}}'] == found[f"{name}_count"]
        buckets = [value for sample, value in found.items() if sample.startswith(f"{name}_bucket")]
        assert buckets == sorted(buckets)
        assert 0 < found[f"{name}_sum"] < 60
    assert found["qwixx_command_seconds_sum"] > 0
    assert found['qwixx_refusals_total{reason="no-such-seat"}'] == 1
    assert found['qwixx_refusals_total{reason="no-such-table"}'] == 1
    assert found[f'qwixx_build_info{{version="{__version__}"}}'] == 1
    assert found["qwixx_memory_bytes"] > 1e6
    assert found['qwixx_coach_waiting{queue="slow"}'] == 0


def test_the_dashboard_shows_every_metric_and_no_other(server: Running) -> None:
    """So that a new metric gets a panel, and a renamed one does not leave an empty panel behind."""
    dashboard = json.loads((ROOT / "hosting" / "grafana" / "qwixx.json").read_text())
    queries = [target["expr"] for panel in dashboard["panels"] for target in panel["targets"]]
    shown = {name for query in queries for name in re.findall(r"qwixx_\w+", query)}
    text = httpx2.get(f"{server.url}/metrics").text
    described = set(re.findall(r"^# TYPE (\S+)", text, re.MULTILINE))
    in_metrics = {sample.partition("{")[0] for sample in samples(server.url)}
    assert shown <= in_metrics
    assert {re.sub("_(bucket|sum|count)$", "", name) for name in shown} == described


@pytest.mark.parametrize("path", ["/api", "/api/", "/api/nonsense", "/api/games/x/y.json"])
def test_an_unknown_request_is_refused_with_a_code(lasting: Running, path: str) -> None:
    answer = httpx2.get(lasting.url + path)
    assert (answer.status_code, answer.json()["code"]) == (404, "not-found")


def test_a_wrong_method_is_refused_with_a_code(lasting: Running) -> None:
    answer = httpx2.put(f"{lasting.url}/api/variants")
    assert (answer.status_code, answer.json()["code"]) == (405, "not-found")
    assert answer.json()["detail"] == "PUT is not possible here: use GET or HEAD"
    assert set(answer.headers["allow"].split(", ")) == {"GET", "HEAD"}
    several = httpx2.put(f"{lasting.url}/api/me")
    assert (several.status_code, several.headers["allow"]) == (405, "DELETE, GET, HEAD, POST")
    assert httpx2.put(f"{lasting.url}/api/nothing").status_code == 404


def test_whole_games_are_not_played_through_for_one_visitor_without_end(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(requests, "REPLAY_RATE", (0, 3))
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


# Storage


def counted(server: Running, name: str) -> float:
    lines = httpx2.get(f"{server.url}/metrics").text.splitlines()
    [value] = [line.split()[1] for line in lines if line.startswith(f"{name} ")]
    return float(value)


def test_a_full_disk_is_seen_although_nobody_plays(
    server: Running, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(health, "TRY_SECONDS", 0.0)
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1024, hard))
    try:
        with caplog.at_level(logging.WARNING, "qwixx.server"):
            assert httpx2.get(f"{server.url}/healthz").text == "storage\n"
            assert counted(server, "qwixx_storage_failures_total") == 1
            for _ in range(3):
                answer = httpx2.post(f"{server.url}/api/me", json={"name": "Ann"})
                assert answer.status_code == 503
            assert counted(server, "qwixx_storage_failures_total") == 4
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    [line] = [record for record in caplog.records if record.message == "storage failed"]
    assert "full" in line.__dict__["why"] or "I/O" in line.__dict__["why"]
    assert httpx2.get(f"{server.url}/healthz").text == "ok\n"


def test_the_health_check_writes_at_most_every_few_seconds(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    written = []
    real = SqliteStore.try_write

    async def try_write(store: SqliteStore) -> None:
        written.append(True)
        await real(store)

    monkeypatch.setattr(SqliteStore, "try_write", try_write)
    for _ in range(5):
        assert httpx2.get(f"{server.url}/healthz").text == "ok\n"
    assert len(written) == 1
    monkeypatch.setattr(health, "TRY_SECONDS", 0.0)
    httpx2.get(f"{server.url}/healthz")
    assert len(written) == 2
    monkeypatch.setattr(health, "TRY_SECONDS", 60.0)

    async def create_guest(*_: object) -> None:
        raise StoreUnavailable("the disk is full")

    monkeypatch.setattr(SqliteStore, "create_guest", create_guest)
    httpx2.post(f"{server.url}/api/me", json={"name": "Ann"})
    assert httpx2.get(f"{server.url}/healthz").text == "storage\n", "a failure elsewhere counts at once"
    assert len(written) == 2

"""Wrong table codes: what is limited, and what never is."""

import asyncio
from collections.abc import Iterator
from typing import Any

import httpx2
import pytest
from live_server import Running, wire

from qwixx.client import Guest
from qwixx.server.protocol import Code, Options
from qwixx.server.settings import Settings
from qwixx.server.table.checks import CommandRefused
from qwixx.server.table.table import Table
from qwixx.server.web import rate_limits, table_codes
from qwixx.server.web.table_codes import PATIENCE, WRONG_OF_ADDRESS, WRONG_OF_GUEST, CodeLimit

RIGHT, WRONG, LINK = "K7QX2M", "AAAAAA", "0123456789abcdef" * 2
HERE = "192.0.2.7"


class Clock:
    """A clock on which sleeping takes no time; it notes how long each sleep was."""

    def __init__(self) -> None:
        self.now = 0.0
        self.slept: list[float] = []

    def monotonic(self) -> float:
        return self.now

    async def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.now += seconds


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(rate_limits, "time", clock)
    monkeypatch.setattr(table_codes, "asyncio", clock)
    return clock


class Tables:
    """A registry with one table, which belongs to the guest `host`."""

    def in_use(self, name: str) -> Table | None:
        return Table("id", RIGHT, bytes(32), options=Options(), host="host") if name == RIGHT else None


def limit() -> CodeLimit:
    tables: Any = Tables()
    return CodeLimit(tables)


def answer(codes: CodeLimit, guest: str, name: str = WRONG, address: str = HERE) -> str:
    async def attempt() -> None:
        async with codes.attempt(name, guest, address):
            if name != RIGHT:
                raise CommandRefused(Code.NO_TABLE)

    try:
        asyncio.run(attempt())
    except CommandRefused as refused:
        return refused.refusal.code
    return "found"


def test_a_guests_wrong_codes_are_slowed_down_and_the_right_one_still_opens(clock: Clock) -> None:
    codes, (rate, burst) = limit(), WRONG_OF_GUEST
    assert [answer(codes, "eve") for _ in range(burst)] == ["no-such-table"] * burst
    assert max(clock.slept) == 0
    assert answer(codes, "eve") == "no-such-table"
    assert clock.slept[-1] == pytest.approx(1 / rate)
    assert answer(codes, "eve", RIGHT) == "found"
    assert clock.slept[-1] == pytest.approx(1 / rate)


def test_right_codes_do_not_count(clock: Clock) -> None:
    codes = limit()
    assert {answer(codes, "eve", RIGHT) for _ in range(1000)} == {"found"}
    assert max(clock.slept) == 0


def test_links_and_the_guests_own_tables_never_wait(clock: Clock) -> None:
    codes = limit()
    for _ in range(2 * WRONG_OF_GUEST[1]):
        answer(codes, "host")
    clock.slept.clear()
    assert answer(codes, "host", RIGHT) == "found"
    assert [answer(codes, "host", LINK) for _ in range(1000)] == ["no-such-table"] * 1000
    assert not clock.slept


def test_codes_are_refused_when_too_many_wait(monkeypatch: pytest.MonkeyPatch, clock: Clock) -> None:
    async def sleep(seconds: float) -> None:
        clock.slept.append(seconds)

    monkeypatch.setattr(clock, "sleep", sleep)
    codes, (rate, burst) = limit(), WRONG_OF_GUEST
    answers = [answer(codes, "eve") for _ in range(100)]
    patient = burst + int(PATIENCE * rate)
    assert answers == ["no-such-table"] * patient + ["too-fast"] * (100 - patient)
    # The refused ones did not count against the address.
    assert answer(codes, "ann", RIGHT) == "found"
    assert clock.slept[-1] == 0


def test_an_address_has_a_higher_limit_that_does_not_keep_out_others(clock: Clock) -> None:
    codes, (rate, burst) = limit(), WRONG_OF_ADDRESS
    for number in range(burst):
        answer(codes, f"guest {number // 10}")
    assert max(clock.slept) == 0
    answer(codes, "guest 0")
    assert clock.slept[-1] == pytest.approx(1 / rate)
    # Ann has not given a wrong code: she does not wait for what others did.
    assert answer(codes, "ann", RIGHT) == "found"
    assert clock.slept[-1] == 0
    assert answer(codes, "ann") == "no-such-table"
    assert clock.slept[-1] == 0
    answer(codes, "ann")
    assert clock.slept[-1] == pytest.approx(1 / WRONG_OF_GUEST[0])


def test_visitors_without_a_cookie_share_the_limit_of_their_address(clock: Clock) -> None:
    codes = limit()
    for _ in range(WRONG_OF_ADDRESS[1] + 1):
        answer(codes, "")
    assert clock.slept[-1] == pytest.approx(1 / WRONG_OF_ADDRESS[0])


def test_the_machine_itself_is_limited_per_guest_only(clock: Clock) -> None:
    codes = limit()
    for _ in range(WRONG_OF_ADDRESS[1] + 1):
        answer(codes, "", address="127.0.0.1")
    assert max(clock.slept) == 0
    for _ in range(WRONG_OF_GUEST[1] + 1):
        answer(codes, "eve", address="127.0.0.1")
    assert clock.slept[-1] > 0


@pytest.fixture
def strict(database: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Running]:
    """A server that refuses a guest's fourth wrong code."""
    monkeypatch.setattr(table_codes, "WRONG_OF_GUEST", (0.001, 3))
    running = Running(Settings(database=database, pace=0)).start()
    yield running
    running.stop()


def test_over_http_and_websocket_only_further_codes_are_refused(strict: Running) -> None:
    async def visit() -> None:
        ann, eve = [await Guest.arrive(strict.url, name) for name in ("Ann", "Eve")]
        table = await ann.create()

        def get(guest: Guest, name: str) -> tuple[int, str]:
            found = httpx2.get(f"{strict.url}/api/tables/{name}", headers={"Cookie": guest.cookie})
            return found.status_code, found.json().get("code", "")

        code = get(ann, table)[1]
        for _ in range(2):
            assert get(eve, WRONG) == (404, "no-such-table")
        async with wire(strict.url, eve.cookie) as line:
            assert (await line.hello(WRONG))["code"] == "no-such-table"
            for _ in range(5):
                assert (await line.hello(WRONG))["code"] == "too-fast"
            assert get(eve, WRONG) == (429, "too-fast")
            assert get(eve, table) == (200, code)
            assert get(ann, code) == (200, code)
            assert (await line.hello(table))["type"] == "snapshot"
            await line.ask("sit", seat=0)
        # Eve has a seat now: the code of her own table is not a guess.
        async with wire(strict.url, eve.cookie) as line:
            assert (await line.hello(code))["type"] == "snapshot"

    asyncio.run(asyncio.wait_for(visit(), 60))

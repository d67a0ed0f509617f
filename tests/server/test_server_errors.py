"""Errors in the server's own code: the sender gets an error, nothing changes, everything else goes on."""

import asyncio
import logging
from collections.abc import Callable
from typing import Any

import httpx2
import pytest
from live_server import Running, wire

from qwixx.client import Guest
from qwixx.server.live.registry import Registry
from qwixx.server.protocol import Options, Sit
from qwixx.server.table import decide, log
from qwixx.server.table.table import Table


class Mistake(Exception):
    pass


def broken(real: Callable[..., Any], when: Callable[..., bool]) -> Callable[..., Any]:
    def call(*arguments: Any) -> Any:
        if when(*arguments):
            raise Mistake
        return real(*arguments)

    return call


def meet(server: Running, caplog: pytest.LogCaptureFixture) -> None:
    """Ann's first command fails; her second, and what Bob sent at the same time, is carried out."""

    async def run() -> None:
        ann, bob = [await Guest.arrive(server.url, name) for name in ("Ann", "Bob")]
        table = await ann.create(Options(seats=2))
        async with wire(server.url, ann.cookie) as hers, wire(server.url, bob.cookie) as his:
            seq = (await hers.hello(table))["seq"]
            await his.hello(table)
            answers = await asyncio.gather(hers.ask("sit", seat=0), his.ask("sit", seat=1))
            assert (answers[0]["type"], answers[0]["code"]) == ("error", "server-fault")
            answer = await hers.ask("ping")
            assert answer["seq"] == seq + 1
            sat = await hers.ask("sit", seat=0)
            await hers.ask("ready")
            assert sat["seq"] == seq + 2
            assert [bool(seat["guest"]) for seat in sat["table"]["seats"]] == [True, True]

    with caplog.at_level(logging.ERROR, "qwixx.server"):
        asyncio.run(asyncio.wait_for(run(), 60))
    assert any(record.exc_info and record.exc_info[0] is Mistake for record in caplog.records)
    assert "qwixx_faults_total 1" in httpx2.get(f"{server.url}/metrics").text


@pytest.mark.parametrize("place", ["deciding", "applying"])
def test_a_command_that_fails(
    server: Running, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, place: str
) -> None:
    times = iter([True])

    def sits(_: object, command: object) -> bool:
        return isinstance(command, Sit) and command.seat == 0 and next(times, False)

    def sat(table: Table, entry: log.Entry) -> bool:
        event = entry.event
        if isinstance(event, log.Sat) and event.seat == 0 and next(times, False):
            table.seats = ()
            return True
        return False

    if place == "deciding":
        monkeypatch.setattr(decide, "_events", broken(decide._events, sits))
    else:
        monkeypatch.setattr(Table, "apply", broken(Table.apply, sat))
    meet(server, caplog)


def test_a_request_that_fails(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    guest = asyncio.run(Guest.arrive(server.url, "Ann"))
    headers = {"Cookie": guest.cookie}
    with monkeypatch.context() as patched:
        patched.setattr(Registry, "open", broken(Registry.open, lambda *_: True))
        answer = httpx2.post(f"{server.url}/api/tables", json={"options": {"seats": 2}}, headers=headers)
        assert (answer.status_code, answer.json()["code"]) == (500, "server-fault")
    assert (
        httpx2.post(f"{server.url}/api/tables", json={"options": {"seats": 2}}, headers=headers).status_code
        == 201
    )


def test_joining_that_fails(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        ann = await Guest.arrive(server.url, "Ann")
        table = await ann.create(Options(seats=2))
        async with wire(server.url, ann.cookie) as line:
            with monkeypatch.context() as patched:
                patched.setattr(Registry, "enter", broken(Registry.enter, lambda *_: True))
                assert (await line.hello(table))["code"] == "server-fault"
            assert (await line.hello(table))["type"] == "snapshot"

    asyncio.run(asyncio.wait_for(run(), 60))

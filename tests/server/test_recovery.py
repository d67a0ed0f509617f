"""Recovery keys: a guest is carried to another device, once, and nobody else learns the key."""

import asyncio
from pathlib import Path

import httpx2
import pytest
from live_server import Running, wire

from qwixx.client import Guest, Refused
from qwixx.server.admin.commands import MoveGuest
from qwixx.server.protocol import Options
from qwixx.server.settings import Settings
from qwixx.server.web.guest_api import KEY_RATE, RECOVERY_RATE
from qwixx.server.web.guests import KEY_BYTES


def post(url: str, path: str, cookie: str = "", body: object = None) -> httpx2.Response:
    return httpx2.post(url + path, json=body or {}, headers={"Cookie": cookie} if cookie else {})


def test_a_key_carries_the_guest_and_their_seat_to_another_device(lasting: Running) -> None:
    async def run() -> None:
        ann = await Guest.arrive(lasting.url, "Ann")
        table = await ann.create(Options(seats=2))
        async with ann.table(table) as seat:
            await seat.sit(0)
        moved = await Guest.recover(lasting.url, await ann.recovery_key())
        assert (moved.id, moved.name) == (ann.id, "Ann")
        assert moved.cookie != ann.cookie
        async with wire(lasting.url, moved.cookie) as line:
            assert (await line.hello(table))["table"]["seats"][0]["guest"] == ann.id

    asyncio.run(asyncio.wait_for(run(), 60))


def test_a_key_works_once_and_only_the_newest_does(lasting: Running) -> None:
    async def run() -> None:
        ann = await Guest.arrive(lasting.url, "Ann")
        old, new = await ann.recovery_key(), await ann.recovery_key()
        with pytest.raises(Refused, match="wrong-key"):
            await Guest.recover(lasting.url, old)
        # As a person might type it, and with the whole link.
        moved = await Guest.recover(lasting.url, f"https://qwixx.example/restore# {new.upper()} ")
        for key in (new, "", "0" * 2 * KEY_BYTES):
            with pytest.raises(Refused, match="wrong-key"):
                await Guest.recover(lasting.url, key)
        again = await Guest.recover(lasting.url, await moved.recovery_key())
        assert again.id == ann.id

    asyncio.run(asyncio.wait_for(run(), 60))


def test_the_old_device_is_sent_away_and_its_cookie_is_void(lasting: Running) -> None:
    async def run() -> None:
        ann = await Guest.arrive(lasting.url, "Ann")
        table = await ann.create()
        async with wire(lasting.url, ann.cookie) as old:
            await old.hello(table)
            moved = await Guest.recover(lasting.url, await ann.recovery_key())
            assert (await old.until(lambda message: message["type"] == "bye"))["code"] == "moved"
        assert httpx2.get(f"{lasting.url}/api/me", headers={"Cookie": ann.cookie}).json() is None
        with pytest.raises(Refused, match="no-guest"):
            await ann.recovery_key()
        # A process that learns of the move late does not send the new device away.
        application = lasting.application
        assert application.hub is not None
        assert application._desk is not None
        assert lasting.loop is not None
        async with wire(lasting.url, moved.cookie) as new:
            await new.hello(table)
            [connection] = [one for one in application.hub.connections if one.guest == ann.id]
            command = MoveGuest(ann.id, connection.secret_hash)
            late = asyncio.run_coroutine_threadsafe(application._desk.carry_out(command), lasting.loop)
            assert (await asyncio.wrap_future(late)).done == 0
            assert (await new.ask("ping"))["type"] == "ack"

    asyncio.run(asyncio.wait_for(run(), 60))


def test_a_banned_guest_does_not_return_with_a_key(server: Running) -> None:
    async def run() -> None:
        eve = await Guest.arrive(server.url, "Eve")
        key = await eve.recovery_key()
        desk = server.application._desk
        assert desk is not None
        assert server.loop is not None
        ban = asyncio.run_coroutine_threadsafe(desk.queries.ban(eve.id, True), server.loop)
        assert await asyncio.wrap_future(ban)
        with pytest.raises(Refused, match="wrong-key"):
            await Guest.recover(server.url, key)

    asyncio.run(asyncio.wait_for(run(), 60))


def test_the_key_is_in_the_answer_alone(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    running = Running(Settings(database=f"sqlite:///{tmp_path}/db", pace=0, log_addresses=True)).start()
    try:
        with caplog.at_level("DEBUG"):
            made = post(running.url, "/api/me", body={"name": "Ann"})
            cookie = made.headers["set-cookie"].partition(";")[0]
            answer = post(running.url, "/api/me/key", cookie)
            found = answer.json()
            assert answer.headers["cache-control"] == "no-store"
            base, _, fragment = found["link"].partition("#")
            assert (base, fragment) == (f"{running.url}/restore", found["key"])
            assert found["qr"].startswith("<?xml")
            exported = httpx2.get(f"{running.url}/api/me/export", headers={"Cookie": cookie}).text
            moved = post(running.url, "/api/me/recover", body={"key": found["key"]})
            assert moved.json() == made.json()
            assert "httponly" in moved.headers["set-cookie"].lower()
    finally:
        running.stop()
    log = [str(record.__dict__) for record in caplog.records if record.name.startswith("qwixx")]
    assert {"recovery key made", "guest recovered"} <= {record.message for record in caplog.records}
    stored = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    assert found["key"] not in exported + "".join(log)
    assert found["key"].encode() not in stored


def test_a_page_of_another_origin_can_neither_make_nor_use_a_key(lasting: Running) -> None:
    for path in ("/api/me/key", "/api/me/recover"):
        answer = httpx2.post(lasting.url + path, json={"key": "x"}, headers={"Origin": "http://evil.example"})
        assert (answer.status_code, answer.json()["code"]) == (403, "wrong-origin")


def test_making_and_using_keys_is_limited(lasting: Running) -> None:
    ann = asyncio.run(Guest.arrive(lasting.url, "Ann"))
    made = [post(lasting.url, "/api/me/key", ann.cookie).status_code for _ in range(KEY_RATE[1] + 1)]
    assert made == [201] * KEY_RATE[1] + [429]
    elsewhere = httpx2.Client(transport=httpx2.HTTPTransport(local_address="127.0.0.3"))
    with elsewhere:
        tried = [
            elsewhere.post(f"{lasting.url}/api/me/recover", json={"key": "x"}).status_code
            for _ in range(RECOVERY_RATE[1] + 1)
        ]
    assert tried[:20] == [403] * 20
    assert 429 in tried[20:]

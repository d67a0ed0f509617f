"""The Python client, and the example bot that is made with it."""

import asyncio
import subprocess
import sys
from pathlib import Path

import pytest
from live_server import Running

from qwixx.client import ClientError, Guest, Refused
from qwixx.server.live.registry import Registry
from qwixx.server.protocol import Options
from qwixx.server.store.store import StoreUnavailable

ROOT = Path(__file__).parents[2]


def test_the_example_bot_plays_a_game(lasting: Running) -> None:
    command = [sys.executable, str(ROOT / "examples" / "table_bot.py"), lasting.url]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("scores: ")


def test_the_function_of_the_page_plays_a_game(lasting: Running) -> None:
    page = (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8")
    names: dict[str, object] = {}
    exec(page.split("```python\n")[1].split("```")[0], names)
    play = names["play"]
    assert callable(play)
    scores = asyncio.run(play(lasting.url))
    assert len(scores) == 2


def test_a_server_that_is_not_there() -> None:
    with pytest.raises(ClientError, match="cannot be reached"):
        asyncio.run(Guest.arrive("http://127.0.0.1:9", "Ann"))


def test_a_table_of_a_server_that_is_not_there_or_does_not_know_us(lasting: Running) -> None:
    async def visit(url: str) -> None:
        async with Guest(url, "qwixx=nonsense").table("ABCDEF"):
            pass

    with pytest.raises(ClientError, match="cannot be reached"):
        asyncio.run(visit("http://127.0.0.1:9"))
    with pytest.raises(ClientError, match="refuses the connection"):
        asyncio.run(visit(lasting.url))


@pytest.mark.parametrize("status", ["502 Bad Gateway", "503 Service Unavailable", ""])
def test_a_restart_behind_a_proxy_is_not_a_refusal(lasting: Running, status: str) -> None:
    """The proxy answers in the server's place, or hangs up in the middle."""

    async def visit() -> None:
        guest = await Guest.arrive(lasting.url, "Ann")
        table = await guest.create()
        seat = guest.table(table)
        asked = asyncio.Event()

        async def proxy(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            await reader.readuntil(b"\r\n\r\n")
            if status:
                writer.write(f"HTTP/1.1 {status}\r\nContent-Length: 0\r\n\r\n".encode())
            writer.close()
            asked.set()

        async with await asyncio.start_server(proxy, "127.0.0.1", 0) as false, seat:
            right, port = seat._url, false.sockets[0].getsockname()[1]
            seat._url = f"ws://127.0.0.1:{port}/ws"
            assert seat._socket is not None
            await seat._socket.close()
            await asked.wait()
            seat._url = right
            await seat.sit(0)
            assert seat.reconnects > 1

    asyncio.run(asyncio.wait_for(visit(), 60))


def test_what_the_server_cannot_read_is_refused_and_nobody_waits_for_it(lasting: Running) -> None:
    async def visit() -> None:
        guest = await Guest.arrive(lasting.url, "Ann")
        async with guest.table(await guest.create()) as seat:
            with pytest.raises(Refused, match="malformed"):
                await seat.sit(-1)
            with pytest.raises(Refused, match="chat-too-long"):
                await seat.say("x" * 301)

    asyncio.run(asyncio.wait_for(visit(), 60))


def test_a_table_that_is_not_there(lasting: Running) -> None:
    async def visit() -> None:
        guest = await Guest.arrive(lasting.url, "Ann")
        async with guest.table("NOSUCH"):
            pass

    with pytest.raises(Refused, match="no-such-table"):
        asyncio.run(visit())


def test_a_table_that_the_server_cannot_read_at_first(
    lasting: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    failures, enter = [StoreUnavailable("away")], Registry.enter

    async def sometimes(self: Registry, name: str, have: int) -> object:
        if failures:
            raise failures.pop()
        return await enter(self, name, have)

    monkeypatch.setattr(Registry, "enter", sometimes)

    async def visit() -> None:
        ann = await Guest.arrive(lasting.url, "Ann")
        async with asyncio.timeout(30), ann.table(await ann.create(Options(seats=2))) as table:
            await table.sit(0)
            assert table.my_seats() == [0]
            assert (failures, table.reconnects) == ([], 0)

    asyncio.run(visit())


def test_lists_of_games(lasting: Running) -> None:
    async def visit() -> None:
        guest = await Guest.arrive(lasting.url, "Ann")
        table = await guest.create()
        async with guest.table(table) as seat:
            await seat.sit(1)
            while not (games := await guest.games()):
                await asyncio.sleep(0.02)
            assert [(game.id, game.seats, game.status) for game in games] == [(table, ("", "Ann"), "lobby")]
            assert table not in [game.id for game in await guest.open_tables()]  # by link

    asyncio.run(asyncio.wait_for(visit(), 60))


def test_ending_games_early(lasting: Running) -> None:
    async def visit() -> None:
        guests = [await Guest.arrive(lasting.url, name) for name in ("Ann", "Ben")]
        for end in ("agreed", "resigned"):
            table = await guests[0].create(Options(seats=2))
            async with guests[0].table(table) as ann, guests[1].table(table) as ben:
                await ann.sit(0)
                await ben.sit(1)
                await ben.ready()
                await ann.start()
                await ben.until(lambda ben=ben: ben.game is not None)  # type: ignore[misc]
                if end == "agreed":
                    await ann.propose_end()
                    await ben.until(lambda ben=ben: ben.table and ben.table.proposal)  # type: ignore[misc]
                    await ben.answer_end()
                else:
                    await ben.resign(1)
                    assert (ben.my_seats(), ben.played_seats()) == ([1], [])
                await ann.until(lambda ann=ann: ann.over)  # type: ignore[misc]
                assert ann.game is not None
                assert ann.game.cause == end

    asyncio.run(asyncio.wait_for(visit(), 60))


def test_tools_against_people_who_spoil_a_game(lasting: Running) -> None:
    async def visit() -> None:
        ann, eve = [await Guest.arrive(lasting.url, name) for name in ("Ann", "Eve")]
        table = await ann.create(Options(seats=1))
        await ann.report(table, "She is rude.", eve.id)
        async with ann.table(table) as host:
            await host.sit(0)
            for send, code in ((host.kick, "kicked"), (host.ban, "banned")):
                async with eve.table(table) as guest:
                    await send(eve.id)
                    with pytest.raises(ClientError, match=code):
                        await guest.until(lambda: False)
            with pytest.raises(Refused, match="banned"):
                async with eve.table(table):
                    pass
            await host.ban(eve.id, banned=False)
            async with eve.table(table):
                pass
            await host.start()
            with pytest.raises(Refused, match="not-away"):
                await host.hand_over(0)
            with pytest.raises(Refused, match="no-bot-there"):
                await host.take_back(0)

    asyncio.run(asyncio.wait_for(visit(), 60))

"""The Python client, and the example bot that is made with it."""

import asyncio
import subprocess
import sys
from pathlib import Path

import pytest
from live_server import Running

from qwixx.client import ClientError, Guest, Refused

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


def test_a_table_that_is_not_there(lasting: Running) -> None:
    async def visit() -> None:
        guest = await Guest.arrive(lasting.url, "Ann")
        async with guest.table("NOSUCH"):
            pass

    with pytest.raises(Refused, match="no-such-table"):
        asyncio.run(visit())


def test_lists_of_games(lasting: Running) -> None:
    async def visit() -> None:
        guest = await Guest.arrive(lasting.url, "Ann")
        table = await guest.create()
        async with guest.table(table) as seat:
            await seat.sit(1)
            for _ in range(100):
                if games := await guest.games():
                    break
                await asyncio.sleep(0.02)
            assert [(game.id, game.seats, game.status) for game in games] == [(table, ("", "Ann"), "lobby")]
            assert table not in [game.id for game in await guest.open_tables()]  # by link

    asyncio.run(visit())

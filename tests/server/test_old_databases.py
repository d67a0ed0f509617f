"""A database of version 0.1, in the middle of its games, is opened by this version and played on."""

import asyncio
import gzip
import json
import sqlite3
from collections.abc import Iterator
from contextlib import AsyncExitStack, closing
from pathlib import Path

import pytest
from alembic import command
from alembic.config import Config
from live_server import Running
from sqlalchemy import Connection, MetaData, insert, text
from sqlalchemy.ext.asyncio import create_async_engine

from qwixx import Record, replay
from qwixx.client import Guest, TableClient
from qwixx.client.table import new_id
from qwixx.dice.proof import check
from qwixx.server.live import housekeeping
from qwixx.server.protocol import Choice, Dice, GameView, Options, Ready, SeatOffers, TakeBack
from qwixx.server.settings import Settings
from qwixx.server.store import migrations
from qwixx.server.web import session

DUMP = Path(__file__).parent / "old_databases" / "version_0_1.sql.gz"
"""Played with the server and the client of version 0.1. The first line has the guests' secrets, the tables by
the state they are in, and the records and scores of the finished games as that version gave them."""
OLD_VERSION = "0002"
TO_PLAY = (
    *("lobby", "rematch", "just started", "waiting for a roll", "action 1", "action 2"),
    *("own dice", "bot and clock", "stand-in"),
)
FINISHED = ("finished", "finished on board", "finished own dice")


@pytest.fixture(scope="module")
def dump() -> str:
    return gzip.decompress(DUMP.read_bytes()).decode()


@pytest.fixture(params=["sqlite", "postgres"])
def address(request: pytest.FixtureRequest, tmp_path: Path, dump: str) -> str:
    """A new database with the contents of the old one."""
    file = tmp_path / "qwixx.db"
    with closing(sqlite3.connect(file)) as database:
        database.executescript(dump)
    if request.param == "sqlite":
        return f"sqlite:///{file}"
    address: str = request.getfixturevalue("postgres")
    asyncio.run(copy_to_postgres(file, address))
    return address


async def copy_to_postgres(file: Path, address: str) -> None:
    """Both had the same tables in version 0.1, which the first migrations make."""
    engine = create_async_engine(address.replace("postgresql://", "postgresql+asyncpg://"))
    with closing(sqlite3.connect(file)) as source:
        source.row_factory = sqlite3.Row

        def copy(connection: Connection) -> None:
            config = Config()
            config.set_main_option("script_location", str(Path(migrations.__file__).parent))
            config.attributes["connection"] = connection
            command.upgrade(config, OLD_VERSION)
            tables = MetaData()
            tables.reflect(connection)
            for name in ("games", "events", "players", "guests", "chat"):
                rows = [dict(row) for row in source.execute(f"SELECT * FROM {name}")]
                connection.execute(insert(tables.tables[name]), rows)
            number = "SELECT setval(pg_get_serial_sequence('chat', 'number'), max(number)) FROM chat"
            connection.execute(text(number))

        async with engine.begin() as connection:
            await connection.run_sync(copy)
    await engine.dispose()


@pytest.fixture
def server(address: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Running]:
    # The games may be older than what is swept away, and few guests play many games at once.
    monkeypatch.setattr(housekeeping, "SWEEP_SECONDS", 3600.0)
    monkeypatch.setattr(session, "COMMANDS_OF_GUEST", (1e6, 1e6))
    running = Running(Settings(database=address, pace=0)).start()
    yield running
    running.stop()


class OldGuests:
    """The guests and tables of the old database, at a server of this version."""

    def __init__(self, url: str, dump: str, cookie: str) -> None:
        notes = json.loads(dump.partition("\n")[0].removeprefix("-- "))
        self.tables: dict[str, str] = notes["tables"]
        self.records: dict[str, str] = notes["records"]
        self.scores: dict[str, list[int]] = notes["scores"]
        self.ann, self.bob, self.cem = (
            Guest(url, f"{cookie}={notes['guests'][name]}") for name in ("Ann", "Bob", "Cem")
        )

    @classmethod
    async def come(cls, url: str, dump: str) -> "OldGuests":
        visitor = await Guest.arrive(url, "Dora")
        return cls(url, dump, visitor.cookie.partition("=")[0])

    def at(self, state: str) -> list[TableClient]:
        """The clients of everybody who has a seat there."""
        people = {
            "action 1": [self.ann, self.bob, self.cem],
            "stand-in": [self.ann, self.bob, self.cem],
            "lobby": [self.ann, self.bob, self.cem],
            "bot and clock": [self.ann],
            "just started": [self.cem, self.ann],
        }
        return [guest.table(self.tables[state]) for guest in people.get(state, [self.ann, self.bob])]


def careful(offers: SeatOffers, _: GameView) -> Choice:
    best = min(offers.options[1:], key=lambda offer: offer.skips)
    return best.choice if best.skips < 3 else offers.options[0].choice


async def type_dice(client: TableClient) -> None:
    while not client.over:
        game = client.game
        if game and game.phase == "roll" and game.active in client.my_seats():
            turn = game.turn + 1
            shown = (1, 6, 1 + turn % 4, 2)
            colours = tuple(None if row in game.closed else die for row, die in enumerate(shown))
            await client.roll(turn, Dice((1 + turn % 6, 1 + turn % 5), colours))
        else:
            await client.change()


async def play_on(client: TableClient) -> None:
    assert client.table is not None
    if client.table.options.dice == "own":
        await asyncio.gather(client.play(careful), type_dice(client))
    else:
        await client.play(careful)


async def finish(guests: OldGuests, state: str) -> tuple[int, ...]:
    """Plays the game of that table to its end, and checks its record; returns the scores."""
    async with AsyncExitStack() as stack:
        clients = [await stack.enter_async_context(client) for client in guests.at(state)]
        if state in PREPARE:
            await PREPARE[state](clients)
        async with asyncio.TaskGroup() as group:
            for client in clients:
                group.create_task(play_on(client))
        game = clients[0].game
        assert game is not None
        assert all(client.game == game for client in clients)
    record = Record.parse(await guests.ann.record(guests.tables[state]))
    assert replay(record).sheets == game.sheets
    if state != "own dice":
        verdict = check(record)
        assert verdict.fair
        assert verdict.version == (2 if state in ("lobby", "rematch") else 1)
    return game.scores


async def in_action_1(clients: list[TableClient]) -> None:
    ann, bob, _ = clients
    assert ann.game is not None
    assert (ann.game.phase, ann.game.chosen, ann.game.awaited) == ("white", (0,), (1, 2))
    assert ann.picked
    assert not bob.picked
    assert [offers.seat for offers in bob.offers] == [1]


async def in_action_2(clients: list[TableClient]) -> None:
    assert clients[0].game is not None
    assert clients[0].game.phase == "colour"
    assert clients[0].game.turn == 6


async def typed_and_corrected(clients: list[TableClient]) -> None:
    game = clients[0].game
    assert game is not None
    assert game.roll is not None
    assert game.roll.white == (6, 5)


async def take_back(clients: list[TableClient]) -> None:
    bob = clients[1]
    assert bob.table is not None
    assert bob.table.seats[1].stand_in == "gap"
    assert bob.table.muted == (clients[2].you,)
    await bob.send(TakeBack(new_id(), 1))


async def start_from_lobby(clients: list[TableClient]) -> None:
    ann, bob, cem = clients
    assert [line.text for line in cem.chat] == ["Who else plays?", "Cem is on his way — 5 minutes ☕"]
    assert [line.name for line in cem.chat] == ["Ann", "Bob"]
    assert cem.table is not None
    assert cem.table.options == Options(seats=3, visibility="open", clock=None)
    await cem.sit(2)
    await cem.ready()
    await cem.say("Here I am")
    await ann.start()
    await bob.until(lambda: len(bob.chat) == 3)


async def start_rematch(clients: list[TableClient]) -> None:
    ann, bob = clients
    await bob.send(Ready(new_id()))
    await ann.start()


PREPARE = {
    "action 1": in_action_1,
    "action 2": in_action_2,
    "own dice": typed_and_corrected,
    "stand-in": take_back,
    "lobby": start_from_lobby,
    "rematch": start_rematch,
}


def test_games_of_version_0_1_are_played_to_their_end(server: Running, dump: str) -> None:
    async def visit() -> None:
        guests = await OldGuests.come(server.url, dump)
        assert [found.id for found in await guests.cem.open_tables()] == [guests.tables["lobby"]]
        async with asyncio.TaskGroup() as group:
            played = {state: group.create_task(finish(guests, state)) for state in TO_PLAY}
        hub = server.application.hub
        assert hub is not None
        while hub._listings._task:
            await asyncio.sleep(0.01)
        listed = {found.id: (found.status, found.scores) for found in await guests.ann.games()}
        for state, scores in played.items():
            assert listed[guests.tables[state]] == ("finished", scores.result())

    asyncio.run(asyncio.wait_for(visit(), 120))


def test_finished_games_of_version_0_1_are_kept(server: Running, dump: str) -> None:
    async def visit() -> None:
        guests = await OldGuests.come(server.url, dump)
        listed = {found.id: found for guest in (guests.ann, guests.bob) for found in await guest.games()}
        for state in FINISHED:
            id, old = guests.tables[state], Record.parse(guests.records[state])
            reader = guests.ann if state == "finished own dice" else guests.bob
            record = Record.parse(await reader.record(id))
            assert (record.seats, record.actions) == (old.seats, old.actions)
            assert list(listed[id].scores) == guests.scores[state]
            if "own dice" not in state:
                assert check(record).fair
        async with guests.bob.table(guests.tables["finished"]) as table:
            assert [line.text for line in table.chat] == ["Well played"]
            assert table.table is not None
            assert table.table.rematch == guests.tables["rematch"]

    asyncio.run(asyncio.wait_for(visit(), 60))

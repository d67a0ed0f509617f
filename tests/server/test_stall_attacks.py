"""Attacks from inside all limits that could stall, flood or haunt a server. The load is bounded."""

import asyncio
import json
import unicodedata
from contextlib import AsyncExitStack, ExitStack
from typing import Any, Literal

import httpx2
import msgspec
import pytest
from live_server import Running, wire

from qwixx.client import Guest
from qwixx.rules import Cross, Pass
from qwixx.server.coaching import pool
from qwixx.server.coaching.worker import BuildValues
from qwixx.server.live import housekeeping
from qwixx.server.live.log_reading import PAGE, read_on
from qwixx.server.protocol import (
    Choose,
    Command,
    HandOver,
    NewTable,
    Options,
    Ready,
    RollDice,
    Say,
    Sit,
    Stand,
    Start,
    Summary,
)
from qwixx.server.settings import Settings
from qwixx.server.store.opening import open_store
from qwixx.server.store.sqlite import SqliteStore
from qwixx.server.store.store import LAST_SEQ, LISTED_PER_GUEST
from qwixx.server.table import chat, clean_text, log
from qwixx.server.table.chat import RecentLines, decide_line
from qwixx.server.table.checks import CommandRefused, Refusal
from qwixx.server.table.clean_text import RAW_LENGTH, clean, clean_name
from qwixx.server.table.decide import MOST_ENTRIES, Draft, attempt
from qwixx.server.table.duties import IDLE_TIMES, AutoRoll, Duty, Expire, Gone, Present, idle_from
from qwixx.server.table.opening import first_entries
from qwixx.server.table.table import COMMANDS_KEPT, Table
from qwixx.server.web.rate_limits import CONNECTIONS_PER_ADDRESS, CONNECTIONS_PER_GUEST, ConnectionLimit
from qwixx.server.web.table_api import TABLES_PER_GUEST

EXPANDING = "\ufdfa"
"""One character that becomes 18 in normal form."""


# Text that is costly to clean


def table(**options: object) -> Table:
    return Table("id", "code", bytes(32), options=Options(**options))  # type: ignore[arg-type]


@pytest.mark.parametrize("case", ["chat off", "muted", "too long", "said before", "too fast"])
def test_a_line_that_is_refused_anyway_is_not_cleaned(case: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_: str) -> str:
        raise AssertionError("the text was cleaned")

    at, recent, text, want = table(), RecentLines(), EXPANDING, "too-fast"
    match case:
        case "chat off":
            at, want = table(chat=False), "chat-off"
        case "muted":
            at.muted, want = frozenset({"ann"}), "muted"
        case "too long":
            text, want = EXPANDING * (RAW_LENGTH + 1), "chat-too-long"
        case "said before":
            recent.add("ann", b"a")
            want = ""
        case "too fast":
            for _ in range(5):
                assert decide_line(at, "ann", Say("b", "hello"), recent, 0.0) == "hello"
    monkeypatch.setattr(chat, "clean", refuse)
    found = decide_line(at, "ann", Say("a", text), recent, 0.0)
    assert (found.code if isinstance(found, Refusal) else found) == want


def test_lines_that_are_cleaned_and_refused_count_against_the_rate() -> None:
    at, recent = table(), RecentLines()
    codes = []
    for number in range(7):
        found = decide_line(at, "ann", Say(str(number), EXPANDING * 300), recent, 0.0)
        assert isinstance(found, Refusal)
        codes.append(found.code)
    assert codes == ["chat-too-long"] * 5 + ["too-fast"] * 2


def test_cleaning_looks_at_a_bounded_number_of_characters(monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[int] = []

    class Counted:
        @staticmethod
        def normalize(form: Literal["NFKC"], text: str) -> str:
            looked.append(len(text))
            return unicodedata.normalize(form, text)

        @staticmethod
        def category(char: str) -> str:
            looked.append(1)
            return unicodedata.category(char)

    monkeypatch.setattr(clean_text, "unicodedata", Counted)
    assert len(clean(EXPANDING * 16_000)) <= RAW_LENGTH
    assert clean_name(EXPANDING * 16_000)
    assert sum(looked) <= 7 * RAW_LENGTH


def test_a_flood_of_costly_lines_is_refused_and_others_are_served(lasting: Running) -> None:
    async def visit() -> None:
        mallory, ann = [await Guest.arrive(lasting.url, name) for name in ("Mallory", "Ann")]
        table = await ann.create(Options(chat=False))
        async with wire(lasting.url, mallory.cookie) as line, wire(lasting.url, ann.cookie) as other:
            await line.hello(table)
            await other.hello(table)
            for _ in range(100):
                await line.say("say", text=EXPANDING * 2500)
            assert (await other.ask("ping"))["type"] == "ack"
            for _ in range(100):
                assert (await line.hear())["code"] == "chat-off"

    asyncio.run(visit())


# Clients that stop reading


class Deaf:
    """A WebSocket client that sends and never reads, so that the server's frames pile up."""

    @staticmethod
    async def open(running: Running, cookie: str) -> "Deaf":
        reader, writer = await asyncio.open_connection("127.0.0.1", running.port, limit=1024)
        writer.write(
            b"GET /ws HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n"
            b"Cookie: " + cookie.encode() + b"\r\n\r\n"
        )
        assert b"101" in await reader.readuntil(b"\r\n\r\n")
        return Deaf(writer)

    def __init__(self, writer: asyncio.StreamWriter) -> None:
        self.writer = writer

    def say(self, type: str, **fields: Any) -> None:
        data = json.dumps({"type": type, "id": type, **fields}).encode()
        # Masked with zeros, which change nothing.
        self.writer.write(bytes((0x81, 0x80 | 126)) + len(data).to_bytes(2) + bytes(4) + data)


async def eventually(true: Any) -> None:
    async with asyncio.timeout(20):
        while not true():
            await asyncio.sleep(0.01)


@pytest.mark.parametrize("case", ["full queue", "no pong"])
def test_a_client_that_stops_reading_is_aborted_and_counts_as_away(server: Running, case: str) -> None:
    if case == "no pong":
        server.server.config.ws_ping_interval = server.server.config.ws_ping_timeout = 0.3

    async def visit() -> None:
        assert server.loop is not None
        assert server.application.hub is not None
        mallory = await Guest.arrive(server.url, "Mallory")
        table = await mallory.create(Options())
        deaf = await Deaf.open(server, mallory.cookie)
        deaf.say("hello", table=table)
        deaf.say("sit", seat=1)
        lives = server.application.hub.tables.lives
        await eventually(lambda: lives[table].table.seats[1].guest == mallory.id)
        [connection] = lives[table].connections
        frame = b'"' + b"x" * 50_000 + b'"'

        def flood() -> None:
            """Fills the transport, and the queue behind it only in one of the cases."""
            while not connection.closing and (case == "full queue" or connection._writer is None):
                connection.send_frame(frame)

        server.loop.call_soon_threadsafe(flood)
        await eventually(lambda: mallory.id in lives[table].table.away)
        await eventually(lambda: not server.server.server_state.connections)
        deaf.writer.close()

    asyncio.run(visit())


# Floods of connections and commands


def test_the_connections_of_a_guest_are_limited_and_others_are_served(lasting: Running) -> None:
    async def visit() -> None:
        mallory, ann = [await Guest.arrive(lasting.url, name) for name in ("Mallory", "Ann")]
        async with AsyncExitStack() as stack:
            lines = [
                await stack.enter_async_context(wire(lasting.url, mallory.cookie))
                for _ in range(CONNECTIONS_PER_GUEST)
            ]
            assert (await lines[-1].ask("ping"))["type"] == "ack"
            async with wire(lasting.url, mallory.cookie) as line:
                assert await line.hear() == {"type": "bye", "code": "too-many"}
                assert await line.hear() == {"type": "closed", "code": 1008}
            async with wire(lasting.url, ann.cookie) as line:
                assert (await line.ask("ping"))["type"] == "ack"
            await lines[0].socket.close()
            async with wire(lasting.url, mallory.cookie) as line:
                assert (await line.ask("ping"))["type"] == "ack"

    asyncio.run(visit())


def test_the_connections_of_an_address_are_limited_but_not_those_of_this_machine() -> None:
    limit = ConnectionLimit()
    for network, refused in (("192.0.2.1", True), ("127.0.0.1", False)):
        with ExitStack() as stack:
            for guest in range(CONNECTIONS_PER_ADDRESS):
                assert stack.enter_context(limit.hold(f"{network} {guest}", network))
            with limit.hold("one more", network) as allowed:
                assert allowed is not refused
        with limit.hold("one more", network) as allowed:
            assert allowed


def test_the_rate_of_commands_is_one_for_all_connections_of_a_guest(lasting: Running) -> None:
    async def visit() -> None:
        mallory = await Guest.arrive(lasting.url, "Mallory")
        async with AsyncExitStack() as stack:
            lines = [await stack.enter_async_context(wire(lasting.url, mallory.cookie)) for _ in range(4)]
            for _ in range(100):
                for line in lines:
                    await line.say("ping")
            answers = []
            for line in lines:
                while (message := await line.hear())["type"] != "closed" and len(line.frames) < 100:
                    answers.append(message.get("code"))
            assert answers.count(None) < 350
            assert "too-fast" in answers

    asyncio.run(visit())


# Floods of entries in a log


class Seats:
    """A table for two, Ann and Bob, driven without a server."""

    def __init__(self) -> None:
        self.table = Table("id", "CODE22", bytes(32))
        for entry in first_entries("ann", NewTable(Options(seats=2)), (), 1000):
            self.table.apply(entry)

    def do(self, guest: str, command: Command | Duty) -> str:
        """Carries it out; returns the code if it is refused."""
        found = attempt(self.table, guest, command, 2000)
        if isinstance(found, Draft):
            self.table = found.table
            return ""
        return found.code


def test_a_full_log_takes_only_what_a_game_needs_to_go_on() -> None:
    seats = Seats()
    for number, guest in enumerate(("ann", "bob")):
        assert not seats.do(guest, Sit(guest, number))
        assert not seats.do(guest, Ready(guest))
    flood = 0
    while flood <= MOST_ENTRIES and not seats.do("bob", Ready(f"r{flood}", ready=flood % 2 == 1)):
        flood += 1
    assert seats.table.seq == MOST_ENTRIES
    assert seats.do("bob", Stand("s", 1)) == "log-full"
    assert seats.do("", Gone("bob")) == "log-full"
    if not all(seat.ready for seat in seats.table.seats):
        seats.table.seats = tuple(msgspec.structs.replace(seat, ready=True) for seat in seats.table.seats)
    assert not seats.do("ann", Start("start"))
    game = seats.table.game
    assert game is not None
    active = ("ann", "bob")[game.state.active]
    assert not seats.do(active, RollDice("roll", 1))
    game = seats.table.game
    assert game is not None
    for id in range(3):
        crossed = next(choice for choice in game.legal[1] if isinstance(choice, Cross))
        assert seats.do("bob", Choose(f"c{id}", 1, 1, crossed)) == ("log-full" if id else "")
    assert not seats.do("ann", Choose("c", 1, 1, Pass(0)))
    assert seats.do("", Present("bob")) == ""
    assert not seats.do("", Expire())


# Long logs


def long_log(length: int) -> list[bytes]:
    """The log of a lobby in which a guest kept changing their mind, from before logs were limited."""
    entries = first_entries("ann", NewTable(Options(seats=2)), (), 1000)
    entries.append(log.Entry(1000, log.Sat(0, "ann", "nonce"), "ann", "sit"))
    while len(entries) < length:
        number = len(entries)
        entries.append(log.Entry(1000, log.Readied("ann", number % 2 == 0), "ann", f"r{number}"))
    return [log.encode(entry) for entry in entries]


class LogStore:
    def __init__(self, entries: list[bytes]) -> None:
        self.entries = entries
        self.longest = 0

    async def events(self, _: str, after: int = 0, until: int = LAST_SEQ) -> list[bytes]:
        page = self.entries[after:until]
        self.longest = max(self.longest, len(page))
        return page


def test_a_long_log_is_read_in_slices_between_which_others_get_their_turn() -> None:
    store: Any = LogStore(long_log(20_000))

    async def read() -> int:
        turns, done = 0, False

        async def another() -> None:
            nonlocal turns
            while not done:
                turns += 1
                await asyncio.sleep(0)

        other = asyncio.create_task(another())
        table = Table("id", "CODE22", bytes(32))
        await read_on(store, table)
        done = True
        await other
        assert table.seq == 20_000
        return turns

    assert asyncio.run(read()) >= 10
    assert store.longest <= PAGE


# Lists after a crash


def test_lists_that_a_crash_left_out_of_date_are_corrected_at_the_restart(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A game ends, and the server dies before the lists of tables are written."""
    monkeypatch.setattr(housekeeping, "RESUME_DELAY", 0.0)

    async def lose(*_: object) -> None:
        """The crash came first."""

    async def play(url: str) -> str:
        guest = await Guest.arrive(url, "Ann")
        table = await guest.create(Options(seats=1, visibility="open"))
        async with guest.table(table) as seat:
            await seat.sit(0)
            await seat.start()
            crash.setattr(SqliteStore, "set_status", lose)
            await seat.play(lambda offers, _game: offers.options[0].choice)
        return table

    async def listed() -> tuple[str, tuple[int, ...]]:
        store = await open_store(database)
        row = await store.game(table)
        await store.close()
        assert row is not None
        return row.status, msgspec.json.decode(row.summary, type=Summary).scores

    settings = Settings(database=database, pace=0)
    running = Running(settings).start()
    with monkeypatch.context() as crash:
        table = asyncio.run(play(running.url))
        running.stop()
    assert asyncio.run(listed())[0] in ("lobby", "playing")
    running = Running(settings).start()
    hub = running.application.hub
    assert hub is not None
    asyncio.run(eventually(lambda: table in hub.tables.lives))
    running.stop()
    assert asyncio.run(listed()) == ("finished", (-20,))


# Floods of tables and questions


def test_one_guest_cannot_fill_the_list_of_open_tables(server: Running) -> None:
    async def visit() -> None:
        ann, mallory = [await Guest.arrive(server.url, name) for name in ("Ann", "Mallory")]
        table = await ann.create(Options(visibility="open"))
        flood = [await mallory.create(Options(visibility="open")) for _ in range(TABLES_PER_GUEST)]
        hub = server.application.hub
        assert hub is not None
        await eventually(lambda: hub._listings._task is None)
        listed = [found.id for found in await ann.open_tables()]
        assert table in listed
        assert len(set(listed) & set(flood)) == LISTED_PER_GUEST
        answer = httpx2.post(
            f"{server.url}/api/tables", json={"options": {}}, headers={"Cookie": mallory.cookie}
        )
        assert (answer.status_code, answer.json()["code"]) == (429, "too-many")
        assert "Retry-After" not in answer.headers  # waiting does not help
        assert await ann.create(Options())

    asyncio.run(visit())


def test_guests_take_turns_at_the_coach() -> None:
    async def ask() -> list[object]:
        queue = pool.JobQueue(["no-such-command"], lambda *_: None)
        # Nothing is worked on: the order in which jobs would be taken is all that counts.
        queue._task = asyncio.current_task()
        for number in range(pool.WAITING_PER_GUEST):
            queue.add(f"mallory {number}", BuildValues(), "mallory")
        with pytest.raises(CommandRefused, match="busy"):
            queue.add("mallory's last", BuildValues(), "mallory")
        queue.add("ann", BuildValues(), "ann")
        assert queue.waiting == 1 + pool.WAITING_PER_GUEST
        return [await queue._next() for _ in range(4)]

    assert asyncio.run(ask()) == ["mallory 0", "ann", "mallory 1", "mallory 2"]


# Strangers at an open table


def test_the_host_kicks_bans_and_locks(lasting: Running) -> None:
    async def visit() -> None:
        url = lasting.url
        ann, mallory, ben = [await Guest.arrive(url, name) for name in ("Ann", "Mallory", "Ben")]
        table = await ann.create(Options(visibility="open"))
        async with wire(url, ann.cookie) as host:
            await host.hello(table)
            async with wire(url, mallory.cookie) as line:
                await line.hello(table)
                assert "acks" in await line.ask("sit", seat=1)
                assert (await line.ask("kick", guest=ann.id))["code"] == "not-host"
                assert "acks" in await host.ask("kick", guest=mallory.id)
                bye = await line.until(lambda message: message["type"] == "bye")
                assert bye["code"] == "kicked"
                assert await line.hear() == {"type": "closed", "code": 1008}
            async with wire(url, mallory.cookie) as line:
                snapshot = await line.hello(table)
                assert not snapshot["table"]["seats"][1].get("guest")
                assert "acks" in await line.ask("sit", seat=1, id="again")
                answer = await host.ask("ban", guest=mallory.id)
                assert answer["table"]["banned"] == [mallory.id]
                await line.until(lambda message: message.get("code") == "banned")
            async with wire(url, mallory.cookie) as line:
                assert (await line.hello(table))["code"] == "banned"
                await host.ask("ban", guest=mallory.id, banned=False)
                assert (await line.hello(table))["type"] == "snapshot"
                assert (await host.ask("lock"))["table"]["locked"]
                assert (await line.ask("sit", seat=1, id="third"))["code"] == "locked"
            async with wire(url, ben.cookie) as line:
                assert (await line.hello(table))["code"] == "locked"
                await host.ask("lock", locked=False)
                assert (await line.hello(table))["type"] == "snapshot"

    asyncio.run(visit())


def test_a_connected_player_who_does_not_act_can_be_handed_over_after_a_time() -> None:
    seats = Seats()
    for number, guest in enumerate(("ann", "bob")):
        seats.do(guest, Sit(guest, number))
        seats.do(guest, Ready(f"{guest} is ready"))
    assert not seats.do("ann", Start("start"))
    game = seats.table.game
    assert game is not None
    idle = game.state.active
    asks = ("bob", "ann")[idle]
    limit = idle_from(seats.table)
    assert limit is not None
    assert limit == game.opened + IDLE_TIMES * 60_000
    for now, code in ((limit - 1, "not-away"), (limit, "")):
        found = attempt(seats.table, asks, HandOver(f"h{now}", idle), now)
        assert (found.code if isinstance(found, Refusal) else "") == code
    waiting = attempt(seats.table, asks, HandOver("other", 1 - idle), limit)
    assert isinstance(waiting, Refusal), "a player who does not have to act is not idle"


# Smaller things


def test_commands_of_others_do_not_make_a_guests_command_forgotten() -> None:
    seats = Seats()
    for number, guest in enumerate(("ann", "bob")):
        seats.do(guest, Sit(f"{guest} sits", number))
    assert not seats.do("bob", Ready("mine"))
    for number in range(3 * COMMANDS_KEPT):
        seats.do("ann", Ready(f"{number}", ready=number % 2 == 0))
    before = seats.table.seq
    assert not seats.do("bob", Ready("mine"))
    assert seats.table.seq == before, "the command was carried out twice"


def test_a_roll_that_loses_against_the_automatic_roll_is_too_late() -> None:
    seats = Seats()
    for number, guest in enumerate(("ann", "bob")):
        seats.do(guest, Sit(f"{guest} sits", number))
        seats.do(guest, Ready(f"{guest} is ready"))
    seats.do("ann", Start("start"))
    assert not seats.do("", AutoRoll(1))
    assert [seats.do(guest, RollDice("roll", 1)) for guest in ("ann", "bob")] == ["too-late"] * 2

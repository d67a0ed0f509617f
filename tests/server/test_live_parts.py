"""The parts of a live table, each tested without the others."""

import asyncio
import json
import time
from collections.abc import Collection, MutableMapping, Sequence
from typing import Any

import pytest
from msgspec import structs

from qwixx.server.bus.local import LocalBus
from qwixx.server.live.bots import BotPool
from qwixx.server.live.chat import ChatRoom
from qwixx.server.live.connection import Connection
from qwixx.server.live.live_table import Advance, LiveTable, QueuedCommand
from qwixx.server.live.names import Names
from qwixx.server.live.presence import Presence
from qwixx.server.live.services import Services
from qwixx.server.live.table_clock import TableClock, millis
from qwixx.server.live.timers import Timers
from qwixx.server.metrics import Metrics
from qwixx.server.protocol import NewTable, Options, Say, Sit, Start
from qwixx.server.store.health import StoreHealth
from qwixx.server.store.store import LAST_SEQ, ChatRow, StoreUnavailable
from qwixx.server.table import log
from qwixx.server.table.chat import LINES_PER_GUEST, RATE_SECONDS, RecentLines, decide_line
from qwixx.server.table.checks import Refusal
from qwixx.server.table.duties import AutoRoll, Duty
from qwixx.server.table.opening import first_entries
from qwixx.server.table.table import Table


class MemoryStore:
    """As much of a store as one table needs."""

    def __init__(self) -> None:
        self.log: list[bytes] = []
        self.chat_rows: list[ChatRow] = []
        self.known = {"ann": "Ann", "bob": "Bob"}
        self.asked: list[set[str]] = []
        self.lost = False

    async def append(self, _: str, seq: int, events: Sequence[bytes]) -> bool:
        if seq != len(self.log) + 1:
            return False
        self.log += events
        return True

    async def events(self, _: str, after: int = 0, until: int = LAST_SEQ) -> list[bytes]:
        return self.log[after:until]

    async def add_chat(self, line: ChatRow) -> int | None:
        if self.lost:
            raise StoreUnavailable
        await asyncio.sleep(0)
        if any(row.cmd == line.cmd for row in self.chat_rows):
            return None
        self.chat_rows.append(structs.replace(line, number=len(self.chat_rows) + 1))
        return len(self.chat_rows)

    async def chat(self, _: str, after: int = 0) -> list[ChatRow]:
        return [row for row in self.chat_rows if row.number > after]

    async def names(self, guests: Collection[str]) -> dict[str, str]:
        self.asked.append(set(guests))
        return {guest: self.known[guest] for guest in guests}


def services_with(store: Any) -> Services:
    metrics = Metrics()
    return Services(
        store=store,
        bus=LocalBus(),
        health=StoreHealth(store, metrics),
        names=Names(store),
        metrics=metrics,
        bots=BotPool(),
        shared=True,
    )


def opened(options: Options, *bots: str, started: int = 0) -> tuple[Table, list[log.Entry]]:
    """A new table and its log; `started`: when its game began, in milliseconds."""
    table = Table("id", "CODE22", bytes(32))
    entries = first_entries("ann", NewTable(options, bots), (), 1000)
    entries += [log.Entry(started, log.Started(0))] if started else []
    for entry in entries:
        table.apply(entry)
    return table, entries


class Guest:
    """A connection whose frames are kept."""

    def __init__(self, guest: str) -> None:
        self.frames: list[dict[str, Any]] = []
        self.connection = Connection(guest, self._send, lambda: None)

    async def _send(self, message: MutableMapping[str, Any]) -> None:
        self.frames.append(json.loads(message["text"]))


# Names


def test_names_are_read_once_and_changes_are_reported() -> None:
    store: Any = MemoryStore()
    names, renamed = Names(store), list[str]()
    names.on_rename(renamed.append)

    async def run() -> None:
        await names.read(["ann", ""])
        await names.read(["ann", "bob"])
        names.learn("bob", "Bob")
        assert renamed == []
        names.learn("bob", "Bob Lee")
        store.known["ann"] = "Ann Lee"
        await names.reread(["ann", "somebody-unknown"])

    asyncio.run(run())
    assert store.asked == [{"ann"}, {"bob"}, {"ann"}]
    assert renamed == ["bob", "ann"]
    assert dict(names) == {"ann": "Ann Lee", "bob": "Bob Lee"}


# Timers


@pytest.mark.parametrize(("defers", "due"), [(False, [AutoRoll(1)]), (True, [])])
def test_timers_submit_what_is_due_or_leave_it_to_another_process(defers: bool, due: list[Duty]) -> None:
    async def run() -> None:
        submitted: list[Duty] = []
        timers = Timers(BotPool(), 0, submitted.append, lambda: defers, TableClock(), resumed=False)
        timers.schedule(opened(Options(seats=1), "gap", started=millis())[0])
        await asyncio.sleep(0.1)
        assert submitted == due
        assert timers.idle is not defers
        timers.stop()

    asyncio.run(run())


def test_timers_that_are_stopped_submit_nothing_more() -> None:
    async def run() -> None:
        submitted: list[Duty] = []
        timers = Timers(BotPool(), 0, submitted.append, lambda: False, TableClock(), resumed=False)
        table, _ = opened(Options(seats=1), "gap", started=millis())
        timers.schedule(table)
        timers.stop()
        timers.schedule(table)
        await asyncio.sleep(0.1)
        assert submitted == []

    asyncio.run(run())


HOUR = 3600.0


def set_clock(monkeypatch: pytest.MonkeyPatch, seconds: float) -> None:
    """Moves the wall clock by so many seconds."""
    real = time.time
    monkeypatch.setattr(time, "time", lambda: real() + seconds)


@pytest.mark.parametrize("jump", [-HOUR, HOUR])
def test_what_is_due_is_done_in_time_though_the_clock_jumps(
    monkeypatch: pytest.MonkeyPatch, jump: float
) -> None:
    async def run() -> None:
        submitted: list[Duty] = []
        table, _ = opened(Options(seats=1, roll_after=0.3), started=millis())
        clock = TableClock()
        timers = Timers(BotPool(), 0, submitted.append, lambda: False, clock, resumed=False)
        timers.schedule(table)
        set_clock(monkeypatch, jump)
        timers.schedule(table)
        await asyncio.sleep(0.1)
        assert submitted == []
        await asyncio.sleep(0.4)
        assert submitted == [AutoRoll(1)]
        timers.stop()

    asyncio.run(run())


def test_a_log_from_the_future_is_played_on_at_its_usual_speed(monkeypatch: pytest.MonkeyPatch) -> None:
    """As after a restart with a clock that was set back."""
    clock = TableClock()
    late = millis() + int(1000 * HOUR)
    clock.stepped(late)
    assert late <= clock.now() < late + 1000
    assert late <= clock.stamp() < late + 1000
    set_clock(monkeypatch, 2 * HOUR)
    assert clock.now() < late + 1000, "no player's clock runs out"
    assert clock.stamp() >= late + 1000, "the log follows the clock again"


def test_a_live_table_goes_on_by_itself_when_the_clock_is_set_back(monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        store = MemoryStore()
        table, entries = opened(Options(seats=1, roll_after=0.2), "gap")
        store.log = [log.encode(entry) for entry in entries]
        live = LiveTable(services_with(store), table, 0, lambda *_: None, new=True)
        live.submit(QueuedCommand("ann", Start("start")))
        await live.settled()
        assert live.table.game is not None
        set_clock(monkeypatch, -HOUR)
        async with asyncio.timeout(20):
            while live.table.game.turn < 3:
                await asyncio.sleep(0.01)
        times = [log.decode(entry).at for entry in store.log]
        assert times == sorted(times)
        live.stop()
        await live.settled()

    asyncio.run(run())


# Chat


def decided(recent: RecentLines, text: str, id: str = "x", now: float = 0.0, **options: Any) -> str:
    table, _ = opened(Options(seats=2, **options))
    found = decide_line(table, "ann", Say(id, text), recent, now)
    return found.code if isinstance(found, Refusal) else found


def test_chat_is_decided_from_the_table_and_the_recent_lines() -> None:
    recent = RecentLines()
    assert decided(recent, " hello\n you ") == "hello you"
    assert decided(recent, "hello", chat=False) == "chat-off"
    assert decided(recent, "\u202e \n") == "chat-empty"
    assert decided(recent, "x" * 301) == "chat-too-long"
    table, _ = opened(Options(seats=2))
    table.muted = frozenset(["ann"])
    assert decide_line(table, "ann", Say("x", "hello"), recent, 0.0) == Refusal("muted")
    table.status = "expired"
    assert decide_line(table, "bob", Say("x", "hello"), recent, 0.0) == Refusal("expired")


def test_a_line_sent_again_is_neither_said_nor_counted() -> None:
    recent = RecentLines()
    recent.add("ann", b"one")
    assert decided(recent, "hello", "one") == ""
    assert [decided(recent, "hello", "two", now=0.1 * n) for n in range(LINES_PER_GUEST)] == ["hello"] * 5
    assert decided(recent, "hello", "three", now=RATE_SECONDS - 0.1) == "too-fast"
    assert decided(recent, "hello", "one", now=RATE_SECONDS - 0.1) == ""
    assert decided(recent, "hello", "three", now=RATE_SECONDS) == "hello"


def test_a_chat_room_stores_a_line_once_and_sends_it_to_everyone_present() -> None:
    async def run() -> None:
        store = MemoryStore()
        presence, watcher = Presence(), Guest("bob")
        presence.add(watcher.connection)
        table, _ = opened(Options(seats=2))
        room = ChatRoom(services_with(store), presence, table.id, new=True)
        for _ in range(2):
            assert await room.say(table, "ann", Say("same", "hello")) is None
        assert [row.text for row in store.chat_rows] == ["hello"]
        assert [(frame["line"]["name"], frame["line"]["text"]) for frame in watcher.frames] == [
            ("Ann", "hello")
        ]
        assert [line.text for line in await room.lines()] == ["hello"]
        store.lost = True
        assert await room.say(table, "ann", Say("other", "hello?")) == Refusal("storage")
        assert len(watcher.frames) == 1

    asyncio.run(run())


def test_a_line_sent_over_two_connections_at_once_is_said_once_and_answered_twice() -> None:
    """Also at the rate limit, where the second copy is not one line too many."""

    async def run() -> None:
        store = MemoryStore()
        presence, watcher = Presence(), Guest("bob")
        presence.add(watcher.connection)
        table, _ = opened(Options(seats=2))
        room = ChatRoom(services_with(store), presence, table.id, new=True)
        for number in range(LINES_PER_GUEST):
            copies = [room.say(table, "ann", Say(str(number), "hello")) for _ in range(2)]
            assert await asyncio.gather(*copies) == [None, None]
        assert len(store.chat_rows) == len(watcher.frames) == LINES_PER_GUEST

    asyncio.run(run())


def test_a_line_that_another_process_has_stored_meanwhile_is_shown_once() -> None:
    async def run() -> None:
        store = MemoryStore()
        presence, watcher = Presence(), Guest("bob")
        presence.add(watcher.connection)
        table, _ = opened(Options(seats=2))
        room = ChatRoom(services_with(store), presence, table.id, new=True)
        store.chat_rows = [ChatRow("id", "ann", "hello", 1.0, 1, cmd=b"same")]
        assert await room.say(table, "ann", Say("same", "hello")) is None
        assert [frame["line"]["text"] for frame in watcher.frames] == ["hello"]
        assert len(store.chat_rows) == 1

    asyncio.run(run())


def test_a_line_that_was_committed_after_a_later_one_is_not_lost() -> None:
    """Two processes say something at once: the numbers are given before the commits."""

    async def run() -> None:
        store = MemoryStore()
        presence, watcher = Presence(), Guest("bob")
        presence.add(watcher.connection)
        room = ChatRoom(services_with(store), presence, "id", new=True)
        late, early = [
            ChatRow("id", "ann", text, 1.0, number) for number, text in ((5, "late"), (6, "early"))
        ]
        store.chat_rows = [early]
        await room.catch_up()
        store.chat_rows = [late, early]
        assert not room.knows(5)
        await room.catch_up()
        await room.catch_up()
        assert [frame["line"]["text"] for frame in watcher.frames] == ["early", "late"]
        assert [line.text for line in await room.lines()] == ["late", "early"]

    asyncio.run(run())


# A table with its services and nothing else


def test_a_live_table_reports_its_own_steps_and_those_it_reads() -> None:
    async def run() -> None:
        store = MemoryStore()
        table, entries = opened(Options(seats=2))
        store.log = [log.encode(entry) for entry in entries]
        steps: list[Advance] = []
        live = LiveTable(services_with(store), table, 0, lambda _, advance: steps.append(advance))
        ann = Guest("ann")
        live.join(ann.connection, 0, ())
        live.submit(QueuedCommand("ann", Sit("sit", 0), ann.connection))
        await live.settled()
        store.log.append(log.encode(log.Entry(2000, log.Sat(1, "bob", "nonce"))))
        live.announced(len(store.log))
        await live.settled()
        assert [(step.old.seq, step.new.seq, step.ours) for step in steps] == [(1, 2, True), (2, 3, False)]
        assert [frame["type"] for frame in ann.frames] == ["snapshot", "update", "update"]
        assert ann.frames[1]["acks"] == ["sit"]
        assert [seat["name"] for seat in ann.frames[2]["table"]["seats"]] == ["Ann", "Bob"]

    asyncio.run(run())


def test_deleted_chat_lines_vanish_from_connected_screens() -> None:
    async def run() -> None:
        store = MemoryStore()
        table, entries = opened(Options(seats=2))
        store.log = [log.encode(entry) for entry in entries]
        live = LiveTable(services_with(store), table, 0, lambda *_: None, new=True)
        ann, bob = Guest("ann"), Guest("bob")
        for guest in (ann, bob):
            live.join(guest.connection, 0, ())
        for number, text in enumerate(("a bad word", "hello")):
            await live.say(ann.connection, Say(str(number), text))
        await live.reread_chat()
        assert [frame["type"] for frame in bob.frames] == ["snapshot", "chat", "chat"], "nothing is deleted"
        del store.chat_rows[0]
        await live.reread_chat()
        for guest in (ann, bob):
            last = guest.frames[-1]
            assert (last["type"], last["you"]) == ("snapshot", guest.connection.guest)
            assert [line["text"] for line in last["chat"]] == ["hello"]
        live.stop()

    asyncio.run(run())

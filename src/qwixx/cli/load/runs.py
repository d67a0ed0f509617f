"""The measurements: games at a pace or as fast as it goes, idle connections, idle tables, and crashes."""

import asyncio
import random
import resource
import time
from collections.abc import Callable
from functools import partial

from msgspec import Struct

from qwixx.rules import Rules
from qwixx.server.protocol import Options
from qwixx.server.store.opening import open_store
from qwixx.server.table import log

from .figures import LoadCounts, LoadReport, share
from .person import Person
from .server import ServerUnderLoad
from .table import LoadTable
from .wire import Address, LoadError, request

# As many tables are set up at once; more would only wait for each other.
AT_ONCE = 20


class LoadPlan(Struct, frozen=True, kw_only=True):
    tables: int
    seats: int
    variant: str
    think: tuple[float, float]
    seconds: float
    addresses: list[Address]
    server: ServerUnderLoad | None
    """Missing if somebody else runs it: then nothing is known about its CPU and memory."""

    def options(self) -> Options:
        # The dice fall by themselves at once: what is counted is choices.
        return Options(variant=self.variant, seats=self.seats, roll_after=0, visibility="link")

    def rules(self) -> Rules:
        return Rules(self.variant, self.seats)


async def guests(plan: LoadPlan, count: int) -> list[str]:
    """Cookies of so many new guests."""
    gate = asyncio.Semaphore(AT_ONCE)

    async def arrive(number: int) -> str:
        async with gate:
            body = {"name": f"Load {number}"}
            return str((await request(plan.addresses[0], "POST", "/api/me", body))[1])

    return await asyncio.gather(*map(arrive, range(count)))


async def set_up(plan: LoadPlan, figures: LoadCounts, cookies: list[str]) -> list[LoadTable]:
    tables = [LoadTable(figures, plan.rules(), plan.think) for _ in range(plan.tables)]
    gate = asyncio.Semaphore(AT_ONCE)

    async def one(number: int, table: LoadTable) -> None:
        async with gate:
            mine = cookies[number * plan.seats : (number + 1) * plan.seats]
            first = number % len(plan.addresses)
            addresses = plan.addresses[first:] + plan.addresses[:first]
            await table.set_up(addresses, mine, plan.options())

    await asyncio.gather(*(one(number, table) for number, table in enumerate(tables)))
    return tables


def client_cpu() -> float:
    usage = resource.getrusage(resource.RUSAGE_SELF)
    return usage.ru_utime + usage.ru_stime


class Stopwatch:
    """Wall time and both sides' CPU time while games are being played, over several rounds."""

    def __init__(self, plan: LoadPlan) -> None:
        self.plan = plan
        self.wall = 0.0
        self.client = 0.0
        self.server: float | None = 0.0 if plan.server and plan.server.cpu() is not None else None

    def _now(self) -> tuple[float, float, float]:
        server = self.plan.server.cpu() if self.plan.server else None
        return time.perf_counter(), client_cpu(), server or 0.0

    def __enter__(self) -> "Stopwatch":
        self._start = self._now()
        return self

    def __exit__(self, *_: object) -> None:
        wall, client, server = (end - start for end, start in zip(self._now(), self._start, strict=True))
        self.wall += wall
        self.client += client
        if self.server is not None:
            self.server += server


async def play(plan: LoadPlan) -> LoadReport:
    """Rounds of games at all tables until the time is used up. Setting tables up is not measured."""
    figures, watch, games = LoadCounts(), Stopwatch(plan), 0
    cookies = await guests(plan, plan.tables * plan.seats)
    while watch.wall < plan.seconds:
        tables = await set_up(plan, figures, cookies)
        with watch:
            end = time.perf_counter() + plan.seconds - watch.wall
            for table in tables:
                table.begin()
            while time.perf_counter() < end and not all(table.over for table in tables):
                await asyncio.sleep(0.01)
            for table in tables:
                table.playing = False
        games += sum(table.over for table in tables)
        for table in tables:
            table.leave()
        await asyncio.sleep(0)
    return LoadReport(
        what="play",
        tables=plan.tables,
        seats=plan.seats,
        seconds=round(watch.wall, 2),
        games=games,
        choices=figures.choices,
        choices_per_second=round(figures.choices / watch.wall, 1),
        choices_per_server_cpu_second=round(figures.choices / watch.server, 1) if watch.server else None,
        server_cpu_seconds=None if watch.server is None else round(watch.server, 2),
        client_cpu_seconds=round(watch.client, 2),
        everybody_has_it_p50_ms=share(figures.latencies, 0.5),
        everybody_has_it_p99_ms=share(figures.latencies, 0.99),
        everybody_has_it_max_ms=share(figures.latencies, 1),
        faults=figures.faults,
    )


async def idle_connections(plan: LoadPlan, count: int) -> LoadReport:
    """So many people who only watch. All have to answer at the end."""
    figures = LoadCounts()
    cookies = await guests(plan, min(count, 1000))
    created, _ = await request(
        plan.addresses[0], "POST", "/api/tables", {"options": {"seats": 2}}, cookies[0]
    )
    before = plan.server.memory() if plan.server else None
    table = LoadTable(figures, plan.rules(), plan.think)
    table.id = created["id"]
    gate = asyncio.Semaphore(AT_ONCE)

    async def come(number: int) -> None:
        async with gate:
            person = Person(
                table, plan.addresses[number % len(plan.addresses)], 0, cookies[number % len(cookies)]
            )
            await person.come()
            table.people.append(person)

    started = time.perf_counter()
    await asyncio.gather(*map(come, range(count)))
    await asyncio.sleep(plan.seconds)
    after = plan.server.memory() if plan.server else None
    for person in table.people:
        person.ping()
    await table.until(lambda: all(person.settled for person in table.people))
    took = time.perf_counter() - started
    table.leave()
    return LoadReport(
        what="idle connections",
        connections=count,
        seconds=round(took, 2),
        server_memory_kb=after,
        kb_per_connection=round((after - before) / count, 2) if before and after else None,
        faults=figures.faults,
    )


async def idle_tables(plan: LoadPlan) -> LoadReport:
    """Tables whose people played a little and went away, while the server still holds them in memory."""
    assert plan.server is not None
    figures = LoadCounts()
    cookies = await guests(plan, plan.tables * plan.seats)

    async def leave_behind() -> None:
        tables = await set_up(plan, figures, cookies)
        for table in tables:
            table.begin()
        await asyncio.sleep(plan.seconds)
        for table in tables:
            table.leave()
        await asyncio.sleep(0.5)

    # The first ones fill the server's caches and buffers; what others add is what a table costs.
    await leave_behind()
    before = plan.server.memory()
    rounds = 4
    for _ in range(rounds):
        await leave_behind()
    after = plan.server.memory()
    return LoadReport(
        what="idle tables",
        tables=plan.tables * rounds,
        seats=plan.seats,
        choices=figures.choices,
        server_memory_kb=after,
        kb_per_idle_table=round((after - before) / plan.tables / rounds, 2) if before and after else None,
        faults=figures.faults,
    )


async def crashes(plan: LoadPlan, kills: int, database: str, tell: Callable[[int, int], None]) -> LoadReport:
    """Kills the server in the middle of everything, again and again, and then reads the logs."""
    server = plan.server
    assert server is not None
    figures = LoadCounts(compare=True)
    cookies = await guests(plan, plan.tables * plan.seats)
    chance = random.Random(0)
    done: list[LoadTable] = []
    backs: list[float] = []
    tables: list[LoadTable] = []
    for number in range(kills):
        tell(number, kills)
        if not tables or sum(table.over for table in tables) > len(tables) // 2:
            for table in tables:
                table.leave()
            done += tables
            tables = await set_up(plan, figures, cookies)
            for table in tables:
                table.begin()
        await asyncio.sleep(chance.uniform(0.1, 1.0))
        server.kill()
        told = {table.id: table.seen for table in tables}
        for table in tables:
            table.forget_pending()
        killed = time.perf_counter()
        accepted = await server.start()
        people = [(table, person) for table in tables for person in table.people]
        end = time.perf_counter() + 30
        while any(person.back < killed for _, person in people):
            if time.perf_counter() > end:
                raise LoadError(f"After kill {number + 1} somebody was not back within 30 s.")
            await asyncio.sleep(0.002)
        for table, person in people:
            backs.append(max(0.0, person.back - accepted))
            if person.seq < told[table.id]:
                table.fault(f"seat {person.seat} was told {told[table.id]} and came back to {person.seq}")
    # What is on its way is answered; then the server ends and the logs are read.
    for table in tables:
        table.playing = False
    for table in tables:
        await table.until(partial(all_settled, table))
    for table in tables:
        table.leave()
    done += tables
    server.stop()
    await check_logs(database, done)
    return LoadReport(
        what="crashes",
        tables=plan.tables,
        seats=plan.seats,
        kills=kills,
        games=len(done),
        choices=figures.choices,
        acknowledged=sum(len(table.acked) for table in done),
        back_p50_ms=share(backs, 0.5),
        back_p99_ms=share(backs, 0.99),
        back_max_ms=share(backs, 1),
        faults=figures.faults,
    )


def all_settled(table: LoadTable) -> bool:
    return all(person.settled for person in table.people)


async def check_logs(database: str, tables: list[LoadTable]) -> None:
    """What was acknowledged stands in the log, once, and the log has no gap."""
    store = await open_store(database)
    heads = await store.heads([table.id for table in tables])
    for table in tables:
        entries = [log.decode(data) for data in await store.events(table.id)]
        if heads[table.id] != len(entries):
            table.fault(f"there is a gap: {len(entries)} events up to seq {heads[table.id]}")
        if len(entries) < table.seen:
            table.fault(f"seq {table.seen} was told, the log ends at {len(entries)}")
        commands = [entry.cmd for entry in entries if entry.cmd]
        if len(set(commands)) < len(commands):
            table.fault("a command was carried out twice")
        for lost in table.acked.keys() - set(commands):
            table.fault(f"command {lost} was acknowledged at seq {table.acked[lost]} and is not in the log")
    await store.close()

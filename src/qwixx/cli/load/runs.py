"""The measurements: games at a pace or as fast as possible, idle connections, and idle tables."""

import asyncio
import resource
import time

from msgspec import Struct

from qwixx.rules import Rules
from qwixx.server.protocol import Options

from .person import LoadGuest, Person
from .report import LoadCounts, LoadReport, quantile_ms
from .server import ServerUnderLoad
from .table import LoadTable, rotated
from .wire import Address, request

# Requests at a time while tables are set up; more would only wait for each other.
AT_ONCE = 20


class LoadPlan(Struct, frozen=True, kw_only=True):
    tables: int
    seats: int
    variant: str
    think: tuple[float, float]
    seconds: float
    addresses: list[Address]
    servers: list[ServerUnderLoad]
    """Empty if they were started elsewhere: then their CPU time and memory are not measured."""
    rematch: bool = False
    """Whether the players ask for a rematch after each game."""

    def options(self) -> Options:
        # The dice roll by themselves at once, because only choices are counted.
        return Options(variant=self.variant, seats=self.seats, roll_after=0, visibility="link")

    def rules(self) -> Rules:
        return Rules(self.variant, self.seats)

    def server_cpu(self) -> float | None:
        """CPU seconds of all server processes so far; `None` where that is not known."""
        return _sum([server.cpu() for server in self.servers])

    def server_memory(self) -> float | None:
        """Resident memory of all server processes in kB; `None` where that is not known."""
        return _sum([server.memory() for server in self.servers])


def _sum(parts: list[float | None]) -> float | None:
    known = [part for part in parts if part is not None]
    return sum(known) if known else None


async def new_guests(plan: LoadPlan, count: int) -> list[LoadGuest]:
    gate = asyncio.Semaphore(AT_ONCE)

    async def arrive(number: int) -> LoadGuest:
        async with gate:
            body = {"name": f"Load {number}"}
            return LoadGuest((await request(plan.addresses[0], "POST", "/api/me", body))[1])

    return await asyncio.gather(*map(arrive, range(count)))


async def set_up(plan: LoadPlan, counts: LoadCounts, guests: list[LoadGuest]) -> list[LoadTable]:
    tables = [LoadTable(counts, plan.rules(), plan.think, rematch=plan.rematch) for _ in range(plan.tables)]
    gate = asyncio.Semaphore(AT_ONCE)

    async def one(number: int, table: LoadTable) -> None:
        async with gate:
            mine = guests[number * plan.seats : (number + 1) * plan.seats]
            await table.set_up(rotated(plan.addresses, number), mine, plan.options())

    await asyncio.gather(*(one(number, table) for number, table in enumerate(tables)))
    return tables


def client_cpu() -> float:
    usage = resource.getrusage(resource.RUSAGE_SELF)
    return usage.ru_utime + usage.ru_stime


class Stopwatch:
    """Wall time and the CPU time of client and server while games are played, over several rounds."""

    def __init__(self, plan: LoadPlan) -> None:
        self.plan = plan
        self.wall = 0.0
        self.client = 0.0
        self.server = None if plan.server_cpu() is None else 0.0

    def _now(self) -> tuple[float, float, float]:
        return time.perf_counter(), client_cpu(), self.plan.server_cpu() or 0.0

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
    """Plays rounds of games at all tables until the time is up. Setting up tables is not measured."""
    counts, watch, games = LoadCounts(), Stopwatch(plan), 0
    guests = await new_guests(plan, plan.tables * plan.seats)
    while watch.wall < plan.seconds:
        tables = await set_up(plan, counts, guests)
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
        choices=counts.choices,
        choices_per_second=round(counts.choices / watch.wall, 1),
        choices_per_server_cpu_second=round(counts.choices / watch.server, 1) if watch.server else None,
        server_cpu_seconds=None if watch.server is None else round(watch.server, 2),
        client_cpu_seconds=round(watch.client, 2),
        everybody_has_it_p50_ms=quantile_ms(counts.latencies, 0.5),
        everybody_has_it_p99_ms=quantile_ms(counts.latencies, 0.99),
        everybody_has_it_max_ms=quantile_ms(counts.latencies, 1),
        faults=counts.faults,
    )


async def idle_connections(plan: LoadPlan, count: int) -> LoadReport:
    """Holds connections of spectators; at the end the server must answer each of them."""
    counts = LoadCounts()
    guests = await new_guests(plan, min(count, 1000))
    created, _ = await request(
        plan.addresses[0], "POST", "/api/tables", {"options": {"seats": 2}}, guests[0].cookie
    )
    before = plan.server_memory()
    table = LoadTable(counts, plan.rules(), plan.think)
    table.id = created["id"]
    gate = asyncio.Semaphore(AT_ONCE)

    async def come(number: int) -> None:
        async with gate:
            person = Person(table, rotated(plan.addresses, number), 0, guests[number % len(guests)])
            await person.come()
            table.people.append(person)

    started = time.perf_counter()
    await asyncio.gather(*map(come, range(count)))
    await asyncio.sleep(plan.seconds)
    after = plan.server_memory()
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
        faults=counts.faults,
    )


async def idle_tables(plan: LoadPlan) -> LoadReport:
    """Measures tables that the server still holds in memory after their players have left."""
    counts = LoadCounts()
    guests = await new_guests(plan, plan.tables * plan.seats)

    async def leave_behind() -> None:
        tables = await set_up(plan, counts, guests)
        for table in tables:
            table.begin()
        await asyncio.sleep(plan.seconds)
        for table in tables:
            table.leave()
        await asyncio.sleep(0.5)

    # The first tables fill the server's caches and buffers; what the next ones add is the cost of a table.
    await leave_behind()
    before = plan.server_memory()
    rounds = 4
    for _ in range(rounds):
        await leave_behind()
    after = plan.server_memory()
    return LoadReport(
        what="idle tables",
        tables=plan.tables * rounds,
        seats=plan.seats,
        choices=counts.choices,
        server_memory_kb=after,
        kb_per_idle_table=round((after - before) / plan.tables / rounds, 2) if before and after else None,
        faults=counts.faults,
    )

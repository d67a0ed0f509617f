"""The crash test and the rolling restart: interrupts the server during play, and checks the games."""

import asyncio
import random
import time
from collections.abc import Awaitable, Callable
from functools import partial

import msgspec

from .checks import check_database
from .report import LoadCounts, LoadReport, quantile_ms
from .runs import LoadPlan, new_guests, set_up
from .table import LoadTable
from .wire import LoadError

RETURN_SECONDS = 30.0
LONGEST_PAUSE = 1.0
"""Most seconds of play between two interruptions."""

Interrupt = Callable[[LoadPlan, list[LoadTable], int], Awaitable[list[float]]]
"""Interrupts the server for the nth time; returns the seconds until each player had the position again."""


async def crashes(plan: LoadPlan, kills: int, database: str, tell: Callable[[int, int], None]) -> LoadReport:
    """Kills the server again and again."""
    report = await interrupted(plan, kills, database, kill, tell)
    report.what, report.kills = "crashes", kills
    return report


async def rolling_restarts(
    plan: LoadPlan, restarts: int, database: str, tell: Callable[[int, int], None]
) -> LoadReport:
    """Stops and starts one server process after the other, while the players go on at the others."""
    report = await interrupted(plan, restarts, database, restart, tell)
    report.what, report.restarts = "rolling restarts", restarts
    return report


async def interrupted(
    plan: LoadPlan, times: int, database: str, interrupt: Interrupt, tell: Callable[[int, int], None]
) -> LoadReport:
    """Plays games with rematches; afterwards the database must agree with what the players were told."""
    plan = msgspec.structs.replace(plan, rematch=True)
    counts = LoadCounts(compare=True)
    guests = await new_guests(plan, plan.tables * plan.seats)
    chance = random.Random(0)
    done: list[LoadTable] = []
    returns: list[float] = []
    tables: list[LoadTable] = []
    for number in range(times):
        tell(number, times)
        if not tables or sum(table.over for table in tables) > len(tables) // 2:
            leave(tables)
            done += tables
            tables = await set_up(plan, counts, guests)
            for table in tables:
                table.begin()
        await asyncio.sleep(chance.uniform(0.1, LONGEST_PAUSE))
        returns += await interrupt(plan, tables, number + 1)
    await settle(tables)
    done += tables
    for server in plan.servers:
        await server.resumed()
        server.stop()
    return LoadReport(
        what="",
        tables=plan.tables,
        seats=plan.seats,
        games=len(done),
        rematches=await check_database(database, done),
        choices=counts.choices,
        acknowledged=sum(len(table.acked) for table in done),
        back_p50_ms=quantile_ms(returns, 0.5),
        back_p99_ms=quantile_ms(returns, 0.99),
        back_max_ms=quantile_ms(returns, 1),
        faults=counts.faults,
    )


async def kill(plan: LoadPlan, tables: list[LoadTable], number: int) -> list[float]:
    """The times count from the moment when the new server accepts connections."""
    [server] = plan.servers
    server.kill()
    seen = {table.id: table.seen for table in tables}
    for table in tables:
        table.forget_pending()
    killed = time.perf_counter()
    accepted = await server.start()
    people = [(table, person) for table in tables for person in table.people]
    await until_back(lambda: all(person.back >= killed for _, person in people), f"kill {number}")
    for table, person in people:
        if person.seq < seen[table.id]:
            table.fault(f"seat {person.seat} had seq {seen[table.id]} and came back to {person.seq}")
    return [max(0.0, person.back - accepted) for _, person in people]


async def restart(plan: LoadPlan, tables: list[LoadTable], number: int) -> list[float]:
    """The times count from the moment when each player lost the connection."""
    server = plan.servers[number % len(plan.servers)]
    begun = time.perf_counter()
    if not await asyncio.to_thread(server.stop):
        raise LoadError(f"In restart {number} the server did not end by itself.")
    # Another process may hear a moment later what this one has sent to others.
    wanted = [(person, table.seen) for table in tables for person in table.people]
    await until_back(
        lambda: all(person.back >= person.lost and person.seq >= seen for person, seen in wanted),
        f"restart {number}",
    )
    await server.start()
    return [person.back - person.lost for person, _ in wanted if person.lost >= begun]


async def until_back(all_back: Callable[[], bool], after: str) -> None:
    end = time.perf_counter() + RETURN_SECONDS
    while not all_back():
        if time.perf_counter() > end:
            raise LoadError(f"After {after} a player was not back within {RETURN_SECONDS:.0f} s.")
        await asyncio.sleep(0.002)


async def settle(tables: list[LoadTable]) -> None:
    """Ends the games and waits until every command is answered."""
    for table in tables:
        table.playing = False
    for table in tables:
        await table.until(partial(all_settled, table))
    leave(tables)


def leave(tables: list[LoadTable]) -> None:
    for table in tables:
        table.leave()


def all_settled(table: LoadTable) -> bool:
    return all(person.settled for person in table.people)

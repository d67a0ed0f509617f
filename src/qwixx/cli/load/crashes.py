"""The crash test: kills the server repeatedly while games are played, and checks that nothing is lost."""

import asyncio
import random
import time
from collections.abc import Callable
from functools import partial

from qwixx.server.store.opening import open_store
from qwixx.server.table import log

from .report import LoadCounts, LoadReport, quantile_ms
from .runs import LoadPlan, guests, set_up
from .server import ServerUnderLoad
from .table import LoadTable
from .wire import LoadError

RETURN_SECONDS = 30.0


async def crashes(plan: LoadPlan, kills: int, database: str, tell: Callable[[int, int], None]) -> LoadReport:
    server = plan.server
    assert server is not None
    counts = LoadCounts(compare=True)
    cookies = await guests(plan, plan.tables * plan.seats)
    chance = random.Random(0)
    done: list[LoadTable] = []
    returns: list[float] = []
    tables: list[LoadTable] = []
    for number in range(kills):
        tell(number, kills)
        if not tables or sum(table.over for table in tables) > len(tables) // 2:
            leave(tables)
            done += tables
            tables = await set_up(plan, counts, cookies)
            for table in tables:
                table.begin()
        await asyncio.sleep(chance.uniform(0.1, 1.0))
        returns += await kill(server, tables, number + 1)
    await settle(tables)
    done += tables
    server.stop()
    await check_logs(database, done)
    return LoadReport(
        what="crashes",
        tables=plan.tables,
        seats=plan.seats,
        kills=kills,
        games=len(done),
        choices=counts.choices,
        acknowledged=sum(len(table.acked) for table in done),
        back_p50_ms=quantile_ms(returns, 0.5),
        back_p99_ms=quantile_ms(returns, 0.99),
        back_max_ms=quantile_ms(returns, 1),
        faults=counts.faults,
    )


async def kill(server: ServerUnderLoad, tables: list[LoadTable], number: int) -> list[float]:
    """Kills and restarts the server; returns the seconds until each player had the position again."""
    server.kill()
    seen = {table.id: table.seen for table in tables}
    for table in tables:
        table.forget_pending()
    killed = time.perf_counter()
    accepted = await server.start()
    people = [(table, person) for table in tables for person in table.people]
    end = time.perf_counter() + RETURN_SECONDS
    while any(person.back < killed for _, person in people):
        if time.perf_counter() > end:
            raise LoadError(f"After kill {number} a player was not back within {RETURN_SECONDS:.0f} s.")
        await asyncio.sleep(0.002)
    for table, person in people:
        if person.seq < seen[table.id]:
            table.fault(f"seat {person.seat} had seq {seen[table.id]} and came back to {person.seq}")
    return [max(0.0, person.back - accepted) for _, person in people]


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


async def check_logs(database: str, tables: list[LoadTable]) -> None:
    """Every acknowledged command must be in the log exactly once, and the log must have no gap."""
    store = await open_store(database)
    heads = await store.heads([table.id for table in tables])
    for table in tables:
        entries = [log.decode(data) for data in await store.events(table.id)]
        if heads[table.id] != len(entries):
            table.fault(f"the log has a gap: {len(entries)} events up to seq {heads[table.id]}")
        if len(entries) < table.seen:
            table.fault(f"seq {table.seen} was sent to a player, but the log ends at {len(entries)}")
        commands = [entry.cmd for entry in entries if entry.cmd]
        if len(set(commands)) < len(commands):
            table.fault("a command was carried out twice")
        for lost in table.acked.keys() - set(commands):
            table.fault(f"command {lost} was acknowledged at seq {table.acked[lost]} and is not in the log")
    await store.close()

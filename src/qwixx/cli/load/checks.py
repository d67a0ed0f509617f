"""Checks of the database after crashes: nothing lost, doubled or stale, no table that nobody opened."""

from collections.abc import Iterable, Sequence

import msgspec
from sqlalchemy import select

from qwixx.server.protocol import Summary
from qwixx.server.store.opening import open_store
from qwixx.server.store.schema import games
from qwixx.server.store.sql import SqlStore
from qwixx.server.store.store import GameRow
from qwixx.server.table import log, views
from qwixx.server.table.table import Table

from .table import LoadTable


async def check_database(database: str, tables: Sequence[LoadTable]) -> int:
    """Compares the database with what the players were told; returns the number of rematches."""
    store = await open_store(database)
    try:
        heads = await store.heads([table.id for table in tables])
        rematches = {}
        for table in tables:
            entries = [log.decode(data) for data in await store.events(table.id)]
            check_log(table, entries, heads[table.id])
            for entry in entries:
                if isinstance(entry.event, log.RematchOpened):
                    rematches[entry.event.table] = table
        await _check_rows(store, {table.id: table for table in tables} | rematches)
    finally:
        await store.close()
    return len(rematches)


def check_log(table: LoadTable, entries: list[log.Entry], head: int) -> None:
    """Every acknowledged command must be in the log exactly once, and the log must have no gap."""
    if head != len(entries):
        table.fault(f"the log has a gap: {len(entries)} events up to seq {head}")
    if len(entries) < table.seen:
        table.fault(f"seq {table.seen} was sent to a player, but the log ends at {len(entries)}")
    commands = [entry.cmd for entry in entries if entry.cmd]
    if len(set(commands)) < len(commands):
        table.fault("a command was carried out twice")
    for lost in table.acked.keys() - set(commands):
        table.fault(f"command {lost} was acknowledged at seq {table.acked[lost]} and is not in the log")


async def _check_rows(store: SqlStore, expected: dict[str, LoadTable]) -> None:
    """Every table that a player opened must be one that the players know, and be listed as it is."""
    openers = {table.people[0].mirror.you: table for table in expected.values() if table.people}
    for row in await _rows(store, openers):
        if row.id not in expected:
            openers[row.opener].fault(f"table {row.id} is in the database, but no player knows it (a ghost)")
            continue
        table = Table(row.id, row.code, row.seed)
        for data in await store.events(row.id):
            table.apply(log.decode(data))
        if fault := listed_wrongly(row, table):
            expected[row.id].fault(fault)


async def _rows(store: SqlStore, openers: Iterable[str]) -> list[GameRow]:
    wanted = set(openers)
    rows = await store.rows(select(games).order_by(games.c.created))
    return [GameRow(**row._mapping) for row in rows if row.opener in wanted]


def listed_wrongly(row: GameRow, table: Table) -> str:
    """What is wrong with the way a table is listed; empty if it is right."""
    if not table.seq:
        return f"table {row.id} has no events"
    if row.status != table.status:
        return f"table {row.id} is listed as {row.status}, but its log says {table.status}"
    if row.summary == b"{}":
        return f"table {row.id} is not in the lists"
    game = views.game_view(table)
    listed = msgspec.json.decode(row.summary, type=Summary).scores
    if table.status == "finished" and game and listed != game.scores:
        return f"table {row.id} is listed with the scores {listed} instead of {game.scores}"
    return ""

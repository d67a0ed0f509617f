"""What the server stores about one guest: its export, and its deletion."""

import asyncio
from collections.abc import Iterable

import msgspec
from sqlalchemy import Select, delete, select, update

from ..live.listings import stored_summary
from ..protocol import ExportedLine, PersonalData, Summary
from ..store.schema import chat, games, guests, players, reports
from ..store.sql import SqlStore, delete_games
from ..store.store import NO_SUMMARY, GameRow, GuestRow
from ..table.log import DamagedLog, reading
from ..table.records import record_of
from ..table.table import Table, fold
from .commands import ForgetGuest
from .queries import AdminQueries


async def export(store: SqlStore, guest: GuestRow) -> PersonalData:
    theirs = await store.games_of_or_by(guest.id)
    lines = await store.rows(select(chat).where(chat.c.guest == guest.id).order_by(chat.c.number))
    told = await store.rows(select(reports).where(reports.c.guest == guest.id).order_by(reports.c.number))
    return PersonalData(
        id=guest.id,
        name=guest.name,
        created=int(1000 * guest.created),
        banned=guest.banned,
        recovery_key=guest.recovery_hash is not None,
        games=tuple(
            msgspec.json.decode(row.summary, type=Summary) for row in theirs if row.summary != NO_SUMMARY
        ),
        records=await _records(store, theirs),
        chat=tuple(ExportedLine(row.game, row.text, int(1000 * row.sent)) for row in lines),
        reports=tuple(ExportedLine(row.game, row.text, int(1000 * row.sent)) for row in told),
    )


async def erase(store: SqlStore, guest: str) -> ForgetGuest:
    """Deletes all that says who the guest is; returns the command that the processes have to be sent.

    The guest's own tables go too, where nobody else has had a seat. The logs of the others stay, because they
    are other people's games as well. They name guests by random ids, one of which then belongs to nobody.
    """
    theirs = await store.games_of_or_by(guest)
    summaries = {
        row.id: await _summary_without(store, guest, row) for row in theirs if row.summary != NO_SUMMARY
    }
    async with store.begin(always=True) as connection:
        shared = {row.game for row in await connection.execute(_games_with_others(guest))}
        alone = tuple(row.id for row in theirs if row.opener in (guest, "") and row.id not in shared)
        await connection.execute(delete(chat).where(chat.c.guest == guest))
        await connection.execute(delete(reports).where(reports.c.guest == guest))
        await connection.execute(delete(players).where(players.c.guest == guest))
        await connection.execute(delete(guests).where(guests.c.id == guest))
        await delete_games(connection, alone)
        for game, summary in summaries.items():
            await connection.execute(update(games).where(games.c.id == game).values(summary=summary))
    unfinished = tuple(row.id for row in theirs if row.id not in alone and row.status in ("lobby", "playing"))
    command = ForgetGuest(guest, unfinished, alone)
    await AdminQueries(store).send(command)
    return command


def _games_with_others(guest: str) -> Select[tuple[str]]:
    """The games in which the guest and somebody else have had seats, or which the guest opened for others."""
    theirs = select(players.c.game).where(players.c.guest == guest)
    opened = select(games.c.id).where(games.c.opener == guest)
    others = players.c.guest != guest
    return select(players.c.game).where(others, players.c.game.in_(theirs.union(opened))).distinct()


async def _summary_without(store: SqlStore, guest: str, row: GameRow) -> bytes:
    """The line in the lists of tables, with an empty name for the guest."""
    try:
        table = await asyncio.to_thread(_folded, row, await store.events(row.id))
    except DamagedLog:
        return NO_SUMMARY
    names = await store.names(table.guests()) | await store.player_names(row.id) | {guest: ""}
    return stored_summary(table, names, int(1000 * row.created))


def _folded(row: GameRow, entries: list[bytes]) -> Table:
    with reading():
        return fold(Table(row.id, row.code, row.seed), entries)


async def _records(store: SqlStore, theirs: Iterable[GameRow]) -> tuple[str, ...]:
    """The records of the games that are over, without damaged ones."""
    found = []
    for row in theirs:
        if row.status not in ("finished", "expired"):
            continue
        entries, names = await store.events(row.id), await store.player_names(row.id)
        try:
            # In a thread: a guest may have played hundreds of games, and the others must not wait for them.
            table, record = await asyncio.to_thread(
                record_of, Table(row.id, row.code, row.seed), entries, names
            )
        except DamagedLog:
            continue
        if table.game:
            found.append(str(record))
    return tuple(found)

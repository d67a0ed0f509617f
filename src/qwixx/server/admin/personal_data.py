"""What the server stores about one guest: its export, and its deletion."""

import msgspec
from sqlalchemy import delete, select, update

from ..protocol import ExportedLine, PersonalData, Summary
from ..store.schema import chat, games, guests, players, reports
from ..store.sql import SqlStore
from ..store.store import GameRow, GuestRow
from ..table import views
from ..table.table import Table, fold
from .commands import ForgetGuest
from .queries import AdminQueries


async def export(store: SqlStore, guest: GuestRow) -> PersonalData:
    lines = await store.rows(select(chat).where(chat.c.guest == guest.id).order_by(chat.c.number))
    told = await store.rows(select(reports).where(reports.c.guest == guest.id).order_by(reports.c.number))
    return PersonalData(
        id=guest.id,
        name=guest.name,
        created=int(1000 * guest.created),
        games=tuple(
            msgspec.json.decode(row.summary, type=Summary)
            for row in await store.games_of(guest.id, limit=None)
            if row.summary != b"{}"
        ),
        chat=tuple(ExportedLine(row.game, row.text, int(1000 * row.sent)) for row in lines),
        reports=tuple(ExportedLine(row.game, row.text, int(1000 * row.sent)) for row in told),
    )


async def erase(store: SqlStore, guest: str) -> ForgetGuest:
    """Deletes all that says who the guest is; returns the command that the processes have to be sent.

    The logs of games stay, because they are the other players' games too. They name guests by random ids,
    which then belong to nobody.
    """
    theirs = await store.games_of(guest, limit=None)
    summaries = {row.id: await _summary_without(store, guest, row) for row in theirs}
    async with store.begin(always=True) as connection:
        await connection.execute(delete(chat).where(chat.c.guest == guest))
        await connection.execute(delete(reports).where(reports.c.guest == guest))
        await connection.execute(delete(players).where(players.c.guest == guest))
        await connection.execute(delete(guests).where(guests.c.id == guest))
        for game, summary in summaries.items():
            await connection.execute(update(games).where(games.c.id == game).values(summary=summary))
    unfinished = tuple(row.id for row in theirs if row.status in ("lobby", "playing"))
    command = ForgetGuest(guest, unfinished)
    await AdminQueries(store).send(command)
    return command


async def _summary_without(store: SqlStore, guest: str, row: GameRow) -> bytes:
    """The line in the lists of tables, with an empty name for the guest."""
    table = fold(Table(row.id, row.code, row.seed), await store.events(row.id))
    names = await store.names(table.guests()) | await store.player_names(row.id) | {guest: ""}
    return msgspec.json.encode(views.summary(table, names, int(1000 * row.created)))

"""The host's own reading and writing in the database: commands, bans, reports and lists."""

import time
from collections.abc import Sequence

from msgspec import Struct
from sqlalchemy import delete, func, insert, or_, select, update

from ..guest_hash import LENGTH, guest_hash
from ..store.schema import admin_answers, admin_commands, chat, guests, players, reports, server_state
from ..store.sql import SqlStore
from .commands import AdminAnswer, AdminCommand, decode_answer, decode_command, encode

KEPT_SECONDS = 3600.0
"""Seconds that commands and their answers are kept."""


class GuestInfo(Struct, frozen=True):
    id: str
    name: str
    created: float
    games: int
    banned: bool


class Report(Struct, frozen=True):
    """What a player has told the host about another guest."""

    game: str
    guest: str
    """The guest who reports."""
    about: str
    text: str
    sent: float
    number: int = 0


class AdminQueries:
    def __init__(self, store: SqlStore) -> None:
        self._store = store

    # Commands and answers

    async def send(self, command: AdminCommand) -> int:
        """Stores a command for all processes and returns its number."""
        async with self._store.begin(always=True) as connection:
            old = time.time() - KEPT_SECONDS
            stale = select(admin_commands.c.number).where(admin_commands.c.sent < old)
            await connection.execute(delete(admin_answers).where(admin_answers.c.command.in_(stale)))
            await connection.execute(delete(admin_commands).where(admin_commands.c.sent < old))
            values = {"sent": time.time(), "data": encode(command)}
            sent = await connection.execute(
                insert(admin_commands).values(values).returning(admin_commands.c.number)
            )
            return int(sent.scalar_one())

    async def last_number(self) -> int:
        rows = await self._store.rows(select(func.max(admin_commands.c.number)))
        return rows[0][0] or 0

    async def commands(self, after: int) -> list[tuple[int, AdminCommand]]:
        query = select(admin_commands).where(admin_commands.c.number > after)
        rows = await self._store.rows(query.order_by(admin_commands.c.number))
        return [(row.number, decode_command(row.data)) for row in rows]

    async def answer(self, number: int, answer: AdminAnswer) -> None:
        values = {"command": number, "process": answer.process, "data": encode(answer)}
        async with self._store.begin(always=True) as connection:
            await connection.execute(insert(admin_answers), values)

    async def answers(self, number: int) -> list[AdminAnswer]:
        query = select(admin_answers).where(admin_answers.c.command == number)
        return [decode_answer(row.data) for row in await self._store.rows(query)]

    # State

    async def read_only(self) -> bool:
        rows = await self._store.rows(select(server_state).where(server_state.c.name == "read-only"))
        return bool(rows) and rows[0].value == "on"

    async def set_read_only(self, on: bool) -> None:
        async with self._store.begin(always=True) as connection:
            await connection.execute(delete(server_state).where(server_state.c.name == "read-only"))
            await connection.execute(
                insert(server_state), {"name": "read-only", "value": "on" if on else "off"}
            )

    # Guests, chat and reports

    async def guests(self, part: str = "", limit: int = 100) -> list[GuestInfo]:
        """Guests with this id, this hash in the log or this part of a name, the newest first."""
        games = select(func.count()).where(players.c.guest == guests.c.id).scalar_subquery()
        query = select(guests, games.label("games")).order_by(guests.c.created.desc()).limit(limit)
        if part:
            found = guests.c.name.icontains(part, autoescape=True)
            ids = [part]
            if len(part) == LENGTH:
                ids += [
                    row.id
                    for row in await self._store.rows(select(guests.c.id))
                    if guest_hash(row.id) == part
                ]
            query = query.where(or_(guests.c.id.in_(ids), found))
        return [
            GuestInfo(row.id, row.name, row.created, row.games, row.banned)
            for row in await self._store.rows(query)
        ]

    async def ban(self, guest: str, banned: bool) -> bool:
        """False if there is no such guest."""
        async with self._store.begin(always=True) as connection:
            done = await connection.execute(update(guests).where(guests.c.id == guest).values(banned=banned))
            return done.rowcount > 0

    async def delete_chat(self, *, guest: str = "", table: str = "") -> int:
        """Deletes the lines of a guest, of a table, or of a guest at a table; returns their number."""
        where = [chat.c.guest == guest] if guest else []
        where += [chat.c.game == table] if table else []
        if not where:
            raise ValueError("give a guest or a table")
        async with self._store.begin(always=True) as connection:
            return (await connection.execute(delete(chat).where(*where))).rowcount

    async def spoke(self, game: str, guest: str) -> bool:
        """Whether the guest has said something at the table."""
        said = select(chat.c.number).where(chat.c.game == game, chat.c.guest == guest).limit(1)
        return bool(await self._store.rows(said))

    async def add_report(self, report: Report) -> None:
        values = {
            "game": report.game,
            "guest": report.guest,
            "about": report.about,
            "text": report.text,
            "sent": report.sent,
        }
        async with self._store.begin() as connection:
            await connection.execute(insert(reports), values)

    async def reports(self, limit: int = 100) -> Sequence[Report]:
        """The latest first."""
        query = select(reports).order_by(reports.c.number.desc()).limit(limit)
        return [Report(**row._mapping) for row in await self._store.rows(query)]

    async def delete_report(self, number: int) -> bool:
        """False if there is no such report."""
        async with self._store.begin(always=True) as connection:
            done = await connection.execute(delete(reports).where(reports.c.number == number))
            return done.rowcount > 0

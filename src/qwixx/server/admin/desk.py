"""The desk of a process: reads the host's commands from the database and carries them out.

The database is the channel: it reaches every process on every machine, and needs no port and no password of
its own. Anyone who can write the database could do all this anyway.
"""

import asyncio
import logging
import os
import socket
from collections.abc import Callable

from ..live.connection import Connection
from ..live.hub import Hub
from ..live.live_table import LiveTable, QueuedCommand
from ..protocol import Bye, CloseCode, Code, Leave, PersonalData
from ..store.sql import SqlStore, delete_games
from ..store.store import GuestRow, StoreUnavailable
from ..table.duties import Expire
from .commands import (
    AdminAnswer,
    AdminCommand,
    CloseTable,
    ConnectionInfo,
    ForgetChat,
    ForgetGuest,
    KickGuest,
    ListConnections,
    MoveGuest,
    ReadOnly,
    RenameGuest,
    ShutOut,
    command_fields,
)
from .personal_data import erase, export
from .queries import AdminQueries

logger = logging.getLogger("qwixx.server")

POLL_SECONDS = 1.0
"""Seconds between two looks for commands."""


class AdminDesk:
    def __init__(self, store: SqlStore, hub: Hub, forget: Callable[[str], None]) -> None:
        """`forget` drops a guest from the cache of guests, because the database has changed."""
        self.queries = AdminQueries(store)
        self._store = store
        self._hub = hub
        self._forget = forget
        self._task: asyncio.Task[None] | None = None
        self._process = f"{socket.gethostname()}:{os.getpid()}"

    async def start(self) -> None:
        self._store.read_only = await self.queries.read_only()
        last = await self.queries.last_number()
        self._task = asyncio.create_task(self._poll(last))

    @property
    def read_only(self) -> bool:
        return self._store.read_only

    async def close(self) -> None:
        if self._task:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _poll(self, last: int) -> None:
        while True:
            await asyncio.sleep(POLL_SECONDS)
            try:
                for number, command in await self.queries.commands(last):
                    last = number
                    await self.queries.answer(number, await self._safely(command))
            except StoreUnavailable:
                # The games themselves report that.
                continue
            except Exception:
                logger.exception("admin desk failed")

    async def _safely(self, command: AdminCommand) -> AdminAnswer:
        logger.info("admin", extra=command_fields(command))
        try:
            return await self.carry_out(command)
        except Exception as error:
            logger.exception("admin command failed")
            return AdminAnswer(self._process, error=f"{type(error).__name__}: {error}")

    async def carry_out(self, command: AdminCommand) -> AdminAnswer:
        done, found = 0, tuple[ConnectionInfo, ...]()
        match command:
            case ListConnections():
                found = self._connections()
            case CloseTable(table=table):
                done = await self._close(table)
            case KickGuest(guest=guest):
                done = self._disconnect(guest, Code.KICKED)
            case ShutOut(guest=guest, banned=banned):
                self._forget(guest)
                if banned:
                    done = self._disconnect(guest, Code.SHUT_OUT)
            case RenameGuest(guest=guest, name=name):
                self._forget(guest)
                self._hub.names.learn(guest, name)
                await self._hub.housekeeping.relist(guest)
            case ForgetChat():
                await self._reread_chats()
            case ForgetGuest():
                done = await self._forget_guest(command)
            case MoveGuest(guest=guest, secret_hash=secret_hash):
                self._forget(guest)
                done = self._disconnect(guest, Code.MOVED, but=secret_hash)
            case ReadOnly(on=on):
                self._store.read_only = on
        return AdminAnswer(self._process, done, found)

    def _connections(self) -> tuple[ConnectionInfo, ...]:
        at = {
            connection: live.table.id
            for live in self._hub.tables.lives.values()
            for connection in live.connections
        }
        names = self._hub.names
        return tuple(
            ConnectionInfo(one.guest, names.get(one.guest, ""), at.get(one, ""))
            for one in self._hub.connections
        )

    async def _close(self, name: str) -> int:
        live = await self._hub.tables.find(name)
        if live is None or _is_over(live):
            return 0
        live.submit(QueuedCommand("", Expire()))
        await live.settled()
        return int(_is_over(live))

    async def export(self, guest: GuestRow) -> PersonalData:
        return await export(self._store, guest)

    async def erase(self, guest: str) -> None:
        """Deletes what is stored about the guest, here at once and in the other processes soon.

        Unlike the host's own deletion, it is refused in read-only mode.
        """
        self._store.check_writable()
        await self.carry_out(await erase(self._store, guest))

    async def moved(self, guest: GuestRow) -> None:
        """Ends the connections with the guest's old secret, here at once and in the other processes soon."""
        command = MoveGuest(guest.id, guest.secret_hash)
        await self.queries.send(command)
        await self.carry_out(command)

    async def _forget_guest(self, command: ForgetGuest) -> int:
        guest = command.guest
        self._forget(guest)
        self._hub.names.learn(guest, "")
        for game in command.games:
            if live := await self._hub.tables.find(game):
                live.submit(QueuedCommand(guest, Leave("deleted")))
                await live.settled()
        done = self._disconnect(guest, Code.NO_GUEST)
        await self._drop(command.deleted)
        await self._reread_chats()
        return done

    async def _drop(self, deleted: tuple[str, ...]) -> None:
        """Ends tables that are no longer stored, and deletes what their bots have written since then."""
        for game in deleted:
            if live := self._hub.tables.lives.get(game):
                self._close_all(list(live.connections), Code.NO_TABLE)
                live.stop()
                await live.settled()
                self._hub.tables.drop(live)
        async with self._store.begin(always=True) as connection:
            await delete_games(connection, deleted)

    async def _reread_chats(self) -> None:
        for live in list(self._hub.tables.lives.values()):
            await live.reread_chat()

    def _disconnect(self, guest: str, code: Code, but: bytes | None = None) -> int:
        """Closes the guest's connections, except those that came with the secret `but`."""
        theirs = [one for one in self._hub.connections if one.guest == guest and one.secret_hash != but]
        self._close_all(theirs, code)
        return len(theirs)

    def _close_all(self, connections: list[Connection], code: Code) -> None:
        for connection in connections:
            connection.send(Bye(str(code)))
            connection.close(CloseCode.POLICY)


def _is_over(live: LiveTable) -> bool:
    return live.table.status in ("finished", "expired")

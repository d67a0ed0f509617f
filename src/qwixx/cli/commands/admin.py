"""`qwixx admin` and its commands: look after a running server."""

import sys
from collections.abc import Awaitable, Callable, Sequence
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer

from ..errors import WrongUse
from ..exit_codes import FAILED
from ..help_format import PlainCommand
from ..server_options import Data, Database

if TYPE_CHECKING:
    from qwixx.server.admin.commands import AdminAnswer, AdminCommand
    from qwixx.server.admin.queries import AdminQueries, Report
    from qwixx.server.store.sql import SqlStore

T = TypeVar("T")

WAIT = 2.0
"""Seconds in which the processes of a server answer; each looks for commands once a second."""

app = typer.Typer(
    name="admin",
    rich_markup_mode=None,
    help="""Look after a running server, its guests and its tables.

    Examples:
        qwixx admin guests
        qwixx admin delete-chat --table ABCDEF
        qwixx admin read-only on --data games
    """,
)

GuestId = Annotated[
    str, typer.Argument(metavar="GUEST", help="The id of a guest, as qwixx admin guests shows it.")
]
TableName = Annotated[str, typer.Argument(metavar="TABLE", help="The id or the code of a table.")]


def _run(data: Data, database: Database, work: Callable[["AdminQueries", "SqlStore"], Awaitable[T]]) -> T:
    import asyncio

    from qwixx.server.admin.queries import AdminQueries
    from qwixx.server.store.address import address_of, check_exists
    from qwixx.server.store.opening import open_store

    async def run() -> T:
        address = address_of(data, database)
        check_exists(address)
        store = await open_store(address, migrate=False)
        try:
            return await work(AdminQueries(store), store)
        finally:
            await store.close()

    return asyncio.run(run())


async def _send(queries: "AdminQueries", command: "AdminCommand") -> list["AdminAnswer"]:
    """The answers of the processes that run; none if the server does not run.

    After the first answer the others get as long as each takes to look for commands.
    """
    import asyncio
    import time

    from qwixx.server.admin import desk

    number = await queries.send(command)
    end = time.monotonic() + WAIT
    answers: list[AdminAnswer] = []
    while time.monotonic() < end:
        await asyncio.sleep(0.05)
        before, answers = answers, await queries.answers(number)
        if answers and not before:
            end = min(end, time.monotonic() + desk.POLL_SECONDS)
    for answer in answers:
        if answer.error:
            raise WrongUse(f"{answer.process}: {answer.error}")
    return answers


def _say_done(what: str, answers: Sequence["AdminAnswer"]) -> None:
    if not answers:
        print(f"{what}, but no running server has answered: check --data or --database, or start the server.")
    else:
        print(f"{what}.")


def _fail_without_server(what: str, answers: Sequence["AdminAnswer"]) -> None:
    """Ends a command that only a running server can carry out."""
    if not answers:
        hint = "check --data or --database, or start the server"
        print(f"qwixx: {what}, because no running server has answered: {hint}.", file=sys.stderr)
        raise typer.Exit(FAILED)


async def _check_guest(store: "SqlStore", guest: str) -> None:
    if await store.guest_by_id(guest) is None:
        raise WrongUse(f"There is no guest {guest}: qwixx admin guests lists them.")


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def _show(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    from ..text_table import table

    for line in table(heads, rows):
        print(line)


def _time(seconds: float) -> str:
    from datetime import UTC, datetime

    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%d %H:%M")


@app.command(cls=PlainCommand)
def guests(
    name: Annotated[
        str,
        typer.Argument(
            metavar="[NAME]",
            help="A part of the guest's name, the id, or the hash in the log.",
            show_default=False,
        ),
    ] = "",
    data: Data = None,
    database: Database = None,
) -> None:
    """List the guests, the newest first, at most a hundred."""
    from qwixx.server.guest_hash import guest_hash

    found = _run(data, database, lambda queries, _: queries.guests(name))
    if not found:
        print(f"No guest has the name, id or hash {name}." if name else "There are no guests.")
        return
    rows = [
        (
            one.id,
            one.name,
            str(one.games),
            _time(one.created),
            guest_hash(one.id),
            "banned" if one.banned else "",
        )
        for one in found
    ]
    _show(("guest", "name", "games", "since (UTC)", "in the log", ""), rows)


@app.command(cls=PlainCommand)
def tables(data: Data = None, database: Database = None) -> None:
    """List the tables whose game is not over, the latest first."""
    import msgspec

    from qwixx.server.protocol import Summary
    from qwixx.server.store.store import NO_SUMMARY

    found = _run(data, database, lambda _, store: store.unfinished_games())
    if not found:
        print("There are no tables whose game is not over.")
        return
    rows = []
    for row in found:
        summary = None if row.summary == NO_SUMMARY else msgspec.json.decode(row.summary, type=Summary)
        code = row.code if len(row.code) < 10 else ""
        variant, seats = (summary.variant, ", ".join(summary.seats)) if summary else ("", "")
        state = f"{row.visibility} {row.status}"
        rows.append((row.id, code, variant, state, row.opener, _time(row.updated), seats))
    _show(("table", "code", "game", "status", "opened by", "updated (UTC)", "seats"), rows)


@app.command(cls=PlainCommand)
def connections(data: Data = None, database: Database = None) -> None:
    """List the guests who are connected, with their tables."""
    from qwixx.server.admin.commands import ListConnections

    answers = _run(data, database, lambda queries, _: _send(queries, ListConnections()))
    _fail_without_server("Nothing is known about connections", answers)
    rows = [
        (one.guest, one.name, one.table, answer.process) for answer in answers for one in answer.connections
    ]
    _show(("guest", "name", "table", "process"), rows)


@app.command(cls=PlainCommand)
def close(table: TableName, data: Data = None, database: Database = None) -> None:
    """Close a table whose game is not over."""
    from qwixx.server.admin.commands import CloseTable

    async def work(queries: "AdminQueries", _: object) -> list["AdminAnswer"]:
        if await queries.read_only():
            raise WrongUse("The server is read-only: qwixx admin read-only off, then close the table.")
        return await _send(queries, CloseTable(table))

    answers = _run(data, database, work)
    _fail_without_server(f"{table} is not closed", answers)
    if not any(answer.done for answer in answers):
        raise WrongUse(f"There is no open table {table}: qwixx admin tables lists them.")
    print(f"Closed {table}.")


@app.command(cls=PlainCommand)
def kick(guest: GuestId, data: Data = None, database: Database = None) -> None:
    """Disconnect a guest, who may come back."""
    from qwixx.server.admin.commands import KickGuest

    async def work(queries: "AdminQueries", store: "SqlStore") -> list["AdminAnswer"]:
        await _check_guest(store, guest)
        return await _send(queries, KickGuest(guest))

    answers = _run(data, database, work)
    _fail_without_server(f"{guest} is not disconnected", answers)
    print(f"Closed {_counted(sum(answer.done for answer in answers), 'connection')}.")


@app.command(cls=PlainCommand)
def ban(guest: GuestId, data: Data = None, database: Database = None) -> None:
    """Disconnect a guest and do not let the guest in again.

    A person who deletes the cookie is a new guest.
    """
    _ban(guest, True, data, database)


@app.command(cls=PlainCommand)
def unban(guest: GuestId, data: Data = None, database: Database = None) -> None:
    """Let a banned guest in again."""
    _ban(guest, False, data, database)


def _ban(guest: str, banned: bool, data: Data, database: Database) -> None:
    from qwixx.server.admin.commands import ShutOut

    async def work(queries: "AdminQueries", _: object) -> list["AdminAnswer"]:
        if not await queries.ban(guest, banned):
            raise WrongUse(f"There is no guest {guest}: qwixx admin guests lists them.")
        return await _send(queries, ShutOut(guest, banned))

    _say_done(f"{guest} is {'banned' if banned else 'allowed in again'}", _run(data, database, work))


@app.command(cls=PlainCommand)
def rename(
    guest: GuestId,
    name: Annotated[str, typer.Argument(metavar="NAME", help="The new name.")],
    data: Data = None,
    database: Database = None,
) -> None:
    """Give a guest another name."""
    from qwixx.server.admin.commands import RenameGuest
    from qwixx.server.table.clean_text import clean_name

    cleaned = clean_name(name)
    if not cleaned:
        raise WrongUse(f"{name!r} cannot be used as a name: use letters, at most 24 characters.")

    async def work(queries: "AdminQueries", store: "SqlStore") -> list["AdminAnswer"]:
        await _check_guest(store, guest)
        await store.rename_guest(guest, cleaned)
        return await _send(queries, RenameGuest(guest, cleaned))

    _say_done(f"{guest} is now called {cleaned}", _run(data, database, work))


@app.command(cls=PlainCommand)
def export(guest: GuestId, data: Data = None, database: Database = None) -> None:
    """Print all that is stored about a guest, as JSON."""
    import msgspec

    from qwixx.server.admin.personal_data import export

    async def work(_: object, store: "SqlStore") -> bytes:
        row = await store.guest_by_id(guest)
        if row is None:
            raise WrongUse(f"There is no guest {guest}: qwixx admin guests lists them.")
        return msgspec.json.encode(await export(store, row))

    print(_run(data, database, work).decode())


@app.command(cls=PlainCommand)
def delete_guest(guest: GuestId, data: Data = None, database: Database = None) -> None:
    """Delete all that is stored about a guest, for good.

    Games with other players stay, without the name of the guest.
    """
    from qwixx.server.admin.personal_data import erase

    async def work(_: object, store: "SqlStore") -> None:
        await _check_guest(store, guest)
        await erase(store, guest)

    _run(data, database, work)
    print(f"Deleted {guest}.")


@app.command(cls=PlainCommand)
def delete_chat(
    guest: Annotated[str, typer.Option(metavar="GUEST", help="Delete only what this guest has said.")] = "",
    table: Annotated[
        str, typer.Option(metavar="TABLE", help="Delete only what was said at this table.")
    ] = "",
    data: Data = None,
    database: Database = None,
) -> None:
    """Delete chat messages of a guest, of a table, or of both.

    They also vanish from the screens of those who are connected.
    """
    from qwixx.server.admin.commands import ForgetChat

    if not (guest or table):
        raise WrongUse("Nothing says what to delete: give --guest, --table or both.")
    deleted = 0

    async def work(queries: "AdminQueries", store: "SqlStore") -> list["AdminAnswer"]:
        nonlocal deleted
        row = await store.game(table) if table else None
        if table and row is None:
            raise WrongUse(f"There is no table {table}: qwixx admin tables lists them.")
        if guest:
            await _check_guest(store, guest)
        deleted = await queries.delete_chat(guest=guest, table=row.id if row else "")
        return await _send(queries, ForgetChat())

    answers = _run(data, database, work)
    _say_done(f"Deleted {_counted(deleted, 'message')}", answers)


@app.command(cls=PlainCommand)
def reports(data: Data = None, database: Database = None) -> None:
    """List what players have reported, the latest first, at most a hundred."""

    async def work(queries: "AdminQueries", store: "SqlStore") -> tuple[Sequence["Report"], dict[str, str]]:
        found = await queries.reports()
        return found, await store.names({one.guest for one in found} | {one.about for one in found})

    found, names = _run(data, database, work)
    for one in found:
        about = f" about {names.get(one.about, '')} ({one.about})" if one.about else ""
        print(f"Report {one.number}, {_time(one.sent)} UTC, at table {one.game}")
        print(f"  from {names.get(one.guest, '')} ({one.guest}){about}:")
        print(f"  {one.text}")
    if not found:
        print("There are no reports.")


@app.command(cls=PlainCommand)
def delete_report(
    number: Annotated[
        int, typer.Argument(metavar="NUMBER", help="The number of a report, as qwixx admin reports shows it.")
    ],
    data: Data = None,
    database: Database = None,
) -> None:
    """Delete a report that you have dealt with."""
    if not _run(data, database, lambda queries, _: queries.delete_report(number)):
        raise WrongUse(f"There is no report {number}: qwixx admin reports lists them.")
    print(f"Deleted report {number}.")


@app.command(cls=PlainCommand)
def read_only(
    state: Annotated[str, typer.Argument(metavar="on|off", help="Whether nothing is stored from now on.")],
    data: Data = None,
    database: Database = None,
) -> None:
    """Let everybody look, but store nothing.

    Players are told that the server cannot save at the moment; their programs try again. Clocks go on.
    """
    from qwixx.server.admin.commands import ReadOnly

    if state not in ("on", "off"):
        raise WrongUse(f"{state!r} is neither on nor off: give one of them.")

    async def work(queries: "AdminQueries", _: object) -> list["AdminAnswer"]:
        await queries.set_read_only(state == "on")
        return await _send(queries, ReadOnly(state == "on"))

    _say_done(f"Read-only mode is {state}", _run(data, database, work))

"""A table before its game, as text: who sits where, and what is awaited."""

from qwixx.client import ClientError, Refused, TableClient
from qwixx.client.table import new_id
from qwixx.locales import Catalogue
from qwixx.server.protocol import Rematch

from .remote_game import chat_text, name_of

CHAT_SHOWN = 8
"""The last lines of the chat that are shown."""


def chat_lines(client: TableClient) -> list[str]:
    return [chat_text(line) for line in client.chat[-CHAT_SHOWN:]]


def explained(text: Catalogue, error: Refused | ClientError) -> str:
    """Why the server cannot be used or refuses something, in the player's language."""
    if error.code:
        return text(f"refusal.{error.code}")
    return text("join.unreachable", why=error)


def lobby_lines(client: TableClient, text: Catalogue) -> list[str]:
    table = client.table
    assert table is not None
    lines = [text(f"variant.{table.options.variant}")]
    if table.code:
        lines.append(text("lobby.code", code=table.code))
    for number, seat in enumerate(table.seats, 1):
        marks = [text("seat.host")] if seat.guest and seat.guest == table.host else []
        marks += [text("seat.ready")] if seat.ready else []
        lines.append(f" {number}  {', '.join([name_of(text, seat), *marks])}")
    return [*lines, "", _awaited(client, text)]


def _awaited(client: TableClient, text: Catalogue) -> str:
    table = client.table
    assert table is not None
    if not client.my_seats():
        return text("lobby.full")
    if any(not (seat.guest or seat.bot) for seat in table.seats):
        return text("lobby.wait-seats")
    if not all(seat.ready for seat in table.seats):
        return text("lobby.wait-ready")
    return text("lobby.wait-host")


async def take_seat(client: TableClient) -> None:
    """Sits down on the first free or reserved seat and is ready; without one, the player watches."""
    table = client.table
    assert table is not None
    if table.status != "lobby":
        return
    mine = [number for number, seat in enumerate(table.seats) if seat.guest == client.you]
    free = [number for number, seat in enumerate(table.seats) if not seat.guest and not seat.bot]
    if mine and table.seats[mine[0]].reserved:
        await client.sit(mine[0])
    elif not mine and free:
        await client.sit(free[0])
    if client.my_seats():
        await client.ready()


async def next_table(client: TableClient) -> str:
    """The table of the next game, which the first player to ask for it opens."""
    if client.table and not client.table.rematch:
        await client.send(Rematch(new_id()))
        await client.until(lambda: client.table is not None and bool(client.table.rematch))
    assert client.table is not None
    return client.table.rematch


def may_start(client: TableClient) -> bool:
    """Whether the player is the host, and everybody is ready."""
    table = client.table
    return table is not None and table.host == client.you and all(seat.ready for seat in table.seats)

"""Players at a table of a real server, each of whom keeps what the server sent."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

from live_server import Wire, wire
from msgspec import convert, json

from qwixx.client import Guest
from qwixx.client.reducer import TableMirror
from qwixx.server.protocol import Message, Options


def plain(value: object) -> Any:
    """As it is on the wire."""
    return json.decode(json.encode(value))


class Person:
    """A guest at a table, with the latest message of each kind from the server."""

    def __init__(self, guest: Guest, line: Wire, table: str) -> None:
        self.guest = guest
        self.line = line
        self.id = table
        self.mirror = TableMirror()
        self.events: list[dict[str, Any]] = []

    @property
    def seq(self) -> int:
        return self.mirror.seq

    @property
    def game(self) -> dict[str, Any]:
        return plain(self.mirror.game) or {}

    @property
    def table(self) -> dict[str, Any]:
        return plain(self.mirror.table) or {}

    @property
    def offers(self) -> dict[int, dict[str, Any]]:
        return {one.seat: plain(one) for one in self.mirror.offers}

    @property
    def picked(self) -> list[dict[str, Any]]:
        return [plain(choice) for choice in self.mirror.picked]

    def take(self, message: dict[str, Any]) -> dict[str, Any]:
        """Keeps what the message says; `closed` means the end of the connection and changes nothing."""
        if message["type"] != "closed":
            self.mirror.take(convert(message, Message))
            self.events += message.get("events", [])
        return message

    async def pass_to_the_end(self, seat: int) -> None:
        """Ends the game quickly, by four penalties."""
        while self.table["status"] != "finished":
            if self.game["phase"] == "roll" and self.game["active"] == seat:
                await self.ask("roll", turn=self.game["turn"] + 1)
            elif seat in self.offers and seat in self.game["awaited"]:
                await self.choose(seat)
            else:
                self.take(await self.line.hear())

    async def hello(self, have: int = 0) -> dict[str, Any]:
        return self.take(await self.line.hello(self.id, have))

    async def until(self, wanted: Callable[[dict[str, Any]], Any]) -> dict[str, Any]:
        return await self.line.until(lambda message: wanted(self.take(message)))

    async def when(self, true: Callable[[], Any]) -> None:
        """Receives messages until the condition holds; it may hold already."""
        while not true():
            message = self.take(await self.line.hear())
            assert message["type"] != "closed"

    async def turn(self, turn: int) -> None:
        await self.when(lambda: self.game.get("turn") == turn)

    async def ask(self, type: str, **fields: Any) -> dict[str, Any]:
        id = await self.line.say(type, **fields)
        return await self.until(lambda message: message.get("id") == id or id in message.get("acks", ()))

    async def choose(self, seat: int, option: int = 0, **fields: Any) -> dict[str, Any]:
        offer = self.offers[seat]
        choice = offer["options"][option]["choice"]
        fields = {"turn": offer["turn"], "action": offer["action"], "choice": choice} | fields
        return await self.ask("choose", **fields)


@asynccontextmanager
async def people(url: str, count: int, options: Options) -> AsyncIterator[list[Person]]:
    """Seats `count` people in order and starts a game."""
    guests = [await Guest.arrive(url, f"Person {number}") for number in range(count)]
    table = await guests[0].create(options)
    async with AsyncExitStack() as stack:
        found = [
            Person(guest, await stack.enter_async_context(wire(url, guest.cookie)), table) for guest in guests
        ]
        for person in found:
            await person.hello()
        for seat in range(options.seats):
            await found[seat % count].ask("sit", seat=seat)
            await found[seat % count].ask("ready")
        await found[0].ask("start")
        for person in found:
            await person.turn(0)
        yield found


def play(url: str, count: int, options: Options, story: Callable[[list[Person]], Awaitable[None]]) -> None:
    async def run() -> None:
        async with people(url, count, options) as found:
            await story(found)

    asyncio.run(asyncio.wait_for(run(), 280))

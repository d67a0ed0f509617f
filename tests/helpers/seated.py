"""Players at a table of a real server, each of whom keeps what the server sent."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

from live_server import Wire, wire

from qwixx.client import Guest
from qwixx.server.protocol import Options


class Person:
    """A guest at a table, with the latest message of each kind from the server."""

    def __init__(self, guest: Guest, line: Wire, table: str) -> None:
        self.guest = guest
        self.line = line
        self.id = table
        self.seq = 0
        self.game: dict[str, Any] = {}
        self.table: dict[str, Any] = {}
        self.offers: dict[int, dict[str, Any]] = {}
        self.picked: list[dict[str, Any]] = []
        self.events: list[dict[str, Any]] = []

    def take(self, message: dict[str, Any]) -> dict[str, Any]:
        self.seq = message.get("seq", self.seq)
        self.table = message.get("table", self.table)
        self.events += message.get("events", [])
        if "game" in message:
            self.game = message["game"]
            self.offers = {one["seat"]: one for one in message.get("offers", [])}
            self.picked = message.get("picked", [])
        if "chosen" in message:
            self.game["awaited"] = [one for one in self.game["awaited"] if one not in message["chosen"]]
        self.picked = message.get("picked", self.picked)
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

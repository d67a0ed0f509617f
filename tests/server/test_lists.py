"""The lists of tables over HTTP: a guest's own games, and the tables that are open to everyone."""

import asyncio
import copy
from collections.abc import Awaitable, Callable

import msgspec
from live_server import Running, wire
from seated import Person, plain

from qwixx.client import Guest
from qwixx.server.live.listings import is_listed_differently
from qwixx.server.protocol import Options, Summary
from qwixx.server.table import log
from qwixx.server.table.table import Table


async def until(found: Callable[[], Awaitable[bool]]) -> None:
    """The lists are written soon after a change, and nobody waits for them."""
    async with asyncio.timeout(30):
        while not await found():
            await asyncio.sleep(0.02)


async def line_of(guest: Guest, table: str) -> Summary | None:
    return next((game for game in await guest.games() if game.id == table), None)


async def open_line(guest: Guest, table: str) -> Summary | None:
    return next((game for game in await guest.open_tables() if game.id == table), None)


def test_both_lists_follow_what_the_host_changes_in_the_lobby(server: Running) -> None:
    async def story() -> None:
        guest = await Guest.arrive(server.url, "Ann")
        options = Options(visibility="open")
        table = await guest.create(options)
        async with wire(server.url, guest.cookie) as line:
            ann = Person(guest, line, table)
            await ann.hello()
            await ann.ask("sit", seat=0)
            for changed in (
                msgspec.structs.replace(options, variant="longo"),
                msgspec.structs.replace(options, clock=None, dice="own", spectators=False, training=True),
                msgspec.structs.replace(options, seats=4),
            ):
                await ann.ask("configure", options=plain(changed))

                async def shown(wanted: Options = changed) -> bool:
                    lines = (await line_of(guest, table), await open_line(guest, table))
                    return all(line is not None and _options(line) == _shown(wanted) for line in lines)

                await until(shown)

    asyncio.run(story())


def _options(line: Summary) -> tuple[object, ...]:
    return line.variant, len(line.seats), line.spectators, line.clock, line.dice, line.training


def _shown(options: Options) -> tuple[object, ...]:
    return (
        options.variant,
        options.seats,
        options.spectators,
        options.clock,
        options.dice,
        options.training,
    )


def test_both_lists_follow_the_level_of_a_bot(server: Running) -> None:
    async def story() -> None:
        guest = await Guest.arrive(server.url, "Ann")
        table = await guest.create(Options(visibility="open"), (None, "easy"))
        async with wire(server.url, guest.cookie) as line:
            ann = Person(guest, line, table)
            await ann.hello()
            await ann.ask("sit", seat=0)
            for level in ("hard", "expert"):
                await ann.ask("seat-bot", seat=1, bot=level)

                async def shown(wanted: str = level) -> bool:
                    lines = (await line_of(guest, table), await open_line(guest, table))
                    return all(line is not None and line.levels == ("", wanted) for line in lines)

                await until(shown)

    asyncio.run(story())


def test_the_answer_to_a_rematch_is_listed() -> None:
    asked = Table("t" * 32, "CODE", bytes(32))
    for event in (log.Opened(Options(seats=3), "ann"), log.Reserved(0, "ann"), log.Reserved(1, "bob")):
        asked.apply(log.Entry(1000, event))
    answered = copy.copy(asked)
    answered.apply(log.Entry(2000, log.Sat(1, "bob")))
    assert is_listed_differently(asked, answered)
    ready = copy.copy(answered)
    ready.apply(log.Entry(3000, log.Readied("bob", False)))
    assert not is_listed_differently(answered, ready)


def test_a_lobby_that_a_guest_has_left_is_in_the_list_of_the_others_alone(server: Running) -> None:
    async def story() -> None:
        guests = [await Guest.arrive(server.url, name) for name in ("Ann", "Bob")]
        table = await guests[0].create(Options())
        async with wire(server.url, guests[0].cookie) as one, wire(server.url, guests[1].cookie) as two:
            ann, bob = Person(guests[0], one, table), Person(guests[1], two, table)
            for seat, person in enumerate((ann, bob)):
                await person.hello()
                await person.ask("sit", seat=seat)

            async def listed(*wanted: bool) -> bool:
                return [await line_of(guest, table) is not None for guest in guests] == list(wanted)

            await until(lambda: listed(True, True))
            await bob.ask("stand", seat=1)
            await until(lambda: listed(True, False))
            # The host may be without a seat for a moment.
            await ann.ask("stand", seat=0)
            await until(lambda: listed(True, False))
            await bob.ask("sit", seat=1)
            await until(lambda: listed(True, True))
            # Bob is the next host.
            await ann.ask("leave")
            await until(lambda: listed(False, True))

    asyncio.run(story())

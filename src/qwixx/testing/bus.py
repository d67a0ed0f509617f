"""Checks that every implementation of `Bus` must pass."""

import asyncio
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable

from qwixx.server.bus.announcements import LOST, Announcement, Bus

BusOpener = Callable[[], Awaitable[Bus]]
"""Opens one more end of the bus under test."""

# Long enough for a slow machine; a working bus does not come near it.
TIMEOUT = 20.0


async def check_bus(open_bus: BusOpener) -> None:
    """Raises `AssertionError` at the first violation of the contract."""
    for check in (check_arrival, check_own_announcements, check_bursts, check_closing):
        async with asyncio.timeout(TIMEOUT):
            await check(open_bus)


def _new_id() -> str:
    return secrets.token_urlsafe(16)


async def _heard(news: AsyncIterator[Announcement]) -> Announcement:
    """The next announcement; a bus may say at any time that some were lost."""
    while (found := await anext(news)) == LOST:
        pass
    return found


async def check_arrival(open_bus: BusOpener) -> None:
    one, two, three = await open_bus(), await open_bus(), await open_bus()
    others = two.listen(), three.listen()
    for sent in (
        Announcement(_new_id(), 7),
        Announcement(_new_id(), 0, chat=2**40),
        Announcement("", 0, guest=_new_id()),
    ):
        one.announce(sent)
        for news in others:
            assert await _heard(news) == sent, "an announcement must reach every other end unchanged"
    for bus in (one, two, three):
        await bus.close()


async def check_own_announcements(open_bus: BusOpener) -> None:
    one, two = await open_bus(), await open_bus()
    mine, theirs = one.listen(), two.listen()
    asked, answer = Announcement(_new_id(), 1), Announcement(_new_id(), 2)
    one.announce(asked)
    assert await _heard(theirs) == asked
    two.announce(answer)
    assert await _heard(mine) == answer, "an end must not hear its own announcements"
    for bus in (one, two):
        await bus.close()


async def check_bursts(open_bus: BusOpener) -> None:
    """Announcements may be merged by game, so the last one of each game must arrive."""
    one, two = await open_bus(), await open_bus()
    news = two.listen()
    games = [_new_id() for _ in range(500)]
    for seq in (1, 2, 3):
        for game in games:
            one.announce(Announcement(game, seq))
    last = dict.fromkeys(games, 0)
    while set(last.values()) != {3}:
        found = await _heard(news)
        last[found.game] = max(last[found.game], found.seq)
    for bus in (one, two):
        await bus.close()


async def check_closing(open_bus: BusOpener) -> None:
    one, two = await open_bus(), await open_bus()
    news = two.listen()
    sent = Announcement(_new_id(), 1)
    one.announce(sent)
    await one.close()
    assert await _heard(news) == sent, "closing must send what is waiting"
    two.announce(sent)
    await two.close()

"""Announcements ("game G is at seq N", "guest H has a new name") and the `Bus` that carries them.

Announcements may be merged or lost: they only say that the store has something new. A process that sees a gap
reads the log, and housekeeping regularly compares the tables in use with their logs.
"""

import asyncio
from collections.abc import AsyncIterator
from typing import NamedTuple, Protocol
from weakref import WeakSet


class Announcement(NamedTuple):
    game: str
    seq: int
    chat: int = 0
    """The number of the newest chat line; 0 if this is not about chat."""
    guest: str = ""
    """The guest who has a new name; the other fields are then empty."""


LOST = Announcement("", 0)
"""Announcements may have been lost: compare everything you hold with the store."""


class Bus(Protocol):
    """One process's end of the bus. `qwixx.testing.check_bus` tests every implementation."""

    def announce(self, news: Announcement) -> None:
        """Tells the other processes, soon. Call it after the commit: they read the store at once."""
        ...

    def listen(self) -> AsyncIterator[Announcement]:
        """Announcements of the other processes from this call on; a process does not hear its own."""
        ...

    async def close(self) -> None:
        """Sends what is waiting."""
        ...


class Merged:
    """Waiting announcements, merged by game and guest, so that a slow reader needs bounded memory."""

    def __init__(self) -> None:
        self._waiting: dict[tuple[str, str], Announcement] = {}

    def __bool__(self) -> bool:
        return bool(self._waiting)

    def put(self, news: Announcement) -> None:
        key = (news.game, news.guest)
        known = self._waiting.get(key)
        if known:
            news = news._replace(seq=max(known.seq, news.seq), chat=max(known.chat, news.chat))
        self._waiting[key] = news

    def take(self) -> Announcement:
        """Removes and returns the oldest announcement."""
        return self._waiting.pop(next(iter(self._waiting)))

    def take_all(self) -> list[Announcement]:
        waiting, self._waiting = self._waiting, {}
        return list(waiting.values())


class Listener(AsyncIterator[Announcement]):
    def __init__(self) -> None:
        self._waiting = Merged()
        self._some = asyncio.Event()

    def put(self, news: Announcement) -> None:
        self._waiting.put(news)
        self._some.set()

    async def __anext__(self) -> Announcement:
        while not self._waiting:
            self._some.clear()
            await self._some.wait()
        return self._waiting.take()


class Listeners:
    """The listeners at one end of a bus; each hears every announcement that arrives there."""

    def __init__(self) -> None:
        self._listeners: WeakSet[Listener] = WeakSet()

    def new(self) -> Listener:
        listener = Listener()
        self._listeners.add(listener)
        return listener

    def put(self, news: Announcement) -> None:
        for listener in self._listeners:
            listener.put(news)

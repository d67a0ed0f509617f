"""Announcements: "game G is at seq N", "guest H has another name".

They may be merged or lost; whoever sees a gap reads the log.
"""

import asyncio
from collections.abc import AsyncIterator, Iterable
from typing import NamedTuple
from weakref import WeakSet


class Announcement(NamedTuple):
    game: str
    seq: int
    chat: int = 0
    """The number of the newest chat line; 0 if this is not about chat."""
    guest: str = ""
    """Who has another name now; then the rest is empty."""


LOST = Announcement("", 0)
"""Others may have been lost: look at all that you hold."""


class Listener(AsyncIterator[Announcement]):
    """What is waiting is merged game by game, so a slow listener costs no memory without limit."""

    def __init__(self) -> None:
        self._waiting: dict[tuple[str, str], Announcement] = {}
        self._some = asyncio.Event()

    def put(self, news: Announcement) -> None:
        key = (news.game, news.guest)
        known = self._waiting.get(key)
        if known:
            news = news._replace(seq=max(known.seq, news.seq), chat=max(known.chat, news.chat))
        self._waiting[key] = news
        self._some.set()

    async def __anext__(self) -> Announcement:
        while not self._waiting:
            self._some.clear()
            await self._some.wait()
        return self._waiting.pop(next(iter(self._waiting)))


class Bus:
    """Hands every announcement to every listener of this process."""

    def __init__(self) -> None:
        self._listeners: WeakSet[Listener] = WeakSet()

    def listen(self) -> Listener:
        listener = Listener()
        self._listeners.add(listener)
        return listener

    def announce(self, news: Iterable[Announcement]) -> None:
        if self._listeners:
            for one in news:
                for listener in self._listeners:
                    listener.put(one)

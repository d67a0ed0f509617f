"""Announcements: "game G is at seq N". They may be merged or lost; whoever sees a gap reads the log."""

import asyncio
from collections.abc import AsyncIterator, Iterable
from typing import NamedTuple
from weakref import WeakSet


class Announcement(NamedTuple):
    game: str
    """Empty if announcements may have been lost: look at every game you hold."""
    seq: int
    chat: int = 0
    """The number of the newest chat line; 0 if this is not about chat."""


LOST = Announcement("", 0)


class Listener(AsyncIterator[Announcement]):
    """What is waiting is merged game by game, so a slow listener costs no memory without limit."""

    def __init__(self) -> None:
        self._waiting: dict[str, Announcement] = {}
        self._some = asyncio.Event()

    def put(self, news: Announcement) -> None:
        known = self._waiting.get(news.game)
        if known:
            news = Announcement(news.game, max(known.seq, news.seq), max(known.chat, news.chat))
        self._waiting[news.game] = news
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

"""A bus inside one process: for a server that serves its games alone, and for tests."""

from typing import Self
from weakref import WeakSet

from .announcements import Announcement, Listener, Listeners


class LocalBus:
    """`LocalBus()` has nobody else on it; `bus.join()` is another end of the same bus."""

    def __init__(self) -> None:
        self._ends: WeakSet[LocalBus] = WeakSet([self])
        self._listeners = Listeners()

    def join(self) -> Self:
        other = type(self)()
        other._ends = self._ends
        self._ends.add(other)
        return other

    def announce(self, news: Announcement) -> None:
        for end in self._ends:
            if end is not self:
                end._listeners.put(news)

    def listen(self) -> Listener:
        return self._listeners.new()

    async def close(self) -> None:
        self._ends.discard(self)

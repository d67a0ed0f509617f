"""Those who ask for the same thing at the same time wait for one answer."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, Generic, TypeVar

T = TypeVar("T")


class SingleFlight(Generic[T]):
    def __init__(self) -> None:
        self._running: dict[str, asyncio.Task[T]] = {}

    async def do(self, key: str, work: Callable[[], Coroutine[Any, Any, T]]) -> T:
        if key not in self._running:
            task = asyncio.create_task(work())
            self._running[key] = task
            task.add_done_callback(lambda done: self._end(key, done))
        # Whoever gives up takes nothing away from the others.
        return await asyncio.shield(self._running[key])

    def _end(self, key: str, task: asyncio.Task[T]) -> None:
        del self._running[key]
        if not task.cancelled():
            task.exception()  # which those who wait have heard, if anybody still does

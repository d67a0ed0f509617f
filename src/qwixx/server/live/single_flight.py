"""Single flight: concurrent calls with the same key share one result."""

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
        # A caller that is cancelled does not cancel the work for the others.
        return await asyncio.shield(self._running[key])

    def _end(self, key: str, task: asyncio.Task[T]) -> None:
        del self._running[key]
        if not task.cancelled():
            # Marks it as retrieved: the callers have raised it, if any is still waiting.
            task.exception()

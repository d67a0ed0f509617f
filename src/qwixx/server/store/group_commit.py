"""Group commit: while one transaction is being written to disk, the next appends gather for another."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence

from msgspec import Struct

from .store import StoreUnavailable

LARGEST_BATCH = 128


class Append(Struct, frozen=True):
    game: str
    seq: int
    events: Sequence[bytes]

    @property
    def last(self) -> int:
        return self.seq + len(self.events) - 1


Write = Callable[[list[Append]], Awaitable[set[str]]]
"""Writes at most one append per game in one transaction; returns the games whose events were written."""


class Writer:
    def __init__(self, write: Write) -> None:
        self._write = write
        self._waiting: list[tuple[Append, asyncio.Future[bool]]] = []
        self._task: asyncio.Task[None] | None = None

    async def append(self, append: Append) -> bool:
        done: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._waiting.append((append, done))
        if self._task is None:
            self._task = asyncio.create_task(self._run())
        return await done

    async def drain(self) -> None:
        while self._task:
            await asyncio.wait([self._task])

    async def _run(self) -> None:
        while self._waiting:
            batch = self._take()
            try:
                written = await self._write([append for append, _ in batch])
            except Exception as error:  # noqa: BLE001
                # Every waiting caller gets the error, whatever it is, and the next batch is tried.
                for _, done in batch:
                    if not done.done():
                        done.set_exception(_without_traceback(error))
                continue
            for append, done in batch:
                if not done.done():
                    done.set_result(append.game in written)
        self._task = None

    def _take(self) -> list[tuple[Append, asyncio.Future[bool]]]:
        """The first append of each game; a second one must wait for the result of the first."""
        batch: dict[str, tuple[Append, asyncio.Future[bool]]] = {}
        later = []
        for waiting in self._waiting:
            if len(batch) < LARGEST_BATCH and waiting[0].game not in batch:
                batch[waiting[0].game] = waiting
            else:
                later.append(waiting)
        self._waiting = later
        # In the order of the game ids, so that two processes never deadlock.
        return [batch[game] for game in sorted(batch)]


def _without_traceback(error: Exception) -> Exception:
    """A copy of the error, because one object shared by many tasks collects the tracebacks of all."""
    if isinstance(error, StoreUnavailable):
        return StoreUnavailable(*error.args)
    return error

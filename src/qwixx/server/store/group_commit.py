"""Commits are grouped: while one transaction is on its way to the disk, the next appends gather."""

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
"""Takes at most one append a game, in one transaction; answers with the games whose events went in."""


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
                # Those who wait must hear of it, whatever it is, and the next batch gets its own chance.
                for _, done in batch:
                    if not done.done():
                        done.set_exception(_without_traceback(error))
                continue
            for append, done in batch:
                if not done.done():
                    done.set_result(append.game in written)
        self._task = None

    def _take(self) -> list[tuple[Append, asyncio.Future[bool]]]:
        """The first append of each game; a second one depends on how the first fares."""
        batch: dict[str, tuple[Append, asyncio.Future[bool]]] = {}
        later = []
        for waiting in self._waiting:
            if len(batch) < LARGEST_BATCH and waiting[0].game not in batch:
                batch[waiting[0].game] = waiting
            else:
                later.append(waiting)
        self._waiting = later
        # In the order of the games, so that two processes never wait for each other in a circle.
        return [batch[game] for game in sorted(batch)]


def _without_traceback(error: Exception) -> Exception:
    """One error object for many waiting tasks would gather the tracebacks of all of them."""
    if isinstance(error, StoreUnavailable):
        return StoreUnavailable(*error.args)
    return error

"""Group read: requests that arrive while a query is running are answered by one query together."""

import asyncio
from collections.abc import Awaitable, Callable

Want = tuple[str, int, int]
"""A request: the id of a game, the seq after which to start, and the last seq."""

Read = Callable[[list[Want]], Awaitable[list[list[bytes]]]]


class Reader:
    def __init__(self, read: Read) -> None:
        self._read = read
        self._waiting: list[tuple[Want, asyncio.Future[list[bytes]]]] = []
        self._task: asyncio.Task[None] | None = None

    async def events(self, game: str, after: int, until: int) -> list[bytes]:
        done: asyncio.Future[list[bytes]] = asyncio.get_running_loop().create_future()
        self._waiting.append(((game, after, until), done))
        if self._task is None:
            self._task = asyncio.create_task(self._run())
        return await done

    async def _run(self) -> None:
        while self._waiting:
            batch, self._waiting = self._waiting, []
            try:
                found = await self._read([want for want, _ in batch])
            except Exception as error:  # noqa: BLE001 - every waiting caller gets the error
                for _, done in batch:
                    if not done.done():
                        done.set_exception(type(error)(*error.args))
            else:
                for (_, done), events in zip(batch, found, strict=True):
                    if not done.done():
                        done.set_result(events)
        self._task = None

"""Connections to PostgreSQL outside SQLAlchemy's pool, and one that is re-established when it is lost."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from sqlalchemy.engine import URL

from qwixx.extras import how_to_add

from .store import StoreError, StoreNotReady

try:
    import asyncpg  # type: ignore[import-untyped]
except ImportError as missing:
    raise StoreError(f"PostgreSQL needs asyncpg: {how_to_add('postgres')}") from missing

DRIVER = "postgresql+asyncpg"
TIMEOUT = 10.0
RETRY = 1.0

FAILURES = (asyncpg.PostgresError, asyncpg.InterfaceError, asyncpg.InternalClientError, OSError, TimeoutError)
"""asyncpg's own errors and those of the socket below it.

asyncpg reports a query between the server's last message and the end of the connection as an internal error.
"""

PASSING_STATES = ("57P03", "53300")
"""SQLSTATEs of a server that is starting or has no connection left; class 08 is a lost connection."""


async def connect(url: URL) -> Any:
    arguments, options = url.set(drivername=DRIVER).get_dialect()().create_connect_args(url)
    assert not arguments
    return await asyncpg.connect(**options, timeout=TIMEOUT, command_timeout=TIMEOUT)


def cannot_be_used(url: URL, error: BaseException) -> StoreError:
    """Why the database cannot be opened; `StoreNotReady` if waiting may help."""
    shown = url.render_as_string(hide_password=True)
    kind = StoreNotReady if _may_pass(error) else StoreError
    return kind(
        f"{shown} cannot be used as a database ({error}): check the address, and that PostgreSQL runs."
    )


def _may_pass(error: BaseException | None) -> bool:
    """Whether PostgreSQL is down, starting, unreachable or full, rather than refusing this address."""
    while error is not None:
        code = getattr(error, "sqlstate", None) or ""
        if (
            isinstance(error, OSError | asyncpg.InternalClientError)
            or code in PASSING_STATES
            or code.startswith("08")
        ):
            return True
        error = error.__cause__
    return False


class LastingConnection:
    """A connection that is opened again, and prepared again, whenever it is lost."""

    def __init__(self, url: URL, prepare: Callable[[Any], Awaitable[None]]) -> None:
        self.current: Any = None
        """The open connection; `None` while it is lost."""
        self._url = url
        self._prepare = prepare
        self._ready = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    async def open(self) -> None:
        self._task = asyncio.create_task(self._keep_open())
        try:
            async with asyncio.timeout(TIMEOUT):
                await self._ready.wait()
        except TimeoutError as error:
            await self.close()
            raise cannot_be_used(self._url, error) from None

    async def close(self) -> None:
        if self._task:
            self._task.cancel()
            await asyncio.wait([self._task])

    async def _keep_open(self) -> None:
        while True:
            connection = None
            try:
                connection = await connect(self._url)
                lost = asyncio.Event()
                connection.add_termination_listener(lambda _, lost=lost: lost.set())
                await self._prepare(connection)
                self.current = connection
                self._ready.set()
                await lost.wait()
            except FAILURES:
                pass
            finally:
                self.current = None
                if connection is not None:
                    connection.terminate()
            await asyncio.sleep(RETRY)

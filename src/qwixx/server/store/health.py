"""Whether the store takes writes: a health check that tries one, and failures that are counted and logged."""

import asyncio
import logging
import time

from ..metrics import Metrics
from .store import Store, StoreReadOnly, StoreUnavailable

logger = logging.getLogger("qwixx.server")

TRY_SECONDS = 5.0
"""Least time between two writes of the health check, however often it is asked."""
LOG_SECONDS = 10.0
"""Least time between two log lines about failures; each says how many there were."""


class StoreHealth:
    def __init__(self, store: Store, metrics: Metrics) -> None:
        self._store = store
        self._metrics = metrics
        self._writable = True
        self._tried = -TRY_SECONDS
        self._logged = -LOG_SECONDS
        self._unlogged = 0
        self._trying = asyncio.Lock()

    async def check(self) -> bool:
        """Tries a write, unless one was tried lately: then the last result, or a failure since, counts."""
        async with self._trying:
            if time.monotonic() - self._tried >= TRY_SECONDS:
                self._tried = time.monotonic()
                try:
                    await self._store.try_write()
                    self._writable = True
                except StoreUnavailable as error:
                    self.failed(error)
        return self._writable

    def failed(self, error: StoreUnavailable) -> None:
        """Counts a failure, and logs it unless another was logged lately."""
        if isinstance(error, StoreReadOnly):
            return
        self._writable = False
        self._metrics.count("qwixx_storage_failures_total")
        self._unlogged += 1
        if time.monotonic() - self._logged >= LOG_SECONDS:
            # The first line only: PostgreSQL adds lines that can hold values.
            why = str(error).partition("\n")[0]
            logger.warning("storage failed", extra={"why": why, "failures": self._unlogged})
            self._logged = time.monotonic()
            self._unlogged = 0

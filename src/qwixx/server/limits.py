"""How often somebody may ask: buckets that fill up with time."""

import time
from collections import OrderedDict

REMEMBERED = 10_000
LOOPBACK = {"127.0.0.1", "::1", "localhost"}


class Bucket:
    __slots__ = ("_burst", "_filled", "_rate", "_tokens")

    def __init__(self, rate: float, burst: float) -> None:
        self._rate = rate
        self._burst = burst
        self._tokens = burst
        self._filled = time.monotonic()

    def empty(self) -> bool:
        now = time.monotonic()
        self._tokens = min(self._burst, self._tokens + (now - self._filled) * self._rate)
        self._filled = now
        return self._tokens < 1

    def take(self) -> bool:
        if self.empty():
            return False
        self._tokens -= 1
        return True


class Limit:
    """A bucket for each address; the machine's own is free of it. Addresses stay in memory and go nowhere."""

    def __init__(self, rate: float, burst: float) -> None:
        self._rate = rate
        self._burst = burst
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, address: str) -> bool:
        return address in LOOPBACK or self._bucket(address).take()

    def exhausted(self, address: str) -> bool:
        """For what is counted only when it fails, such as guesses."""
        return address not in LOOPBACK and self._bucket(address).empty()

    def _bucket(self, address: str) -> Bucket:
        bucket = self._buckets.setdefault(address, Bucket(self._rate, self._burst))
        self._buckets.move_to_end(address)
        if len(self._buckets) > REMEMBERED:
            self._buckets.popitem(last=False)
        return bucket

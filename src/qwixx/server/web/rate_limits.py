"""How often somebody may ask: buckets that fill up with time."""

import time
from collections import OrderedDict
from ipaddress import IPv4Address, ip_address, ip_network

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
        whose = household(address)
        return whose in LOOPBACK or self._bucket(whose).take()

    def exhausted(self, address: str) -> bool:
        """For what is counted only when it fails, such as guesses."""
        whose = household(address)
        return whose not in LOOPBACK and self._bucket(whose).empty()

    def _bucket(self, whose: str) -> Bucket:
        bucket = self._buckets.setdefault(whose, Bucket(self._rate, self._burst))
        self._buckets.move_to_end(whose)
        if len(self._buckets) > REMEMBERED:
            self._buckets.popitem(last=False)
        return bucket


def household(address: str) -> str:
    """With IPv6 one visitor has 2⁶⁴ addresses, which are one to us."""
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(found, IPv4Address) or found.is_loopback:
        return str(found)
    return str(found.ipv4_mapped or ip_network((int(found), 64), strict=False))

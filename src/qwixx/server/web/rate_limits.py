"""Rate limits: token buckets, one for each connection or network address."""

import time
from collections import OrderedDict
from ipaddress import IPv4Address, ip_address, ip_network

MOST_ADDRESSES = 10_000
"""Addresses a limit keeps; the one unused for longest is dropped first."""
LOOPBACK = {"127.0.0.1", "::1", "localhost"}


class TokenBucket:
    """Holds up to `burst` tokens and gains `rate` of them a second."""

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


class RateLimit:
    """A bucket for each address, none for this machine's own. Addresses are kept in memory only."""

    def __init__(self, rate: float, burst: float) -> None:
        self._rate = rate
        self._burst = burst
        self._buckets: OrderedDict[str, TokenBucket] = OrderedDict()

    def take(self, address: str) -> bool:
        network = network_of(address)
        return network in LOOPBACK or self._bucket(network).take()

    def exhausted(self, address: str) -> bool:
        """Whether `take` would fail; for requests that count only if they fail, such as guesses of codes."""
        network = network_of(address)
        return network not in LOOPBACK and self._bucket(network).empty()

    def _bucket(self, network: str) -> TokenBucket:
        bucket = self._buckets.setdefault(network, TokenBucket(self._rate, self._burst))
        self._buckets.move_to_end(network)
        if len(self._buckets) > MOST_ADDRESSES:
            self._buckets.popitem(last=False)
        return bucket


def network_of(address: str) -> str:
    """The address, or for IPv6 the /64 network, because one visitor has all of its 2⁶⁴ addresses."""
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(found, IPv4Address) or found.is_loopback:
        return str(found)
    return str(found.ipv4_mapped or ip_network((int(found), 64), strict=False))

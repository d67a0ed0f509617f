"""Rate limits: token buckets for guests and network addresses, and limits on their open connections."""

import math
import time
from collections import Counter, OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from ipaddress import IPv4Address, ip_address, ip_network

from ..protocol import Code
from ..table.checks import CommandRefused

MOST_ADDRESSES = 10_000
"""Addresses a limit keeps; the one unused for longest is dropped first."""
LOOPBACK = {"127.0.0.1", "::1", "localhost"}
CONNECTIONS_PER_GUEST = 20
CONNECTIONS_PER_ADDRESS = 200
"""Open WebSockets: enough for a club behind one address."""
COMMANDS_OF_GUEST = (50, 200)
COMMANDS_OF_ADDRESS = (500, 2000)
"""Commands over all connections of a guest or an address: (rate per second, burst)."""

FOREVER = 86_400.0
"""Seconds to wait for a bucket that never fills."""


class TooFast(CommandRefused):
    """A rate limit refuses a request; `wait` is the number of seconds after which it may be sent again."""

    def __init__(self, wait: float) -> None:
        super().__init__(Code.TOO_FAST)
        self.wait = math.ceil(wait)


class TokenBucket:
    """Holds up to `burst` tokens and gains `rate` of them a second."""

    __slots__ = ("_burst", "_filled", "_rate", "_tokens")

    def __init__(self, rate: float, burst: float) -> None:
        self._rate = rate
        self._burst = burst
        self._tokens = burst
        self._filled = time.monotonic()

    def empty(self) -> bool:
        return self._fill() < 1

    def full(self) -> bool:
        return self._fill() == self._burst

    def wait(self) -> float:
        """The seconds until there is a token."""
        return max(0.0, (1 - self._fill()) / self._rate) if self._rate else FOREVER

    def take(self) -> bool:
        if self.empty():
            return False
        self._tokens -= 1
        return True

    def reserve(self, patience: float) -> float | None:
        """Reserves a token, if necessary a future one, and returns the seconds until it can be used.

        Returns None and reserves nothing if that is more than `patience`.
        """
        wait = self.wait()
        if wait > patience:
            return None
        self._tokens -= 1
        return wait

    def give_back(self) -> None:
        self._tokens = min(self._burst, self._tokens + 1)

    def drain(self) -> None:
        self._tokens = min(self._tokens, 0)

    def _fill(self) -> float:
        now = time.monotonic()
        self._tokens = min(self._burst, self._tokens + (now - self._filled) * self._rate)
        self._filled = now
        return self._tokens


class RateLimit:
    """A bucket for each address, none for this machine's own. Addresses are kept in memory only."""

    def __init__(self, rate: float, burst: float) -> None:
        self._rate = rate
        self._burst = burst
        self._buckets: OrderedDict[str, TokenBucket] = OrderedDict()

    def take(self, address: str) -> bool:
        network = network_of(address)
        return network in LOOPBACK or self.bucket(network).take()

    def require(self, address: str) -> None:
        """Takes a token; raises `TooFast` if there is none."""
        if not self.take(address):
            raise TooFast(self.bucket(network_of(address)).wait())

    def bucket(self, key: str) -> TokenBucket:
        """The bucket of a guest or of a network."""
        bucket = self._buckets.setdefault(key, TokenBucket(self._rate, self._burst))
        self._buckets.move_to_end(key)
        if len(self._buckets) > MOST_ADDRESSES:
            self._buckets.popitem(last=False)
        return bucket


class ConnectionLimit:
    """Counts the open connections of each guest and, except for this machine's own, of each address."""

    def __init__(self) -> None:
        self._guests: Counter[str] = Counter()
        self._networks: Counter[str] = Counter()

    @contextmanager
    def hold(self, guest: str, network: str) -> Iterator[bool]:
        """Counts a connection while it is open; False if it is one too many, which does not count."""
        local = network in LOOPBACK
        if self._guests[guest] >= CONNECTIONS_PER_GUEST or (
            not local and self._networks[network] >= CONNECTIONS_PER_ADDRESS
        ):
            yield False
            return
        self._add(guest, network, 1)
        try:
            yield True
        finally:
            self._add(guest, network, -1)

    def _add(self, guest: str, network: str, change: int) -> None:
        for counter, key in ((self._guests, guest), (self._networks, network)):
            counter[key] += change
            if not counter[key]:
                del counter[key]


def network_of(address: str) -> str:
    """The address, or for IPv6 the /64 network, because one visitor has all of its 2⁶⁴ addresses."""
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(found, IPv4Address) or found.is_loopback:
        return str(found)
    return str(found.ipv4_mapped or ip_network((int(found), 64), strict=False))

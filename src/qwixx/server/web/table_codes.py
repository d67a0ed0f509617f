"""Wrong table codes: limited per guest and, at a higher rate, per address; right ones still open."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import NamedTuple

from ..live.registry import CODE_LENGTH, Registry
from ..protocol import Code
from ..table import rights
from ..table.checks import CommandRefused
from ..table.rights import Asker
from .rate_limits import LOOPBACK, RateLimit, TokenBucket, TooFast, network_of

WRONG_OF_GUEST = (0.2, 20)
WRONG_OF_ADDRESS = (2, 200)
"""Wrong codes of a guest or an address: (rate per second, burst). Right ones do not count."""
PATIENCE = 10.0
"""Longest time in seconds that a code waits for its turn."""


class _Permit(NamedTuple):
    """The permission to look up one code."""

    taken: list[TokenBucket]
    """The buckets from which a token was taken."""
    last: bool = False
    """Whether a wrong code uses up everything that the guest has left."""


class CodeLimit:
    def __init__(self, tables: Registry) -> None:
        self._tables = tables
        self._guests = RateLimit(*WRONG_OF_GUEST)
        self._addresses = RateLimit(*WRONG_OF_ADDRESS)

    @asynccontextmanager
    async def attempt(self, name: str, guest: str, address: str) -> AsyncIterator[None]:
        """Surrounds the search for a table by the name that someone gave; a refusal with `NO_TABLE` counts.

        A code beyond the limits waits for its turn: refusing it would refuse right codes too, and answering
        at once would help someone who guesses. It is refused with `TOO_FAST` only if too many wait.
        Links and the guest's own tables never wait.
        """
        if len(name) != CODE_LENGTH or self._is_own(name, guest):
            yield
            return
        turn = await self._turn(guest, address)
        wrong = False
        try:
            yield
        except CommandRefused as refused:
            wrong = refused.refusal.code == Code.NO_TABLE
            raise
        finally:
            for bucket in turn.taken:
                if not wrong:
                    bucket.give_back()
                elif turn.last:
                    bucket.drain()

    def _is_own(self, code: str, guest: str) -> bool:
        table = self._tables.in_use(code)
        return table is not None and rights.asker(table, guest, code) in (Asker.PLAYER, Asker.HOST)

    async def _turn(self, guest: str, address: str) -> _Permit:
        """Waits until the code may be looked up."""
        buckets = [self._guests.bucket(guest)] if guest else []
        network, last = network_of(address), False
        if network not in LOOPBACK:
            shared = self._addresses.bucket(network)
            # Others at the address cannot keep out a guest who has not given a wrong code lately.
            last = bool(guest) and buckets[0].full() and shared.empty()
            buckets += [] if last else [shared]
        waits: list[float] = []
        for bucket in buckets:
            wait = bucket.reserve(PATIENCE)
            if wait is None:
                for reserved in buckets[: len(waits)]:
                    reserved.give_back()
                raise TooFast(bucket.wait() - PATIENCE)
            waits.append(wait)
        await asyncio.sleep(max(waits, default=0))
        return _Permit(buckets, last)

"""Guests: a name, a random secret in a cookie, and a recovery key; only hashes of the two are stored."""

import hashlib
import secrets
import time
from collections import OrderedDict

from msgspec import structs

from ..bus.announcements import Announcement, Bus
from ..live.names import Names
from ..protocol import Code
from ..store.store import GuestRow, Store
from ..table.checks import CommandRefused
from .tracing import trace_guest

COOKIE = "qwixx"
YEAR = 365 * 86400
CACHED_GUESTS = 20_000
KEY_BYTES = 16
"""Random bytes of a recovery key: too many to guess, few enough to type."""


class Guests:
    def __init__(self, store: Store, bus: Bus, names: Names) -> None:
        """`names` is newer than the cache of guests where another process has renamed one."""
        self._store = store
        self._bus = bus
        self._names = names
        self._known: OrderedDict[bytes, GuestRow] = OrderedDict()

    async def find(self, headers: list[tuple[bytes, bytes]]) -> GuestRow | None:
        """The guest whose secret the request carries. Refused if the host has banned the guest."""
        secret = _secret(headers)
        if not secret:
            return None
        key = _hash(secret)
        if key in self._known:
            self._known.move_to_end(key)
            known = self._known[key]
            row = structs.replace(known, name=self._names.get(known.id, known.name))
        elif found := await self._store.guest(key):
            row = self._cache(found)
        else:
            return None
        trace_guest(row.id)
        if row.banned:
            raise CommandRefused(Code.SHUT_OUT)
        return row

    def forget(self, guest: str) -> None:
        """Drops the guest from the cache, because the database has changed."""
        for key in [key for key, row in self._known.items() if row.id == guest]:
            del self._known[key]

    async def create(self, name: str) -> tuple[GuestRow, str]:
        secret = secrets.token_urlsafe(32)
        row = GuestRow(secrets.token_hex(9), _hash(secret), name, time.time())
        await self._store.create_guest(row)
        self._names.learn(row.id, name)
        trace_guest(row.id)
        return self._cache(row), secret

    async def rename(self, row: GuestRow, name: str) -> GuestRow:
        await self._store.rename_guest(row.id, name)
        self._bus.announce(Announcement("", 0, guest=row.id))
        self._names.learn(row.id, name)
        return self._cache(structs.replace(row, name=name))

    async def make_key(self, row: GuestRow) -> str:
        """A new recovery key, in place of the one before. It carries the guest to another device, once."""
        # Hexadecimal, so that it can be typed on any keyboard.
        key = secrets.token_hex(KEY_BYTES)
        await self._store.set_recovery(row.id, _hash(key))
        return key

    async def recover(self, key: str) -> tuple[GuestRow, str] | None:
        """The guest with this recovery key, with a new secret; the old secret and the key are void.

        The guest moves instead of being shared: a lost device is locked out, and a guest whose key was stolen
        notices it.
        """
        secret = secrets.token_urlsafe(32)
        row = await self._store.recover(_hash(key.strip().lower()), _hash(secret))
        if row is None:
            return None
        trace_guest(row.id)
        return row, secret

    def _cache(self, row: GuestRow) -> GuestRow:
        self._known[row.secret_hash] = row
        while len(self._known) > CACHED_GUESTS:
            self._known.popitem(last=False)
        return row


def _hash(secret: str) -> bytes:
    return hashlib.sha256(secret.encode()).digest()


def _secret(headers: list[tuple[bytes, bytes]]) -> str:
    """The value of our cookie, which needs no quoting: Python's own parser takes minutes for some input."""
    for name, value in headers:
        if name == b"cookie":
            for part in value.decode("latin-1").split(";"):
                key, _, secret = part.strip().partition("=")
                if key == COOKIE and secret:
                    return secret
    return ""

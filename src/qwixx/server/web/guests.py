"""Guests: a random secret in a cookie, and a name. The server keeps only the secret's hash."""

import hashlib
import secrets
import time
from collections import OrderedDict
from collections.abc import Mapping

from msgspec import structs

from ..bus.announcements import Announcement, Bus
from ..store.store import GuestRow, Store

COOKIE = "qwixx"
YEAR = 365 * 86400
CACHED = 20_000


class Guests:
    def __init__(self, store: Store, bus: Bus, names: Mapping[str, str]) -> None:
        """`names` has the newest that are known here: another process may have changed one."""
        self._store = store
        self._bus = bus
        self._names = names
        self._known: OrderedDict[bytes, GuestRow] = OrderedDict()

    async def find(self, headers: list[tuple[bytes, bytes]]) -> GuestRow | None:
        """The guest whose secret the request carries."""
        secret = _secret(headers)
        if not secret:
            return None
        key = _hash(secret)
        if key in self._known:
            self._known.move_to_end(key)
            known = self._known[key]
            return structs.replace(known, name=self._names.get(known.id, known.name))
        row = await self._store.guest(key)
        return row and self._keep(row)

    async def create(self, name: str) -> tuple[GuestRow, str]:
        secret = secrets.token_urlsafe(32)
        row = GuestRow(secrets.token_urlsafe(9), _hash(secret), name, time.time())
        await self._store.create_guest(row)
        return self._keep(row), secret

    async def rename(self, row: GuestRow, name: str) -> GuestRow:
        await self._store.rename_guest(row.id, name)
        self._bus.announce(Announcement("", 0, guest=row.id))
        return self._keep(GuestRow(row.id, row.secret_hash, name, row.created))

    def _keep(self, row: GuestRow) -> GuestRow:
        self._known[row.secret_hash] = row
        while len(self._known) > CACHED:
            self._known.popitem(last=False)
        return row


def _hash(secret: str) -> bytes:
    return hashlib.sha256(secret.encode()).digest()


def _secret(headers: list[tuple[bytes, bytes]]) -> str:
    """Ours needs no quoting; Python's own reader takes minutes for some that do."""
    for name, value in headers:
        if name == b"cookie":
            for part in value.decode("latin-1").split(";"):
                key, _, secret = part.strip().partition("=")
                if key == COOKIE and secret:
                    return secret
    return ""

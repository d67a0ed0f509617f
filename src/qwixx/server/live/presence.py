"""Who is connected to a table in this process. Somebody with two windows open is one person."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .connection import Connection


class Presence(Collection["Connection"]):
    def __init__(self) -> None:
        self._connections: dict[Connection, None] = {}
        self._guests: Counter[str] = Counter()

    def __iter__(self) -> "Iterator[Connection]":
        """Over those who are there now, whatever happens meanwhile."""
        return iter(list(self._connections))

    def __len__(self) -> int:
        return len(self._connections)

    def __contains__(self, connection: object) -> bool:
        return connection in self._connections

    def add(self, connection: "Connection") -> None:
        self._connections[connection] = None
        self._guests[connection.guest] += 1

    def remove(self, connection: "Connection") -> None:
        if connection in self._connections:
            del self._connections[connection]
            self._guests[connection.guest] -= 1
            if not self._guests[connection.guest]:
                del self._guests[connection.guest]

    def has(self, guest: str) -> bool:
        return guest in self._guests

    def guests(self) -> frozenset[str]:
        return frozenset(self._guests)

    def without(self, seated: Iterable[str]) -> int:
        """How many people are there beside these."""
        return len(self._guests) - sum(guest in self._guests for guest in seated)

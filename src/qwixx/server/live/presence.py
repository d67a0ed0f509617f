"""Presence: the connections to a table in this process. A guest with two windows open counts once."""

from collections import Counter
from collections.abc import Collection, Iterator

from .connection import Connection


class Presence(Collection[Connection]):
    def __init__(self) -> None:
        self._connections: dict[Connection, None] = {}
        self._guests: Counter[str] = Counter()

    def __iter__(self) -> Iterator[Connection]:
        """Iterates over a copy, so connections may come and go meanwhile."""
        return iter(list(self._connections))

    def __len__(self) -> int:
        return len(self._connections)

    def __contains__(self, connection: object) -> bool:
        return connection in self._connections

    def add(self, connection: Connection) -> None:
        self._connections[connection] = None
        self._guests[connection.guest] += 1

    def remove(self, connection: Connection) -> None:
        if connection in self._connections:
            del self._connections[connection]
            self._guests[connection.guest] -= 1
            if not self._guests[connection.guest]:
                del self._guests[connection.guest]

    def has(self, guest: str) -> bool:
        return guest in self._guests

    def guests(self) -> frozenset[str]:
        return frozenset(self._guests)

    def others(self, seated: Collection[str]) -> tuple[str, ...]:
        """The guests here who are not among `seated`, in the order in which they came."""
        return tuple(guest for guest in self._guests if guest not in seated)

"""The names of guests, as far as this process knows them."""

from collections.abc import Callable, Collection, Iterator, Mapping

from ..store.store import Store

READ_AT_ONCE = 1000
"""Names read from the store with one query."""


class Names(Mapping[str, str]):
    """Guest id → name. Read it as a mapping; every change goes through `learn`, `read` or `reread`."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: dict[str, str] = {}
        self._listeners: list[Callable[[str], None]] = []

    def __getitem__(self, guest: str) -> str:
        return self._known[guest]

    def __iter__(self) -> Iterator[str]:
        return iter(self._known)

    def __len__(self) -> int:
        return len(self._known)

    def on_rename(self, listener: Callable[[str], None]) -> None:
        """Calls the listener with the id of every guest whose known name changes."""
        self._listeners.append(listener)

    def learn(self, guest: str, name: str) -> None:
        known = self._known.get(guest)
        self._known[guest] = name
        if known is not None and known != name:
            for listener in self._listeners:
                listener(guest)

    async def read(self, guests: Collection[str]) -> None:
        """Reads the names that are not known yet."""
        unknown = {guest for guest in guests if guest} - self._known.keys()
        if unknown:
            self._known.update(await self._store.names(unknown))

    async def is_known(self, guest: str) -> bool:
        """Whether there is such a guest."""
        await self.read([guest])
        return guest in self._known

    async def reread(self, guests: Collection[str]) -> None:
        """Reads known names again, because another process may have changed them."""
        known = [guest for guest in guests if guest in self._known]
        for start in range(0, len(known), READ_AT_ONCE):
            for guest, name in (await self._store.names(known[start : start + READ_AT_ONCE])).items():
                self.learn(guest, name)

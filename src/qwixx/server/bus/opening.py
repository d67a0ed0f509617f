"""Opens the bus that belongs to a database: a local one for SQLite, LISTEN and NOTIFY for PostgreSQL."""

from ..store.address import read_address
from ..store.store import Store
from .announcements import Bus
from .local import LocalBus


async def open_bus(address: str, store: Store | None = None) -> Bus:
    """The bus for the store at this address; raises `StoreError` if the database cannot be used.

    A `store` in PostgreSQL carries most of the bus's notes with its appends.
    """
    url = read_address(address)
    if url.get_backend_name() == "sqlite":
        return LocalBus()
    from ..store.postgres import PostgresStore
    from .postgres import PostgresBus

    bus = await PostgresBus.open(url)
    if isinstance(store, PostgresStore):
        store.take_notes = bus.take_notes
    return bus

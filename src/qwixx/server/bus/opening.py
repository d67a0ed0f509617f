"""Opens the bus that belongs to a database: a local one for SQLite, LISTEN and NOTIFY for PostgreSQL."""

from ..store.address import read_address
from .announcements import Bus
from .local import LocalBus


async def open_bus(address: str) -> Bus:
    """The bus for the store at this address; raises `StoreError` if the database cannot be used."""
    url = read_address(address)
    if url.get_backend_name() == "sqlite":
        return LocalBus()
    from .postgres import PostgresBus

    return await PostgresBus.open(url)

"""Opens the store at an address."""

from .address import read_address
from .sql import SqlStore


async def open_store(address: str, *, migrate: bool = True) -> SqlStore:
    """Opens `sqlite:///FILE` or `postgresql://…` and migrates it to the newest schema.

    Without `migrate`, a database with an older schema is refused and not changed.
    """
    url = read_address(address)
    if url.get_backend_name() == "sqlite":
        from .sqlite import SqliteStore

        return await SqliteStore.open(url, migrate=migrate)
    from .postgres import PostgresStore

    return await PostgresStore.open(url, migrate=migrate)

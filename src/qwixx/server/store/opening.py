"""Opens the store at an address."""

from .address import read_address
from .sql import SqlStore


async def open_store(address: str) -> SqlStore:
    """Opens `sqlite:///FILE` or `postgresql://…` and migrates it to the newest schema."""
    url = read_address(address)
    if url.get_backend_name() == "sqlite":
        from .sqlite import SqliteStore

        return await SqliteStore.open(url)
    from .postgres import PostgresStore

    return await PostgresStore.open(url)

"""The address of a database: which one is used, and whether it is one that games can be stored in."""

from pathlib import Path
from typing import TYPE_CHECKING

from qwixx.folders import data_folder

from .store import StoreError

if TYPE_CHECKING:
    from sqlalchemy.engine import URL


def address_of(data: Path | None = None, database: str | None = None) -> str:
    """The address `database` if it is given, otherwise that of a file in the data folder."""
    if data and database:
        raise StoreError("--data and --database both say where the games are: give one of them.")
    return database or f"sqlite:///{(data or data_folder()).absolute() / 'qwixx.db'}"


def read_address(address: str) -> "URL":
    from sqlalchemy.engine import make_url
    from sqlalchemy.exc import ArgumentError

    try:
        url = make_url(address)
    except (ArgumentError, ValueError):  # the second for a port that is not a number
        raise StoreError(
            "Not the address of a database: use sqlite:///FILE or postgresql://USER@HOST/NAME."
        ) from None
    backend = url.get_backend_name()
    if backend not in ("sqlite", "postgresql"):
        raise StoreError(f'Unsupported database "{backend}": use sqlite or postgresql.')
    if backend == "sqlite" and (not url.database or url.database == ":memory:" or url.query):
        raise StoreError(
            "The address of a SQLite database must name a file and nothing else: sqlite:///FILE."
        )
    return url


def check_exists(address: str) -> None:
    """Raises `StoreError` for a SQLite file that does not exist: opening the store would create it."""
    url = read_address(address)
    if url.get_backend_name() == "sqlite" and not Path(url.database or "").is_file():
        raise StoreError(f"There is no database {url.database}: check --data or --database.")

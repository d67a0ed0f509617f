"""The lock on a SQLite file that lets one server use it: two would not see each other's steps.

The lock file also holds the address of the web site, so that a second start can open the server that runs.
"""

import os
import sys
from pathlib import Path

from .address import read_address
from .private import FILE_MODE, make_folder
from .store import StoreError


class ServerLock:
    """Held until `release` or the end of the process, however it ends; backups and admin tools ignore it."""

    def __init__(self, address: str) -> None:
        """Raises `StoreError` if another server uses the file. PostgreSQL needs no lock."""
        self._file = -1
        path = _lock_of(address)
        if path is None:
            return
        try:
            make_folder(path.parent)
            self._file = os.open(path, os.O_CREAT | os.O_RDWR, FILE_MODE)
            if sys.platform != "win32":
                import fcntl

                fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                os.ftruncate(self._file, 0)
        except BlockingIOError:
            self.release()
            raise StoreError(
                f"Another server uses {path.with_suffix('')}: stop it, or choose another folder with --data."
            ) from None
        except OSError:
            # Opening the database says what is wrong; a file system without locks does no harm.
            pass

    def release(self) -> None:
        """Deleting the file would let two servers lock different files of the same name."""
        if self._file >= 0:
            os.close(self._file)
            self._file = -1


def note_site(address: str, site: str) -> None:
    """Writes the web address of the server that holds the lock into the lock file."""
    if path := _lock_of(address):
        path.write_text(site, encoding="utf-8")


def running_site(address: str) -> str:
    """The web address of the server that runs on this database; empty if none does, or it is not known."""
    path = _lock_of(address)
    if path is None or sys.platform == "win32":
        return ""
    import fcntl

    try:
        with path.open(encoding="utf-8") as file:
            try:
                fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
            except BlockingIOError:
                return file.read()
    except OSError:
        pass  # no server has run here, or its files belong to somebody else
    return ""


def _lock_of(address: str) -> Path | None:
    """The lock file of a SQLite database; PostgreSQL has none."""
    url = read_address(address)
    return Path(f"{url.database}.lock") if url.get_backend_name() == "sqlite" else None

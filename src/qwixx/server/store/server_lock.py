"""The lock on a SQLite file that lets one server use it: two would not see each other's steps."""

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
        url = read_address(address)
        if url.get_backend_name() != "sqlite":
            return
        path = Path(url.database or "")
        try:
            make_folder(path.parent)
            self._file = os.open(f"{path}.lock", os.O_CREAT | os.O_RDWR, FILE_MODE)
            if sys.platform != "win32":
                import fcntl

                fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            self.release()
            raise StoreError(
                f"Another server uses {path}: stop it, or choose another folder with --data."
            ) from None
        except OSError:
            # Opening the database says what is wrong; a file system without locks does no harm.
            pass

    def release(self) -> None:
        """Deleting the file would let two servers lock different files of the same name."""
        if self._file >= 0:
            os.close(self._file)
            self._file = -1

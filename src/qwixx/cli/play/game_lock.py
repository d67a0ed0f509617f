"""The lock on a saved game, so that only one terminal plays it; it ends with the process, even in a crash."""

import hashlib
import os
import sys
from contextlib import suppress
from pathlib import Path

from qwixx.folders import data_folder


class GameLock:
    def __init__(self) -> None:
        self._path: Path | None = None
        self._file = -1

    def take(self, game: Path) -> bool:
        """Locks the file of a game instead of the one before; False if another terminal plays it."""
        path = _lock_of(game)
        if path == self._path:
            return True
        file = _locked(path)
        if file is None:
            return False
        self.release()
        self._path, self._file = path, file
        return True

    def release(self) -> None:
        if self._path and self._file >= 0:
            self._path.unlink(missing_ok=True)
            os.close(self._file)
        self._path, self._file = None, -1


def is_played(game: Path) -> bool:
    """Whether a terminal plays this game now."""
    lock = GameLock()
    free = lock.take(game)
    lock.release()
    return not free


def _locked(path: Path) -> int | None:
    """The locked file; None if another process has it, -1 where locks do not work."""
    if sys.platform == "win32":
        return -1
    import fcntl

    while True:
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            file = os.open(path, os.O_CREAT | os.O_RDWR, 0o600)
        except OSError:
            return -1
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            # The process that had it may just have deleted it; then a third one can lock a new file.
            with suppress(FileNotFoundError):
                if os.path.samestat(os.fstat(file), path.stat()):
                    return file
        except BlockingIOError:
            os.close(file)
            return None
        except OSError:
            os.close(file)
            return -1
        os.close(file)


def _lock_of(game: Path) -> Path:
    """A file in the data folder; the folder of the game is the player's own."""
    name = hashlib.sha256(os.fsencode(os.path.realpath(game))).hexdigest()[:16]
    return data_folder() / "terminal" / "locks" / name

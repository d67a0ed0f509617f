"""Private files: databases and backups, which hold the seeds of running games, are for their owner only."""

import os
from contextlib import suppress
from pathlib import Path

FILE_MODE = 0o600
FOLDER_MODE = 0o700


def make_folder(path: Path) -> None:
    """Makes the folder if there is none; one that exists keeps its mode, because it may hold other files."""
    path.mkdir(mode=FOLDER_MODE, parents=True, exist_ok=True)


def make_file(path: Path) -> None:
    """Makes an empty file if there is none. If that fails, the program that opens it next says why."""
    with suppress(OSError):
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, FILE_MODE))


def protect(database: Path) -> None:
    """Takes away others' access to a SQLite database of ours and its log, if the file belongs to us."""
    with suppress(OSError):
        for file in (database, Path(f"{database}-wal"), Path(f"{database}-shm")):
            if file.is_file():
                file.chmod(FILE_MODE)

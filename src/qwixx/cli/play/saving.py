"""The file in which a terminal game is saved, as a record."""

from datetime import datetime
from pathlib import Path

from qwixx.files import write_new
from qwixx.rules import Record


class Saver:
    """Saves a game. A file is overwritten only if it holds this game or the user allowed it (`mine`)."""

    def __init__(self, path: Path | None, mine: bool = False, folder: Path = Path()) -> None:
        self.path = path
        self.mine = mine
        self.folder = folder

    def proposal(self) -> Path:
        """The file named before, or a new name in the folder."""
        if self.path is not None:
            return self.path
        stem = datetime.now().astimezone().strftime("qwixx-%Y%m%d-%H%M")
        names = (self.folder / f"{stem}{suffix}.txt" for suffix in ("", *(f"-{n}" for n in range(2, 1000))))
        return next(name for name in names if not name.exists())

    def would_overwrite(self, path: Path) -> bool:
        return path.exists() and not (self.mine and path == self.path)

    def save(self, record: Record, path: Path) -> None:
        write_new(path, str(record), force=True)
        self.path, self.mine = path, True

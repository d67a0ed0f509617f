"""The files in which terminal games are saved, as records, after every action."""

import os
import re
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime
from pathlib import Path

from qwixx.files import FileError, read_bytes, read_text, write_new
from qwixx.folders import data_folder
from qwixx.rules import QwixxError, Record, replay

from .game_lock import GameLock

LAST = "last"
"""The file that holds the path of the last game, which may be anywhere."""


def games_folder() -> Path:
    return data_folder() / "terminal"


class Saver:
    """Saves one game: in the file that the player named, otherwise in a new one in the data folder."""

    def __init__(
        self, path: Path | None = None, saved: str = "", lock: GameLock | None = None, *, named: bool = True
    ) -> None:
        """`saved` is the game that the file already holds; `named` says whether the player named the file."""
        self.path = path
        self._lock = lock or GameLock()
        self._saved = saved
        self._resumed = path if saved else None
        self._old: dict[Path, bytes | None] = {}
        """What each file held before the game was written there; `discard` restores it."""
        if path and saved and not named and _is_own_name(path):
            self._old[_key(path)] = None
        self._remembered: Path | None = None

    def save(self, record: Record) -> None:
        """Raises `FileError` if the game can be saved nowhere."""
        text = str(record)
        if text == self._saved:
            return
        if self.path is None:
            self.path = _write_somewhere(text)
            self._take(self.path)
            self._old[_key(self.path)] = None
            _remember(self.path)
        else:
            self._write(self.path, text)
        self._saved = text

    def move(self, record: Record, path: Path) -> None:
        """Saves the game in a file that the player named, and from now on there.

        A file that is new or already held this game keeps what is saved now, even if the game is discarded.
        """
        text, old = str(record), self.path
        self._write(path, text)
        if self._old[_key(path)] is None or path == self._resumed:
            self._old[_key(path)] = text.encode()
        self.path, self._saved = path, text
        if old is not None and old != path and old.parent == games_folder():
            old.unlink(missing_ok=True)
            self._old.pop(_key(old), None)

    def _write(self, path: Path, text: str) -> None:
        self._take(path)
        first = _key(path) not in self._old
        old = _contents(path) if first else None
        write_new(path, text, force=True)
        if first:
            self._old[_key(path)] = old
        if path != self._remembered:
            _remember(path)
            self._remembered = path

    def _take(self, path: Path) -> None:
        if not self._lock.take(path):
            raise FileError(f"{path} cannot be written: another terminal plays this game.")

    def release(self) -> None:
        """Lets other terminals play the game."""
        self._lock.release()

    def proposal(self) -> Path:
        """The name that is proposed for a file: the player's own, or a new one in the current folder."""
        if self.path is not None and not _is_own_name(self.path):
            return self.path
        return _new_name(Path())

    def would_overwrite(self, path: Path) -> bool:
        try:
            return path.exists() and path != self.path
        except OSError:  # a name that is too long, which cannot be written either
            return False

    def discard(self) -> None:
        """Deletes the game; a file that it has overwritten gets its old contents back."""
        for path, old in self._old.items():
            if old is None:
                path.unlink(missing_ok=True)
            else:
                write_new(path, old, force=True)
        self._saved = ""


def last_game() -> Path | None:
    """The game that was played last, if it is unfinished; otherwise the newest unfinished one."""
    return next(unfinished_games(), None)


def unfinished_games() -> Iterator[Path]:
    """The unfinished games: the one that was played last, then those in the data folder, newest first."""
    folder, last = games_folder(), None
    with suppress(FileError):
        last = Path(read_text(folder / LAST).strip())
        if is_unfinished(last):
            yield last
    try:
        games = sorted(folder.glob("*.txt"), key=lambda path: path.stat().st_mtime, reverse=True)
    except OSError:  # another user's folder, or a file that has just been deleted
        return
    yield from (game for game in games if game != last and is_unfinished(game))


def is_unfinished(path: Path) -> bool:
    """Whether the file holds a game that can go on."""
    try:
        record = Record.parse(read_text(path))
        return not record.rules().is_over(replay(record))
    except QwixxError:
        return False


def _write_somewhere(text: str) -> Path:
    """Writes a new file in the data folder or, if that is impossible, in the temporary folder."""
    folder = games_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        path = _new_name(folder)
        write_new(path, text)
    except (OSError, FileError):
        path = _new_name(Path(tempfile.gettempdir()))
        write_new(path, text)
    return path


def _is_own_name(path: Path) -> bool:
    """Whether qwixx chose the name of this file, not the player."""
    folders = games_folder(), Path(tempfile.gettempdir())
    return path.parent in folders and re.fullmatch(r"qwixx-\d{8}-\d{6}(-\d+)?\.txt", path.name) is not None


def _contents(path: Path) -> bytes | None:
    """What an ordinary file holds; None if there is none, or if its name is too long for one."""
    try:
        return read_bytes(path) if path.is_file() else None
    except OSError:
        return None


def _key(path: Path) -> Path:
    """The same for all names of one file."""
    return Path(os.path.realpath(path))


def _new_name(folder: Path) -> Path:
    stem = datetime.now().astimezone().strftime("qwixx-%Y%m%d-%H%M%S")
    names = (folder / f"{stem}{suffix}.txt" for suffix in ("", *(f"-{n}" for n in range(2, 1000))))
    return next(name for name in names if not name.exists())


def _remember(path: Path) -> None:
    """Notes the last game for `qwixx resume`, which finds other games only in the data folder."""
    with suppress(OSError, FileError):
        games_folder().mkdir(parents=True, exist_ok=True)
        write_new(games_folder() / LAST, f"{path.absolute()}\n", force=True)

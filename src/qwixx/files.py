"""Users' files: read with a clear error on failure, written completely or not at all."""

import os
import secrets
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from qwixx.rules import QwixxError


class FileError(QwixxError):
    """A file that cannot be read or written."""


def read_bytes(path: Path, most: int = -1) -> bytes:
    """The contents of a file of at most `most` bytes: a device file may never end."""
    try:
        with path.open("rb") as file:
            data = file.read(most + 1 if most >= 0 else -1)
    except IsADirectoryError:
        raise FileError(f"{path} is a folder: name a file.") from None
    except OSError as error:
        raise FileError(f"{path} cannot be read: {error.strerror}.") from None
    return check_size(data, path, most)


def read_text(path: Path, most: int = -1) -> str:
    """The text of a file of at most `most` bytes."""
    return decode(read_bytes(path, most), path)


def check_size(data: bytes, name: Path | str, most: int) -> bytes:
    """The bytes read, if there are no more than `most`."""
    if 0 <= most < len(data):
        raise FileError(f"{name} is too large: more than {most:,} bytes.")
    return data


def decode(data: bytes, name: Path | str) -> str:
    """The bytes of a file as text."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise FileError(f"{name} is not a text file: byte {error.start + 1} is not UTF-8.") from None


def check_new(path: Path, force: bool = False) -> None:
    """Raises an error for a path that cannot be written, before long work begins."""
    try:
        if path.exists() and not path.is_file():
            raise FileError(f"{path} cannot be written: it is not an ordinary file.")
        if path.exists() and not force:
            raise FileError(f"{path} already exists: choose another name, or overwrite it with --force.")
        if not _target(path).parent.is_dir():
            raise FileError(f"{path} cannot be written: there is no folder {path.parent}.")
    except OSError as error:  # a name that is too long, or a folder of somebody else
        raise FileError(f"{path} cannot be written: {error.strerror}.") from None


def write_new(path: Path, content: str | bytes, force: bool = False) -> None:
    """Writes a file atomically: readers see the old file or the new one, never a part of it."""
    with new_file(path, force) as file:
        file.write(content.encode() if isinstance(content, str) else content)


@contextmanager
def new_file(path: Path, force: bool = False) -> Iterator[BinaryIO]:
    """A file to be written step by step; it gets its name only when it is complete."""
    check_new(path, force)
    target = _target(path)
    part = target.with_name(f".{target.name[:100]}.{secrets.token_hex(8)}.part")
    try:
        with part.open("xb") as file:
            yield file
            _settle(file)
        _rename(part, target, force)
    except FileExistsError:
        check_new(path, force)
        raise
    except OSError as error:
        raise FileError(f"{path} cannot be written: {error.strerror}.") from None
    finally:
        part.unlink(missing_ok=True)


@contextmanager
def locked(path: Path, waiting: Callable[[], None] | None = None) -> Iterator[None]:
    """A lock between processes: a folder, or a file that is made for it. Where locks fail there is none.

    `waiting` is called if another process has it.
    """
    lock = _open_lock(path)
    try:
        if lock is not None:
            _take(lock, waiting)
        yield
    finally:
        if lock is not None:
            os.close(lock)


def _open_lock(path: Path) -> int | None:
    if sys.platform == "win32":
        return None
    try:
        return os.open(path, os.O_RDONLY if path.is_dir() else os.O_RDWR | os.O_CREAT)
    except OSError:
        return None


def _take(lock: int, waiting: Callable[[], None] | None) -> None:
    if sys.platform == "win32":
        return
    from fcntl import LOCK_EX, LOCK_NB, flock

    with suppress(OSError):  # a file system without locks
        try:
            flock(lock, LOCK_EX | LOCK_NB)
        except BlockingIOError:
            if waiting:
                waiting()
            flock(lock, LOCK_EX)


def _target(path: Path) -> Path:
    """A link stays a link: what it points to is replaced."""
    return Path(os.path.realpath(path))


def _settle(file: BinaryIO) -> None:
    file.flush()
    os.fsync(file.fileno())


def _rename(part: Path, target: Path, force: bool) -> None:
    if target.exists():
        part.chmod(target.stat().st_mode & 0o777)
    if force:
        part.replace(target)
        return
    try:
        # Unlike a rename, a link fails if the file has just been created by another process.
        target.hardlink_to(part)
    except FileExistsError:
        raise
    except OSError:  # a file system without links
        part.replace(target)

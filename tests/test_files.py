"""A user's file is written completely or not at all, and never over another one unless asked."""

import os
import sys
from pathlib import Path
from threading import Event, Thread
from typing import BinaryIO

import pytest

from qwixx import files
from qwixx.files import FileError, check_new, locked, new_file, read_text, write_new


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


@pytest.mark.parametrize("force", [False, True])
def test_writes_a_new_file(tmp_path: Path, force: bool) -> None:
    write_new(tmp_path / "game.qwixx", "ä\nb\n", force)
    assert (tmp_path / "game.qwixx").read_bytes() == "ä\nb\n".encode()
    assert names(tmp_path) == ["game.qwixx"]


def test_writes_bytes_and_long_names(tmp_path: Path) -> None:
    name = "x" * 255
    write_new(tmp_path / name, b"\x00\xff")
    assert (tmp_path / name).read_bytes() == b"\x00\xff"
    assert names(tmp_path) == [name]


def test_refuses_to_overwrite(tmp_path: Path) -> None:
    path = tmp_path / "game.qwixx"
    path.write_text("old")
    with pytest.raises(
        FileError, match=r"game\.qwixx already exists: choose another name, or overwrite it with --force\."
    ):
        write_new(path, "new")
    assert path.read_text() == "old"
    assert names(tmp_path) == ["game.qwixx"]


def test_overwrites_when_asked_and_keeps_the_mode(tmp_path: Path) -> None:
    path = tmp_path / "game.qwixx"
    path.write_text("old")
    path.chmod(0o640)
    write_new(path, "new", force=True)
    assert path.read_text() == "new"
    assert path.stat().st_mode & 0o777 == 0o640


def test_a_new_file_has_the_usual_mode(tmp_path: Path) -> None:
    (tmp_path / "usual").write_text("")
    write_new(tmp_path / "new", "")
    assert (tmp_path / "new").stat().st_mode == (tmp_path / "usual").stat().st_mode


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "real").write_text("old")
    (tmp_path / "link").symlink_to("real")
    write_new(tmp_path / "link", "new", force=True)
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "real").read_text() == "new"


@pytest.mark.parametrize("failing", ["fsync", "link", "replace"])
@pytest.mark.parametrize("error", [OSError(28, "No space left on device"), KeyboardInterrupt()])
def test_an_interrupted_write_leaves_the_old_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, failing: str, error: BaseException
) -> None:
    """Without links the file is renamed; a failure there, or an interruption anywhere, changes nothing."""
    path = tmp_path / "game.qwixx"
    force = failing == "replace"
    if force:
        path.write_text("old")

    def fail(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr(os, failing, fail)
    if failing == "link" and isinstance(error, OSError):
        write_new(path, "new")
        assert path.read_text() == "new"
        return
    with pytest.raises(KeyboardInterrupt if isinstance(error, KeyboardInterrupt) else FileError):
        write_new(path, "new", force)
    assert names(tmp_path) == (["game.qwixx"] if force else [])
    assert not force or path.read_text() == "old"


def test_a_file_created_in_the_meantime_is_not_lost(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "game.qwixx"
    settle = files._settle

    def settle_late(file: BinaryIO) -> None:
        settle(file)
        path.write_text("theirs")

    monkeypatch.setattr(files, "_settle", settle_late)
    with pytest.raises(FileError, match="already exists"):
        write_new(path, "ours")
    assert path.read_text() == "theirs"
    assert names(tmp_path) == ["game.qwixx"]


def test_a_file_written_in_pieces_appears_at_the_end(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    with new_file(path) as file:
        file.write(b"one\n")
        assert not path.exists()
        file.write(b"two\n")
    assert path.read_bytes() == b"one\ntwo\n"
    with pytest.raises(KeyboardInterrupt), new_file(path, force=True) as file:  # noqa: PT012
        file.write(b"three\n")
        raise KeyboardInterrupt
    assert path.read_bytes() == b"one\ntwo\n"
    assert names(tmp_path) == ["games.jsonl"]


def test_says_what_is_in_the_way(tmp_path: Path) -> None:
    with pytest.raises(FileError, match=r"cannot be written: it is not an ordinary file\."):
        check_new(tmp_path, force=True)
    with pytest.raises(FileError, match=r"a/b cannot be written: there is no folder .*a\."):
        write_new(tmp_path / "a" / "b", "")
    with pytest.raises(FileError, match=r"cannot be read: No such file or directory\."):
        read_text(tmp_path / "none")
    with pytest.raises(FileError, match=r" is a folder: name a file\.$"):
        read_text(tmp_path)


def test_reads_text_with_and_without_a_byte_order_mark(tmp_path: Path) -> None:
    path = tmp_path / "game.qwixx"
    for data in ("ä".encode(), "\ufeffä".encode()):
        path.write_bytes(data)
        assert read_text(path) == "ä"
    path.write_bytes(b"ab\xff")
    with pytest.raises(FileError, match=r"game\.qwixx is not a text file: byte 3 is not UTF-8\."):
        read_text(path)


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such locks on Windows")
@pytest.mark.parametrize("name", ["", "lock"])
def test_a_lock_is_had_by_one_at_a_time(tmp_path: Path, name: str) -> None:
    """Each lock is a file of its own to the system, also within a process."""
    order, waits = [], Event()

    def wait() -> None:
        with locked(tmp_path / name, waits.set):
            order.append("second")

    other = Thread(target=wait)
    with locked(tmp_path / name):
        other.start()
        assert waits.wait(10)
        order.append("first")
    other.join()
    assert order == ["first", "second"]


def test_where_no_lock_can_be_made_work_goes_on(tmp_path: Path) -> None:
    with locked(tmp_path / "missing" / "lock"):
        assert names(tmp_path) == []

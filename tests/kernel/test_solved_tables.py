"""Tables on disk: trusted only if whole, of this version, and of this programme."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier

import numpy as np
import pytest
from tiny_game import tiny

from qwixx.kernel.exact import tables
from qwixx.kernel.exact.tables import Programme

PROGRAMME = Programme(variant=tiny(1, 2))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    tables.load(PROGRAMME, folder=tmp_path)
    return next(tmp_path.iterdir())


def builds(monkeypatch: pytest.MonkeyPatch) -> list[Programme]:
    """Notes every building of a table."""
    built: list[Programme] = []
    build = tables.build

    def noted(programme: Programme, progress: tables.Progress | None = None) -> tables.Table:
        built.append(programme)
        return build(programme, progress)

    monkeypatch.setattr(tables, "build", noted)
    return built


def test_second_load_reads_the_file(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    built = builds(monkeypatch)
    table = tables.load(PROGRAMME, folder=path.parent)
    assert isinstance(table, np.memmap)
    assert built == []


def test_whether_a_table_is_built_is_asked_without_building(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    built = builds(monkeypatch)
    assert not tables.is_built(PROGRAMME, tmp_path)
    assert built == []
    tables.load(PROGRAMME, folder=tmp_path)
    assert tables.is_built(PROGRAMME, tmp_path)
    (path,) = tmp_path.iterdir()
    path.write_bytes(path.read_bytes()[:-8])
    assert not tables.is_built(PROGRAMME, tmp_path)


@pytest.mark.parametrize("damage", ["flipped", "short", "long", "empty", "header", "version", "key"])
def test_damaged_table_is_built_again(path: Path, monkeypatch: pytest.MonkeyPatch, damage: str) -> None:
    whole = path.read_bytes()
    middle = len(whole) // 2
    changed = {
        "flipped": whole[:middle] + bytes([whole[middle] ^ 1]) + whole[middle + 1 :],
        "short": whole[:-8],
        "long": whole + b"12345678",
        "empty": b"",
        "header": b"something else\n" + whole[15:],
        "version": whole.replace(b'"version":1', b'"version":2', 1),
        "key": whole.replace(PROGRAMME.key.encode(), b"0" * len(PROGRAMME.key), 1),
    }
    path.write_bytes(changed[damage])
    built = builds(monkeypatch)
    table = tables.load(PROGRAMME, folder=path.parent)
    assert built == [PROGRAMME]
    assert path.read_bytes() == whole
    assert table.tobytes() == whole[tables.HEADER_SIZE :]


def test_a_damaged_header_never_gives_a_wrong_table_or_an_error(path: Path) -> None:
    whole = path.read_bytes()
    for place in range(whole.index(b"}") + 1):
        for changed in (b"-", b"0", b"9", b",", b"]", b"\xff"):
            path.write_bytes(whole[:place] + changed + whole[place + 1 :])
            table = tables._read(path, PROGRAMME)
            assert table is None or (table.shape, table.tobytes()) == (
                PROGRAMME.shape,
                whole[tables.HEADER_SIZE :],
            )


def test_two_threads_that_need_a_table_build_it_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    built = builds(monkeypatch)
    read, both_looked, looks = tables._read, Barrier(2), []

    def looked(path: Path, programme: Programme) -> tables.Table | None:
        found = read(path, programme)
        looks.append(found)
        if len(looks) <= 2:
            both_looked.wait(10)
        return found

    monkeypatch.setattr(tables, "_read", looked)
    with ThreadPoolExecutor(2) as threads:
        one, two = threads.map(lambda _: tables.load(PROGRAMME, folder=tmp_path), range(2))
    assert built == [PROGRAMME]
    assert looks[:2] == [None, None]
    assert one.tobytes() == two.tobytes()


def test_table_of_another_programme_is_not_taken(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    built = builds(monkeypatch)
    other = Programme(variant=PROGRAMME.variant, players=2)
    tables.load(other, folder=path.parent)
    assert built == [other]


def test_unwritable_folder_costs_only_time(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("in the way")
    assert tables.load(PROGRAMME, folder=blocked / "tables").any()


def test_progress_reaches_the_end() -> None:
    seen: list[tuple[int, int]] = []
    tables.build(PROGRAMME, lambda done, total: seen.append((done, total)))
    assert seen[-1][0] == seen[-1][1]
    assert [done for done, _ in seen] == sorted(done for done, _ in seen)

"""Solved tables: built once, kept on disk with version and checksum, memory-mapped.

A table that is damaged, truncated or of another version is built again.
"""

import hashlib
from collections.abc import Callable
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

import msgspec
import numpy as np
from numpy.typing import NDArray

from qwixx.files import locked, write_new
from qwixx.folders import cache_folder
from qwixx.rules import Variant

from ..engine.cores import usable_cores
from .row_classes import Classes, Ints

VERSION = 1
MAGIC = b"qwixx table\n"
HEADER_SIZE = 4096
CHUNK = 2000

Progress = Callable[[int, int], None]
Table = NDArray[np.float64]
"""Values by penalties, turns until active, and place of the position."""


class Programme(msgspec.Struct, frozen=True, kw_only=True):
    """What to solve. With more players, all use every white sum and nobody else ends the game."""

    variant: Variant
    players: int = 1

    @property
    def key(self) -> str:
        text = msgspec.json.encode((VERSION, self))
        return hashlib.sha256(text).hexdigest()[:24]

    @property
    def shape(self) -> tuple[int, int, int]:
        return self.variant.max_penalties, self.players, Classes(self.variant).positions


class Header(msgspec.Struct, frozen=True):
    version: int
    key: str
    checksum: str


def load(programme: Programme, progress: Progress | None = None, folder: Path | None = None) -> Table:
    """The table from the cache, or built and put there. An unwritable cache only costs time."""
    path = _path(programme, folder)
    table = _read(path, programme)
    if table is not None:
        return table
    with suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
    with locked(path.parent):
        table = _read(path, programme)  # another process may have built it meanwhile
        return _built(path, programme, progress) if table is None else table


def _built(path: Path, programme: Programme, progress: Progress | None) -> Table:
    table = build(programme, progress)
    try:
        write_new(path, _header(programme, table) + table.tobytes(), force=True)
    except (OSError, ValueError):
        return table
    return table


def is_built(programme: Programme, folder: Path | None = None) -> bool:
    """Whether the whole table is in the cache; only `load` finds out whether it is damaged."""
    return _mapped(_path(programme, folder), programme) is not None


def _path(programme: Programme, folder: Path | None) -> Path:
    return (folder or cache_folder() / "tables") / f"{programme.variant.name}-{programme.key}.table"


def _header(programme: Programme, table: Table) -> bytes:
    checksum = hashlib.sha256(table.data).hexdigest()
    header = MAGIC + msgspec.json.encode(Header(VERSION, programme.key, checksum))
    return header.ljust(HEADER_SIZE - 1) + b"\n"


def _read(path: Path, programme: Programme) -> Table | None:
    found = _mapped(path, programme)
    if found is None:
        return None
    table, checksum = found
    return table if hashlib.sha256(table.data).hexdigest() == checksum else None


def _mapped(path: Path, programme: Programme) -> tuple[Table, str] | None:
    """The table and the checksum that it should have."""
    try:
        with path.open("rb") as file:
            start = file.read(HEADER_SIZE)
        if len(start) != HEADER_SIZE or not start.startswith(MAGIC):
            return None
        header = msgspec.json.decode(start[len(MAGIC) :], type=Header)
        if header.version != VERSION or header.key != programme.key:
            return None
        table = np.memmap(path, np.float64, "r", HEADER_SIZE, programme.shape)
        if path.stat().st_size != HEADER_SIZE + table.nbytes:
            return None
    except (OSError, ValueError, msgspec.DecodeError):
        return None
    return table, header.checksum


def build(programme: Programme, progress: Progress | None = None) -> Table:
    classes = Classes(programme.variant)
    penalties = programme.variant.max_penalties
    table = np.zeros(programme.shape)
    layers = classes.layers()
    total, done = penalties * sum(map(len, layers)), 0
    with ThreadPoolExecutor(usable_cores()) as threads:
        for level in reversed(range(penalties)):
            after_penalty = table[level + 1, -1] if level + 1 < penalties else np.zeros(classes.positions)
            for layer in layers:
                _solve_layer(programme, classes, layer, table[level], after_penalty, threads)
                done += len(layer)
                if progress:
                    progress(done, total)
    return table


def _solve_layer(
    programme: Programme,
    classes: Classes,
    layer: Ints,
    values: NDArray[np.float64],
    after_penalty: NDArray[np.float64],
    threads: Executor,
) -> None:
    """Solves the player's own turn first, then the other players' turns before it, one after the other."""
    from .dynamic_program import Workspace, solve_active, solve_passive

    penalty = float(programme.variant.penalty_points)
    sheet = classes.geometry
    pieces = np.array_split(layer, max(1, len(layer) // CHUNK))

    def own(states: Ints) -> None:
        solve_active(states, values[-1], after_penalty, penalty, sheet, Workspace.of(sheet), values[0])

    list(threads.map(own, pieces))
    for turns in range(1, programme.players):

        def others(states: Ints, turns: int = turns) -> None:
            solve_passive(states, values[turns - 1], sheet, Workspace.of(sheet), values[turns])

        list(threads.map(others, pieces))

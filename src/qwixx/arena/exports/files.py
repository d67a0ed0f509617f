"""Files of exported matches: rows are written as they come in."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any, BinaryIO

from qwixx.files import check_new, new_file
from qwixx.rules import QwixxError
from qwixx.rules.action_codes import block

from ..match_setting import MatchSetting
from ..optional import need
from .arrow import EXTRA, schema

KINDS = (".jsonl", ".parquet")
GROUP_BYTES = 32_000_000
"""The size of a row group in a Parquet file: large enough for readers, small enough for memory."""


def check_export(path: Path, force: bool) -> str:
    """The suffix of the file; raises an error if it cannot be written."""
    kind = path.suffix.lower()
    if kind not in KINDS:
        raise QwixxError(f"{path}: name a file that ends with {' or '.join(KINDS)}.")
    if kind == ".parquet":
        need("pyarrow", *EXTRA)
    check_new(path, force)
    return kind


@contextmanager
def writing(setting: MatchSetting, path: Path, force: bool) -> Iterator[Callable[[bytes], None]]:
    """Writes what workers return, in order, and keeps little of it in memory."""
    with new_file(path, force) as file:
        writer = LineFile(file) if setting.export == ".jsonl" else ParquetFile(file, setting)
        yield writer.write
        writer.close()


class LineFile:
    def __init__(self, file: BinaryIO) -> None:
        self.file = file

    def write(self, data: bytes) -> None:
        self.file.write(data)

    def close(self) -> None:
        """Nothing to do: every line is already written."""


class ParquetFile:
    def __init__(self, file: BinaryIO, setting: MatchSetting) -> None:
        self.pa = need("pyarrow", *EXTRA)
        parquet = need("pyarrow.parquet", *EXTRA)
        self.open = partial(parquet.ParquetWriter, file, compression="zstd")
        self.writer: Any = None
        if setting.rows == "decision":
            self.writer = self.open(schema(block(setting.rules())))
        self.waiting: list[Any] = []
        self.size = 0

    def write(self, data: bytes) -> None:
        table = self.pa.ipc.open_stream(data).read_all()
        self.waiting.append(table)
        self.size += table.nbytes
        if self.size >= GROUP_BYTES:
            self._flush()

    def close(self) -> None:
        if self.waiting:
            self._flush()
        (self.writer or self.open(self.pa.schema([]))).close()

    def _flush(self) -> None:
        if self.writer is None:
            self.writer = self.open(self.waiting[0].schema)
        self.writer.write_table(self.pa.concat_tables(self.waiting))
        self.waiting.clear()
        self.size = 0

"""Arrow tables: the types of the columns, and tables as bytes."""

from functools import cache
from typing import Any

from ..optional import need

EXTRA = ("train", "a file of that kind")
"""The extra that has pyarrow, and what needs it."""


@cache
def schema(choices: int) -> Any:
    pa = need("pyarrow", *EXTRA)
    small, numbers = pa.uint8(), pa.list_(pa.uint8())
    columns = {
        "variant": pa.string(),
        "seed": pa.uint64(),
        "game": pa.uint64(),
        "seating": small,
        "ply": pa.uint16(),
        "turn": pa.uint16(),
        "seat": small,
        "bot": pa.string(),
        "action": small,
        "active": pa.bool_(),
        "position": pa.string(),
        "rows": pa.list_(pa.uint32()),
        "penalties": numbers,
        "pawns": numbers,
        "white": numbers,
        "colours": numbers,
        "crossed": pa.bool_(),
        "mask": pa.list_(small, choices),
        "choice": pa.uint16(),
        "score": pa.int16(),
        "share": pa.float32(),
        "place": small,
        "scores": pa.list_(pa.int16()),
    }
    return pa.schema(columns)


def stream(table: Any) -> bytes:
    pa = need("pyarrow", *EXTRA)
    sink = pa.BufferOutputStream()
    with pa.ipc.new_stream(sink, table.schema) as writer:
        writer.write_table(table)
    data: bytes = sink.getvalue().to_pybytes()
    return data

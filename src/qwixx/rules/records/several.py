"""Several records in one text: each begins with its own title, or is a JSON value of its own."""

import re
from collections.abc import Sequence
from json import JSONDecoder

from .record import Record

_TITLE = re.compile(r"^Qwixx record\b", re.MULTILINE)


def split_records(text: str) -> list[str]:
    """The text of each record, with empty lines before it, so that errors name the line of the whole text."""
    text = text.removeprefix("\ufeff")
    is_json = text.lstrip("\ufeff \t\r\n").startswith("{")
    starts = _json_starts(text) if is_json else [title.start() for title in _TITLE.finditer(text)]
    if len(starts) < 2:
        return [text]
    parts = zip([0, *starts[1:]], [*starts[1:], len(text)], strict=True)
    return ["\n" * _lines_before(text, start) + text[start:end] for start, end in parts]


def parse_records(text: str) -> list[Record]:
    """Reads one or more records, as text or JSON."""
    return [Record.parse(part) for part in split_records(text)]


def write_records(records: Sequence[Record], *, json: bool = False) -> str:
    """JSON has one record on each line; as text, an empty line is between two records."""
    return "".join(record.json() for record in records) if json else "\n".join(map(str, records))


def _lines_before(text: str, end: int) -> int:
    """The number of line ends as `str.splitlines` counts them, which is how records count lines."""
    return len(text[:end].splitlines())


def _json_starts(text: str) -> list[int]:
    """Where each JSON value begins; after a broken one, the rest is part of it."""
    decoder = JSONDecoder()
    starts: list[int] = []
    at = len(text) - len(text.lstrip("\ufeff \t\r\n"))
    while at < len(text):
        starts.append(at)
        try:
            _, at = decoder.raw_decode(text, at)
        except (ValueError, RecursionError):
            break
        at += len(text) - at - len(text[at:].lstrip())
    return starts

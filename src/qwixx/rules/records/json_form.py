"""The JSON form of a record: decoding, with the line and column of whatever is wrong."""

import json
import re
from typing import TypeVar

import msgspec

from ..errors import FormatError, QwixxError, RecordError

T = TypeVar("T")

_BYTE = re.compile(r" \(byte (\d+)\)")
_PATH = re.compile(r" - at `(?:key in )?\$(.*)`")
_STEP = re.compile(r"\.(\w+)|\[(\d+)\]")
_SPACE = re.compile(r"[ \t\r\n]*")


def read(text: str, kind: type[T]) -> T:
    try:
        return msgspec.json.decode(text, type=kind)
    except UnicodeEncodeError as error:
        raise _fault(text, error.start, "a lone surrogate is not a character") from None
    except RecursionError:
        raise RecordError("JSON: this is nested too deep for a record") from None
    except msgspec.ValidationError as error:
        path = _PATH.search(str(error))
        message = _own_words(error) or _PATH.sub("", str(error)) + (f" in {path[1][1:]}" if path else "")
        raise fault(text, path[1] if path else "", message) from None
    except msgspec.DecodeError as error:
        raise _fault(text, _offset(text, str(error)), _BYTE.sub("", str(error))) from None


def fault(text: str, path: str, message: str) -> RecordError:
    """The error about the value at a path such as `.actions[3].row`."""
    return _fault(text, _find(text, path), message)


def _offset(text: str, message: str) -> int:
    """msgspec counts bytes, one too many if something trails, and gives no place if the text ends early."""
    place = _BYTE.search(message)
    if place is None:
        return len(text)
    before = text.encode()[: int(place[1])].decode(errors="ignore")
    return len(before) - ("trailing" in message)


def _own_words(error: msgspec.ValidationError) -> str | None:
    """The message of one of our own checks, which msgspec wraps."""
    cause = error.__cause__
    if isinstance(cause, FormatError):
        return cause.message
    return str(cause) if isinstance(cause, QwixxError) else None


def _fault(text: str, offset: int, message: str) -> RecordError:
    before = text[:offset]
    return RecordError(f"JSON: {message}", before.count("\n") + 1, offset - before.rfind("\n"))


def _find(text: str, path: str) -> int:
    """The offset of the value at a path such as `.actions[3].row`, or of the last part that exists."""
    at = _skip(text, 0)
    try:
        for name, index in _STEP.findall(path):
            at = _member(text, at, name) if name else _item(text, at, int(index))
    except (ValueError, IndexError, RecursionError):
        pass  # the field is not written down, or the text is broken further on
    return at


def _skip(text: str, at: int) -> int:
    match = _SPACE.match(text, at)
    return match.end() if match else at


def _member(text: str, at: int, name: str) -> int:
    while True:
        key, at = _value(text, _skip(text, at + 1))
        at = _skip(text, _skip(text, at) + 1)
        if key == name:
            return at
        at = _skip(text, _value(text, at)[1])


def _item(text: str, at: int, index: int) -> int:
    at = _skip(text, at + 1)
    for _ in range(index):
        at = _skip(text, _skip(text, _value(text, at)[1]) + 1)
    return at


def _value(text: str, at: int) -> tuple[object, int]:
    return json.JSONDecoder().raw_decode(text, at)

"""The JSON form of a record: decoding, with the line and column of whatever is wrong."""

import json
import re
from typing import TypeVar

import msgspec

from ..errors import FormatError, Problem, QwixxError, RecordError, SetupError, problem

T = TypeVar("T")

_BYTE = re.compile(r" \(byte (\d+)\)")
_PATH = re.compile(r" - at `(?:key in )?\$(.*)`")
_STEP = re.compile(r"\.(\w+)|\[(\d+)\]")
_SPACE = re.compile(r"[ \t\r\n]*")
# What msgspec says about JSON that is no record, with the codes of its translations.
_SAYINGS = {
    "json-ended": re.compile(r"Input data was truncated"),
    "json-trailing": re.compile(r"JSON is malformed: trailing characters"),
    "json-expected": re.compile(r"JSON is malformed: expected (?P<wanted>.*)"),
    "json-type": re.compile(r"Expected `(?P<wanted>[^`]*)`, got `(?P<given>[^`]*)`"),
    "json-field-missing": re.compile(r"Object missing required field `(?P<field>[^`]*)`"),
    "json-field-unknown": re.compile(r"Object contains unknown field `(?P<field>[^`]*)`"),
    "json-broken": re.compile(r"(?P<detail>.*)"),
}
# The types that msgspec calls by their names in Python.
_JSON_NAMES = {"str": "string", "int": "integer", "float": "number", "bool": "boolean"}
_PYTHON = re.compile(rf"\b({'|'.join(_JSON_NAMES)})\b")


def read(text: str, kind: type[T]) -> T:
    try:
        return msgspec.json.decode(text, type=kind)
    except UnicodeEncodeError as error:
        lone = problem("a lone surrogate is not a character", "json-surrogate")
        raise _fault(text, error.start, lone) from None
    except RecursionError:
        raise RecordError(problem("JSON: this is nested too deep for a record", "json-deep")) from None
    except msgspec.ValidationError as error:
        path = _PATH.search(str(error))
        said = _said(_PATH.sub("", str(error)), f" in {path[1][1:]}" if path else "")
        raise fault(text, path[1] if path else "", _own_problem(error) or said) from None
    except msgspec.DecodeError as error:
        raise _fault(text, _offset(text, str(error)), _said(_BYTE.sub("", str(error)))) from None


def fault(text: str, path: str, found: Problem) -> RecordError:
    """The error about the value at a path such as `.actions[3].row`."""
    return _fault(text, _find(text, path), found)


def _said(message: str, place: str = "") -> Problem:
    """What msgspec says as a problem; the place is only in the English message, which gives no line."""
    matches = ((code, saying.fullmatch(message)) for code, saying in _SAYINGS.items())
    code, match = next((code, match) for code, match in matches if match)
    values = match.groupdict()
    if code == "json-type":
        values = {
            name: _PYTHON.sub(lambda word: _JSON_NAMES[word[0]], kinds) for name, kinds in values.items()
        }
    return Problem(message + place, code, values)


def _offset(text: str, message: str) -> int:
    """msgspec counts bytes, one too many if something trails, and gives no place if the text ends early."""
    place = _BYTE.search(message)
    if place is None:
        return len(text)
    before = text.encode()[: int(place[1])].decode(errors="ignore")
    return len(before) - ("trailing" in message)


def _own_problem(error: msgspec.ValidationError) -> Problem | None:
    """The problem that one of our own checks found; msgspec wraps it."""
    cause = error.__cause__
    if isinstance(cause, (FormatError, SetupError)):
        return cause.problem
    return Problem(str(cause)) if isinstance(cause, QwixxError) else None


def _fault(text: str, offset: int, found: Problem) -> RecordError:
    before = text[:offset]
    found = found._replace(message=f"JSON: {found.message}")
    return RecordError(found, before.count("\n") + 1, offset - before.rfind("\n"))


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

"""Types for tests of the command line: the call and its outcome."""

from collections.abc import Iterable
from typing import NamedTuple, Protocol


class Outcome(NamedTuple):
    code: int
    out: str
    err: str


class Qwixx(Protocol):
    def __call__(self, *arguments: str, typed: Iterable[str] = ()) -> Outcome: ...

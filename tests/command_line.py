"""What tests of the command line call, and what they get."""

from collections.abc import Iterable
from typing import NamedTuple, Protocol


class Outcome(NamedTuple):
    code: int
    out: str
    err: str


class Qwixx(Protocol):
    def __call__(self, *arguments: str, typed: Iterable[str] = ()) -> Outcome: ...

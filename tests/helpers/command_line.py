"""For tests of the command line: the types of the call and its outcome, and the form of an error."""

import re
from collections.abc import Iterable
from typing import NamedTuple, Protocol


class Outcome(NamedTuple):
    code: int
    out: str
    err: str


class Qwixx(Protocol):
    def __call__(self, *arguments: str, typed: Iterable[str] = ()) -> Outcome: ...


def assert_is_a_sentence(error: str) -> None:
    """The form of every error: it ends with a full stop, with a question, or with a missing line."""
    assert re.fullmatch(r"qwixx: .*(?:[.?]|: Qwixx record 1)(?: \(see qwixx.* --help\))?\n", error), error

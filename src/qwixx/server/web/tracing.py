"""Traces for the log: an id for each request and a hash of its guest, so that abuse can be traced."""

import logging
import secrets
from contextvars import ContextVar

from starlette.types import Scope

from ..guest_hash import guest_hash
from .rate_limits import TokenBucket

logger = logging.getLogger("qwixx.server")

LINES_PER_SECOND = 1.0
LINES_AT_ONCE = 50
"""Limits on the log lines that visitors can cause, so that nobody can fill the log."""

_trace: ContextVar[dict[str, str] | None] = ContextVar("trace", default=None)


def begin_trace(scope: Scope, *, addresses: bool) -> str:
    """Gives a request or connection its id, which it returns. `addresses`: log the visitor's address too."""
    id = secrets.token_hex(6)
    client = scope.get("client")
    _trace.set({"request": id} | ({"address": client[0]} if addresses and client else {}))
    return id


def trace_guest(guest: str) -> None:
    """Adds the guest who makes the request."""
    trace = _trace.get()
    if trace is not None:
        trace["guest"] = guest_hash(guest)


def trace() -> dict[str, str]:
    """The fields for a log line about this request."""
    return _trace.get() or {}


class VisitorLog:
    """Log lines that visitors cause, at a limited rate; each says how many were left out before it."""

    def __init__(self) -> None:
        self._bucket = TokenBucket(LINES_PER_SECOND, LINES_AT_ONCE)
        self._left_out = 0

    def line(self, event: str, **fields: object) -> None:
        if not self._bucket.take():
            self._left_out += 1
            return
        left_out = {"left_out": self._left_out} if self._left_out else {}
        logger.info(event, extra={**trace(), **fields, **left_out})
        self._left_out = 0

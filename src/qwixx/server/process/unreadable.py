"""Requests that cannot be read: counted, and logged at a limited rate, so that nobody can fill the log."""

import logging
from collections.abc import Callable

from ..web.tracing import VisitorLog

METRIC = "qwixx_unreadable_requests_total"
CAUSED_BY_VISITORS = (
    "Invalid HTTP request received.",
    "Unsupported upgrade request.",
    "Invalid UTF-8 sequence received from client.",
)
"""Lines that uvicorn writes for every such request; anybody can cause any number of them."""


class UnreadableRequests(logging.Filter):
    """Replaces uvicorn's own lines while it is attached to uvicorn's log."""

    def __init__(self, count: Callable[[str], None]) -> None:
        super().__init__()
        self._count = count
        self._log = VisitorLog()

    def attach(self) -> None:
        logging.getLogger("uvicorn.error").addFilter(self)

    def detach(self) -> None:
        logging.getLogger("uvicorn.error").removeFilter(self)

    def filter(self, record: logging.LogRecord) -> bool:
        message = record.getMessage()
        if message not in CAUSED_BY_VISITORS:
            return True
        self._count(METRIC)
        self._log.line("unreadable request", why=message)
        return False

"""Signals that close the terminal, such as a closed window, as an exception: the game ends in order."""

import os
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

SIGNALS = [signal.SIGTERM, *([signal.SIGHUP] if hasattr(signal, "SIGHUP") else [])]


class TerminalClosed(BaseException):
    """The terminal was closed or the process was told to end. A bot cannot catch this by mistake."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.exit_code = 128 + number


@contextmanager
def closing_signals() -> Iterator[None]:
    """While it lasts, SIGTERM and SIGHUP raise `TerminalClosed` in the main thread."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = {number: signal.signal(number, _close) for number in SIGNALS}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _close(number: int, _frame: FrameType | None) -> None:
    raise TerminalClosed(number)


def detach() -> None:
    """Sends all further output nowhere: the terminal is gone, and writing to it would fail."""
    with open(os.devnull, "r+") as nowhere:  # noqa: PTH123
        for stream in (sys.stdout, sys.stderr):
            os.dup2(nowhere.fileno(), stream.fileno())

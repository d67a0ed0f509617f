"""Who has said what at a table lately: nobody floods it, and a line sent twice is said once."""

import time
from collections import deque

from ..protocol import ChatLine

LINES = 5
SECONDS = 10.0
REMEMBERED = 64
SHOWN_LINES = 50
"""Who joins sees so many of the last lines."""


class ChatRoom:
    __slots__ = ("_done", "_spoke", "lines", "number")

    def __init__(self) -> None:
        self.number = 0
        """Of the last line that the connections have heard."""
        self.lines: deque[ChatLine] | None = None
        """Unknown until they are read from the store."""
        self._spoke: dict[str, deque[float]] = {}
        self._done: deque[tuple[str, bytes]] = deque(maxlen=REMEMBERED)

    def hear(self, line: ChatLine, cmd: bytes | None) -> None:
        self.number = max(self.number, line.number)
        if cmd is not None:
            self._done.append((line.guest, cmd))
        if self.lines is not None:
            self.lines.append(line)

    def may_speak(self, guest: str) -> bool:
        now = time.monotonic()
        spoke = self._spoke.setdefault(guest, deque(maxlen=LINES))
        if len(spoke) == LINES and now - spoke[0] < SECONDS:
            return False
        spoke.append(now)
        return True

    def is_new(self, guest: str, id: str) -> bool:
        return (guest, id.encode()) not in self._done

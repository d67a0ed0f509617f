"""Decides whether a chat message is allowed. Messages are stored beside the table's log."""

from collections import deque

from .. import protocol
from ..protocol import CHAT_LENGTH, Code
from .checks import Refusal
from .clean_text import RAW_LENGTH, clean
from .table import Table

LINES_PER_GUEST = 5
RATE_SECONDS = 10.0
"""A guest may say `LINES_PER_GUEST` lines in this many seconds."""
LINES_KEPT = 64
"""Number of recent lines that are recognised when a client sends them again."""


class RecentLines:
    """Recent chat messages, to limit their rate and detect resends. Times are seconds of any steady clock."""

    __slots__ = ("_commands", "_times")

    def __init__(self) -> None:
        self._commands: deque[tuple[str, bytes]] = deque(maxlen=LINES_KEPT)
        self._times: dict[str, deque[float]] = {}

    def add(self, guest: str, cmd: bytes | None) -> None:
        """Adds a line that has been said, here or in another process."""
        if cmd is not None:
            self._commands.append((guest, cmd))

    def has(self, guest: str, cmd: bytes) -> bool:
        return (guest, cmd) in self._commands

    def take_turn(self, guest: str, now: float) -> bool:
        """Counts one more line of the guest against the rate limit; False if it is one too many."""
        times = self._times.setdefault(guest, deque(maxlen=LINES_PER_GUEST))
        if len(times) == LINES_PER_GUEST and now - times[0] < RATE_SECONDS:
            return False
        times.append(now)
        return True


def decide_line(
    table: Table, guest: str, command: protocol.Say, recent: RecentLines, now: float
) -> str | Refusal:
    """The text to be said, empty if this command has been carried out before; or why it is refused."""
    # Cheap checks first: cleaning takes longer than all the rest.
    if table.status == "expired":
        return Refusal(str(Code.EXPIRED))
    if not table.options.chat:
        return Refusal(str(Code.CHAT_OFF))
    if guest in table.muted:
        return Refusal(str(Code.MUTED))
    if len(command.text) > RAW_LENGTH:
        return Refusal(str(Code.CHAT_LONG))
    if recent.has(guest, command.id.encode()):
        return ""
    if not recent.take_turn(guest, now):
        return Refusal(str(Code.TOO_FAST))
    text = clean(command.text)
    if not text:
        return Refusal(str(Code.CHAT_EMPTY))
    return text if len(text) <= CHAT_LENGTH else Refusal(str(Code.CHAT_LONG))

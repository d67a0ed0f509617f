"""The chat of a live table: lines are decided, stored, sent to all present, and kept for later guests."""

import time
from collections import deque
from collections.abc import Sequence

from msgspec import structs

from ..bus.announcements import Announcement
from ..protocol import Chat, ChatLine, Code, Say
from ..store.store import ChatRow, StoreUnavailable
from ..table.chat import RecentLines, decide_line
from ..table.checks import Refusal
from ..table.table import Table
from .presence import Presence
from .services import Services
from .single_flight import SingleFlight
from .table_clock import millis

SHOWN_LINES = 50
"""Number of recent chat lines sent to someone who joins."""

OVERLAP = 1000
"""Numbers before the last known line that are read again: lines may be committed in another order."""


class ChatRoom:
    __slots__ = (
        "_before",
        "_game",
        "_lines",
        "_presence",
        "_reading",
        "_recent",
        "_saying",
        "_seen",
        "_services",
    )

    def __init__(
        self, services: Services, presence: Presence, game: str, *, before: tuple[str, ...] = (), new: bool
    ) -> None:
        """`before`: the tables whose chat goes on here. `new`: the table was just opened here."""
        self._seen: set[int] = set()
        """Numbers of the lines that are known here, back to `OVERLAP` before the last."""
        self._services = services
        self._presence = presence
        self._game = game
        self._before = before
        self._recent = RecentLines()
        self._lines: deque[ChatLine] | None = deque(maxlen=SHOWN_LINES) if new and not before else None
        """None until they are read from the store."""
        self._reading: SingleFlight[None] = SingleFlight()
        self._saying: SingleFlight[Refusal | None] = SingleFlight()

    async def say(self, table: Table, guest: str, command: Say) -> Refusal | None:
        """Carries out the command once, however often it is sent, or returns why it is refused."""
        return await self._saying.do(f"{guest} {command.id}", lambda: self._say(table, guest, command))

    async def _say(self, table: Table, guest: str, command: Say) -> Refusal | None:
        decision = decide_line(table, guest, command, self._recent, time.monotonic())
        if isinstance(decision, Refusal):
            return decision
        if decision:
            row = ChatRow(self._game, guest, decision, millis() / 1000, cmd=command.id.encode())
            try:
                number = await self._services.store.add_chat(row)
                if number is None:
                    # It was said over a connection to another process.
                    await self.catch_up()
                else:
                    self._services.bus.announce(Announcement(self._game, 0, number))
                    await self._spread([structs.replace(row, number=number)])
            except StoreUnavailable as error:
                self._services.health.failed(error)
                return Refusal(str(Code.STORAGE))
        return None

    def knows(self, number: int) -> bool:
        return number in self._seen

    async def catch_up(self) -> None:
        """Reads and sends the lines that were said in other processes; for later, if nobody is here."""
        if self._presence:
            after = max(self._seen, default=0) - OVERLAP
            await self._spread(await self._stored(max(0, after)))
        else:
            self.forget()

    async def _stored(self, after: int = 0) -> list[ChatRow]:
        """The lines of this table and of those before it: their numbers rise from table to table."""
        store, games = self._services.store, (*self._before, self._game)
        return [row for game in games for row in await store.chat(game, after)]

    def forget(self) -> None:
        """Lets the next guest who joins read the lines from the store again."""
        self._lines = None

    async def reread(self) -> bool:
        """Drops lines that were deleted from the store; whether someone who is here has seen one."""
        if not self._presence:
            self.forget()
        if not self._lines:
            return False
        newest = max(self._seen)
        stored = {row.number for row in await self._stored()}
        # Lines that were said while the store was read are kept.
        kept = [line for line in self._lines or () if line.number in stored or line.number > newest]
        changed = len(kept) != len(self._lines or ())
        self._lines = deque(kept, SHOWN_LINES)
        return changed

    async def _spread(self, rows: Sequence[ChatRow]) -> None:
        await self._services.names.read({row.guest for row in rows})
        for row in rows:
            if row.number not in self._seen:
                message = Chat(self._keep(row))
                for connection in self._presence:
                    connection.send(message)

    async def lines(self) -> tuple[ChatLine, ...]:
        """The lines that someone who joins is sent."""
        if self._lines is None:
            await self._reading.do(self._game, self._read)
        return tuple(self._lines or ())

    async def _read(self) -> None:
        rows = await self._stored()
        await self._services.names.read({row.guest for row in rows})
        self._lines = deque(maxlen=SHOWN_LINES)
        for row in rows:
            self._keep(row)

    def _keep(self, row: ChatRow) -> ChatLine:
        name = self._services.names.get(row.guest, "")
        line = ChatLine(row.number, row.guest, name, row.text, int(1000 * row.sent))
        self._seen.add(row.number)
        if len(self._seen) > 2 * SHOWN_LINES:
            self._seen = {number for number in self._seen if number > max(self._seen) - OVERLAP}
        if row.game == self._game:
            self._recent.add(row.guest, row.cmd)
        if self._lines is not None:
            self._lines = deque(sorted([*self._lines, line], key=lambda one: one.number), SHOWN_LINES)
        return line

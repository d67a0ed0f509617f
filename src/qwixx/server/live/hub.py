"""All tables that are in use in this process, and what they share: the store, names, bots, figures."""

import asyncio
import logging
import re
import secrets
from collections import deque
from collections.abc import Collection, Sequence
from concurrent.futures import ThreadPoolExecutor

from msgspec import structs

from qwixx.dice.fair import SEED_BYTES
from qwixx.rules import Choice

from ..bus.announcements import Announcement, Bus
from ..metrics import Metrics
from ..protocol import Bye, Chat, ChatLine, Code, NewTable, Options
from ..store.store import ChatRow, GameRow, Store, StoreUnavailable
from ..table import log
from ..table.duties import Expire, Gone, NoteRematch
from ..table.game import TableGame
from ..table.in_lobby import check_bot, check_options
from ..table.table import Table, fold
from .bots import think
from .chat import SHOWN_LINES
from .connection import Connection
from .housekeeping import Caretaker
from .listings import Lists
from .live_table import LiveTable, QueuedCommand, millis
from .single_flight import SingleFlight

logger = logging.getLogger("qwixx.server")

LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
"""For short codes: none that is mistaken for another."""
CODE_LENGTH = 6
NAME = re.compile(r"[\w-]+", re.ASCII)
"""Ids and codes. A database need not bear to be asked for anything else."""
SETTLE = 5.0
"""Seconds after a restart in which players are expected back before they are shown as gone."""
THINKERS = 2
NAMES_AT_ONCE = 1000


class Hub:
    def __init__(self, store: Store, bus: Bus, *, shared: bool = False, pace: float = 0.8) -> None:
        self.store = store
        self.bus = bus
        self.shared = shared
        """Whether other processes serve the same games."""
        self.pace = int(1000 * pace)
        self.metrics = Metrics()
        self.names: dict[str, str] = {}
        self.lives: dict[str, LiveTable] = {}
        self.connections: set[Connection] = set()
        self.closing = False
        self._loading: SingleFlight[LiveTable | None] = SingleFlight()
        self._chats: SingleFlight[None] = SingleFlight()
        self._codes: dict[str, str] = {}
        self._tasks: list[asyncio.Task[None]] = []
        self.lists = Lists(store, self.names)
        self.caretaker = Caretaker(self)
        self._pool = ThreadPoolExecutor(THINKERS, "bot")

    async def start(self) -> None:
        logger.info("ready")
        self._tasks = [
            asyncio.create_task(task)
            for task in (
                self._listen(),
                self.caretaker.resume(),
                self.caretaker.sweep_always(),
                self.caretaker.compare_always(),
            )
        ]

    async def close(self) -> None:
        """No new commands, what has begun is stored, clients are told to come again."""
        self.closing = True
        logger.info("closing", extra={"connections": len(self.connections), "tables": len(self.lives)})
        for live in list(self.lives.values()):
            live.timers.stop()
            await live.settled()
        await self.lists.close()
        for connection in list(self.connections):
            connection.tell(Bye(str(Code.SHUTDOWN)))
            connection.close(1012)
        waiting = [connection.flushed() for connection in self.connections]
        if waiting:
            await asyncio.wait([asyncio.ensure_future(one) for one in waiting], timeout=3)
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._pool.shutdown(wait=False, cancel_futures=True)

    def draw(self) -> str:
        return secrets.token_hex(16)

    # Tables

    async def open(self, host: str, new: NewTable, seats: Sequence[str] = ()) -> GameRow:
        """A new table. `seats`: guests who already have their places, as in a rematch."""
        options = new.options
        check_options(options)
        bots = [*new.bots, *[None] * 5][: options.seats]
        for bot in bots:
            if bot is not None:
                check_bot(bot)
        now = millis()
        events: list[log.Event] = [log.Opened(options, host)]
        events += [log.BotSat(seat, bot, self.draw()) for seat, bot in enumerate(bots) if bot]
        events += [log.Sat(seat, guest, self.draw()) for seat, guest in enumerate(seats) if guest]
        row = await self._new_row(options, now)
        entries = [log.Entry(now, event) for event in events]
        if not await self.store.append(row.id, 1, [log.encode(entry) for entry in entries]):
            raise StoreUnavailable
        table = Table(row.id, row.code, row.seed)
        for entry in entries:
            table.apply(entry)
        await self.know(table.guests())
        live = self._seat(row, table)
        live.chat.lines = deque(maxlen=SHOWN_LINES)
        live.timers.loaded = 0
        self.lists.put(live)
        self.metrics.count("qwixx_tables_opened_total")
        return row

    async def _new_row(self, options: Options, now: int) -> GameRow:
        while True:
            id = secrets.token_urlsafe(16)
            short = "".join(secrets.choice(LETTERS) for _ in range(CODE_LENGTH))
            code = secrets.token_urlsafe(16) if options.visibility == "private" else short
            row = GameRow(
                id=id,
                code=code,
                visibility=options.visibility,
                seed=secrets.token_bytes(SEED_BYTES),
                created=now / 1000,
                updated=now / 1000,
            )
            if await self.store.create_game(row):
                return row

    async def rematch(self, live: LiveTable, connection: Connection, id: str) -> None:
        """The same people in the same seats; the first who asks becomes host."""
        async with live.rematching:
            made = ""
            table, guest = live.table, connection.guest
            if table.status == "finished" and not table.rematch and table.concerns(guest):
                bots = tuple(seat.bot or None for seat in table.seats)
                seats = ["" if seat.guest in table.left else seat.guest for seat in table.seats]
                made = (await self.open(guest, NewTable(table.options, bots), seats)).id
            live.submit(QueuedCommand(guest, NoteRematch(made, id), connection))
            await live.settled()
        if made and live.table.rematch != made and (lost := self.lives.get(made)):
            # Somebody in another process was quicker.
            lost.submit(QueuedCommand("", Expire()))

    async def live(self, name: str) -> LiveTable | None:
        """The table with that id or short code, read from the store if it is not in use."""
        if not NAME.fullmatch(name):
            return None
        id = self._codes.get(name, name)
        if id in self.lives:
            return self.lives[id]
        return await self._loading.do(name, lambda: self._load(name))

    async def _load(self, name: str) -> LiveTable | None:
        row = await self.store.game(name) or await self.store.game(name.upper())
        if row is None:
            return None
        if row.id in self.lives:
            return self.lives[row.id]
        entries = await self.store.events(row.id)
        if not entries:
            return None
        table = fold(Table(row.id, row.code, row.seed), entries)
        await self.know([*table.guests(), table.host])
        return self._seat(row, table)

    def _seat(self, row: GameRow, table: Table) -> LiveTable:
        """Takes the table into use, unless somebody was quicker."""
        if row.id in self.lives:
            return self.lives[row.id]
        live = self.lives[row.id] = LiveTable(self, table, int(1000 * row.created))
        self._codes[row.code] = row.id
        live.timers.schedule()
        if row.status == "expired":
            live.submit(QueuedCommand("", Expire()))
        if not self.shared and table.status in ("lobby", "playing"):
            asyncio.get_running_loop().call_later(SETTLE, self._miss, live)
        return live

    def _miss(self, live: LiveTable) -> None:
        """After a restart the log still says that everybody is there."""
        for guest in live.table.guests():
            if not live.is_connected(guest) and guest not in live.table.away and not self.closing:
                live.submit(QueuedCommand("", Gone(guest)))

    async def know(self, guests: Collection[str]) -> None:
        unknown = {guest for guest in guests if guest} - self.names.keys()
        if unknown:
            self.names.update(await self.store.names(unknown))

    def advanced(self, live: LiveTable, old: Table) -> None:
        table = live.table
        places = [(seat.guest, seat.bot) for seat in table.seats]
        if places != [(seat.guest, seat.bot) for seat in old.seats] or table.status != old.status:
            self.lists.put(live)
        if table.status != old.status:
            extra = {"status": table.status, "variant": table.options.variant, "seats": len(table.seats)}
            logger.info("table", extra=extra)

    async def think(self, bot: str, game: TableGame, seat: int) -> Choice:
        return await asyncio.get_running_loop().run_in_executor(self._pool, think, bot, game, seat)

    def rename(self, guest: str, name: str) -> None:
        known = self.names.get(guest)
        self.names[guest] = name
        if known is not None and known != name:
            for live in self.lives.values():
                if guest in live.table.guests():
                    live.refresh()
                    self.lists.put(live)

    def gauges(self) -> dict[str, float]:
        return {
            "qwixx_connections": len(self.connections),
            "qwixx_tables": len(self.lives),
            "qwixx_games": sum(live.table.status == "playing" for live in self.lives.values()),
        }

    # Chat

    async def say(self, live: LiveTable, guest: str, text: str, cmd: str) -> None:
        row = ChatRow(live.table.id, guest, text, millis() / 1000, cmd=cmd.encode())
        number = await self.store.add_chat(row)
        self.bus.announce(Announcement(row.game, 0, number))
        await self._hear(live, [structs.replace(row, number=number)])

    async def _hear(self, live: LiveTable, rows: list[ChatRow]) -> None:
        await self.know({row.guest for row in rows})
        for row in rows:
            if row.number > live.chat.number:
                line = chat_line(row, self.names)
                live.chat.hear(line, row.cmd)
                for connection in live.connections:
                    connection.tell(Chat(line))

    async def chat(self, live: LiveTable) -> tuple[ChatLine, ...]:
        if live.chat.lines is None:
            await self._chats.do(live.table.id, lambda: self._read_chat(live))
        return tuple(live.chat.lines or ())

    async def _read_chat(self, live: LiveTable) -> None:
        rows = await self.store.chat(live.table.id)
        await self.know({row.guest for row in rows})
        live.chat.lines = deque(maxlen=SHOWN_LINES)
        for row in rows:
            live.chat.hear(chat_line(row, self.names), row.cmd)

    # In the background

    async def _listen(self) -> None:
        async for news in self.bus.listen():
            try:
                await self.heard(news)
            except StoreUnavailable:
                logger.warning("store does not answer")

    async def heard(self, news: Announcement) -> None:
        if news.guest:
            await self._read_names([news.guest])
        elif not news.game:
            for one in list(self.lives.values()):
                one.poke()
            await self._read_names(list(self.names))
        elif live := self.lives.get(news.game):
            if live.at_rest and news.seq > live.table.seq:
                # It goes on in another process, which also does what is due there.
                self.forget(live)
            else:
                live.hear(news.seq)
            if news.chat > live.chat.number and live.connections:
                await self._hear(live, await self.store.chat(news.game, live.chat.number))

    async def _read_names(self, guests: Sequence[str]) -> None:
        """Another process may have given them other names."""
        known = [guest for guest in guests if guest in self.names]
        for start in range(0, len(known), NAMES_AT_ONCE):
            for guest, name in (await self.store.names(known[start : start + NAMES_AT_ONCE])).items():
                self.rename(guest, name)

    async def enter(self, name: str, have: int) -> tuple[LiveTable, tuple[ChatLine, ...]] | None:
        """The table with its chat for somebody who comes in and has heard of it up to seq `have`."""
        while live := await self.live(name):
            if have > live.table.seq or live.unwatched:
                # Another process may have written.
                live.poke()
                await live.settled()
            chat = await self.chat(live) if live.table.options.chat else ()
            if self.lives.get(live.table.id) is live:
                return live, chat
        return None

    def forget(self, live: LiveTable) -> None:
        live.timers.stop()
        del self.lives[live.table.id]
        self._codes.pop(live.table.code, None)


def chat_line(row: ChatRow, names: dict[str, str]) -> ChatLine:
    return ChatLine(row.number, row.guest, names.get(row.guest, ""), row.text, int(1000 * row.sent))

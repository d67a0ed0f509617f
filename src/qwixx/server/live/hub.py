"""The hub of a process: puts its parts together, follows the announcements, and starts and stops it all."""

import asyncio
import logging

from ..bus.announcements import Announcement, Bus
from ..metrics import Metrics
from ..protocol import Bye, CloseCode, Code
from ..settings import Retention
from ..store.health import StoreHealth
from ..store.store import Store, StoreUnavailable
from .bots import BotPool
from .connection import Connection
from .game_ended import GameEnded
from .housekeeping import Housekeeping
from .listings import Listings, is_listed_differently
from .live_table import Advance, LiveTable
from .names import Names
from .registry import Registry
from .services import Services

logger = logging.getLogger("qwixx.server")


class Hub:
    def __init__(
        self,
        store: Store,
        bus: Bus,
        *,
        shared: bool = False,
        pace: float = 0.8,
        keep: Retention | None = None,
    ) -> None:
        """`shared`: whether other processes serve the same games. `pace`: seconds, see `Settings`."""
        self.store = store
        self.bus = bus
        self.names = Names(store)
        self.metrics = Metrics()
        self.health = StoreHealth(store, self.metrics)
        self.bots = BotPool()
        services = Services(
            store=store,
            bus=bus,
            health=self.health,
            names=self.names,
            metrics=self.metrics,
            bots=self.bots,
            shared=shared,
            pace=int(1000 * pace),
        )
        self._listings = Listings(store, self.names)
        self.tables = Registry(services, self._advanced, self._listings.put)
        self.game_ended = GameEnded()
        self.housekeeping = Housekeeping(store, self.tables, shared=shared, keep=keep or Retention())
        self.connections: set[Connection] = set()
        self._tasks: list[asyncio.Task[None]] = []
        self.names.on_rename(self._renamed)

    @property
    def closing(self) -> bool:
        return self.tables.closing

    async def start(self) -> None:
        logger.info("ready")
        self._tasks = [
            asyncio.create_task(task)
            for task in (
                self._listen(),
                self.housekeeping.resume(),
                self.housekeeping.sweep_forever(),
                self.housekeeping.compare_forever(),
            )
        ]

    async def close(self) -> None:
        """Takes no new commands, stores what has begun, and asks clients to reconnect."""
        logger.info("closing", extra={"connections": len(self.connections), "tables": len(self.tables.lives)})
        await self.tables.close()
        await self._listings.close()
        for connection in list(self.connections):
            connection.send(Bye(str(Code.SHUTDOWN)))
            connection.close(CloseCode.RESTART)
        waiting = [connection.flushed() for connection in self.connections]
        if waiting:
            await asyncio.wait([asyncio.ensure_future(one) for one in waiting], timeout=3)
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self.bots.close()

    def gauges(self) -> dict[str, float]:
        lives = self.tables.lives
        return {
            "qwixx_connections": len(self.connections),
            "qwixx_tables": len(lives),
            "qwixx_games": sum(live.table.status == "playing" for live in lives.values()),
        }

    # What the parts report

    def _advanced(self, live: LiveTable, advance: Advance) -> None:
        old, new = advance.old, advance.new
        gone = new.away is not old.away and new.status == "playing" and new.away.keys() - old.away.keys()
        if new.status != old.status or gone or is_listed_differently(old, new):
            self._listings.put(new, live.created)
        if new.status != old.status:
            extra = {"status": new.status, "variant": new.options.variant, "seats": len(new.seats)}
            logger.info("table", extra=extra)
        self.game_ended.advanced(advance)

    def _renamed(self, guest: str) -> None:
        for live in self.tables.lives.values():
            seated = guest in live.table.guests()
            if seated or live.is_connected(guest):
                live.refresh()
            # Afterwards a game keeps the names of its day.
            if seated and live.table.status in ("lobby", "playing"):
                self._listings.put(live.table, live.created)

    # Announcements

    async def _listen(self) -> None:
        async for news in self.bus.listen():
            try:
                await self._follow(news)
            except StoreUnavailable:
                logger.warning("store unavailable: announcement skipped")

    async def _follow(self, news: Announcement) -> None:
        if news.guest:
            await self.names.reread([news.guest])
        elif not news.game:
            for live in list(self.tables.lives.values()):
                live.check_log()
                await live.chat.catch_up()
            await self.names.reread(list(self.names))
        elif found := self.tables.lives.get(news.game):
            if found.at_rest and news.seq > found.table.seq:
                # It is played in another process, which also does what is due there.
                self.tables.drop(found)
            else:
                found.announced(news.seq)
            if news.chat and not found.chat.knows(news.chat):
                await found.chat.catch_up()
                await self.tables.tell_rematch(found)

"""Timers of a table: clocks, automatic rolls and bots. What is due follows from the table and its log."""

import asyncio
from collections.abc import Callable

from ..table.duties import BeginGame, BotChoice, Due, Duty, Think, TimeUp, due
from ..table.game import TableGame
from ..table.table import Table
from .bots import BotPool
from .table_clock import TableClock

RESTART_GRACE = 10_000
"""Milliseconds after a restart in which no clock runs out, so that people can be back."""
DEFERENCE = 2_000
"""Milliseconds that a process without connections leaves a table's duties to the one that wrote last."""
RETRY = 1.0
"""Seconds after a failure of the store until what is due is tried again."""


class Timers:
    def __init__(
        self,
        bots: BotPool,
        pace: int,
        submit: Callable[[Duty], None],
        defers: Callable[[], bool],
        clock: TableClock,
        *,
        resumed: bool,
    ) -> None:
        """`submit` queues a duty at the table; `defers` says whether another process should do it first.

        `resumed`: the table was read from the store, as after a restart.
        """
        self._bots = bots
        self._pace = pace
        self._submit = submit
        self._defers = defers
        self._clock = clock
        self._grace_until = clock.now() + RESTART_GRACE if resumed else 0
        self._handle: asyncio.TimerHandle | None = None
        self._thinking: dict[Think, asyncio.Task[None]] = {}
        self._stopped = False

    @property
    def idle(self) -> bool:
        return self._handle is None

    @property
    def thinking(self) -> bool:
        return bool(self._thinking)

    def schedule(self, table: Table) -> None:
        """Sets the timer for what is due next at the table as it is now."""
        self._cancel()
        if self._stopped:
            return
        waiting = [one for one in due(table, self._pace) if one.duty not in self._thinking]
        if not waiting:
            return
        first = min(self._time(one) for one in waiting)
        delay = max(0.0, (first - self._clock.now()) / 1000)
        self._handle = asyncio.get_running_loop().call_later(delay, self._fire, table)

    def retry_later(self, table: Table) -> None:
        """Schedules again in a while, after a failure."""
        self._cancel()
        self._handle = asyncio.get_running_loop().call_later(RETRY, self.schedule, table)

    def stop(self) -> None:
        """Stops all timers permanently."""
        self._stopped = True
        self._cancel()

    def _cancel(self) -> None:
        if self._handle:
            self._handle.cancel()
            self._handle = None

    def _time(self, one: Due) -> int:
        at = one.at
        if isinstance(one.duty, TimeUp | BeginGame):
            at = max(at, self._grace_until)
        return at + DEFERENCE if self._defers() else at

    def _fire(self, table: Table) -> None:
        self._handle = None
        now = self._clock.now()
        submitted = False
        for one in due(table, self._pace):
            if self._time(one) > now:
                continue
            if not isinstance(one.duty, Think):
                self._submit(one.duty)
                submitted = True
            elif one.duty not in self._thinking:
                task = asyncio.get_running_loop().create_task(self._think(one.duty, table.game))
                self._thinking[one.duty] = task
        if not submitted:
            # Otherwise the table schedules again when the duty has been carried out.
            self.schedule(table)

    async def _think(self, duty: Think, game: TableGame | None) -> None:
        assert game is not None
        try:
            choice = await self._bots.choose(duty.bot, game, duty.seat)
            self._submit(BotChoice(duty.turn, duty.action, choice))
        finally:
            self._thinking.pop(duty, None)

"""Games of the HTTP API: their logs, records, replays and dice, and the answers of the coach."""

import asyncio
from collections.abc import Callable, Hashable
from concurrent.futures import ThreadPoolExecutor
from typing import ParamSpec, TypeVar

from msgspec import structs
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from qwixx.rules import Record

from ..coaching import permission
from ..coaching.pool import Coaching
from ..live.live_table import LiveTable
from ..live.log_reading import whole_log
from ..protocol import Code, Notice, Working
from ..store.store import GuestRow
from ..table import records, views
from ..table.checks import CommandRefused
from ..table.log import DamagedLog
from ..table.rights import Access
from ..table.table import Table
from .bodies import address_of, json_response, number_parameter
from .rate_limits import RateLimit
from .requests import Requests

T = TypeVar("T")
P = ParamSpec("P")

COACH_RATE = (0.5, 20)
"""Questions to the coach per guest, reviews per address."""


def coach_response(found: bytes | Working) -> Response:
    """The coach's answer, which is already encoded; status 202 while it is being worked out."""
    if isinstance(found, Working):
        return json_response(found, 202)
    return Response(found, media_type="application/json")


class GameApi:
    def __init__(self, requests: Requests, coaching: Coaching) -> None:
        self._requests = requests
        self._coaching = coaching
        self.questions = RateLimit(*COACH_RATE)
        self._replaying = ThreadPoolExecutor(1, "replay")

    def routes(self) -> list[Route]:
        route = self._requests.route
        return [
            route("/api/tables/{name}/hint", self.hint, "GET"),
            route("/api/tables/{name}/verdict", self.verdict, "GET"),
            route("/api/tables/{name}/log", self.log, "GET"),
            route("/api/games/{name}/record", self.record, "GET"),
            route("/api/games/{name}/replay", self.replay, "GET"),
            route("/api/games/{name}/dice", self.dice, "GET"),
            route("/api/games/{name}/review", self.review, "GET"),
        ]

    async def hint(self, request: Request) -> Response:
        """`?seat=N`. Only new questions count against the rate limit, not polling for their answer."""
        guest = await self._requests.guest(request)
        live = await self._requests.allowed(request, Access.HINT)
        ask = permission.hint(live.table, guest.id, number_parameter(request, "seat"))
        self._limit_questions(guest, ask)
        return coach_response(await self._coaching.quickly(ask, ask, guest.id))

    async def verdict(self, request: Request) -> Response:
        """`?turn=N`."""
        guest = await self._requests.guest(request)
        live = await self._requests.allowed(request, Access.VERDICT)
        turn = number_parameter(request, "turn")
        permission.check_verdict(live.table, guest.id, turn)
        _, record = await self._table_and_record(request, live)
        ask = permission.verdict(live.table, guest.id, turn, record)
        self._limit_questions(guest, ask)
        return coach_response(await self._coaching.quickly(ask, ask, guest.id))

    def _limit_questions(self, guest: GuestRow, ask: Hashable) -> None:
        if not self._coaching.preparing and not self._coaching.knows(ask):
            self.questions.require(guest.id)

    async def log(self, request: Request) -> Response:
        """What has happened at a table since its game began, for somebody who was not there."""
        live = await self._requests.allowed(request)
        self._requests.limit(self._requests.replays, request)
        entries = await whole_log(self._requests.hub.store, live.table.id)
        try:
            found = await self._beside(records.log_of, live.table, entries)
        except DamagedLog as error:
            raise CommandRefused(Code.DAMAGED, detail=str(error)) from None
        names = self._requests.hub.names
        await names.read({line.event.guest for line in found.lines if isinstance(line.event, Notice)})
        lines = tuple(structs.replace(line, event=views.named(line.event, names)) for line in found.lines)
        return json_response(structs.replace(found, lines=lines))

    async def record(self, request: Request) -> Response:
        """`?format=json` for programs; otherwise the text form."""
        table, record = await self._over(request)
        json = request.query_params.get("format") == "json"
        kind = "application/json" if json else "text/plain; charset=utf-8"
        name = f"qwixx-{table.id[:8]}.{'json' if json else 'txt'}"
        headers = {"Content-Disposition": f'attachment; filename="{name}"'}
        return Response(record.json() if json else str(record), media_type=kind, headers=headers)

    async def replay(self, request: Request) -> Response:
        table, record = await self._finished(request)
        return json_response(await self._beside(records.replay_of, table, record, await self._names(table)))

    async def dice(self, request: Request) -> Response:
        table, record = await self._over(request)
        return json_response(await self._beside(records.check_dice, table, record))

    async def review(self, request: Request) -> Response:
        _, record = await self._finished(request)
        ask = permission.review(record)
        if not self._coaching.knows(ask):
            self._requests.limit(self.questions, request)
        return coach_response(await self._coaching.review(ask, ask, address_of(request)))

    async def _finished(self, request: Request) -> tuple[Table, Record]:
        live = await self._requests.allowed(request, Access.RECORD)
        if live.table.status != "finished":
            raise CommandRefused(Code.NOT_FINISHED)
        return await self._table_and_record(request, live)

    async def _over(self, request: Request) -> tuple[Table, Record]:
        """Also of a game that has expired: its dice can be checked as far as it was played."""
        live = await self._requests.allowed(request, Access.RECORD)
        if live.table.status not in ("finished", "expired") or live.table.game is None:
            raise CommandRefused(Code.NOT_FINISHED)
        return await self._table_and_record(request, live)

    async def _table_and_record(self, request: Request, live: LiveTable) -> tuple[Table, Record]:
        """The table and its record, whose headers hold the seed: do not send them before the game is over."""
        self._requests.limit(self._requests.replays, request)
        entries = await whole_log(self._requests.hub.store, live.table.id)
        names = await self._names(live.table)
        try:
            return await self._beside(records.record_of, live.table, entries, names)
        except DamagedLog as error:
            raise CommandRefused(Code.DAMAGED, detail=str(error)) from None

    async def _names(self, table: Table) -> dict[str, str]:
        """The names of the players in that game; of older games their present names."""
        present = {guest: self._requests.hub.names.get(guest, "") for guest in table.guests()}
        return present | await self._requests.hub.store.player_names(table.id)

    async def _beside(self, work: Callable[P, T], *args: P.args, **_: P.kwargs) -> T:
        """Replays a game in a thread beside the event loop, one at a time."""
        return await asyncio.get_running_loop().run_in_executor(self._replaying, work, *args)

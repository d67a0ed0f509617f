"""Tables of the HTTP API: lists of variants, bots, tables and games, a new table, reports."""

import gzip
import inspect
import time
from collections import Counter

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from qwixx.bots import bot_names
from qwixx.bots.registry import find_bot
from qwixx.rules import VARIANTS

from ..admin.desk import AdminDesk
from ..admin.queries import Report
from ..coaching.pool import Coaching
from ..live.listings import has_left, own_summary
from ..protocol import CHAT_LENGTH, BotInfo, Code, Created, NewReport, NewTable, Summary, Variants
from ..store.store import NO_SUMMARY, GameRow
from ..table import rights, views
from ..table.checks import CommandRefused
from ..table.clean_text import clean
from ..table.practice import is_practice
from .bodies import body, json_response, qr_code
from .rate_limits import RateLimit
from .requests import Requests

TABLES_PER_GUEST = 50
"""Unfinished games that one guest may have opened."""
MOST_COUNTED = 10_000
"""Guests whose opened tables are counted in memory, which saves a query for each new table."""
TABLE_RATE = (0.2, 20)
"""New tables per address."""
REPORT_RATE = (0.01, 5)
"""Reports per guest."""

VARIANTS_JSON = msgspec.json.encode(Variants(tuple(VARIANTS.values())))
VARIANTS_GZIP = gzip.compress(VARIANTS_JSON)


class TableApi:
    def __init__(self, requests: Requests, desk: AdminDesk, coaching: Coaching) -> None:
        self._requests = requests
        self._desk = desk
        self._coaching = coaching
        self._opened: Counter[str] = Counter()
        self.new_tables = RateLimit(*TABLE_RATE)
        self.reports = RateLimit(*REPORT_RATE)

    def routes(self) -> list[Route]:
        route = self._requests.route
        return [
            route("/api/home", self.others_address, "GET"),
            route("/api/variants", self.variants, "GET"),
            route("/api/bots", self.bots, "GET"),
            route("/api/tables", self.tables, "GET"),
            route("/api/tables", self.new_table, "POST"),
            route("/api/tables/{name}", self.table, "GET"),
            route("/api/tables/{name}/qr.svg", self.table_code, "GET"),
            route("/api/tables/{name}/report", self.report, "POST"),
            route("/api/games", self.games, "GET"),
        ]

    async def others_address(self, request: Request) -> Response:
        """The address for others in the network; null if the visitor already uses it."""
        return json_response(self._requests.home_for(request))

    async def variants(self, request: Request) -> Response:
        """The variants. Every first visit loads them and they never change, so they are compressed once."""
        response = Response(VARIANTS_JSON, media_type="application/json")
        if "gzip" in request.headers.get("accept-encoding", ""):
            response = Response(VARIANTS_GZIP, media_type="application/json")
            response.headers["content-encoding"] = "gzip"
        response.headers["vary"] = "accept-encoding"
        return response

    async def bots(self, _: Request) -> Response:
        return json_response(
            [BotInfo(name, (inspect.getdoc(find_bot(name)) or "").split("\n")[0]) for name in bot_names()]
        )

    async def tables(self, _: Request) -> Response:
        return json_response(summaries(await self._requests.hub.store.open_games()))

    async def new_table(self, request: Request) -> Response:
        guest = await self._requests.guest(request)
        new = await body(request, NewTable)
        self._requests.limit(self.new_tables, request)
        if self._requests.hub.closing:
            raise CommandRefused(Code.SHUTDOWN)
        await self._check_quota(guest.id)
        table = (await self._requests.hub.tables.open(guest.id, new)).table
        if len(self._opened) >= MOST_COUNTED:
            self._opened.clear()
        self._opened[guest.id] += 1
        self._requests.visitor_log.line("table opened", game=table.id[:6])
        self._coaching.prepare(training=new.options.training, practice=is_practice(new.options))
        return json_response(Created(table.id, table.code), 201)

    async def _check_quota(self, guest: str) -> None:
        """Counts a guest's unfinished games, but only if the guest has opened that many tables here."""
        if self._opened[guest] < TABLES_PER_GUEST:
            return
        self._opened[guest] = await self._requests.hub.store.count_unfinished(guest)
        if self._opened[guest] >= TABLES_PER_GUEST:
            raise CommandRefused(
                Code.TOO_MANY, detail=f"at most {TABLES_PER_GUEST} unfinished games: wait, or finish some"
            )

    async def table(self, request: Request) -> Response:
        live = await self._requests.allowed(request)
        return json_response(views.table_view(live.table, self._requests.hub.names, live.spectators()))

    async def table_code(self, request: Request) -> Response:
        """The link to the table as a QR code."""
        link = f"{self._requests.base(request)}/t/{(await self._requests.allowed(request)).table.id}"
        return Response(qr_code(link), media_type="image/svg+xml")

    async def report(self, request: Request) -> Response:
        """Stores what a player tells the host of the server."""
        guest = await self._requests.guest(request)
        async with self._requests.found(request, guest.id) as live:
            spoke = await self._desk.queries.spoke(live.table.id, guest.id)
            rights.check_report(live.table, guest.id, request.path_params["name"], spoke=spoke)
        new = await body(request, NewReport)
        text = clean(new.text)[:CHAT_LENGTH]
        if not text:
            raise CommandRefused(Code.CHAT_EMPTY)
        self.reports.require(guest.id)
        if new.guest and not await self._requests.hub.names.is_known(new.guest):
            raise CommandRefused(Code.NO_SUCH_GUEST)
        await self._desk.queries.add_report(Report(live.table.id, guest.id, new.guest, text, time.time()))
        return json_response(None, 201)

    async def games(self, request: Request) -> Response:
        guest = await self._requests.guest(request)
        rows = await self._requests.hub.store.games_of(guest.id)
        lives, names = self._requests.hub.tables.lives, self._requests.hub.names
        own = (row for row in rows if row.summary != NO_SUMMARY and not has_left(row, guest.id))
        found = ((row, lives.get(row.id)) for row in own)
        return json_response(
            [own_summary(row, live.table if live else None, names, guest.id) for row, live in found]
        )


def summaries(rows: list[GameRow]) -> list[Summary]:
    """The summaries of these games, without those that have none yet because opening them was interrupted."""
    return [msgspec.json.decode(row.summary, type=Summary) for row in rows if row.summary != NO_SUMMARY]

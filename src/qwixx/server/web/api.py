"""The HTTP API: guests, lists of tables, records, the coach. Its bodies are defined in the protocol."""

import asyncio
import gzip
import inspect
import logging
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Hashable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from io import BytesIO
from typing import ParamSpec, TypeVar

import msgspec
from starlette.requests import ClientDisconnect, Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from qwixx.bots import bot_names
from qwixx.bots.registry import find_bot
from qwixx.rules import VARIANTS, QwixxError, Record

from ..admin.desk import AdminDesk
from ..admin.queries import Report
from ..coaching import permission
from ..coaching.pool import Coaching
from ..live.hub import Hub
from ..live.listings import own_summary
from ..live.live_table import LiveTable
from ..live.log_reading import whole_log
from ..protocol import (
    CHAT_LENGTH,
    MESSAGE_BYTES,
    BotInfo,
    Code,
    Created,
    Error,
    GuestProfile,
    Name,
    NewReport,
    NewTable,
    Recovery,
    RecoveryKey,
    Summary,
    Variants,
    Working,
)
from ..store.store import GameRow, GuestRow, StoreUnavailable
from ..table import records, rights, views
from ..table.checks import CommandRefused
from ..table.clean_text import clean, clean_name
from ..table.practice import is_practice
from ..table.rights import Access
from ..table.table import Table
from .guests import COOKIE, YEAR, Guests
from .origins import Origins
from .rate_limits import LOOPBACK, RateLimit
from .table_codes import CodeLimit
from .tracing import VisitorLog, trace

logger = logging.getLogger("qwixx.server")

T = TypeVar("T")
P = ParamSpec("P")
Handler = Callable[[Request], Awaitable[Response]]

RETRY_AFTER = "10"
"""Seconds after which a visitor who was refused by a limit may ask again."""
TABLES_PER_GUEST = 50
"""Unfinished games that one guest may have opened."""
MOST_COUNTED = 10_000
"""Guests whose opened tables are counted in memory, which saves a query for each new table."""
NAME_RATE = (0.5, 30)
"""New guests, new names and deletions per address: (rate per second, burst)."""
TABLE_RATE = (0.2, 20)
"""New tables per address."""
COACH_RATE = (0.5, 20)
"""Questions to the coach per guest, reviews per address."""
REPLAY_RATE = (5, 100)
"""Requests that replay a game or export data, per address."""
REPORT_RATE = (0.01, 5)
"""Reports per guest."""
KEY_RATE = (0.01, 5)
"""New recovery keys per guest."""
RECOVERY_RATE = (0.2, 20)
"""Attempts to use a recovery key, per address."""

STATUS_OF_CODE = {
    Code.NO_GUEST: 401,
    Code.WRONG_ORIGIN: 403,
    Code.WRONG_KEY: 403,
    Code.NO_TABLE: 404,
    Code.NO_SPECTATORS: 403,
    Code.SHUT_OUT: 403,
    Code.BANNED: 403,
    Code.LOCKED: 403,
    Code.NOT_YOUR_SEAT: 403,
    Code.NOT_FINISHED: 409,
    Code.NOT_YOUR_TURN: 409,
    Code.BUSY: 503,
    Code.TOO_LARGE: 413,
    Code.TOO_FAST: 429,
    Code.TOO_MANY: 429,
    Code.STORAGE: 503,
    Code.SHUTDOWN: 503,
}

TRACED_REFUSALS = {Code.TOO_FAST, Code.WRONG_ORIGIN, Code.TOO_LARGE}
"""Refusals that have a line in the log: their senders may be abusing the server."""

VARIANTS_JSON = msgspec.json.encode(Variants(tuple(VARIANTS.values())))
VARIANTS_GZIP = gzip.compress(VARIANTS_JSON)


def json_response(value: object, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    return Response(msgspec.json.encode(value), status, headers, media_type="application/json")


def coach_response(found: bytes | Working) -> Response:
    """The coach's answer, which is already encoded; status 202 while it is being worked out."""
    if isinstance(found, Working):
        return json_response(found, 202)
    return Response(found, media_type="application/json")


def number_parameter(request: Request, name: str) -> int:
    text = request.query_params.get(name, "")
    if not (text.isascii() and text.isdigit() and len(text) < 6):
        raise CommandRefused(Code.MALFORMED, detail=f"{name} must be a number of at most five digits")
    return int(text)


class Api:
    def __init__(
        self,
        hub: Hub,
        guests: Guests,
        origins: Origins,
        coaching: Coaching,
        home: str,
        metrics_text: Callable[[], str],
        desk: AdminDesk,
    ) -> None:
        self.hub = hub
        self.metrics_text = metrics_text
        self.desk = desk
        self.visitor_log = VisitorLog()
        self.home = home
        self.coaching = coaching
        self.guests = guests
        self.origins = origins
        self._opened: Counter[str] = Counter()
        self.new_names = RateLimit(*NAME_RATE)
        self.new_tables = RateLimit(*TABLE_RATE)
        self.codes = CodeLimit(hub.tables)
        self.questions = RateLimit(*COACH_RATE)
        self.replays = RateLimit(*REPLAY_RATE)
        self.reports = RateLimit(*REPORT_RATE)
        self.keys = RateLimit(*KEY_RATE)
        self.recoveries = RateLimit(*RECOVERY_RATE)
        self._replaying = ThreadPoolExecutor(1, "replay")

    def routes(self) -> list[Route]:
        return [
            self._route("/api/me", self.me, "GET"),
            self._route("/api/me", self.set_me, "POST"),
            self._route("/api/me", self.delete_me, "DELETE"),
            self._route("/api/me/export", self.export, "GET"),
            self._route("/api/me/key", self.new_key, "POST"),
            self._route("/api/me/recover", self.recover, "POST"),
            self._route("/api/home", self.others_address, "GET"),
            self._route("/api/variants", self.variants, "GET"),
            self._route("/api/bots", self.bots, "GET"),
            self._route("/api/tables", self.tables, "GET"),
            self._route("/api/tables", self.new_table, "POST"),
            self._route("/api/tables/{name}", self.table, "GET"),
            self._route("/api/tables/{name}/qr.svg", self.table_code, "GET"),
            self._route("/api/tables/{name}/hint", self.hint, "GET"),
            self._route("/api/tables/{name}/verdict", self.verdict, "GET"),
            self._route("/api/tables/{name}/report", self.report, "POST"),
            self._route("/api/games", self.games, "GET"),
            self._route("/api/games/{name}/record", self.record, "GET"),
            self._route("/api/games/{name}/replay", self.replay, "GET"),
            self._route("/api/games/{name}/dice", self.dice, "GET"),
            self._route("/api/games/{name}/review", self.review, "GET"),
            Route("/healthz", self.health),
            Route("/metrics", self.metrics),
        ]

    def _route(self, path: str, handler: Handler, method: str) -> Route:
        async def guarded(request: Request) -> Response:
            try:
                if method != "GET" and not self.origins.allow(request.scope):
                    raise CommandRefused(Code.WRONG_ORIGIN)
                return await handler(request)
            except CommandRefused as refused:
                refusal = refused.refusal
                self.hub.metrics.refused(refusal.code)
                if refusal.code in TRACED_REFUSALS:
                    self.visitor_log.line("refused", code=refusal.code, path=path)
                status = STATUS_OF_CODE.get(Code(refusal.code), 400)
                answer = json_response(Error(refusal.code, detail=refusal.detail), status)
                if status == 429:
                    answer.headers["Retry-After"] = RETRY_AFTER
                return answer
            except StoreUnavailable as error:
                self.hub.health.failed(error)
                self.hub.metrics.refused(str(Code.STORAGE))
                return json_response(Error(str(Code.STORAGE)), 503)
            except Exception:
                logger.exception("request failed", extra={"path": path, **trace()})
                self.hub.metrics.count("qwixx_faults_total")
                return json_response(Error(str(Code.FAULT)), 500)

        return Route(path, guarded, methods=[method])

    def _limit(self, limit: RateLimit, request: Request) -> None:
        if not limit.take(_address(request)):
            raise CommandRefused(Code.TOO_FAST)

    async def _guest(self, request: Request) -> GuestRow:
        guest = await self.guests.find(request.scope["headers"])
        rights.check(Access.OWN_GAMES, None, guest.id if guest else "")
        assert guest is not None
        return guest

    # Guests

    async def me(self, request: Request) -> Response:
        """The guest, or null for a new visitor. Not an error status, which browsers would log."""
        guest = await self.guests.find(request.scope["headers"])
        return json_response(guest and GuestProfile(guest.id, guest.name))

    async def set_me(self, request: Request) -> Response:
        """Creates a guest, or renames the one who asks."""
        self._limit(self.new_names, request)
        name = clean_name((await body(request, Name)).name)
        if not name:
            raise CommandRefused(Code.BAD_NAME)
        known = await self.guests.find(request.scope["headers"])
        if known:
            await self.guests.rename(known, name)
            if name != known.name:
                await self.hub.housekeeping.relist(known.id)
            return json_response(GuestProfile(known.id, name))
        guest, secret = await self.guests.create(name)
        self.visitor_log.line("guest created")
        return self._with_cookie(request, json_response(GuestProfile(guest.id, name), 201), secret)

    def _with_cookie(self, request: Request, response: Response, secret: str) -> Response:
        response.set_cookie(
            COOKIE,
            secret,
            max_age=YEAR,
            httponly=True,
            samesite="lax",
            secure=request.url.scheme == "https",
        )
        return response

    async def new_key(self, request: Request) -> Response:
        """A recovery key, as a link and as a QR code. It is in this answer and nowhere else."""
        guest = await self._guest(request)
        if not self.keys.take(guest.id):
            raise CommandRefused(Code.TOO_FAST)
        key = await self.guests.make_key(guest)
        # Browsers do not send the part after the #, so the key is in no log of a proxy.
        link = f"{self._base(request)}/restore#{key}"
        self.visitor_log.line("recovery key made")
        return json_response(RecoveryKey(key, link, qr_code(link).decode()), 201)

    async def recover(self, request: Request) -> Response:
        """Carries the guest of a recovery key to the device that asks."""
        self._limit(self.recoveries, request)
        found = await self.guests.recover((await body(request, Recovery)).key)
        if found is None:
            raise CommandRefused(Code.WRONG_KEY)
        guest, secret = found
        await self.desk.moved(guest)
        self.visitor_log.line("guest recovered")
        return self._with_cookie(request, json_response(GuestProfile(guest.id, guest.name)), secret)

    async def export(self, request: Request) -> Response:
        """All that is stored about the guest, as a file."""
        guest = await self._guest(request)
        self._limit(self.replays, request)
        response = json_response(await self.desk.export(guest))
        response.headers["Content-Disposition"] = 'attachment; filename="qwixx-my-data.json"'
        return response

    async def delete_me(self, request: Request) -> Response:
        """Deletes the guest for good."""
        guest = await self._guest(request)
        self._limit(self.new_names, request)
        await self.desk.erase(guest.id)
        response = json_response(None)
        response.delete_cookie(COOKIE, httponly=True, samesite="lax")
        return response

    async def _allowed(self, request: Request, access: Access | None = None) -> LiveTable:
        """The table, up to date, if the rights allow the access; without one, to see the table."""
        guest = await self.guests.find(request.scope["headers"])
        id = guest.id if guest else ""
        async with self._found(request, id) as live:
            name = request.path_params["name"]
            rights.check(access or rights.seeing(live.table), live.table, id, name)
        return live

    @asynccontextmanager
    async def _found(self, request: Request, guest: str) -> AsyncIterator[LiveTable]:
        """The table that the request names, up to date, while the rights are checked."""
        name = request.path_params["name"]
        async with self.codes.attempt(name, guest, _address(request)):
            live = await self.hub.tables.find(name)
            if live is None:
                raise CommandRefused(Code.NO_TABLE)
            if live.unwatched:
                # It may be played in another process.
                live.check_log()
                await live.settled()
            yield live

    # Tables

    async def others_address(self, request: Request) -> Response:
        """The address for others in the network; null if the visitor already uses it."""
        return json_response(self._home(request))

    def _home(self, request: Request) -> str | None:
        return self.home if self.home and request.url.hostname in LOOPBACK else None

    def _base(self, request: Request) -> str:
        """The beginning of links for other devices."""
        return self._home(request) or str(request.base_url).rstrip("/")

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
        return json_response(summaries(await self.hub.store.open_games()))

    async def new_table(self, request: Request) -> Response:
        guest = await self._guest(request)
        new = await body(request, NewTable)
        self._limit(self.new_tables, request)
        if self.hub.closing:
            raise CommandRefused(Code.SHUTDOWN)
        await self._check_quota(guest.id)
        table = (await self.hub.tables.open(guest.id, new)).table
        if len(self._opened) >= MOST_COUNTED:
            self._opened.clear()
        self._opened[guest.id] += 1
        self.visitor_log.line("table opened", game=table.id[:6])
        if is_practice(new.options):
            self.coaching.prepare()
        return json_response(Created(table.id, table.code), 201)

    async def _check_quota(self, guest: str) -> None:
        """Counts a guest's unfinished games, but only if the guest has opened that many tables here."""
        if self._opened[guest] < TABLES_PER_GUEST:
            return
        self._opened[guest] = await self.hub.store.count_unfinished(guest)
        if self._opened[guest] >= TABLES_PER_GUEST:
            raise CommandRefused(
                Code.TOO_MANY, detail=f"at most {TABLES_PER_GUEST} unfinished games: wait, or finish some"
            )

    async def table(self, request: Request) -> Response:
        live = await self._allowed(request)
        return json_response(views.table_view(live.table, self.hub.names, live.count_spectators()))

    async def table_code(self, request: Request) -> Response:
        """The link to the table as a QR code."""
        link = f"{self._base(request)}/t/{(await self._allowed(request)).table.id}"
        return Response(qr_code(link), media_type="image/svg+xml")

    async def hint(self, request: Request) -> Response:
        """`?seat=N`. Only new questions count against the rate limit, not polling for their answer."""
        guest = await self._guest(request)
        live = await self._allowed(request, Access.HINT)
        ask = permission.hint(live.table, guest.id, number_parameter(request, "seat"))
        self._limit_questions(guest, ask)
        return coach_response(await self.coaching.quickly(ask, ask, guest.id))

    async def verdict(self, request: Request) -> Response:
        """`?turn=N`."""
        guest = await self._guest(request)
        live = await self._allowed(request, Access.VERDICT)
        _, record = await self._table_and_record(request, live)
        ask = permission.verdict(live.table, guest.id, number_parameter(request, "turn"), record)
        self._limit_questions(guest, ask)
        return coach_response(await self.coaching.quickly(ask, ask, guest.id))

    def _limit_questions(self, guest: GuestRow, ask: Hashable) -> None:
        if not self.coaching.knows(ask) and not self.questions.take(guest.id):
            raise CommandRefused(Code.TOO_FAST)

    async def report(self, request: Request) -> Response:
        """Stores what a player tells the host of the server."""
        guest = await self._guest(request)
        async with self._found(request, guest.id) as live:
            spoke = await self.desk.queries.spoke(live.table.id, guest.id)
            rights.check_report(live.table, guest.id, request.path_params["name"], spoke=spoke)
        new = await body(request, NewReport)
        text = clean(new.text)[:CHAT_LENGTH]
        if not text:
            raise CommandRefused(Code.CHAT_EMPTY)
        if not self.reports.take(guest.id):
            raise CommandRefused(Code.TOO_FAST)
        await self.desk.queries.add_report(Report(live.table.id, guest.id, new.guest, text, time.time()))
        return json_response(None, 201)

    async def games(self, request: Request) -> Response:
        guest = await self._guest(request)
        rows = await self.hub.store.games_of(guest.id)
        lives, names = self.hub.tables.lives, self.hub.names
        found = ((row, lives.get(row.id)) for row in rows if row.summary != b"{}")
        return json_response(
            [own_summary(row, live.table if live else None, names, guest.id) for row, live in found]
        )

    # Records

    async def _beside(self, work: Callable[P, T], *args: P.args, **_: P.kwargs) -> T:
        """Replays a game in a thread beside the event loop, one at a time."""
        return await asyncio.get_running_loop().run_in_executor(self._replaying, work, *args)

    async def _finished(self, request: Request) -> tuple[Table, Record]:
        live = await self._allowed(request, Access.RECORD)
        if live.table.status != "finished":
            raise CommandRefused(Code.NOT_FINISHED)
        return await self._table_and_record(request, live)

    async def _names(self, table: Table) -> dict[str, str]:
        """The names of the players in that game; of older games their present names."""
        present = {guest: self.hub.names.get(guest, "") for guest in table.guests()}
        return present | await self.hub.store.player_names(table.id)

    async def _over(self, request: Request) -> tuple[Table, Record]:
        """Also of a game that has expired: its dice can be checked as far as it was played."""
        live = await self._allowed(request, Access.RECORD)
        if live.table.status not in ("finished", "expired") or live.table.game is None:
            raise CommandRefused(Code.NOT_FINISHED)
        return await self._table_and_record(request, live)

    async def _table_and_record(self, request: Request, live: LiveTable) -> tuple[Table, Record]:
        """The table and its record, whose headers hold the seed: do not send them before the game is over."""
        self._limit(self.replays, request)
        entries = await whole_log(self.hub.store, live.table.id)
        names = await self._names(live.table)
        try:
            return await self._beside(records.record_of, live.table, entries, names)
        except (msgspec.MsgspecError, QwixxError, LookupError, AssertionError) as error:
            raise CommandRefused(Code.DAMAGED, detail=str(error)) from None

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
        if not self.coaching.knows(ask):
            self._limit(self.questions, request)
        return coach_response(await self.coaching.review(ask, ask, _address(request)))

    # Operations

    async def health(self, _: Request) -> Response:
        if not await self.hub.health.check():
            return PlainTextResponse("storage\n", 503)
        if self.hub.closing:
            return PlainTextResponse("closing\n", 503)
        # The host wants it so: nothing is wrong with the server.
        return PlainTextResponse("read-only\n" if self.desk.read_only else "ok\n")

    async def metrics(self, _: Request) -> Response:
        return Response(self.metrics_text(), media_type="text/plain; version=0.0.4")


def _address(request: Request) -> str:
    return request.client.host if request.client else ""


def qr_code(link: str) -> bytes:
    """A picture in SVG, black on white, which every reader can read."""
    import segno

    picture = BytesIO()
    segno.make(link).save(picture, kind="svg", scale=4, light="#fff")
    return picture.getvalue()


async def body(request: Request, kind: type[T]) -> T:
    data = b""
    try:
        async for chunk in request.stream():
            data += chunk
            if len(data) > MESSAGE_BYTES:
                raise CommandRefused(Code.TOO_LARGE)
    except ClientDisconnect:
        raise CommandRefused(Code.MALFORMED, detail="the request ended early: send its whole body") from None
    try:
        return msgspec.json.decode(data, type=kind)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise CommandRefused(Code.MALFORMED, detail=str(error)) from None


def summaries(rows: list[GameRow]) -> list[Summary]:
    """The summaries of these games, without those that have none yet because opening them was interrupted."""
    return [msgspec.json.decode(row.summary, type=Summary) for row in rows if row.summary != b"{}"]

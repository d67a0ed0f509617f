"""Requests to the HTTP API: who asks, for which table, and how refusals are answered."""

import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ..live.hub import Hub
from ..live.live_table import LiveTable
from ..protocol import Code, Error
from ..store.store import GuestRow, StoreUnavailable
from ..table import rights
from ..table.checks import CommandRefused
from ..table.rights import Access
from .bodies import address_of, json_response
from .guests import Guests
from .origins import Origins
from .rate_limits import LOOPBACK, RateLimit, TooFast
from .table_codes import CodeLimit
from .tracing import VisitorLog, trace

logger = logging.getLogger("qwixx.server")

Handler = Callable[[Request], Awaitable[Response]]

REPLAY_RATE = (5, 100)
"""Requests that replay a game, per address."""

STATUS_OF_CODE = {
    Code.NO_GUEST: 401,
    Code.WRONG_ORIGIN: 403,
    Code.WRONG_KEY: 403,
    Code.NO_TABLE: 404,
    Code.NO_SUCH_GUEST: 404,
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


class Requests:
    def __init__(self, hub: Hub, guests: Guests, origins: Origins, home: str) -> None:
        """`home`: the address for other machines in the network; empty if there is none."""
        self.hub = hub
        self.guests = guests
        self.visitor_log = VisitorLog()
        self.codes = CodeLimit(hub.tables)
        self.replays = RateLimit(*REPLAY_RATE)
        self._origins = origins
        self._home = home

    def route(self, path: str, handler: Handler, method: str) -> Route:
        async def guarded(request: Request) -> Response:
            try:
                if method != "GET" and not self._origins.allow(request.scope):
                    raise CommandRefused(Code.WRONG_ORIGIN)
                return await handler(request)
            except CommandRefused as refused:
                refusal = refused.refusal
                self.hub.metrics.refused(refusal.code)
                if refusal.code in TRACED_REFUSALS:
                    self.visitor_log.line("refused", code=refusal.code, path=path)
                status = STATUS_OF_CODE.get(Code(refusal.code), 400)
                answer = json_response(Error(refusal.code, detail=refusal.detail), status)
                if isinstance(refused, TooFast):
                    answer.headers["Retry-After"] = str(refused.wait)
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

    def limit(self, limit: RateLimit, request: Request) -> None:
        limit.require(address_of(request))

    async def guest(self, request: Request) -> GuestRow:
        guest = await self.guests.find(request.scope["headers"])
        rights.check(Access.OWN_GAMES, None, guest.id if guest else "")
        assert guest is not None
        return guest

    async def allowed(self, request: Request, access: Access | None = None) -> LiveTable:
        """The table, up to date, if the rights allow the access; without one, to see the table."""
        guest = await self.guests.find(request.scope["headers"])
        id = guest.id if guest else ""
        async with self.found(request, id) as live:
            name = request.path_params["name"]
            rights.check(access or rights.seeing(live.table), live.table, id, name)
        return live

    @asynccontextmanager
    async def found(self, request: Request, guest: str) -> AsyncIterator[LiveTable]:
        """The table that the request names, up to date, while the rights are checked."""
        name = request.path_params["name"]
        async with self.codes.attempt(name, guest, address_of(request)):
            live = await self.hub.tables.find(name)
            if live is None:
                raise CommandRefused(Code.NO_TABLE)
            if live.unwatched:
                # It may be played in another process.
                live.check_log()
                await live.settled()
            yield live

    def home_for(self, request: Request) -> str | None:
        return self._home if self._home and request.url.hostname in LOOPBACK else None

    def base(self, request: Request) -> str:
        """The beginning of links for other devices."""
        return self.home_for(request) or str(request.base_url).rstrip("/")

"""The ASGI application: HTTP and WebSocket on one port, static files, headers, start and stop."""

from collections.abc import Callable
from typing import cast

import msgspec
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Match, Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from .admin.desk import AdminDesk
from .bus.announcements import Bus
from .bus.opening import open_bus
from .coaching.pool import Coaching
from .live import connection
from .live.hub import Hub
from .metrics import Measured, memory, prometheus_text
from .protocol import CloseCode, Code, Error, Summary
from .reference import page
from .settings import Settings
from .store.opening import open_store
from .store.server_lock import ServerLock
from .store.store import NO_SUMMARY, Store, StoreError, StoreUnavailable
from .web import previews
from .web.api import Api
from .web.bodies import json_response
from .web.guests import Guests
from .web.origins import Origins
from .web.requests import Requests
from .web.session import SocketEndpoint
from .web.static_files import STATIC, ClientFiles, page_response
from .web.tracing import begin_trace

HEADERS = [
    (
        b"content-security-policy",
        b"default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; "
        b"form-action 'self'; frame-ancestors 'none'",
    ),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"x-frame-options", b"DENY"),
]
TLS_HEADERS = [(b"cross-origin-opener-policy", b"same-origin")]
"""Only for HTTPS: on plain HTTP browsers ignore these and log a warning."""
NO_STORE = [(b"cache-control", b"no-store")]


class Application:
    """Owns everything that lives as long as the server; uvicorn runs it."""

    def __init__(self, settings: Settings, others: Callable[[], list[Measured]] = list) -> None:
        """`others`: the metrics of the other workers, if there are several."""
        self.settings = settings
        self._others = others
        self.hub: Hub | None = None
        self._socket: SocketEndpoint | None = None
        self._pages: ASGIApp = PlainTextResponse("not ready\n", 503)
        self._coaching = Coaching()
        self._store: Store | None = None
        self._lock: ServerLock | None = None
        self._bus: Bus | None = None
        self._desk: AdminDesk | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Dispatches by hand, so that the many frames of WebSockets pass no middleware."""
        id = begin_trace(scope, addresses=self.settings.log_addresses)
        match scope["type"]:
            case "http":
                await self._pages(scope, receive, _with_headers(scope, send, id))
            case "websocket" if scope["path"] == "/ws" and self._socket:
                await self._socket(scope, receive, cast("connection.Send", send))
            case _:
                await receive()
                await send({"type": "websocket.close", "code": CloseCode.POLICY})

    async def open(self) -> None:
        """Opens the database and starts the hub. Raises `StoreError` if the database cannot be used."""
        self._lock = ServerLock(self.settings.database)
        try:
            store = await open_store(self.settings.database)
            try:
                bus = await open_bus(self.settings.database)
            except StoreError:
                await store.close()
                raise
        except StoreError:
            self._lock.release()
            raise
        self._store, self._bus = store, bus
        self.hub = Hub(
            store, bus, keep=self.settings.keep, shared=self.settings.shared, pace=self.settings.pace
        )
        guests, origins = Guests(store, bus, self.hub.names), Origins(self.settings.origins)
        desk = self._desk = AdminDesk(store, self.hub, guests.forget)
        requests = Requests(self.hub, guests, origins, self.settings.home)
        api = Api(requests, self._coaching, desk, self._metrics_text)
        self._socket = SocketEndpoint(self.hub, guests, origins, requests.codes)
        self._pages = Starlette(
            routes=[*api.routes(), *page.routes(), Route("/{path:path}", self._page)],
            exception_handlers={405: _wrong_method},
        )
        await self.hub.start()
        await desk.start()

    async def _page(self, request: Request) -> Response:
        """A file of the client; every path without a file name gets the page, which routes it itself."""
        path = request.path_params["path"]
        if path == "api" or path.startswith("api/"):
            return json_response(Error(str(Code.NOT_FOUND)), 404)
        if path and "." in path.rsplit("/", 1)[-1]:
            return await _files.get_response(path, request.scope)
        if not (STATIC / "index.html").is_file():
            return PlainTextResponse("The browser client is not built: run ./qwixx, which builds it.\n", 503)
        html = (STATIC / "index.html").read_text(encoding="utf-8")
        wanted = request.query_params.get("lang", "")
        language = previews.language_of_link(wanted, request.headers.get("accept-language", ""))
        address = str(request.base_url).rstrip("/")
        link = previews.Link(address, path, language, names_language=wanted == language)
        return page_response(previews.with_preview(html, await self._preview(link), language), request.scope)

    async def _preview(self, link: previews.Link) -> str:
        """The preview of a stored table; a general one if there is none, or the store does not answer."""
        table = previews.table_of(link.path)
        try:
            row = await self._store.game(table) if table and self._store else None
        except StoreUnavailable:
            row = None
        if row is None or row.summary == NO_SUMMARY or row.status == "expired":
            return previews.general_tags(link)
        return previews.game_tags(link, msgspec.json.decode(row.summary, type=Summary))

    def measured(self) -> Measured:
        """The metrics of this process."""
        if self.hub is None:
            return Measured()
        own = {"qwixx_memory_bytes": memory(), "qwixx_processes": 1}
        return self.hub.metrics.measured(self.hub.gauges() | self._coaching.gauges() | own)

    def _metrics_text(self) -> str:
        return prometheus_text([self.measured(), *self._others()])

    async def close(self) -> None:
        """Stores what has begun and asks clients to reconnect, before the connections are cut."""
        if self._desk:
            await self._desk.close()
        if self.hub:
            await self.hub.close()

    async def release(self) -> None:
        """Closes the coach and the database, once all connections are closed."""
        await self._coaching.close()
        if self._bus:
            await self._bus.close()
        if self._store:
            await self._store.close()
        if self._lock:
            self._lock.release()


def _with_headers(scope: Scope, send: Send, id: str) -> Send:
    """Adds the security and caching headers and the request's id to every response."""
    extra = HEADERS + (TLS_HEADERS if scope["scheme"] == "https" else [])
    extra += NO_STORE if scope["path"].startswith("/api/") else []

    extra = [*extra, (b"x-request-id", id.encode())]

    async def send_with_headers(message: Message) -> None:
        if message["type"] == "http.response.start":
            message["headers"] = [*message["headers"], *extra]
        await send(message)

    return send_with_headers


_files = ClientFiles()


async def _wrong_method(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    if request.url.path.startswith("/api/"):
        # Every method has a route of its own; the last route is that of the pages.
        *routes, _ = request.app.routes
        matching = [one for one in routes if one.matches(request.scope)[0] is not Match.NONE]
        allowed = sorted({method for route in matching for method in getattr(route, "methods", None) or ()})
        if not allowed:
            return json_response(Error(str(Code.NOT_FOUND)), 404)
        detail = f"{request.method} is not possible here: use {' or '.join(allowed)}"
        answer = json_response(Error(str(Code.NOT_FOUND), detail=detail), 405)
        answer.headers["Allow"] = ", ".join(allowed)
        return answer
    return PlainTextResponse("Method Not Allowed\n", 405, error.headers)

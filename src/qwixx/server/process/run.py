"""Runs the application with uvicorn in this process, and opens the socket it listens on."""

import asyncio
import errno
import gc
import logging
import math
import socket
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress

import uvicorn
from msgspec import Struct

from qwixx.rules import QwixxError

from ..app import Application
from ..logs import set_up_logs
from ..settings import Settings
from ..store.store import StoreNotReady
from .handoff import Handoff
from .http_timeout import HttpWithTimeout
from .proxies import Proxies
from .unreadable import UnreadableRequests
from .websocket_protocol import AdoptedWebSocket, WebSocketProtocol
from .worker_board import BEAT_SECONDS, BoardPlace

logger = logging.getLogger("qwixx.server")

LARGEST_FRAME = 64 * 1024
"""A longer frame ends the connection; a message above the protocol's own, lower limit gets an error."""
PING_SECONDS = 20
"""Seconds between two pings to a client."""
PONG_SECONDS = 20
"""Seconds in which a client has to answer a ping."""
GRACE = 5
DATABASE_RETRY = 1.0
"""Seconds between two attempts to reach the database at the start."""
WAITING_LOG_SECONDS = 30.0
"""Seconds between two log lines that say so."""


class Listen(Struct, frozen=True, kw_only=True):
    trusted_proxies: str = ""
    """Addresses of proxies whose X-Forwarded headers are trusted, separated by commas; empty for none."""
    tls_cert: str = ""
    tls_key: str = ""
    """Files with the certificate chain and its key, in PEM; empty for plain HTTP."""


class GracefulServer(uvicorn.Server):
    """A uvicorn server that tells clients to reconnect before it closes their connections."""

    def __init__(
        self,
        application: Application,
        listen: Listen,
        handoff: Handoff | None = None,
        ready: Callable[[], None] | None = None,
        place: BoardPlace | None = None,
    ) -> None:
        self.application = application
        self.handoff = handoff
        self.place = place
        self._beating: asyncio.Task[None] | None = None
        self._unreadable: UnreadableRequests | None = None
        self.ready = ready
        WebSocketProtocol.handoff = handoff
        super().__init__(
            uvicorn.Config(
                Proxies(application, listen.trusted_proxies),
                http=HttpWithTimeout,
                ws=WebSocketProtocol,
                ws_max_size=LARGEST_FRAME,
                ws_per_message_deflate=False,
                ws_ping_interval=PING_SECONDS,
                ws_ping_timeout=PONG_SECONDS,
                proxy_headers=False,
                ssl_certfile=listen.tls_cert or None,
                ssl_keyfile=listen.tls_key or None,
                server_header=False,
                access_log=False,
                log_config=None,
                timeout_graceful_shutdown=GRACE,
                lifespan="off",
            )
        )

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        # Opened here rather than in uvicorn's lifespan, so that a startup error reaches the command line as
        # one sentence.
        await open_when_ready(self.application.open, lambda: self.should_exit)
        if self.should_exit:
            return
        if self.application.hub:
            self._unreadable = UnreadableRequests(self.application.hub.metrics.count)
            self._unreadable.attach()
        await super().startup(sockets)
        if self.ready:
            self.ready()
        if self.place and self.application.hub:
            self.application.hub.metrics.go_on_from(self.place.before())
            self._beating = asyncio.create_task(self._beat(self.place))
        if self.handoff:
            self.handoff.open(lambda: AdoptedWebSocket(self.config, self.server_state, self.lifespan.state))

    async def _beat(self, place: BoardPlace) -> None:
        """Sends heartbeats from the event loop, so that they stop if the loop hangs."""
        try:
            while True:
                place.beat(self.application.measured())
                await asyncio.sleep(BEAT_SECONDS)
        finally:
            place.rest()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        if self._beating:
            self._beating.cancel()
        if self.handoff:
            self.handoff.close()
        await self.application.close()
        await super().shutdown(sockets)
        if self._unreadable:
            self._unreadable.detach()
        await self.application.release()


async def open_when_ready(open: Callable[[], Awaitable[object]], stop: Callable[[], bool]) -> None:
    """Opens the database, or waits until it can be reached: a server may start before its database."""
    logged = -math.inf
    while not stop():
        try:
            await open()
        except StoreNotReady as error:
            if time.monotonic() - logged >= WAITING_LOG_SECONDS:
                logger.warning("waiting for the database", extra={"why": str(error)})
                logged = time.monotonic()
            await asyncio.sleep(DATABASE_RETRY)
        else:
            return


class CannotListen(QwixxError):
    """The address or the port cannot be used."""


class PortInUse(CannotListen):
    """Another program listens on the port."""


def listen_on(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # asyncio sets TCP_NODELAY, so that small frames are sent at once, only if the protocol is named.
    sock = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        sock.bind((host, port))
        sock.listen(2048)
    except OSError as error:
        sock.close()
        if error.errno == errno.EADDRINUSE:
            raise PortInUse(f"Port {port} is in use: choose another with --port, or 0 for any.") from None
        raise CannotListen(f"Cannot listen on {host} port {port}: {error.strerror}.") from None
    except OverflowError as error:
        sock.close()
        raise CannotListen(f"Cannot listen on {host}: {error}.") from None
    return sock


def listen_on_free(host: str, first: int) -> socket.socket:
    """Listens on the first free port from `first` on; if twenty are in use, on any."""
    for port in range(first, first + 20):
        try:
            return listen_on(host, port)
        except PortInUse:
            continue
    return listen_on(host, 0)


def _raise_file_limit() -> None:
    """Every connection is an open file, and the usual limit is about a thousand."""
    with suppress(ImportError, OSError, ValueError):
        import resource

        _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


def run(
    settings: Settings,
    listen: Listen,
    sockets: list[socket.socket],
    handoff: Handoff | None = None,
    ready: Callable[[], None] | None = None,
    place: BoardPlace | None = None,
) -> None:
    """Serves until it is stopped; `ready` is called once it accepts connections."""
    set_up_logs()
    _raise_file_limit()
    # What exists now stays, and games create hardly any reference cycles, so collecting rarely is enough.
    gc.freeze()
    gc.set_threshold(10_000, 10, 10)
    application = Application(settings, place.others) if place else Application(settings)
    GracefulServer(application, listen, handoff, ready, place).run(sockets)

"""Runs the application with uvicorn: one process, or several on one PostgreSQL."""

import errno
import gc
import socket
from collections.abc import Callable
from contextlib import suppress

import uvicorn
from msgspec import Struct

from qwixx.rules import QwixxError

from ..app import Application
from ..json_logs import set_up_logs
from ..settings import Settings
from .handoff import Handoff
from .http_timeout import Door
from .websocket_protocol import AdoptedLine, Line

LARGEST_FRAME = 64 * 1024
"""What the connection itself bears; a message above the protocol's limit gets an error, this cuts it off."""
GRACE = 5


class Listen(Struct, frozen=True, kw_only=True):
    trusted_proxies: str = ""
    """Addresses whose X-Forwarded headers count, with commas; empty for none."""


class GracefulServer(uvicorn.Server):
    """Tells clients to come again before uvicorn cuts their connections."""

    def __init__(
        self,
        application: Application,
        listen: Listen,
        meeting: Handoff | None = None,
        ready: Callable[[], None] | None = None,
    ) -> None:
        self.application = application
        self.meeting = meeting
        self.ready = ready
        Line.meeting = meeting
        super().__init__(
            uvicorn.Config(
                application,
                http=Door,
                ws=Line,
                ws_max_size=LARGEST_FRAME,
                ws_per_message_deflate=False,
                ws_ping_interval=20,
                ws_ping_timeout=20,
                proxy_headers=bool(listen.trusted_proxies),
                forwarded_allow_ips=listen.trusted_proxies or None,
                server_header=False,
                access_log=False,
                log_config=None,
                timeout_graceful_shutdown=GRACE,
                lifespan="off",
            )
        )

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        # Not as uvicorn's lifespan, so that whoever started it hears in one sentence why it cannot start.
        await self.application.open()
        await super().startup(sockets)
        if self.ready:
            self.ready()
        if self.meeting:
            self.meeting.open(lambda: AdoptedLine(self.config, self.server_state, self.lifespan.state))

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        if self.meeting:
            self.meeting.close()
        await self.application.close()
        await super().shutdown(sockets)
        await self.application.release()


class CannotListen(QwixxError):
    """The address or the port cannot be had."""


def listen_on(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # Only if the protocol is named does asyncio send small frames at once instead of waiting for company.
    sock = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        sock.bind((host, port))
        sock.listen(2048)
    except OSError as error:
        sock.close()
        if error.errno == errno.EADDRINUSE:
            raise CannotListen(f"Port {port} is taken; choose another with --port, or 0 for any.") from None
        raise CannotListen(f"Cannot listen on {host} port {port}: {error.strerror}.") from None
    except OverflowError as error:
        sock.close()
        raise CannotListen(f"Cannot listen on {host}: {error}.") from None
    return sock


def _let_many_in() -> None:
    """Every connection is an open file, and many systems allow a thousand to who does not ask for more."""
    with suppress(ImportError, OSError, ValueError):
        import resource

        most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def run(
    settings: Settings,
    listen: Listen,
    sockets: list[socket.socket],
    meeting: Handoff | None = None,
    ready: Callable[[], None] | None = None,
) -> None:
    """`ready` is called when it answers."""
    set_up_logs()
    _let_many_in()
    # What the start has made stays, and games leave hardly any cycles: the collector need not look often.
    gc.freeze()
    gc.set_threshold(10_000, 10, 10)
    GracefulServer(Application(settings), listen, meeting, ready).run(sockets)

"""Runs the application with uvicorn: one process, or several on one PostgreSQL."""

import socket

import uvicorn
from msgspec import Struct

from .app import Application, Settings
from .logs import set_up_logs

LARGEST_FRAME = 64 * 1024
"""What the connection itself bears; a message above the protocol's limit gets an error, this cuts it off."""
GRACE = 5


class Listen(Struct, frozen=True, kw_only=True):
    trusted_proxies: str = ""
    """Addresses whose X-Forwarded headers count, with commas; empty for none."""


class Server(uvicorn.Server):
    """Tells clients to come again before uvicorn cuts their connections."""

    def __init__(self, application: Application, listen: Listen) -> None:
        self.application = application
        super().__init__(
            uvicorn.Config(
                application.asgi,
                ws="websockets-sansio",
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
                lifespan="on",
            )
        )

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        await self.application.close()
        await super().shutdown(sockets)


def run(settings: Settings, listen: Listen, sockets: list[socket.socket]) -> None:
    set_up_logs()
    Server(Application(settings), listen).run(sockets)

"""uvicorn's WebSocket protocol with fewer system calls, aborts of slow readers, and handoff."""

from typing import TYPE_CHECKING, Any

import uvicorn
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

from ..live.connection import ABORT

if TYPE_CHECKING:
    from .handoff import Handoff

WAITING_MESSAGES = 16
"""Messages of one client that may wait in memory; then reading stops until they are handled."""

CLOSE_SECONDS = 10.0
"""Seconds after the end of a session until its connection is aborted, if the client has not closed it."""


class WebSocketProtocol(WebSocketsSansIOProtocol):
    handoff: "Handoff | None" = None
    """Shared by all connections of this process; `None` if it is the only process."""

    def __init__(
        self, config: uvicorn.Config, server_state: Any, app_state: dict[str, Any], _loop: Any = None
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self._request = b""

    def send_receive_event_to_app(self) -> None:
        """uvicorn pauses reading after each message until the application has taken it, which costs two
        system calls per message. Clients send few and small messages, so a few may wait."""
        paused, self.read_paused = self.read_paused, True
        super().send_receive_event_to_app()
        self.read_paused = paused
        if not paused and self.queue.qsize() >= WAITING_MESSAGES:
            self.read_paused = True
            self.transport.pause_reading()

    def data_received(self, data: bytes) -> None:
        if not self.handshake_initiated:
            self._request += data
        super().data_received(data)

    def handle_connect(self, event: Request) -> None:
        request, self._request = self._request, b""
        if self.handoff:
            connection = self.transport.get_extra_info("socket").fileno()
            if self.handoff.hand_over(event.path, connection, request):
                # Closes only this process's copy of the socket.
                self.handshake_initiated = True
                self.transport.abort()
                return
        super().handle_connect(event)

    async def run_asgi(self) -> None:
        self.scope["extensions"][ABORT] = {"abort": self.transport.abort}
        await super().run_asgi()
        # uvicorn closes the transport, which waits for a client that does not read.
        self.loop.call_later(CLOSE_SECONDS, self.transport.abort)

    def keepalive_timeout(self) -> None:
        super().keepalive_timeout()
        self.transport.abort()


class AdoptedWebSocket(WebSocketProtocol):
    """A connection that came from another process, and is not handed over again."""

    handoff = None

"""uvicorn's HTTP protocol with a timeout for incomplete requests (slowloris)."""

import asyncio

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

REQUEST_SECONDS = 20.0
"""Time that a client has for its first request, and again for each further one."""


class HttpWithTimeout(H11Protocol):
    _timeout: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._start_timer()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self.transport.get_protocol() is self and self.conn.their_state in (h11.IDLE, h11.SEND_BODY):
            self._start_timer()
        else:
            self._stop_timer()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_timer()
        super().connection_lost(exc)

    def _start_timer(self) -> None:
        """The timer is not restarted by bytes that trickle in."""
        if self._timeout is None:
            self._timeout = self.loop.call_later(REQUEST_SECONDS, self.transport.abort)

    def _stop_timer(self) -> None:
        if self._timeout:
            self._timeout.cancel()
            self._timeout = None

"""uvicorn's WebSocket, with fewer calls into the system, and able to go to another process."""

from typing import TYPE_CHECKING, Any

from uvicorn.config import Config
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState
from websockets.http11 import Request

if TYPE_CHECKING:
    from .handoff import Handoff

WAITING_MESSAGES = 16
"""Messages of one client that may wait here; more stay in the network until these are done."""


class Line(WebSocketsSansIOProtocol):
    meeting: "Handoff | None" = None
    """The same for all of this process; missing where it is the only one."""

    def __init__(
        self, config: Config, server_state: ServerState, app_state: dict[str, Any], _loop: Any = None
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self._request = b""

    def send_receive_event_to_app(self) -> None:
        """uvicorn stops reading after each message until the application has taken it, at the price of two
        system calls a message. People send few and small ones, so a few may wait."""
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
        if self.meeting:
            connection = self.transport.get_extra_info("socket").fileno()
            if self.meeting.hand_over(event.path, connection, request):
                # Ends only this process's hold on it: the other one has its own.
                self.handshake_initiated = True
                self.transport.abort()
                return
        super().handle_connect(event)


class AdoptedLine(Line):
    """Came from another process; it stays here."""

    meeting = None

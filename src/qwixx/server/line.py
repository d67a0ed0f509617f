"""uvicorn's WebSocket, with fewer calls into the system."""

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

WAITING_MESSAGES = 16
"""Messages of one client that may wait here; more stay in the network until these are done."""


class Line(WebSocketsSansIOProtocol):
    """uvicorn stops reading after each message until the application has taken it, at the price of two system
    calls a message. People send few and small ones, so a few may wait."""

    def send_receive_event_to_app(self) -> None:
        paused, self.read_paused = self.read_paused, True
        super().send_receive_event_to_app()
        self.read_paused = paused
        if not paused and self.queue.qsize() >= WAITING_MESSAGES:
            self.read_paused = True
            self.transport.pause_reading()

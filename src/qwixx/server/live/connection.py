"""The sending side of a client's WebSocket. It never waits: a client that reads too slowly is cut off."""

import asyncio
from collections import deque
from collections.abc import Callable, Coroutine, MutableMapping
from typing import Any

import msgspec

from ..protocol import CloseCode, Error, Message

Send = Callable[[MutableMapping[str, Any]], Coroutine[Any, Any, None]]

encode = msgspec.json.Encoder().encode

ABORT = "qwixx.abort"
"""The extension of the ASGI scope with the function that drops a connection, unsent frames included."""
WAITING_FRAMES = 256
WAITING_BYTES = 512 * 1024
"""Limits on the frames queued for a client that reads slowly."""


class Connection:
    __slots__ = (
        "_abort",
        "_bytes",
        "_closing",
        "_on_refused",
        "_send",
        "_waiting",
        "_writer",
        "guest",
        "secret_hash",
    )

    def __init__(
        self,
        guest: str,
        send: Send,
        abort: Callable[[], None],
        on_refused: Callable[[str], None] | None = None,
        secret_hash: bytes = b"",
    ) -> None:
        """`abort` drops the connection at once, with everything that waits to be sent.

        `on_refused` is called with the reason of each refusal. `secret_hash`: of the secret that the guest
        came with.
        """
        self.guest = guest
        self.secret_hash = secret_hash
        self._on_refused = on_refused
        self._send = send
        self._abort = abort
        self._waiting: deque[bytes] = deque()
        self._bytes = 0
        self._writer: asyncio.Task[None] | None = None
        self._closing: int | None = None

    def send(self, message: Message) -> None:
        self.send_frame(encode(message))

    def refuse(self, code: str, id: str = "", rule: str = "", detail: str = "") -> None:
        if self._on_refused:
            self._on_refused(str(code))
        self.send(Error(str(code), id, rule, detail))

    def send_frame(self, frame: bytes) -> None:
        if self._closing is not None or (self._writer is None and self._send_now(frame)):
            return
        self._waiting.append(frame)
        self._bytes += len(frame)
        if len(self._waiting) > WAITING_FRAMES or self._bytes > WAITING_BYTES:
            self._waiting.clear()
            self._bytes = 0
            # A close frame would wait behind all that the client does not read.
            self._closing = CloseCode.ABORTED
            self._abort()
        else:
            self._wake()

    def _send_now(self, frame: bytes) -> bool:
        """Sends without a task, which would cost as much as all the rest; False if the transport is full.

        uvicorn's `send` waits only while the transport is full, and before it has written anything; then
        the call is abandoned and the frame is queued.
        """
        sending = self._send({"type": "websocket.send", "text": frame.decode()})
        try:
            sending.send(None)
        except StopIteration:
            return True
        except Exception:  # noqa: BLE001 - whatever the transport raises, the connection is dead
            self._closing = CloseCode.ABORTED
            return True
        sending.close()
        return False

    def close(self, code: int) -> None:
        """Closes the connection once the queued frames are sent."""
        if self._closing is None:
            self._closing = code
            self._wake()

    @property
    def closing(self) -> bool:
        return self._closing is not None

    def _wake(self) -> None:
        if self._writer is None:
            self._writer = asyncio.get_running_loop().create_task(self._write())

    async def _write(self) -> None:
        try:
            while self._waiting:
                frame = self._waiting.popleft()
                self._bytes -= len(frame)
                await self._send({"type": "websocket.send", "text": frame.decode()})
            if self._closing is not None:
                await self._send({"type": "websocket.close", "code": self._closing})
        except Exception:  # noqa: BLE001 - whatever the transport raises, the connection is dead
            self._closing = self._closing or CloseCode.ABORTED
            self._waiting.clear()
        finally:
            self._writer = None
            if self._waiting:
                self._wake()

    async def flushed(self) -> None:
        """Waits until the queued frames are sent, at most a second for each attempt."""
        while (writer := self._writer) is not None:
            await asyncio.wait([writer], timeout=1)
            if writer is self._writer:
                return

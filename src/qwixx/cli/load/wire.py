"""A small HTTP and WebSocket client, because a load client must cost less CPU time than the server.

It understands only what this project's server sends, whole text frames, and it masks with zeros.
"""

import asyncio
import base64
import os
import struct
from collections.abc import Callable
from typing import Any

import msgspec

from qwixx.rules import QwixxError


class LoadError(QwixxError):
    """The server did something after which the load client cannot continue."""


class Address(msgspec.Struct, frozen=True):
    host: str
    port: int


async def request(address: Address, method: str, path: str, body: object = None, cookie: str = "") -> Any:
    """A request on a connection of its own; returns the decoded JSON and the cookie that was set."""
    reader, writer = await asyncio.open_connection(address.host, address.port)
    data = b"" if body is None else msgspec.json.encode(body)
    lines = [f"{method} {path} HTTP/1.1", f"Host: {address.host}:{address.port}", "Connection: close"]
    lines += [f"Content-Length: {len(data)}"] + ([f"Cookie: {cookie}"] if cookie else [])
    writer.write("\r\n".join([*lines, "", ""]).encode() + data)
    try:
        head, _, content = (await reader.read()).partition(b"\r\n\r\n")
    finally:
        writer.close()
    status, *headers = head.decode("latin-1").split("\r\n")
    if " 20" not in status[:13]:
        raise LoadError(f"{path}: the server answered {status or 'nothing'} {content[:200].decode()!r}.")
    set_cookie = next((line[12:] for line in headers if line.lower().startswith("set-cookie: ")), "")
    return msgspec.json.decode(content), set_cookie.partition(";")[0]


class Wire(asyncio.Protocol):
    """`on_message` is called with each message, `on_close` once when the connection has ended."""

    def __init__(
        self,
        address: Address,
        table: str,
        cookie: str,
        on_message: Callable[[bytes], None],
        on_close: Callable[[], None],
    ) -> None:
        self._address = address
        self._table = table
        self._cookie = cookie
        self._on_message = on_message
        self._on_close = on_close
        self._buffer = bytearray()
        self._open = asyncio.get_running_loop().create_future()
        self._transport: asyncio.WriteTransport | None = None

    async def connect(self) -> None:
        """Raises `OSError` if the server does not answer."""
        address = self._address
        await asyncio.get_running_loop().create_connection(lambda: self, address.host, address.port)
        await self._open

    def send(self, message: bytes) -> None:
        if self._transport and not self._transport.is_closing():
            self._transport.write(_head(0x81, len(message)) + message)

    def close(self) -> None:
        if self._transport:
            self._transport.close()

    # asyncio calls these

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.WriteTransport)
        self._transport = transport
        key = base64.b64encode(os.urandom(16)).decode()
        lines = [f"GET /ws?table={self._table} HTTP/1.1", f"Host: {self._address.host}:{self._address.port}"]
        lines += ["Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13"]
        lines += [f"Sec-WebSocket-Key: {key}", f"Cookie: {self._cookie}", "", ""]
        transport.write("\r\n".join(lines).encode())

    def data_received(self, data: bytes) -> None:
        self._buffer += data
        if not self._open.done():
            end = self._buffer.find(b"\r\n\r\n")
            if end < 0:
                return
            if not self._buffer.startswith(b"HTTP/1.1 101"):
                status = bytes(self._buffer[: self._buffer.find(b"\r\n")]).decode("latin-1")
                self._open.set_exception(LoadError(f"The server refuses the connection: {status}."))
                self.close()
                return
            del self._buffer[: end + 4]
            self._open.set_result(None)
        self._frames()

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002
        if not self._open.done():
            self._open.set_exception(ConnectionResetError("lost before it was open"))
        self._on_close()

    def _frames(self) -> None:
        buffer, at = self._buffer, 0
        while len(buffer) - at >= 2:
            size, start = buffer[at + 1], at + 2
            if size == 126:
                start += 2
                size = int.from_bytes(buffer[at + 2 : start])
            elif size == 127:
                start += 8
                size = int.from_bytes(buffer[at + 2 : start])
            if len(buffer) < start or len(buffer) - start < size:
                break
            opcode, payload = buffer[at] & 15, bytes(buffer[start : start + size])
            at = start + size
            if opcode == 1:
                self._on_message(payload)
            elif opcode == 9 and self._transport:
                self._transport.write(_head(0x8A, size) + payload)
            elif opcode == 8:
                self.close()
        del buffer[:at]


def _head(first: int, size: int) -> bytes:
    """The header of a frame, masked with four zeros: clients must mask."""
    if size < 126:
        return bytes((first, 0x80 | size, 0, 0, 0, 0))
    return struct.pack("!BBHI", first, 0x80 | 126, size, 0)

"""A real server on a free port, in a thread, and a raw WebSocket client for it."""

import asyncio
import json
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from qwixx.server.app import Application
from qwixx.server.process.run import GracefulServer, Listen, listen_on
from qwixx.server.settings import Settings


class Running:
    def __init__(self, settings: Settings, port: int = 0, listen: Listen | None = None) -> None:
        self.settings = settings
        self.application = Application(settings)
        self.server = GracefulServer(self.application, listen or Listen())
        self.socket = listen_on("127.0.0.1", port)
        self.port: int = self.socket.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self.loop: asyncio.AbstractEventLoop | None = None
        self.thread = threading.Thread(target=self._run, daemon=True)

    def _run(self) -> None:
        async def serve() -> None:
            self.loop = asyncio.get_running_loop()
            await self.server.serve([self.socket])

        asyncio.run(serve())

    def start(self) -> "Running":
        self.thread.start()
        while not self.server.started:
            assert self.thread.is_alive(), "the server did not start"
            self.thread.join(0.01)
        return self

    def stop(self) -> None:
        self.server.should_exit = True
        self.thread.join(60)
        assert not self.thread.is_alive()


@pytest.fixture(scope="module")
def lasting(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """One server for all tests of a file that leave it as they found it."""
    folder = tmp_path_factory.mktemp("server")
    running = Running(Settings(database=f"sqlite:///{folder}/qwixx.sqlite", pace=0)).start()
    yield running
    running.stop()


class Wire:
    """A client that can send anything and keeps every frame it receives."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.frames: list[str] = []
        self._count = 0

    async def say(self, type: str, **fields: Any) -> str:
        self._count += 1
        id: str = fields.pop("id", f"{type}-{self._count}")
        await self.socket.send(json.dumps({"type": type, "id": id, **fields}))
        return id

    async def hear(self) -> dict[str, Any]:
        """The next message, or `closed` with the code after the last one."""
        try:
            frame = await asyncio.wait_for(self.socket.recv(), 30)
        except ConnectionClosed as closed:
            return {"type": "closed", "code": closed.rcvd.code if closed.rcvd else 1006}
        assert isinstance(frame, str)
        self.frames.append(frame)
        message: dict[str, Any] = json.loads(frame)
        return message

    async def until(self, wanted: Callable[[dict[str, Any]], Any]) -> dict[str, Any]:
        while True:
            message = await self.hear()
            if wanted(message):
                return message
            assert message["type"] != "closed", f"closed with {message['code']}"

    async def ask(self, type: str, **fields: Any) -> dict[str, Any]:
        """Sends a command and returns its answer: the update, ack or error with its id."""
        id = await self.say(type, **fields)
        return await self.until(lambda message: message.get("id") == id or id in message.get("acks", ()))

    async def hello(self, table: str, have: int = 0) -> dict[str, Any]:
        await self.say("hello", table=table, have=have)
        return await self.hear()


@asynccontextmanager
async def wire(url: str, cookie: str, query: str = "", **headers: str) -> AsyncIterator[Wire]:
    """Opens a connection; names in `headers` have underscores for dashes."""
    extra = {"Cookie": cookie} | {name.replace("_", "-"): value for name, value in headers.items()}
    address = url.replace("http", "ws", 1) + "/ws" + query
    async with connect(
        address, additional_headers=extra, compression=None, proxy=None, max_queue=None
    ) as socket:
        yield Wire(socket)

"""A real server on a free port, in a thread, for tests that speak to it as anybody would."""

import asyncio
import socket
import threading

from qwixx.server.app import Application
from qwixx.server.run import Listen, Server
from qwixx.server.settings import Settings


class Running:
    def __init__(self, settings: Settings, port: int = 0, listen: Listen | None = None) -> None:
        self.settings = settings
        self.application = Application(settings)
        self.server = Server(self.application, listen or Listen())
        self.socket = socket.socket()
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        self.socket.bind(("127.0.0.1", port))
        self.port: int = self.socket.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self.thread = threading.Thread(target=self._run, daemon=True)

    def _run(self) -> None:
        asyncio.run(self.server.serve([self.socket]))

    def start(self) -> "Running":
        self.thread.start()
        while not self.server.started:
            assert self.thread.is_alive(), "the server did not start"
            self.thread.join(0.01)
        return self

    def stop(self) -> None:
        self.server.should_exit = True
        self.thread.join(15)
        assert not self.thread.is_alive()

"""The parts of uvicorn and websockets that the server overrides or relies on, beyond their public interfaces.

If a test here fails after an update, look at `server/process` and `server/live/connection.py` before anything
else, and move the upper bounds in pyproject.toml only when they work again.
"""

import asyncio
import inspect
from types import SimpleNamespace
from typing import Any

import pytest
import uvicorn
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.protocol import State

OVERRIDDEN = [
    (H11Protocol, "connection_made"),
    (H11Protocol, "data_received"),
    (H11Protocol, "connection_lost"),
    (WebSocketsSansIOProtocol, "data_received"),
    (WebSocketsSansIOProtocol, "handle_connect"),
    (WebSocketsSansIOProtocol, "keepalive_timeout"),
    (WebSocketsSansIOProtocol, "run_asgi"),
    (WebSocketsSansIOProtocol, "send_receive_event_to_app"),
    (uvicorn.Server, "startup"),
    (uvicorn.Server, "shutdown"),
]


@pytest.mark.parametrize(("owner", "name"), OVERRIDDEN)
def test_an_overridden_method_exists(owner: type, name: str) -> None:
    assert callable(owner.__dict__.get(name)), f"{owner.__name__}.{name} is gone"


def config() -> uvicorn.Config:
    async def app(scope: Any, receive: Any, send: Any) -> None: ...

    return uvicorn.Config(app, log_config=None, lifespan="off")


def test_the_attributes_in_use_exist() -> None:
    async def test() -> None:
        server = uvicorn.Server(config())
        server.config.load()
        state = server.server_state
        http = H11Protocol(server.config, state, {})
        websocket = WebSocketsSansIOProtocol(server.config, state, {})
        assert {"conn", "loop", "transport"} <= vars(http).keys()
        assert http.conn.their_state is not None
        assert websocket.handshake_initiated is False
        assert websocket.read_paused is False
        assert isinstance(websocket.queue, asyncio.Queue)
        application: Any = None
        assert "10.1.2.3" in ProxyHeadersMiddleware(application, "10.0.0.0/8").trusted_hosts

    asyncio.run(test())


def test_the_protocol_of_a_websocket_is_made_with_these_arguments() -> None:
    assert list(inspect.signature(WebSocketsSansIOProtocol).parameters) == [
        "config",
        "server_state",
        "app_state",
        "_loop",
    ]


def test_send_writes_at_once_or_waits_before_it_has_written_anything() -> None:
    """`Connection` steps the coroutine once, and abandons it if it waits."""

    async def test() -> None:
        server = uvicorn.Server(config())
        server.config.load()
        websocket = WebSocketsSansIOProtocol(server.config, server.server_state, {})
        written: list[bytes] = []
        websocket.transport = SimpleNamespace(write=written.append)  # type: ignore[assignment]
        websocket.handshake_complete = True
        websocket.conn.state = State.OPEN
        message: Any = {"type": "websocket.send", "text": "hello"}
        with pytest.raises(StopIteration):
            websocket.send(message).send(None)
        assert len(written) == 1
        websocket.writable.clear()
        sending = websocket.send(message)
        sending.send(None)
        assert len(written) == 1, "nothing is written while the transport is full"
        sending.close()

    asyncio.run(test())

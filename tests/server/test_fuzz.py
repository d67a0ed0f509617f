"""Fuzzing: everything that arrives is either a command or an error with a code."""

import asyncio
import json
from collections.abc import MutableMapping
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qwixx.server import protocol
from qwixx.server.bus.local import LocalBus
from qwixx.server.live.connection import Connection
from qwixx.server.live.hub import Hub
from qwixx.server.store.store import GuestRow
from qwixx.server.web.guests import Guests
from qwixx.server.web.origins import Origins
from qwixx.server.web.session import SocketEndpoint, _Session
from qwixx.server.web.table_codes import CodeLimit

TAGS = [kind.__struct_config__.tag for kind in protocol.Command.__args__]
FIELDS = sorted({name for kind in protocol.Command.__args__ for name in kind.__struct_fields__})

scalars = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=50)
values = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.text(max_size=9), inner, max_size=5),
)
near_commands = st.builds(
    lambda tag, fields: {"type": tag, **fields},
    st.sampled_from([*TAGS, "cheat", 7]),
    st.dictionaries(st.sampled_from(FIELDS), values, max_size=6),
)
frames = st.one_of(
    st.binary(max_size=300), st.text(max_size=300), values.map(json.dumps), near_commands.map(json.dumps)
)


@given(st.lists(frames, min_size=1, max_size=5))
@settings(max_examples=300, deadline=None)
def test_anything_is_a_command_or_a_named_error(sent: list[str | bytes]) -> None:
    heard: list[dict[str, Any]] = []
    commands: list[protocol.Command] = []

    async def send(message: MutableMapping[str, Any]) -> None:
        if message["type"] == "websocket.send":
            heard.append(json.loads(message["text"]))

    class Session(_Session):
        async def _command(self, command: protocol.Command) -> None:
            commands.append(command)

    async def run() -> None:
        store: Any = None
        bus = LocalBus()
        hub = Hub(store, bus)
        socket = SocketEndpoint(hub, Guests(store, bus, hub.names), Origins(), CodeLimit(hub.tables))
        session = Session(socket, GuestRow("g", b"", "Ann", 0.0), "", Connection("g", send, lambda: None))
        for data in sent:
            await session._message(data)
        hub.bots.close()

    asyncio.run(run())
    assert all(message["code"] in ("malformed", "unknown-message") for message in heard)
    assert len(commands) + len(heard) >= min(len(sent), 3)


@pytest.mark.parametrize(
    "data", [b"\xff\xfe", "\ud800", "[" * 5000, "1e999", '{"type":"ping","id":"' + "x" * 41 + '"}']
)
def test_nasty_frames(data: str | bytes) -> None:
    test_anything_is_a_command_or_a_named_error.hypothesis.inner_test([data])  # type: ignore[attr-defined]

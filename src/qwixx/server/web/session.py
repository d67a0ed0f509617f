"""The WebSocket: reads commands, counts bad messages, and hands commands to the table."""

import asyncio
import contextlib
import logging
import re

import msgspec
from starlette.types import Receive, Scope

from .. import protocol
from ..live.connection import ABORT, Connection, Send
from ..live.hub import Hub
from ..live.live_table import LiveTable, QueuedCommand
from ..protocol import MESSAGE_BYTES, Ack, Bye, CloseCode, Code
from ..store.store import GuestRow, StoreUnavailable
from ..table import rights
from ..table.checks import CommandRefused
from .guests import Guests
from .origins import Origins
from .rate_limits import (
    COMMANDS_OF_ADDRESS,
    COMMANDS_OF_GUEST,
    LOOPBACK,
    ConnectionLimit,
    RateLimit,
    network_of,
)
from .table_codes import CodeLimit
from .tracing import VisitorLog, trace

logger = logging.getLogger("qwixx.server")

STRIKES = 3
"""Bad messages after which a connection is closed."""
HELLO_SECONDS = 20
"""Seconds in which a client has to say hello."""
GOODBYE_SECONDS = 2
"""Seconds in which a client has to answer the server's close frame."""

_decode = msgspec.json.Decoder(protocol.Command).decode


class _WithId(msgspec.Struct):
    id: protocol.Id = ""


_decode_id = msgspec.json.Decoder(_WithId).decode
_unknown = re.compile(r"Invalid value '.*' - at `\$\.type`|missing required field `type`")


class SocketEndpoint:
    """Accepts WebSockets of known guests, and runs a session for each."""

    def __init__(self, hub: Hub, guests: Guests, origins: Origins, codes: CodeLimit) -> None:
        self.hub = hub
        self.guests = guests
        self.origins = origins
        self.codes = codes
        self.open = ConnectionLimit()
        self.of_guest = RateLimit(*COMMANDS_OF_GUEST)
        self.of_address = RateLimit(*COMMANDS_OF_ADDRESS)
        self.visitor_log = VisitorLog()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await receive()
        if self.hub.closing:
            return await self._close_at_once(send, CloseCode.RESTART)
        try:
            guest = await self.guests.find(scope["headers"]) if self.origins.allow(scope) else None
        except StoreUnavailable as error:
            self.hub.health.failed(error)
            return await self._close_at_once(send, CloseCode.TRY_LATER)
        except CommandRefused:
            guest = None
        if guest is None:
            # Closing before accepting is an HTTP 403.
            return await send({"type": "websocket.close", "code": CloseCode.POLICY})
        await send({"type": "websocket.accept"})
        address = scope["client"][0] if scope.get("client") else ""
        abort = scope["extensions"][ABORT]["abort"]
        connection = Connection(guest.id, send, abort, self.hub.metrics.refused, guest.secret_hash)
        with self.open.hold(guest.id, network_of(address)) as allowed:
            session = _Session(self, guest, address, connection)
            return await (session.run(receive) if allowed else session.turn_away(receive))

    async def _close_at_once(self, send: Send, code: int) -> None:
        """Accepts and closes at once, which is not a refusal: clients reconnect when a server is ready."""
        await send({"type": "websocket.accept"})
        await send({"type": "websocket.close", "code": code})


class _Session:
    """One client's connection, from its acceptance to its end."""

    def __init__(
        self, endpoint: SocketEndpoint, guest: GuestRow, address: str, connection: Connection
    ) -> None:
        self.hub = endpoint.hub
        self.codes = endpoint.codes
        self.visitor_log = endpoint.visitor_log
        self.address = address
        self.connection = connection
        self.live: LiveTable | None = None
        """The table that the client said hello to."""
        self.strikes = 0
        network = network_of(address)
        self.guest_bucket = endpoint.of_guest.bucket(guest.id)
        self.address_bucket = None if network in LOOPBACK else endpoint.of_address.bucket(network)
        self.hub.names.learn(guest.id, guest.name)

    async def run(self, receive: Receive) -> None:
        connection = self.connection
        self.hub.connections.add(connection)
        hello_timer = asyncio.get_running_loop().call_later(HELLO_SECONDS, self._check_hello)
        try:
            while not connection.closing:
                message = await receive()
                if message["type"] == "websocket.disconnect":
                    return
                data = message.get("bytes") or message.get("text") or ""
                await self._message(data)
            await self._await_close(receive)
        finally:
            hello_timer.cancel()
            self.hub.connections.discard(connection)
            connection.close(CloseCode.NORMAL)
            if self.live:
                self.live.leave(connection)

    async def turn_away(self, receive: Receive) -> None:
        """Closes a connection that is one too many."""
        self.hub.metrics.count("qwixx_bad_messages_total")
        self.connection.send(Bye(str(Code.TOO_MANY)))
        self.connection.close(CloseCode.POLICY)
        await self._await_close(receive)

    async def _await_close(self, receive: Receive) -> None:
        """Reads up to the client's own close frame, past whatever it has sent before."""
        await self.connection.flushed()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(GOODBYE_SECONDS):
                while (await receive())["type"] != "websocket.disconnect":
                    pass

    def _check_hello(self) -> None:
        if self.live is None:
            self.connection.send(Bye(str(Code.HELLO_FIRST)))
            self.connection.close(CloseCode.POLICY)

    def _strike(self, code: Code, detail: str = "", id: str = "") -> None:
        self.hub.metrics.count("qwixx_bad_messages_total")
        self.connection.refuse(str(code), id, detail=detail)
        self.strikes += 1
        if self.strikes >= STRIKES:
            self.visitor_log.line("bad messages", code=str(code))
            self.connection.close(CloseCode.POLICY)

    def _take_token(self) -> bool:
        """Counts a message against the guest's limit and, from another machine, the address's."""
        if not self.guest_bucket.take():
            return False
        return self.address_bucket is None or self.address_bucket.take()

    async def _message(self, data: str | bytes) -> None:
        if not self._take_token():
            self._strike(Code.TOO_FAST, id=_id(data))
        elif 4 * len(data) > MESSAGE_BYTES and _size(data) > MESSAGE_BYTES:
            self._strike(Code.TOO_LARGE, f"send at most {MESSAGE_BYTES} bytes", _id(data))
        else:
            try:
                command = _decode(data)
            except msgspec.ValidationError as error:
                unknown = _unknown.search(str(error))
                self._strike(Code.UNKNOWN if unknown else Code.MALFORMED, str(error), _id(data))
            except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
                self._strike(Code.MALFORMED, str(error))
            else:
                await self._safely(command)

    async def _safely(self, command: protocol.Command) -> None:
        try:
            await self._command(command)
        except Exception:
            extra = {"command": type(command).__name__, **trace()}
            logger.exception("command failed", extra=extra)
            self.hub.metrics.count("qwixx_faults_total")
            self.connection.refuse(Code.FAULT, command.id)

    async def _command(self, command: protocol.Command) -> None:
        live, connection = self.live, self.connection
        if self.hub.closing:
            connection.refuse(Code.SHUTDOWN, command.id)
        elif isinstance(command, protocol.Ping):
            connection.send(Ack(command.id, live.table.seq if live else 0))
        elif live is None:
            if isinstance(command, protocol.Hello):
                await self._hello(command)
            else:
                self._strike(Code.HELLO_FIRST, id=command.id)
        elif isinstance(command, protocol.Hello):
            self._strike(Code.MALFORMED, "hello was sent twice: open a connection for each table", command.id)
        elif isinstance(command, protocol.Say):
            await self.hub.tables.say(live, connection, command)
        elif isinstance(command, protocol.Rematch):
            await self._rematch(live, command)
        elif isinstance(command, protocol.Kick | protocol.Ban) and (problem := await self._unknown(command)):
            connection.refuse(problem, command.id)
        else:
            self.hub.metrics.count("qwixx_commands_total")
            live.submit(QueuedCommand(connection.guest, command, connection))

    async def _hello(self, command: protocol.Hello) -> None:
        guest = self.connection.guest
        try:
            async with self.codes.attempt(command.table, guest, self.address):
                found = await self.hub.tables.enter(command.table, command.have)
                if found is None:
                    raise CommandRefused(Code.NO_TABLE)
                live, chat = found
                rights.check(rights.seeing(live.table), live.table, guest, command.table)
        except StoreUnavailable as error:
            self.hub.health.failed(error)
            return self.connection.refuse(Code.STORAGE, command.id)
        except CommandRefused as refused:
            return self.connection.refuse(refused.refusal.code, command.id)
        self.live = live
        live.join(self.connection, command.have, chat)
        return None

    async def _unknown(self, command: protocol.Kick | protocol.Ban) -> Code | None:
        """The refusal of an id that no guest has. The ban of a guest who has been deleted can be lifted."""
        if isinstance(command, protocol.Ban) and not command.banned:
            return None
        try:
            return None if await self.hub.names.is_known(command.guest) else Code.NO_SUCH_GUEST
        except StoreUnavailable as error:
            self.hub.health.failed(error)
            return Code.STORAGE

    async def _rematch(self, live: LiveTable, command: protocol.Rematch) -> None:
        try:
            await self.hub.tables.rematch(live, self.connection, command)
        except StoreUnavailable as error:
            self.hub.health.failed(error)
            self.connection.refuse(Code.STORAGE, command.id)
        except CommandRefused as refused:
            self.connection.refuse(refused.refusal.code, command.id, detail=refused.refusal.detail)


def _size(data: str | bytes) -> int:
    return len(data.encode() if isinstance(data, str) else data)


def _id(data: str | bytes) -> str:
    """The id of a message that may be malformed, so that its sender gets an answer to it; empty if none."""
    try:
        return _decode_id(data).id
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return ""

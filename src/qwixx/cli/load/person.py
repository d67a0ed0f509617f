"""A player of the load client: thinks, chooses like the bot `gap`, and reconnects after a lost connection."""

import asyncio
import secrets
import time
from collections import deque
from collections.abc import Sequence
from typing import Protocol

import msgspec

from qwixx.bots import make_bot
from qwixx.client.reducer import RESEND_AFTER, TableMirror
from qwixx.dice import Stream
from qwixx.rules import Choice, Phase, Rules, State, View
from qwixx.server import protocol
from qwixx.server.protocol import Ack, Bye, Command, Error, GameView, Message, SeatOffers, Snapshot, Update
from qwixx.server.web.rate_limits import COMMANDS_OF_GUEST, FOREVER, TokenBucket

from .wire import Address, LoadError, Wire

BOT = make_bot("gap")
RNG = Stream(0)  # gap does not use it

# Refusals of a choice that had already been carried out, when its acknowledgement was lost in a crash.
SETTLED = {"already-revealed", "too-late"}
RECONNECT = 0.05
BURST_SHARE = 0.5
"""Share of a guest's burst for choices: the rest is for hellos and messages that arrive together."""

_decode = msgspec.json.Decoder(Message).decode
_encode = msgspec.json.Encoder().encode


class Waiting(msgspec.Struct):
    """A command that is not acknowledged yet."""

    frame: bytes
    sent: float
    is_choice: bool


class TableOfPerson(Protocol):
    """What a person needs to know of its table, and what it reports to it."""

    id: str
    rules: Rules
    playing: bool
    rematch: bool
    """Whether the first player asks for a rematch when the game is over."""

    def think(self) -> float:
        """Seconds before the next choice."""
        ...

    def has(self, person: "Person") -> None: ...

    def acknowledged(self, id: str, seq: int, sent: float | None) -> None: ...

    def settled(self) -> None:
        """A choice had been stored, though its acknowledgement was lost."""
        ...

    def fault(self, what: str) -> None: ...


class LoadGuest:
    """A guest of the server, at one table after another."""

    def __init__(self, cookie: str) -> None:
        self.cookie = cookie
        rate, burst = COMMANDS_OF_GUEST
        self.pace = TokenBucket(rate, burst * BURST_SHARE)
        """Keeps a guest who thinks for no time within the server's rate limit."""


class Person:
    def __init__(
        self, table: TableOfPerson, addresses: Sequence[Address], seat: int, guest: LoadGuest
    ) -> None:
        """Connects to the first address, and after a lost connection to the next one."""
        self.table = table
        self._addresses = deque(addresses)
        self.seat = seat
        self.guest = guest
        self.mirror = TableMirror()
        self.back = 0.0
        """When the position was last received after connecting."""
        self.lost = 0.0
        """When the connection was last lost."""
        self._chosen = (0, 0)
        self._asked_rematch = False
        self._waiting: dict[str, Waiting] = {}
        self._wire: Wire | None = None
        self._leaving = False
        self._coming: asyncio.Task[None] | None = None

    # The connection

    async def come(self) -> None:
        wire = Wire(self._addresses[0], self.table.id, self.guest.cookie, self._on_message, self._lost)
        await wire.connect()
        self._wire = wire
        # Asks for everything again, so that it can be compared with what was known.
        wire.send(_encode(protocol.Hello(_id(), self.table.id)))
        for waiting in list(self._waiting.values()):
            wire.send(waiting.frame)

    def leave(self) -> None:
        self._leaving = True
        if self._coming:
            self._coming.cancel()
        if self._wire:
            self._wire.close()

    def _lost(self) -> None:
        if not self._leaving and self._coming is None:
            self.lost = time.perf_counter()
            self._coming = asyncio.get_running_loop().create_task(self._come_back())

    async def _come_back(self) -> None:
        while True:
            self._addresses.rotate(-1)
            try:
                await self.come()
            except OSError:
                await asyncio.sleep(RECONNECT)
            else:
                self._coming = None
                return

    # Commands

    def send(self, command: Command, *, is_choice: bool = False) -> None:
        waiting = Waiting(_encode(command), time.perf_counter(), is_choice)
        self._waiting[command.id] = waiting
        if self._wire:
            self._wire.send(waiting.frame)

    def sit(self) -> None:
        self.send(protocol.Sit(_id(), self.seat, secrets.token_hex(16)))
        self.send(protocol.Ready(_id()))

    def start(self) -> None:
        self.send(protocol.Start(_id()))

    def ping(self) -> None:
        self.send(protocol.Ping(_id()))

    @property
    def seq(self) -> int:
        return self.mirror.seq

    @property
    def game(self) -> GameView | None:
        return self.mirror.game

    @property
    def status(self) -> str:
        return self.mirror.table.status if self.mirror.table else "lobby"

    @property
    def settled(self) -> bool:
        return not self._waiting

    # What the server says

    def _on_message(self, data: bytes) -> None:
        message = _decode(data)
        outcome = self.mirror.take(message)
        if isinstance(message, Snapshot):
            self.back = time.perf_counter()
        if isinstance(message, Snapshot | Update):
            self.table.has(self)
        if isinstance(message, Ack | Update):
            for id in outcome.acks:
                self._acknowledged(id, message.seq)
        if outcome.resend:
            asyncio.get_running_loop().call_later(RESEND_AFTER, self._again, outcome.resend)
        if outcome.refused:
            self._refused(outcome.refused)
        if isinstance(message, Bye) and message.code != "shutdown":
            raise LoadError(f"The server sent a player away: {message.code}.")
        self._consider()
        self._consider_rematch()

    def _acknowledged(self, id: str, seq: int) -> None:
        if waiting := self._waiting.pop(id, None):
            self.table.acknowledged(id, seq, waiting.sent if waiting.is_choice else None)

    def _refused(self, error: Error) -> None:
        if error.code in SETTLED and error.id in self._waiting:
            del self._waiting[error.id]
            self.table.settled()
        elif error.code != "shutdown":  # after which it is sent again on the next connection
            self.table.fault(f"seat {self.seat} got {error.code} {error.detail}")

    def _again(self, id: str) -> None:
        if self._wire and id in self._waiting:
            self._wire.send(self._waiting[id].frame)

    # Choosing

    def _consider(self) -> None:
        game = self.game
        if game is None or not self.table.playing:
            return
        for offers in self.mirror.offers:
            now = (offers.turn, offers.action)
            if offers.seat == self.seat and self.seat in game.awaited and now > self._chosen:
                self._chosen = now
                wait = max(self.table.think(), self.guest.pace.reserve(FOREVER) or 0.0)
                asyncio.get_running_loop().call_later(wait, self._choose, offers, game)

    def _consider_rematch(self) -> None:
        if self.table.rematch and self.seat == 0 and self.status == "finished" and not self._asked_rematch:
            self._asked_rematch = True
            self.send(protocol.Rematch(_id()))

    def _choose(self, offers: SeatOffers, game: GameView) -> None:
        if self.table.playing:
            choice = gap(self.table.rules, offers, game)
            self.send(protocol.Choose(_id(), offers.turn, offers.action, choice), is_choice=True)


def gap(rules: Rules, offers: SeatOffers, game: GameView) -> Choice:
    """The choice of `gap`, which sees the position that the server has sent and nothing else."""
    state = State(
        sheets=game.sheets,
        active=game.active,
        phase=game.phase,
        roll=game.roll,
        choices=(None,) * len(game.sheets) if game.phase is Phase.WHITE else (),
        # A pass costs a penalty only if nothing was crossed in this turn.
        crossed=game.phase is not Phase.WHITE and not offers.options[0].penalty,
        final=game.final,
    )
    return BOT.choose(View(rules, offers.seat, state), tuple(one.choice for one in offers.options), RNG)


def _id() -> str:
    return secrets.token_hex(8)

"""A client for one table over a WebSocket, which reconnects by itself and loses nothing."""

import asyncio
import contextlib
import random
import secrets
from collections.abc import Callable
from types import TracebackType

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidStatus, WebSocketException

from qwixx.server import protocol
from qwixx.server.protocol import (
    Bye,
    ChatLine,
    Choice,
    Command,
    Error,
    GameView,
    Message,
    SeatOffers,
    TableView,
)

from .dice_notes import DiceNotes
from .errors import ClientError, Refused
from .reducer import RESEND_AFTER, TableMirror

Choose = Callable[[SeatOffers, GameView], Choice]
"""A strategy: returns one of the offered choices."""

LONGEST_WAIT = 2.0
FAILURES = (OSError, WebSocketException, EOFError)

_decode = msgspec.json.Decoder(Message).decode


class TableClient:
    """The state of the table as last sent by the server, and the commands of a player."""

    def __init__(self, url: str, cookie: str, name: str, notes: DiceNotes | None = None) -> None:
        self.name = name
        self.notes = notes or DiceNotes()
        self.mirror = TableMirror()
        self.events: list[protocol.TableEvent] = []
        """All events that have been received, in order."""
        self.reconnects = 0
        self.connected = False
        """Whether the server has answered on the present connection."""
        self._url = url
        self._cookie = cookie
        self._socket: ClientConnection | None = None
        self._reader: asyncio.Task[None] | None = None
        self._waiting: dict[str, tuple[bytes, asyncio.Future[None]]] = {}
        self._hello = "", b""
        """The id and the frame of this connection's hello."""
        self._changed = asyncio.Event()
        self._failure: Exception | None = None
        self._revealing: dict[int, asyncio.Task[None]] = {}

    @property
    def seq(self) -> int:
        return self.mirror.seq

    @property
    def you(self) -> str:
        return self.mirror.you

    @property
    def table(self) -> TableView | None:
        return self.mirror.table

    @property
    def game(self) -> GameView | None:
        return self.mirror.game

    @property
    def offers(self) -> tuple[SeatOffers, ...]:
        return self.mirror.offers

    @property
    def picked(self) -> tuple[Choice, ...]:
        return self.mirror.picked

    @property
    def chat(self) -> tuple[ChatLine, ...]:
        return self.mirror.chat

    async def __aenter__(self) -> "TableClient":
        try:
            await self._connect()
        except FAILURES as error:
            raise _refusal(error) or ClientError(f"The server cannot be reached ({error}).") from None
        self._reader = asyncio.create_task(self._read())
        try:
            await self.until(lambda: self.table is not None)
        except BaseException:
            await self.close()
            raise
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def close(self) -> None:
        for task in (*self._revealing.values(), *([self._reader] if self._reader else [])):
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await task
        if self._socket:
            await self._socket.close()

    # Commands

    async def sit(self, seat: int) -> None:
        """Takes a seat with the promise of a nonce, which is revealed by itself when the game starts."""
        await self.send(protocol.Sit(new_id(), seat, promise=self.notes.promise(seat)))

    async def ready(self) -> None:
        await self.send(protocol.Ready(new_id()))

    async def start(self) -> None:
        """Returns when the game has started: when all have revealed their nonces, or their time is up."""
        await self.send(protocol.Start(new_id()))
        await self.until(lambda: self.table is not None and self.table.status != "lobby")

    async def roll(self, turn: int, dice: protocol.Dice | None = None) -> None:
        """Rolls with our link for this turn, unless the dice are our own."""
        link = None
        if dice is None and self.table and self.game:
            link = self.notes.link(self.table, self.game.active, turn)
        await self.send(protocol.RollDice(new_id(), turn, dice, link))
        if link:
            self.notes.links[turn] = link

    async def choose(self, offers: SeatOffers, choice: Choice) -> None:
        await self.send(protocol.Choose(new_id(), offers.turn, offers.action, choice))

    async def resign(self, seat: int) -> None:
        """Gives the seat up for good: a bot plays it to the end, and it comes last."""
        await self.send(protocol.Resign(new_id(), seat))

    async def propose_end(self) -> None:
        """Proposes to end the game now; it ends when all other people agree."""
        await self.send(protocol.ProposeEnd(new_id()))

    async def answer_end(self, accept: bool = True) -> None:
        """Agrees to the proposal to end the game, or declines it."""
        proposal = self.table.proposal if self.table else None
        await self.send(protocol.AnswerEnd(new_id(), proposal.turn if proposal else 0, accept))

    async def hand_over(self, seat: int) -> None:
        """Lets a bot play for somebody who is away, or has not acted until `game.idle`."""
        await self.send(protocol.HandOver(new_id(), seat))

    async def take_back(self, seat: int) -> None:
        await self.send(protocol.TakeBack(new_id(), seat))

    async def kick(self, guest: str) -> None:
        """The host sends a guest away, who may come back."""
        await self.send(protocol.Kick(new_id(), guest))

    async def ban(self, guest: str, banned: bool = True) -> None:
        """The host sends a guest away for good, or lifts the ban."""
        await self.send(protocol.Ban(new_id(), guest, banned))

    async def say(self, text: str) -> None:
        await self.send(protocol.Say(new_id(), text))

    async def send(self, command: Command) -> None:
        """Returns when the server has stored the command; sends it again after a lost connection."""
        frame = msgspec.json.encode(command)
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting[command.id] = frame, done
        if self._failure:
            raise self._failure
        await self._push(frame)
        try:
            await done
        finally:
            self._waiting.pop(command.id, None)

    # Waiting

    async def change(self) -> None:
        """Waits for the next message of the server."""
        if self._failure:
            raise self._failure
        self._changed.clear()
        await self._changed.wait()

    async def until(self, condition: Callable[[], bool]) -> None:
        """Waits until a message of the server makes the condition true."""
        while not condition():
            await self.change()

    @property
    def over(self) -> bool:
        return self.table is not None and self.table.status in ("finished", "expired")

    def my_seats(self) -> list[int]:
        seats = self.table.seats if self.table else ()
        return [number for number, seat in enumerate(seats) if seat.guest == self.you]

    def played_seats(self) -> list[int]:
        """The client's own seats without those that it has given up."""
        seats = self.table.seats if self.table else ()
        return [number for number in self.my_seats() if not seats[number].resigned]

    async def play(self, choose: Choose) -> GameView:
        """Plays the client's own seats to the end of the game: rolls on their turn, and calls `choose`."""
        done: set[tuple[int, int, int]] = set()
        while not self.over:
            game, task = self.game, self._task(done)
            if game is None or task is None:
                await self.change()
                continue
            done.add(task)
            _, action, seat = task
            await self._act(task, choose(self._offer(seat), game) if action else None)
        assert self.game is not None
        return self.game

    def _task(self, done: set[tuple[int, int, int]]) -> tuple[int, int, int] | None:
        """The next task of one of the player's own seats: turn, action (0 to roll) and seat."""
        game, mine = self.game, self.played_seats()
        if game is None:
            return None
        server_dice = self.table is not None and self.table.options.dice == "server"
        tasks = [(game.turn + 1, 0, game.active)] if game.phase == "roll" and server_dice else []
        tasks += [(one.turn, one.action, one.seat) for one in self.offers if one.seat in game.awaited]
        return next((task for task in tasks if task[2] in mine and task not in done), None)

    def _offer(self, seat: int) -> SeatOffers:
        return next(one for one in self.offers if one.seat == seat)

    async def _act(self, task: tuple[int, int, int], choice: Choice | None) -> None:
        """A refusal is ignored if the clock, a stand-in or an automatic roll was quicker."""
        turn, action, _ = task
        try:
            if choice is None:
                await self.roll(turn)
            else:
                await self.send(protocol.Choose(new_id(), turn, action, choice))
        except Refused as refused:
            if refused.code not in ("already-revealed", "too-late", "not-playing"):
                raise

    async def _reveal(self, seat: int, nonce: str) -> None:
        """If it comes too late, the game has started with a derived nonce."""
        with contextlib.suppress(Refused, ClientError):
            await self.send(protocol.Reveal(new_id(), seat, nonce))
            self.notes.nonces[seat] = nonce

    # The connection

    async def _connect(self) -> None:
        self._socket = await connect(
            self._url, additional_headers={"Cookie": self._cookie}, compression=None, proxy=None
        )
        hello = protocol.Hello(new_id(), self.name, self.seq)
        self._hello = hello.id, msgspec.json.encode(hello)
        await self._push(self._hello[1])
        for frame, _ in list(self._waiting.values()):
            await self._push(frame)

    async def _push(self, frame: bytes) -> None:
        if self._socket:
            with contextlib.suppress(WebSocketException, OSError):
                await self._socket.send(frame.decode())

    async def _read(self) -> None:
        try:
            while True:
                assert self._socket is not None
                with contextlib.suppress(WebSocketException, OSError):
                    async for data in self._socket:
                        self._hear(_decode(data))
                self.connected = False
                self._changed.set()
                await self._again()
        except Exception as error:  # noqa: BLE001 - passed on to the waiting callers
            self._fail(error)

    async def _again(self) -> None:
        wait = 0.02
        while True:
            self.reconnects += 1
            try:
                return await self._connect()
            except FAILURES as error:
                if refusal := _refusal(error):
                    raise refusal from None
                await asyncio.sleep(wait * random.uniform(0.5, 1))
                wait = min(2 * wait, LONGEST_WAIT)

    def _fail(self, error: Exception) -> None:
        self._failure = error
        for _, done in self._waiting.values():
            if not done.done():
                done.set_exception(error)
        self._changed.set()

    def _hear(self, message: Message) -> None:
        self.connected = True
        outcome = self.mirror.take(message)
        self.events += outcome.events
        if self.table:
            self.notes.see(self.table)
            for seat, nonce in self.notes.to_reveal(self.table, self.my_seats()).items():
                if seat not in self._revealing:
                    self._revealing[seat] = asyncio.create_task(self._reveal(seat, nonce))
        for id in outcome.acks:
            self._done(id)
        if outcome.resend:
            asyncio.get_running_loop().call_later(RESEND_AFTER, self._resend, outcome.resend)
        if outcome.refused:
            self._refuse(outcome.refused)
        if isinstance(message, Bye) and message.code != "shutdown":
            raise ClientError(f"The server ended the connection ({message.code}).", message.code)
        self._changed.set()

    def _refuse(self, error: Error) -> None:
        if error.id in self._waiting:
            done = self._waiting[error.id][1]
            if not done.done():
                done.set_exception(Refused(error))
        elif self.table is None:
            self._fail(Refused(error))

    def _resend(self, id: str) -> None:
        frame = self._hello[1] if id == self._hello[0] else None
        if id in self._waiting:
            frame = self._waiting[id][0]
        if frame:
            task = asyncio.ensure_future(self._push(frame))
            task.add_done_callback(lambda _: None)

    def _done(self, id: str) -> None:
        if id in self._waiting and not (done := self._waiting[id][1]).done():
            done.set_result(None)


def _refusal(error: Exception) -> ClientError | None:
    """The error to raise for a refused connection; `None` if the server may only be restarting."""
    refused = isinstance(error, InvalidStatus) and error.response.status_code < 500
    return ClientError(f"The server refuses the connection ({error}).") if refused else None


def new_id() -> str:
    return secrets.token_hex(8)

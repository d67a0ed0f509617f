"""A table of the load client: what each player knows, and what must not get lost."""

import asyncio
import random
import time
from collections.abc import Callable

from qwixx.rules import Rules
from qwixx.server.protocol import Created, NewTable, Options

from .person import LoadGuest, Person
from .report import LoadCounts
from .wire import Address, LoadError, request

TIMEOUT = 60.0
KEPT_POSITIONS = 200


class LoadTable:
    def __init__(
        self, counts: LoadCounts, rules: Rules, think: tuple[float, float], *, rematch: bool = False
    ) -> None:
        self.counts = counts
        self.rules = rules
        self.rematch = rematch
        self.id = ""
        self.people: list[Person] = []
        self.playing = False
        self.seen = 0
        """The highest seq that the server has sent to any player."""
        self.acked: dict[str, int] = {}
        """The seq of every acknowledged command, by its id."""
        self._think = think
        self._random = random.Random(0)
        self._pending: list[tuple[float, int]] = []
        self._positions: dict[int, object] = {}

    async def set_up(self, addresses: list[Address], guests: list[LoadGuest], options: Options) -> None:
        """Opens a table, seats all players and starts the game; nobody chooses yet."""
        created, _ = await request(addresses[0], "POST", "/api/tables", NewTable(options), guests[0].cookie)
        self.id = Created(**created).id
        self._random.seed(self.id)
        self.people = [
            Person(self, rotated(addresses, seat), seat, guest) for seat, guest in enumerate(guests)
        ]
        for person in self.people:
            await person.come()
            person.sit()
        await self.until(lambda: all(person.settled for person in self.people))
        self.people[0].start()
        await self.until(lambda: all(person.status == "playing" for person in self.people))

    def begin(self) -> None:
        """The players start to choose."""
        self.playing = True
        for person in self.people:
            person._consider()

    @property
    def over(self) -> bool:
        return all(person.status == "finished" for person in self.people)

    def leave(self) -> None:
        self.playing = False
        for person in self.people:
            person.leave()

    async def until(self, true: Callable[[], bool]) -> None:
        end = time.monotonic() + TIMEOUT
        while not true():
            if time.monotonic() > end:
                raise LoadError(f"Table {self.id} did not go on for {TIMEOUT:.0f} s.")
            await asyncio.sleep(0.005)

    def think(self) -> float:
        return self._random.uniform(*self._think)

    # Reports of the players

    def has(self, person: Person) -> None:
        """The person has received everything up to `person.seq`."""
        self.seen = max(self.seen, person.seq)
        self._compare(person)
        if self._pending:
            self._everybody()

    def acknowledged(self, id: str, seq: int, sent: float | None) -> None:
        self.acked[id] = seq
        if sent is not None and self.playing:
            self.counts.choices += 1
            self._pending.append((sent, seq))
            self._everybody()

    def _everybody(self) -> None:
        """Choices that all players at the table have received are done."""
        low = min(person.seq for person in self.people)
        now = time.perf_counter()
        still = []
        for sent, seq in self._pending:
            if seq <= low:
                self.counts.latencies.append(now - sent)
            else:
                still.append((sent, seq))
        self._pending = still

    def forget_pending(self) -> None:
        self._pending.clear()

    def _compare(self, person: Person) -> None:
        """Two players at the same seq must see the same position, before and after a crash."""
        game = person.game
        if game is None or not self.counts.compare:
            return
        position = (game.turn, game.active, game.phase, game.sheets, game.roll, game.chosen, game.scores)
        known = self._positions.setdefault(person.seq, position)
        if known != position:
            self.fault(f"seat {person.seat} sees another position at seq {person.seq}")
        if len(self._positions) > KEPT_POSITIONS:
            del self._positions[next(iter(self._positions))]

    def settled(self) -> None:
        self.counts.settled += 1

    def fault(self, what: str) -> None:
        self.counts.faults.append(f"table {self.id}: {what}")


def rotated(addresses: list[Address], by: int) -> list[Address]:
    """The addresses in the same circle, from another one on."""
    first = by % len(addresses)
    return addresses[first:] + addresses[:first]

"""A guest asks for something at a table: the checks that many commands share."""

from collections.abc import Callable

from msgspec import Struct

from ..protocol import Code
from .game import TableGame
from .table import Table, TableSeat


class CommandRefused(Exception):
    def __init__(self, code: str, rule: str = "", detail: str = "") -> None:
        super().__init__(code)
        self.code = str(code)
        self.rule = rule
        self.detail = detail


class Ask(Struct, frozen=True):
    table: Table
    guest: str
    now: int
    draw: Callable[[], str]

    def in_lobby(self) -> None:
        if self.table.status != "lobby":
            raise CommandRefused(Code.NOT_LOBBY)

    def as_host(self) -> None:
        self.in_lobby()
        if self.guest != self.table.host:
            raise CommandRefused(Code.NOT_HOST)

    def playing(self) -> TableGame:
        if self.table.status != "playing" or self.table.game is None:
            raise CommandRefused(Code.NOT_PLAYING)
        return self.table.game

    def seat(self, number: int) -> TableSeat:
        if number not in range(len(self.table.seats)):
            raise CommandRefused(Code.NO_SEAT)
        return self.table.seats[number]

    def own(self, number: int) -> TableSeat:
        seat = self.seat(number)
        if seat.guest != self.guest:
            raise CommandRefused(Code.NOT_YOUR_SEAT)
        return seat

    def seated(self) -> None:
        if not self.table.seats_of(self.guest):
            raise CommandRefused(Code.NOT_SEATED)

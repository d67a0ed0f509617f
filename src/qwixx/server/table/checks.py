"""A guest asks for something at a table: the checks that many commands share."""

from collections.abc import Callable

from msgspec import Struct

from ..protocol import Code
from .game import Game
from .table import Seat, Table


class Refused(Exception):
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
            raise Refused(Code.NOT_LOBBY)

    def as_host(self) -> None:
        self.in_lobby()
        if self.guest != self.table.host:
            raise Refused(Code.NOT_HOST)

    def playing(self) -> Game:
        if self.table.status != "playing" or self.table.game is None:
            raise Refused(Code.NOT_PLAYING)
        return self.table.game

    def seat(self, number: int) -> Seat:
        if number not in range(len(self.table.seats)):
            raise Refused(Code.NO_SEAT)
        return self.table.seats[number]

    def own(self, number: int) -> Seat:
        seat = self.seat(number)
        if seat.guest != self.guest:
            raise Refused(Code.NOT_YOUR_SEAT)
        return seat

    def seated(self) -> None:
        if not self.table.seats_of(self.guest):
            raise Refused(Code.NOT_SEATED)

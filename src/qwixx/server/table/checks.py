"""The checks that many commands share, and the two forms of a refusal."""

from msgspec import Struct

from ..protocol import Code
from .game import TableGame
from .table import Table, TableSeat


class Refusal(Struct, frozen=True):
    """Why a command was not carried out: the value that is returned and sent to the client."""

    code: str
    rule: str = ""
    detail: str = ""


class CommandRefused(Exception):
    """Raised by a check, with the `Refusal` that the caller is to return or send."""

    def __init__(self, code: str, rule: str = "", detail: str = "") -> None:
        super().__init__(code)
        self.refusal = Refusal(str(code), rule, detail)


class CommandContext(Struct, frozen=True):
    """What a command is decided on: the table, the guest who sent it, and the time."""

    table: Table
    guest: str
    now: int

    def require_lobby(self) -> None:
        if self.table.status != "lobby":
            raise CommandRefused(Code.NOT_LOBBY)
        if self.table.starting is not None:
            raise CommandRefused(Code.STARTING)

    def require_host_in_lobby(self) -> None:
        self.require_lobby()
        if self.guest != self.table.host:
            raise CommandRefused(Code.NOT_HOST)

    def require_seated(self) -> None:
        if not self.table.seats_of(self.guest):
            raise CommandRefused(Code.NOT_SEATED)

    def running_game(self) -> TableGame:
        if self.table.status != "playing" or self.table.game is None:
            raise CommandRefused(Code.NOT_PLAYING)
        return self.table.game

    def seat(self, number: int) -> TableSeat:
        last = len(self.table.seats) - 1
        if not 0 <= number <= last:
            raise CommandRefused(Code.NO_SEAT, detail=f"seat {number}: this table has the seats 0 to {last}")
        return self.table.seats[number]

    def played_seat(self, number: int) -> TableSeat:
        """A seat of the guest's own that the guest has not given up."""
        seat = self.own_seat(number)
        if seat.resigned:
            raise CommandRefused(Code.RESIGNED)
        return seat

    def own_seat(self, number: int) -> TableSeat:
        seat = self.seat(number)
        if seat.guest != self.guest:
            raise CommandRefused(Code.NOT_YOUR_SEAT)
        return seat

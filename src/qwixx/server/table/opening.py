"""Opening a table: the first entries of its log, for a new game or for a rematch."""

from collections.abc import Sequence

from ..protocol import NewTable
from . import log
from .in_lobby import check_bot, check_options
from .table import Table


def first_entries(host: str, new: NewTable, seats: Sequence[str], now: int) -> list[log.Entry]:
    """`seats`: the guest of each seat, empty for none. Raises `CommandRefused` for bad options or bots."""
    check_options(new.options)
    bots = [(seat, bot) for seat, bot in enumerate(new.bots[: new.options.seats]) if bot is not None]
    for _, bot in bots:
        check_bot(bot)
    events: list[log.Event] = [log.Opened(new.options, host)]
    events += [log.BotSat(seat, bot) for seat, bot in bots]
    events += [log.Reserved(seat, guest) for seat, guest in enumerate(seats) if guest]
    return [log.Entry(now, event) for event in events]


def rematch_of(table: Table) -> tuple[NewTable, list[str]]:
    """The table for the next game and its seats: the same bots and guests, without those who left."""
    bots = tuple(seat.bot or None for seat in table.seats)
    seats = ["" if seat.guest in table.left else seat.guest for seat in table.seats]
    return NewTable(table.options, bots), seats

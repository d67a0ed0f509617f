"""Opening a table: the first entries of its log, for a new game or for a rematch."""

from collections.abc import Sequence

from ..protocol import Code, NewTable
from . import log
from .checks import CommandRefused
from .in_lobby import bot_sat, check_options
from .table import Table

TABLES_BEFORE = 4
"""Number of tables before a rematch whose chat goes on there."""


def first_entries(
    host: str,
    new: NewTable,
    seats: Sequence[str],
    now: int,
    wins: tuple[int, ...] = (),
    before: tuple[str, ...] = (),
) -> list[log.Entry]:
    """`seats`: the guest of each seat, empty for none. `wins` and `before`: see `log.Opened`.

    Raises `CommandRefused` for bad options or bots.
    """
    check_options(new.options)
    if len(new.bots) > new.options.seats:
        raise CommandRefused(
            Code.BAD_OPTIONS, detail=f"{len(new.bots)} bots for {new.options.seats} seats: give one for each"
        )
    events: list[log.Event] = [log.Opened(new.options, host, wins, before)]
    events += [bot_sat(seat, bot) for seat, bot in enumerate(new.bots) if bot is not None]
    events += [log.Reserved(seat, guest) for seat, guest in enumerate(seats) if guest]
    return [log.Entry(now, event) for event in events]


def rematch_entries(table: Table, host: str, now: int) -> list[log.Entry]:
    """The first entries of the table for the next game; the bans, mutes and lock of this one still hold."""
    new, seats = rematch_of(table)
    kept: list[log.Event] = [log.Banned(guest, banned=True) for guest in sorted(table.banned)]
    kept += [log.Muted(guest, muted=True) for guest in sorted(table.muted)]
    kept += [log.Locked(locked=True)] if table.locked else []
    before = (*table.before, table.id)[-TABLES_BEFORE:]
    entries = first_entries(host, new, seats, now, series(table), before)
    return entries + [log.Entry(now, event) for event in kept]


def rematch_of(table: Table) -> tuple[NewTable, list[str]]:
    """The table for the next game and its seats: the same bots and guests, without those who left."""
    bots = tuple(seat.level or seat.bot or None for seat in table.seats)
    seats = ["" if seat.guest in table.left else seat.guest for seat in table.seats]
    return NewTable(table.options, bots), seats


def series(table: Table) -> tuple[int, ...]:
    """The games of the series that each seat has won, the finished one of this table included.

    Empty if somebody has left: the next game then has other players.
    """
    if table.game is None or any(seat.guest in table.left for seat in table.seats if seat.guest):
        return ()
    before = table.wins or (0,) * len(table.seats)
    return tuple(wins + (place == 1) for wins, place in zip(before, table.places(), strict=True))

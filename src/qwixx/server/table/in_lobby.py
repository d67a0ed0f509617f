"""Commands about seats, the host and the table itself, and the server's duties outside a game."""

import copy

from qwixx.bots import LEVELS, bot_of, make_bot
from qwixx.rules import QwixxError

from .. import protocol
from ..protocol import Code, Options
from . import duties, fair_dice, log
from .checks import CommandContext, CommandRefused
from .game import rules_of

MOST_MUTED = 100
"""Most guests that can be muted at a table: all of them are sent with every change of the table."""


def check_bot(name: str) -> None:
    """Only levels and bots with a name are allowed: nothing that a client writes is ever imported."""
    try:
        make_bot(bot_of(name), modules=False)
    except QwixxError as error:
        raise CommandRefused(Code.BAD_BOT, detail=str(error)) from None


def bot_sat(seat: int, name: str) -> log.BotSat:
    """A bot takes the seat: the one of a level, or one chosen by its own name."""
    check_bot(name)
    return log.BotSat(seat, bot_of(name), level=name if name in LEVELS else "")


def check_options(options: Options) -> None:
    try:
        rules_of(options)
    except QwixxError as error:
        raise CommandRefused(Code.BAD_OPTIONS, detail=str(error)) from None
    check_bot(options.stand_in)
    if options.dice == "own" and options.roll_after is not None:
        raise CommandRefused(
            Code.BAD_OPTIONS, detail="own dice cannot be rolled by the server: leave out roll_after"
        )


def events(context: CommandContext, command: object) -> list[log.Event]:
    match command:
        case protocol.Sit():
            return sit(context, command)
        case protocol.Stand(seat=seat):
            context.require_lobby()
            context.own_seat(seat)
            return [log.Stood(seat)]
        case protocol.SeatBot(seat=seat, bot=bot):
            context.require_host_in_lobby()
            if context.seat(seat).guest:
                raise CommandRefused(Code.SEAT_TAKEN)
            return [bot_sat(seat, bot)]
        case protocol.ClearSeat(seat=seat):
            context.require_host_in_lobby()
            if not context.seat(seat).taken:
                raise CommandRefused(Code.SEAT_EMPTY)
            return [log.Stood(seat)]
        case protocol.Ready(ready=ready):
            context.require_lobby()
            context.require_seated()
            return [log.Readied(context.guest, ready)]
        case protocol.Configure(options=options):
            context.require_host_in_lobby()
            check_options(options)
            if options.visibility != context.table.options.visibility:
                raise CommandRefused(
                    Code.BAD_OPTIONS, detail="visibility cannot be changed: open a new table"
                )
            if any(seat.guest for seat in context.table.seats[options.seats :]):
                raise CommandRefused(Code.SEATS_TAKEN)
            return [log.Configured(options)]
        case protocol.Start():
            return start(context)
        case protocol.Reveal():
            return reveal(context, command)
        case protocol.Leave():
            return leave(context)
        case protocol.Mute(guest=guest, muted=muted):
            if context.guest != context.table.host:
                raise CommandRefused(Code.NOT_HOST)
            if muted and len(context.table.muted) >= MOST_MUTED:
                raise CommandRefused(
                    Code.TOO_LARGE, detail=f"too many guests are muted: at most {MOST_MUTED} are allowed"
                )
            return [log.Muted(guest, muted)]
        case _:
            return server_events(context, command)


def sit(context: CommandContext, command: protocol.Sit) -> list[log.Event]:
    context.require_lobby()
    seat = context.seat(command.seat)
    accepting = seat.reserved and seat.guest == context.guest
    if seat.taken and not accepting:
        raise CommandRefused(Code.SEAT_TAKEN)
    if command.promise and command.nonce:
        raise CommandRefused(Code.MALFORMED, detail="send a promise or a nonce, not both")
    sat = log.Sat(command.seat, context.guest, command.nonce, command.promise or "")
    if accepting:
        return accept(context, sat)
    # A table whose host left when nobody else was present belongs to the next guest who sits down.
    orphan = context.table.host in context.table.left
    return [sat, log.Hosted(context.guest)] if orphan else [sat]


def accept(context: CommandContext, sat: log.Sat) -> list[log.Event]:
    """Accepts a seat of a rematch. The game starts when the last seat has been accepted."""
    table = copy.copy(context.table)
    table.apply(log.Entry(context.now, sat))
    all_accepted = all(seat.ready for seat in table.seats)
    return [sat, fair_dice.start(table)] if all_accepted else [sat]


def start(context: CommandContext) -> list[log.Event]:
    context.require_host_in_lobby()
    table = context.table
    if not all(seat.taken for seat in table.seats):
        raise CommandRefused(Code.SEATS_EMPTY)
    if not all(seat.ready or seat.guest == table.host for seat in table.seats):
        raise CommandRefused(Code.NOT_READY)
    return [fair_dice.start(table)]


def reveal(context: CommandContext, command: protocol.Reveal) -> list[log.Event]:
    table, seat = context.table, context.own_seat(command.seat)
    if seat.promise and seat.nonce == command.nonce:
        return []
    if table.starting is None:
        raise CommandRefused(Code.TOO_EARLY if table.status == "lobby" else Code.TOO_LATE)
    return fair_dice.reveal(table, command.seat, command.nonce)


def leave(context: CommandContext) -> list[log.Event]:
    """In the lobby the seats become free; in a game they stay with the guest, or are handed to a bot."""
    table = context.table
    events: list[log.Event] = []
    if not table.concerns(context.guest):
        return []
    if table.status == "lobby" and table.starting is None:
        events += [log.Stood(seat) for seat in table.seats_of(context.guest)]
    events.append(log.Went(context.guest, left=True))
    if context.guest == table.host and (host := duties.next_host(table)):
        events.append(log.Hosted(host))
    return events


def server_events(context: CommandContext, command: object) -> list[log.Event]:
    """Commands of the server's own; no events if they no longer apply."""
    table = context.table
    match command:
        case duties.Present(guest=guest):
            return [log.Came(guest)] if guest in table.away else []
        case duties.Gone(guest=guest):
            return [log.Went(guest)] if table.concerns(guest) and guest not in table.away else []
        case duties.PassHost():
            dues = [one for one in duties.due(table, 0) if one.duty == command]
            due = any(one.at <= context.now for one in dues)
            return [log.Hosted(duties.next_host(table))] if due else []
        case duties.BeginGame(since=since):
            return [fair_dice.begin(table.seed, table.seats)] if table.starting == since else []
        case duties.Expire():
            return [log.Expired()] if table.status in ("lobby", "playing") else []
        case duties.NoteRematch(table=next_table):
            if table.status != "finished":
                raise CommandRefused(Code.NOT_FINISHED)
            if not table.concerns(context.guest):
                raise CommandRefused(Code.NOT_SEATED)
            return [log.RematchOpened(next_table)] if next_table and not table.rematch else []
    raise CommandRefused(Code.UNKNOWN)

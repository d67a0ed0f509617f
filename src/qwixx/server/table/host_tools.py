"""The host's tools against strangers: kick, ban and lock."""

from .. import protocol
from ..protocol import Code
from . import log
from .checks import CommandContext, CommandRefused
from .table import Table

MOST_BANNED = 100
"""Most guests that can be banned from a table: all of them are sent with every change of the table."""


def events(context: CommandContext, command: protocol.Kick | protocol.Ban | protocol.Lock) -> list[log.Event]:
    table = context.table
    if context.guest != table.host:
        raise CommandRefused(Code.NOT_HOST)
    match command:
        case protocol.Kick(guest=guest):
            return [*_send_away(context, guest), log.Kicked(guest)]
        case protocol.Ban(guest=guest, banned=False):
            return [log.Banned(guest, banned=False)] if guest in table.banned else []
        case protocol.Ban(guest=guest):
            if len(table.banned) >= MOST_BANNED:
                raise CommandRefused(
                    Code.TOO_LARGE, detail=f"at most {MOST_BANNED} guests can be banned: lock the table"
                )
            return [*_send_away(context, guest), log.Banned(guest, banned=True)]
        case protocol.Lock(locked=locked):
            return [log.Locked(locked)] if locked != table.locked else []


def _send_away(context: CommandContext, guest: str) -> list[log.Event]:
    """Frees the guest's seats, before the game; in a game a player stays, but may be handed over."""
    if guest == context.guest:
        raise CommandRefused(Code.MALFORMED, detail="guest: the host cannot be sent away")
    seats = context.table.seats_of(guest)
    if seats:
        context.require_lobby()
    return [log.Stood(seat) for seat in seats]


def shut_out(table: Table, guest: str) -> Code | None:
    """Why the guest may not come to the table, if the host has shut them out."""
    if guest in table.banned:
        return Code.BANNED
    if table.locked and table.status in ("lobby", "playing") and not table.concerns(guest):
        return Code.LOCKED
    return None

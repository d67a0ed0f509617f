"""Commands that end a game early, or end it for one player."""

from .. import protocol
from . import log
from .checks import CommandContext


def resign(context: CommandContext, command: protocol.Resign) -> list[log.Event]:
    """A bot plays on for the seat, so that the others can finish; the game ends if no opponents are left."""
    context.running_game()
    seat, table = context.played_seat(command.seat), context.table
    others = [
        other for number, other in enumerate(table.seats) if number != command.seat and not other.resigned
    ]
    resigned = log.Resigned(command.seat, seat.stand_in or table.options.stand_in)
    if len(others) < 2 or not any(other.guest for other in others):
        return [resigned, log.GameStopped("resigned")]
    return [resigned]

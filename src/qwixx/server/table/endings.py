"""Commands that end a game early, or end it for one player: resigning, and ending it by agreement."""

import copy

from .. import protocol
from ..protocol import Code
from . import log
from .checks import CommandContext, CommandRefused
from .table import Table


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


def propose_end(context: CommandContext) -> list[log.Event]:
    """A second proposal in the same turn is an acceptance of the first."""
    game, deciding = context.running_game(), _deciding(context)
    if context.table.open_proposal:
        return _accept(context, deciding)
    if context.table.declined == game.turn:
        raise CommandRefused(Code.DECLINED)
    proposed = log.EndProposed(context.guest)
    return [proposed] if deciding - {context.guest} else [proposed, log.GameStopped("agreed")]


def answer_end(context: CommandContext, command: protocol.AnswerEnd) -> list[log.Event]:
    context.running_game()
    deciding, proposal = _deciding(context), context.table.open_proposal
    if proposal is None or proposal.turn != command.turn:
        raise CommandRefused(Code.NO_PROPOSAL)
    return _accept(context, deciding) if command.accept else [log.EndDeclined(context.guest)]


def _accept(context: CommandContext, deciding: set[str]) -> list[log.Event]:
    proposal, guest = context.table.open_proposal, context.guest
    assert proposal is not None
    events: list[log.Event] = [] if guest in proposal.accepted else [log.EndAccepted(guest)]
    return [*events, log.GameStopped("agreed")] if deciding <= {*proposal.accepted, guest} else events


def _deciding(context: CommandContext) -> set[str]:
    """The players who have to agree, if the sender is one of them."""
    table = context.table
    found = _people(table)
    if context.guest not in found:
        given_up = any(table.seats[seat].resigned for seat in table.seats_of(context.guest))
        raise CommandRefused(Code.RESIGNED if given_up else Code.NOT_SEATED)
    return found


def _people(table: Table) -> set[str]:
    """The players who have to agree: not bots, not those whom one replaces, not those who have left."""
    return {seat.guest for seat in table.seats if seat.guest and not seat.deciding_bot} - table.left


def with_agreement(context: CommandContext, events: list[log.Event]) -> list[log.Event]:
    """The events of a command, and the agreed end if it removes the last player who has not answered."""
    if not any(isinstance(event, log.Went | log.Resigned | log.HandedOver) for event in events):
        return events
    table = copy.copy(context.table)
    for event in events:
        table.apply(log.Entry(context.now, event))
    proposal, people = table.open_proposal, _people(table)
    agreed = table.status == "playing" and proposal and people and people <= set(proposal.accepted)
    return [*events, log.GameStopped("agreed")] if agreed else events

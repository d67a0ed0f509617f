"""Decides whether a command may be carried out, and which log entries it becomes. It changes nothing."""

import copy

from msgspec import Struct

from .. import protocol
from ..protocol import Code, TableEvent
from . import duties, endings, host_tools, in_game, in_lobby, log
from .checks import CommandContext, CommandRefused, Refusal
from .table import Table

MOST_ENTRIES = 5_000
"""Entries in a log beyond which only those that a game needs to go on are added; a game takes about 500."""
NEEDED = (
    log.StartAsked,
    log.NonceRevealed,
    log.Started,
    log.DiceRolled,
    log.ChoiceMade,
    log.HandedOver,
    log.Resigned,
    log.EndProposed,
    log.EndAccepted,
    log.EndDeclined,
    log.GameStopped,
    log.Hosted,
    log.RematchOpened,
    log.Expired,
)


class Draft(Struct):
    """The result of a command before it is stored: the new table, its events, and the entries to append."""

    table: Table
    events: list[TableEvent]
    entries: list[log.Entry]


Request = protocol.Command | duties.Duty


def attempt(table: Table, guest: str, command: Request, now: int) -> Draft | Refusal:
    """Decides the command and applies its entries to a copy of the table."""
    found = decide(table, guest, command, now)
    if isinstance(found, Refusal):
        return found
    new, events = copy.copy(table), list[TableEvent]()
    for entry in found:
        events += new.apply(entry)
    return Draft(new, events, found)


def decide(table: Table, guest: str, command: Request, now: int) -> list[log.Entry] | Refusal:
    """The entries of the command: none for one sent twice."""
    cmd = getattr(command, "id", "")
    if cmd and cmd in table.done.get(guest, ()):
        return []
    try:
        if table.status == "expired":
            raise CommandRefused(Code.EXPIRED)
        shut = host_tools.shut_out(table, guest) if guest else None
        if shut is Code.BANNED or (shut and isinstance(command, protocol.Sit)):
            raise CommandRefused(shut)
        context = CommandContext(table, guest, now)
        events = _events(context, command)
        if table.proposal:
            events = endings.with_agreement(context, events)
        if table.seq >= MOST_ENTRIES and not all(_needed(table, event) for event in events):
            raise CommandRefused(Code.LOG_FULL)
    except CommandRefused as refused:
        return refused.refusal
    return [log.Entry(now, event, guest, cmd) for event in events]


def _needed(table: Table, event: log.Event) -> bool:
    """Whether the game goes on by this event. Changing one's choice can be done without."""
    if isinstance(event, log.ChoiceMade) and table.game:
        return event.choice.seat in table.game.awaited()
    return isinstance(event, NEEDED)


def _events(context: CommandContext, command: Request) -> list[log.Event]:
    match command:
        case protocol.Choose():
            return in_game.choose(context, command)
        case protocol.RollDice():
            return in_game.roll(context, command)
        case protocol.Kick() | protocol.Ban() | protocol.Lock():
            return host_tools.events(context, command)
        case protocol.HandOver():
            return in_game.hand_over(context, command)
        case protocol.Resign():
            return endings.resign(context, command)
        case protocol.ProposeEnd():
            return endings.propose_end(context)
        case protocol.AnswerEnd():
            return endings.answer_end(context, command)
        case protocol.TakeBack():
            return in_game.take_back(context, command)
        case duties.BotChoice():
            return in_game.bot_choice(context, command)
        case duties.TimeUp():
            return in_game.time_up(context, command)
        case duties.AutoRoll():
            return in_game.auto_roll(context, command)
        case _:
            return in_lobby.events(context, command)

"""Whether a command may be carried out, and the entries of the log that it becomes. It changes nothing."""

import copy
from collections.abc import Callable

from msgspec import Struct

from .. import protocol
from ..protocol import Code
from . import duties, in_game, in_lobby, log
from .checks import Ask, CommandRefused
from .table import Table, Told


class Refusal(Struct, frozen=True):
    code: str
    rule: str = ""
    detail: str = ""


class Tried(Struct):
    """The table as it would be, what would be told, and what would have to be written first."""

    table: Table
    told: list[Told]
    entries: list[log.Entry]


Request = protocol.Command | duties.Duty


def attempt(table: Table, guest: str, command: Request, now: int, draw: Callable[[], str]) -> Tried | Refusal:
    found = decide(table, guest, command, now, draw)
    if isinstance(found, Refusal):
        return found
    draft, told = copy.copy(table), list[Told]()
    for entry in found:
        told += draft.apply(entry)
    return Tried(draft, told, found)


def decide(
    table: Table, guest: str, command: Request, now: int, draw: Callable[[], str]
) -> list[log.Entry] | Refusal:
    """`draw` gives a nonce of the server's own for seats that bring none."""
    cmd = getattr(command, "id", "")
    if cmd and (guest, cmd) in table.done:
        return []
    try:
        if table.status == "expired":
            raise CommandRefused(Code.EXPIRED)
        events = _events(Ask(table, guest, now, draw), command)
    except CommandRefused as refused:
        return Refusal(refused.code, refused.rule, refused.detail)
    return [log.Entry(now, event, guest, cmd) for event in events]


def _events(ask: Ask, command: Request) -> list[log.Event]:
    match command:
        case protocol.Choose():
            return in_game.choose(ask, command)
        case protocol.RollDice():
            return in_game.roll(ask, command)
        case protocol.HandOver():
            return in_game.hand_over(ask, command)
        case protocol.TakeBack():
            return in_game.take_back(ask, command)
        case duties.BotChoice():
            return in_game.bot_choice(ask, command)
        case duties.TimeUp():
            return in_game.time_up(ask, command)
        case duties.AutoRoll():
            return in_game.auto_roll(ask, command)
        case _:
            return in_lobby.events(ask, command)

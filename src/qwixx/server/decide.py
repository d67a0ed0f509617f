"""Whether a command may be carried out, and the entries of the log that it becomes. It changes nothing."""

import copy
from collections.abc import Callable

from msgspec import Struct

from . import duties, lobby, log, play, protocol
from .ask import Ask, Refused
from .protocol import Code
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
            raise Refused(Code.EXPIRED)
        events = _events(Ask(table, guest, now, draw), command)
    except Refused as refused:
        return Refusal(refused.code, refused.rule, refused.detail)
    return [log.Entry(now, event, guest, cmd) for event in events]


def _events(ask: Ask, command: Request) -> list[log.Event]:
    match command:
        case protocol.Choose():
            return play.choose(ask, command)
        case protocol.RollDice():
            return play.roll(ask, command)
        case protocol.HandOver():
            return play.hand_over(ask, command)
        case protocol.TakeBack():
            return play.take_back(ask, command)
        case duties.BotChoice():
            return play.bot_choice(ask, command)
        case duties.TimeUp():
            return play.time_up(ask, command)
        case duties.AutoRoll():
            return play.auto_roll(ask, command)
        case _:
            return lobby.events(ask, command)

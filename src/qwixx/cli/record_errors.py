"""Errors about the games in a user's files, in the user's language: file, line, turn, player and reason."""

from qwixx.rules import IllegalRecord, QwixxError, Roll, replay
from qwixx.rules.notation import is_writable, write_choice, write_roll

from .console import make_console, words_for
from .reading import GivenRecord


class IllegalGame(QwixxError):
    """A record that the rules forbid, as the user is told about it."""


def check_legal(given: GivenRecord, lang: str | None) -> None:
    """Raises `IllegalGame` if the rules forbid an action of the record."""
    try:
        replay(given.record)
    except IllegalRecord as fault:
        raise illegal_game(given, fault, lang) from None


def illegal_game(given: GivenRecord, fault: IllegalRecord, lang: str | None) -> IllegalGame:
    record = given.record
    words = words_for(make_console(), record.rules(), lang, record.seats)
    action = record.actions[fault.ply - 1]
    turn = sum(isinstance(one, Roll) for one in record.actions[: fault.ply])
    line = given.line_of(turn)
    place = given.source if line is None else words.text("file.line", file=given.source, line=line)
    seat = fault.state.active if isinstance(action, Roll) else action.seat
    if not is_writable(action):
        choice = str(action)
    else:
        choice = write_roll(action) if isinstance(action, Roll) else write_choice(action)
    return IllegalGame(
        words.text(
            "file.illegal",
            place=place,
            turn=turn,
            name=record.seats[seat] if seat < len(record.seats) else seat,
            choice=choice,
            reason=words.refusal(fault.reason),
            rule=fault.rule,
        )
    )

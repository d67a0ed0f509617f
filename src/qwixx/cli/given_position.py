"""Positions as users give them: on one line, in a file, or as the last position of a recorded game."""

from pathlib import Path
from typing import NamedTuple

from qwixx.rules import Rules, State, parse_position
from qwixx.rules.records.ending import Ending

from .errors import WrongUse
from .language import asked
from .reading import GivenRecord, SeveralGames, ending_of, named, plies_of, read_record_text, read_source
from .record_errors import illegal_game


class GivenPosition(NamedTuple):
    rules: Rules
    state: State
    names: tuple[str, ...] | None = None
    """The players of the record, if the position comes from one."""
    ending: Ending = Ending()
    """How the players of the record ended the game there."""


def read_position(given: str, game: int | None = None, ply: int | None = None) -> GivenPosition:
    """A position itself, or the file that holds it or a record; - is standard input."""
    if "|" in given or not given.strip():
        only_in_records(game, ply)
        return GivenPosition(*parse_position(given))
    path = Path(given)
    text = read_source(path)
    if text.lstrip("\ufeff \t\r\n").startswith(("Qwixx record", "{")):
        return _of_record(read_record_text(path, text, game), ply)
    only_in_records(game, ply)
    with named(path):
        return GivenPosition(*parse_position(text.strip()))


def read_start(given: str) -> GivenPosition:
    """The position of --start; its commands cannot choose one of several games."""
    try:
        return read_position(given)
    except SeveralGames as error:
        raise WrongUse(f"{error.source} holds {error.games} games: name a file with one.") from None


def position_text(given: GivenPosition) -> str:
    """The position in its usual form."""
    return given.rules.position(given.state)


def _of_record(given: GivenRecord, ply: int | None) -> GivenPosition:
    record = given.record
    plies, fault = plies_of(record, ply)
    if fault:
        raise illegal_game(given, fault, asked.get())
    state = plies[-1].after if plies else record.opening()
    return GivenPosition(record.rules(), state, record.seats, ending_of(record, plies))


def only_in_records(game: int | None, ply: int | None) -> None:
    """Raises an error if a part of a record is chosen, but no record is given."""
    if game is not None or ply is not None:
        option = "--ply" if game is None else "--game"
        raise WrongUse(f"{option} chooses from the record of a game: name a record, or leave it out.")

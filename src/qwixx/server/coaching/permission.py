"""Permission to ask the coach: every job for a worker is made here, or refused."""

from msgspec import structs

from qwixx.rules import Phase, Record, Roll

from ..protocol import Code
from ..table.checks import CommandRefused
from ..table.game import TableGame
from ..table.practice import is_practice
from ..table.table import Table
from .worker import AskHint, AskReview, AskVerdict


def hint(table: Table, guest: str, seat: int) -> AskHint:
    """Only for the guest of the seat, only while the seat has to act, and only from what it sees."""
    if not table.options.training:
        raise CommandRefused(Code.NOT_TRAINING)
    game = _playing(table)
    if seat not in range(len(table.seats)):
        raise CommandRefused(Code.NO_SEAT)
    if table.seats[seat].guest != guest:
        raise CommandRefused(Code.NOT_YOUR_SEAT)
    if seat not in game.awaited() or not game.action or table.seats[seat].stand_in:
        raise CommandRefused(Code.NOT_YOUR_TURN)
    view = game.rules.view(game.state, seat)
    return AskHint(game.rules.position(view.state), seat, game.turn, game.action)


def verdict(table: Table, guest: str, turn: int, record: Record) -> AskVerdict:
    """Only after the turn; the worker gets the game up to the end of that turn."""
    check_verdict(table, guest, turn)
    return AskVerdict(str(_until(record, turn)), turn)


def check_verdict(table: Table, guest: str, turn: int) -> None:
    """Refuses the question before the game is replayed for it."""
    if not table.options.training:
        raise CommandRefused(Code.NOT_TRAINING)
    if not is_practice(table.options):
        raise CommandRefused(Code.NOT_PRACTICE)
    if table.seats[0].guest != guest:
        raise CommandRefused(Code.NOT_YOUR_SEAT)
    game = table.game
    if game is None or turn < 1 or turn > game.turn - (game.state.phase not in (Phase.ROLL, Phase.OVER)):
        raise CommandRefused(Code.TOO_EARLY)


def review(record: Record) -> AskReview:
    return AskReview(str(record))


def _playing(table: Table) -> TableGame:
    if table.status != "playing" or table.game is None:
        raise CommandRefused(Code.NOT_PLAYING)
    return table.game


def _until(record: Record, turn: int) -> Record:
    """The game up to the end of the turn, without the headers, because the seed is still secret."""
    rolls = [number for number, action in enumerate(record.actions) if isinstance(action, Roll)]
    end = rolls[turn] if turn < len(rolls) else len(record.actions)
    return structs.replace(record, actions=record.actions[:end], headers={})

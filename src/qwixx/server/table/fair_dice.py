"""The fair dice of a table, computed from its seed and the nonces of its seats."""

from qwixx.dice.fair import FairDice
from qwixx.rules import Roll

from .game import TableGame
from .table import Table


def fair(table: Table) -> FairDice:
    return FairDice(table.seed, tuple(seat.nonce for seat in table.seats), version=1)


def first_player(table: Table) -> int:
    return fair(table).first()


def roll(table: Table, game: TableGame) -> Roll:
    return fair(table).roll(game.turn + 1, game.rules.variant.faces, game.rules.closed(game.state))

"""Typed dice can be corrected until a person has chosen: what bots chose in secret does not count."""

from qwixx.rules import Cross, Roll, Rules
from qwixx.server.table import game as games
from qwixx.server.table.game import Effects, TableGame

PERSON, BOT = 0, 1
DICE = Roll(white=(3, 4), colours=(1, 1, 1, 1))


def rolled() -> TableGame:
    return games.roll(games.begin(Rules("classic", 2), PERSON, 0), DICE, 0, Effects([], []))


def chosen(game: TableGame, seat: int, *, by_bot: bool) -> TableGame:
    return games.choose(game, Cross(seat, 0, 7), 0, Effects([], []), by_bot=by_bot)


def test_the_choice_of_a_bot_leaves_the_dice_correctable() -> None:
    game = chosen(rolled(), BOT, by_bot=True)
    assert game.rolled_from == rolled().rolled_from is not None


def test_the_choice_of_a_person_does_not() -> None:
    assert chosen(rolled(), PERSON, by_bot=False).rolled_from is None


def test_revealed_choices_stay() -> None:
    game = chosen(chosen(rolled(), PERSON, by_bot=False), BOT, by_bot=True)
    assert game.rolled_from is None
    assert game.state.sheets[BOT].rows[0]

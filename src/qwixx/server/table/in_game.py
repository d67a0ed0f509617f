"""Commands in a running game: rolls, choices, and bots in the place of those who have gone."""

from qwixx.rules import IllegalAction, Pass, Phase, Roll

from .. import protocol
from ..protocol import Code
from . import duties, fair_dice, log
from .checks import Ask, CommandRefused
from .game import TableGame


def choose(ask: Ask, command: protocol.Choose) -> list[log.Event]:
    game = ask.playing()
    ask.own(command.choice.seat)
    if (command.turn, command.action) != (game.turn, game.action):
        raise CommandRefused(_out_of_time(game, command.turn, command.action))
    try:
        game.rules.verify(game.state, command.choice)
    except IllegalAction as error:
        raise CommandRefused(error.reason.value, error.rule) from None
    return [log.ChoiceMade(command.choice)]


def _out_of_time(game: TableGame, turn: int, action: int) -> Code:
    past = turn < game.turn or (turn == game.turn and (action < game.action or not game.action))
    if not past:
        return Code.TOO_EARLY
    return Code.REVEALED if action == 1 else Code.TOO_LATE


def roll(ask: Ask, command: protocol.RollDice) -> list[log.Event]:
    game = ask.playing()
    if command.dice is None:
        if ask.table.options.dice == "own":
            raise CommandRefused(Code.OWN_DICE)
        _may_roll(ask, game)
        _of_turn(game, command.turn)
        return _thrown(ask, game)
    if ask.table.options.dice == "server":
        raise CommandRefused(Code.SERVER_DICE)
    typed = Roll(command.dice.white, command.dice.colours)
    if game.rolled_from and command.turn == game.turn:
        before = game.rolled_from
        _may_roll(ask, before)
        _verify(before, typed)
        return [log.Corrected(typed.white, typed.colours)]
    _may_roll(ask, game)
    _of_turn(game, command.turn)
    _verify(game, typed)
    return [log.DiceRolled(typed.white, typed.colours)]


def _may_roll(ask: Ask, game: TableGame) -> None:
    """The active player; at a table with own dice also the others, when a bot is active and cannot type."""
    seat = ask.table.seats[game.state.active]
    if ask.table.options.dice == "own" and seat.thinker:
        ask.seated()
    elif seat.guest != ask.guest:
        raise CommandRefused(Code.NOT_YOUR_SEAT)


def _of_turn(game: TableGame, turn: int) -> None:
    if game.state.phase is not Phase.ROLL:
        raise CommandRefused(Code.TOO_LATE if turn <= game.turn else Code.TOO_EARLY)
    if turn != game.turn + 1:
        raise CommandRefused(Code.TOO_LATE if turn <= game.turn else Code.TOO_EARLY)


def _verify(game: TableGame, typed: Roll) -> None:
    try:
        game.rules.verify(game.state, typed)
    except IllegalAction as error:
        raise CommandRefused(error.reason.value, error.rule) from None


def _thrown(ask: Ask, game: TableGame) -> list[log.Event]:
    thrown = fair_dice.roll(ask.table, game)
    return [log.DiceRolled(thrown.white, thrown.colours)]


def auto_roll(ask: Ask, command: duties.AutoRoll) -> list[log.Event]:
    game = ask.table.game
    if game is None or game.state.phase is not Phase.ROLL or command.turn != game.turn + 1:
        return []
    return [] if ask.table.options.dice == "own" else _thrown(ask, game)


def time_up(ask: Ask, command: duties.TimeUp) -> list[log.Event]:
    game = ask.table.game
    if game is None or (command.turn, command.action) != (game.turn, game.action):
        return []
    return [log.ChoiceMade(Pass(seat), "clock") for seat in game.awaited()]


def bot_choice(ask: Ask, command: duties.BotChoice) -> list[log.Event]:
    game, seat = ask.table.game, command.choice.seat
    if game is None or (command.turn, command.action) != (game.turn, game.action):
        return []
    waits = ask.table.seats[seat].thinker and seat in game.awaited()
    return [log.ChoiceMade(command.choice, "bot")] if waits else []


def hand_over(ask: Ask, command: protocol.HandOver) -> list[log.Event]:
    ask.playing()
    ask.seated()
    table, seat = ask.table, ask.seat(command.seat)
    since = table.away.get(seat.guest)
    if not seat.guest or seat.stand_in or since is None:
        raise CommandRefused(Code.NOT_AWAY)
    if seat.guest not in table.left and ask.now < since + 1000 * table.options.away_after:
        raise CommandRefused(Code.NOT_AWAY)
    return [log.HandedOver(command.seat, table.options.stand_in)]


def take_back(ask: Ask, command: protocol.TakeBack) -> list[log.Event]:
    ask.playing()
    if not ask.own(command.seat).stand_in:
        raise CommandRefused(Code.NO_BOT_THERE)
    # Who had left, and thought better of it without a new connection, is there again.
    back: list[log.Event] = [log.Came(ask.guest)] if ask.guest in ask.table.away else []
    return [*back, log.TakenBack(command.seat)]

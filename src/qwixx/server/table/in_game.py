"""Commands in a running game: rolls, choices, and handing seats of absent players to bots and back."""

from qwixx.bots import bot_of
from qwixx.rules import IllegalAction, Pass, Phase, Roll

from .. import protocol
from ..protocol import Code
from . import duties, fair_dice, log
from .checks import CommandContext, CommandRefused
from .game import TableGame, verify


def choose(context: CommandContext, command: protocol.Choose) -> list[log.Event]:
    game = context.running_game()
    context.played_seat(command.choice.seat)
    if (command.turn, command.action) != (game.turn, game.action):
        raise CommandRefused(_out_of_time(game, command.turn, command.action))
    # An illegal choice must be refused before it enters the log: in action 1 it is applied only after the
    # others have chosen.
    try:
        verify(game, command.choice)
    except IllegalAction as error:
        raise CommandRefused(error.reason.value, error.rule) from None
    return [log.ChoiceMade(command.choice)]


def _out_of_time(game: TableGame, turn: int, action: int) -> Code:
    past = turn < game.turn or (turn == game.turn and (action < game.action or not game.action))
    if not past:
        return Code.TOO_EARLY
    return Code.REVEALED if action == 1 else Code.TOO_LATE


def roll(context: CommandContext, command: protocol.RollDice) -> list[log.Event]:
    game = context.running_game()
    if command.dice is None:
        if context.table.options.dice == "own":
            raise CommandRefused(Code.OWN_DICE)
        if command.turn <= game.turn and context.table.seats_of(context.guest):
            # The automatic roll came first, and perhaps the next player is active by now.
            raise CommandRefused(Code.TOO_LATE)
        _may_roll(context, game)
        _of_turn(game, command.turn)
        return _thrown(context, game, command.link or "")
    if context.table.options.dice == "server":
        raise CommandRefused(Code.SERVER_DICE)
    typed = Roll(command.dice.white, command.dice.colours)
    if game.rolled_from and command.turn == game.turn:
        before = game.rolled_from
        _may_roll(context, before)
        _verify(before, typed)
        return [log.Corrected(typed.white, typed.colours)]
    _may_roll(context, game)
    _of_turn(game, command.turn)
    _verify(game, typed)
    return [log.DiceRolled(typed.white, typed.colours)]


def _may_roll(context: CommandContext, game: TableGame) -> None:
    """The active player may roll; with own dice also the others if a bot is active, which cannot type."""
    seat = context.table.seats[game.state.active]
    if context.table.options.dice == "own" and seat.deciding_bot:
        context.require_seated()
    else:
        context.played_seat(game.state.active)


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


def _thrown(context: CommandContext, game: TableGame, link: str = "") -> list[log.Event]:
    thrown = fair_dice.roll(context.table, game, link)
    return [log.DiceRolled(thrown.white, thrown.colours, link)]


def auto_roll(context: CommandContext, command: duties.AutoRoll) -> list[log.Event]:
    game = context.table.game
    if game is None or game.stopped or game.state.phase is not Phase.ROLL or command.turn != game.turn + 1:
        return []
    return [] if context.table.options.dice == "own" else _thrown(context, game)


def time_up(context: CommandContext, command: duties.TimeUp) -> list[log.Event]:
    game = context.table.game
    if game is None or (command.turn, command.action) != (game.turn, game.action):
        return []
    return [log.ChoiceMade(Pass(seat), "clock") for seat in game.awaited()]


def bot_choice(context: CommandContext, command: duties.BotChoice) -> list[log.Event]:
    game, seat = context.table.game, command.choice.seat
    if game is None or (command.turn, command.action) != (game.turn, game.action):
        return []
    waits = context.table.seats[seat].deciding_bot and seat in game.awaited()
    return [log.ChoiceMade(command.choice, "bot")] if waits else []


def hand_over(context: CommandContext, command: protocol.HandOver) -> list[log.Event]:
    context.running_game()
    context.require_seated()
    table, seat = context.table, context.seat(command.seat)
    since = table.away.get(seat.guest)
    if seat.guest and not seat.stand_in and duties.idle(table, command.seat, context.now):
        return [log.HandedOver(command.seat, bot_of(table.options.stand_in))]
    if not seat.guest or seat.stand_in or since is None:
        raise CommandRefused(Code.NOT_AWAY)
    if seat.guest not in table.left and context.now < since + 1000 * table.options.away_after:
        raise CommandRefused(Code.NOT_AWAY)
    return [log.HandedOver(command.seat, bot_of(table.options.stand_in))]


def take_back(context: CommandContext, command: protocol.TakeBack) -> list[log.Event]:
    context.running_game()
    if not context.played_seat(command.seat).stand_in:
        raise CommandRefused(Code.NO_BOT_THERE)
    # A guest who had left and stayed connected is present again.
    back: list[log.Event] = [log.Came(context.guest)] if context.guest in context.table.away else []
    return [*back, log.TakenBack(command.seat)]

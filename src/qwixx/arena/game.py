"""One game between bots on the reference engine."""

import inspect
from collections.abc import Sequence
from pathlib import Path

from msgspec import structs

from qwixx.bots import AnyBot, Bot, as_bot
from qwixx.dice import bot_stream, check_seed, dice_stream, roll
from qwixx.kernel.bots.batch_bot import BatchBot, BatchBotFailure
from qwixx.kernel.bots.error_text import one_line, with_place
from qwixx.rules import Action, Board, Choice, QwixxError, Record, Rules, State, Variant


class BotFailure(QwixxError):
    """A bot raised an error or chose something illegal. `record` is the game up to that moment."""

    def __init__(self, name: str, seat: int, record: Record, problem: str) -> None:
        self.name = name
        self.seat = seat
        self.ply = len(record.actions) + 1
        self.record = record
        self.problem = one_line(problem)
        super().__init__(
            f"bot {name} in seat {seat}, game {record.headers['Game']}, ply {self.ply}: {self.problem}"
        )


def with_method(bot: AnyBot, problem: str) -> str:
    """The problem after the file and line of the bot's method, which returned something wrong."""
    asked = getattr(bot, "bot", bot)  # that of a batched bot in disguise
    method = asked.choose_many if isinstance(asked, BatchBot) else asked.choose
    code = getattr(inspect.unwrap(method), "__code__", None)
    return f"{Path(code.co_filename).name}, line {code.co_firstlineno}: {problem}" if code else problem


def with_problem(record: Record, message: str) -> Record:
    """The record of an unfinished game, with the reason as a header."""
    return structs.replace(record, headers={**record.headers, "Failure": one_line(message)})


def play(
    variant: str | Variant,
    bots: Sequence[str | AnyBot],
    seed: int = 0,
    game: int = 0,
    first: int = 0,
    *,
    lucky: Sequence[tuple[int, int]] | None = None,
    board: Board | None = None,
    start: State | None = None,
) -> Record:
    """Plays a game. The same arguments give the same record if the bots use no other chance than `rng`.

    With a `start`, the game goes on from that position, and `first` is not needed.
    """
    rules = Rules(variant, len(bots), lucky=lucky, board=board)
    seed, game = check_seed(seed), check_seed(game, "game")
    players = [as_bot(bot) for bot in bots]
    record = Record(
        variant=rules.variant.name,
        seats=tuple(bot if isinstance(bot, str) else type(bot).__name__ for bot in bots),
        first=first if start is None else start.active,
        lucky=None if lucky is None else tuple(lucky),
        board=board,
        start=None if start is None else rules.position(start),
        headers={"Seed": str(seed), "Game": str(game)},
    )
    return GameLoop(rules, players, record, seed, game).play()


class GameLoop:
    """The loop around one game: rolls come from the seed, choices from the bots."""

    def __init__(self, rules: Rules, bots: list[Bot], record: Record, seed: int, game: int) -> None:
        self.rules = rules
        self.bots = bots
        self.record = record
        self.seed = seed
        self.game = game
        self.turn = 0
        self.state = rules.start(record.first) if record.start is None else record.opening()
        self.actions: list[Action] = []

    def play(self) -> Record:
        while not self.rules.is_over(self.state):
            if self.rules.awaits_roll(self.state):
                self.roll()
            else:
                self.ask()
        return self.so_far()

    def roll(self) -> None:
        self.turn += 1
        dice = dice_stream(self.seed, self.game, self.turn)
        self.take(roll(dice, self.rules.variant.faces, self.rules.closed(self.state)))

    def ask(self) -> None:
        """Asks every bot that is to act; all choose from the same position."""
        asked = self.state
        for seat in sorted(self.rules.to_act(asked)):
            legal = self.rules.legal(asked, seat)
            self.take(self.choice(asked, seat, legal))

    def choice(self, state: State, seat: int, legal: tuple[Choice, ...]) -> Choice:
        rng = bot_stream(self.seed, self.game, self.turn, seat, state.phase.action)
        bot = self.bots[seat]
        try:
            choice = bot.choose(self.rules.view(state, seat), legal, rng)
            # Our own copy: the bot's may compare equal but hold other types, which a record cannot store.
            if choice in legal:
                return legal[legal.index(choice)]
            problem = f"chose {choice}, which is not one of {len(legal)} legal choices"
        except BatchBotFailure as error:
            if error.__cause__:
                raise self.failure(seat, error.problem) from error
            problem = error.problem
        except (Exception, SystemExit) as error:
            raise self.failure(seat, with_place(error)) from error
        raise self.failure(seat, with_method(bot, problem))

    def take(self, action: Action) -> None:
        self.state, _ = self.rules.step(self.state, action)
        self.actions.append(action)

    def so_far(self) -> Record:
        return structs.replace(self.record, actions=tuple(self.actions))

    def failure(self, seat: int, problem: str) -> BotFailure:
        return BotFailure(self.record.seats[seat], seat, self.so_far(), problem)

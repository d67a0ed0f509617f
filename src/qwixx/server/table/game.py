"""The game at a table: the rules, and what a table adds to them.

Choices of action 1 are kept outside the rules' state, so that they can be changed until the last one is in
(R18). A seat that can only pass is passed for.
"""

from functools import lru_cache

from msgspec import Struct, structs

from qwixx.rules import Action, Choice, Phase, Roll, Rules, State, Variant, parse_board
from qwixx.rules.events import Chose, Event
from qwixx.rules.records.ending import EarlyCause

from ..protocol import Options


@lru_cache(maxsize=64)
def rules_of(options: Options) -> Rules:
    """The rules agreed on, shared by all tables with the same options. Raises `QwixxError` for bad ones."""
    board = parse_board(options.board) if options.board else None
    return Rules(options.variant, options.seats, lucky=options.lucky, board=board)


def variant_of(options: Options) -> Variant:
    """The sheet and board that a table plays on: those of its variant, with its own board and lucky pairs."""
    rules = rules_of(options)
    if not options.lucky:
        return rules.variant
    pairs = rules.lucky + rules.variant.lucky_pairs[rules.players :]
    return structs.replace(rules.variant, lucky_pairs=pairs)


class TableGame(Struct, frozen=True):
    rules: Rules
    state: State
    opened: int
    """When the decision that is open now was opened, in milliseconds."""
    turn: int = 0
    """The number of rolls so far."""
    legal: tuple[tuple[Choice, ...], ...] = ()
    """By seat: what it may choose in the decision that is open now."""
    pending: tuple[Choice | None, ...] = ()
    """Action 1: what has been chosen so far."""
    rolled_from: "TableGame | None" = None
    """The game before the roll, kept until a person chooses or the choices are revealed: a correction of the
    dice starts from here."""
    stopped: EarlyCause | None = None
    """Why the players ended the game before the rules did."""

    @property
    def action(self) -> int:
        """1 to 3 while choices are awaited, otherwise 0."""
        return self.state.phase.action

    def awaited(self) -> tuple[int, ...]:
        phase = self.state.phase
        if phase is Phase.WHITE:
            return tuple(seat for seat, choice in enumerate(self.pending) if choice is None)
        return () if phase is Phase.OVER or self.stopped else (self.state.active,)

    def chosen(self) -> tuple[int, ...]:
        return tuple(seat for seat, choice in enumerate(self.pending) if choice is not None)


class Effects(Struct):
    """What a transition brought about: events for everyone at the table, actions for the record."""

    events: list[Event]
    actions: list[Action]


def begin(rules: Rules, first: int, at: int) -> TableGame:
    return TableGame(rules, rules.start(first), at)


def roll(game: TableGame, dice: Roll, at: int, effects: Effects) -> TableGame:
    before = structs.replace(game, rolled_from=None)
    state, events = game.rules.step(game.state, dice)
    effects.events += events
    effects.actions.append(dice)
    opened = TableGame(game.rules, state, at, game.turn + 1, rolled_from=before)
    return _open(opened, effects)


def choose(game: TableGame, choice: Choice, at: int, effects: Effects, *, by_bot: bool = False) -> TableGame:
    """Raises `IllegalAction` if the choice is not legal.

    What only bots have chosen in secret does not keep people from correcting the dice.
    """
    seat = choice.seat
    verify(game, choice)
    if game.state.phase is Phase.WHITE:
        if game.pending[seat] is None:
            effects.events.append(Chose(seat))
        pending = (*game.pending[:seat], choice, *game.pending[seat + 1 :])
        game = structs.replace(game, pending=pending)
        if by_bot and None in pending:
            return game
        game = structs.replace(game, rolled_from=None)
        return game if None in pending else _open(_reveal(game, at, effects), effects)
    game = structs.replace(game, rolled_from=None)
    return _open(_applied(game, choice, at, effects), effects)


def verify(game: TableGame, choice: Choice) -> None:
    """Raises `IllegalAction`, with the reason, if the choice is not legal."""
    if not game.legal or choice not in game.legal[choice.seat]:
        game.rules.verify(game.state, choice)


def stop(game: TableGame, cause: EarlyCause, at: int) -> TableGame:
    """The game in its present position, with nothing left to decide. Hidden choices are dropped."""
    return TableGame(game.rules, game.state, at, game.turn, stopped=cause)


def _open(game: TableGame, effects: Effects) -> TableGame:
    """Finds what each seat may choose, and passes for the seats that can do nothing else."""
    while game.action:
        rules, state = game.rules, game.state
        if state.phase is Phase.WHITE:
            legal = tuple(rules.legal(state, seat) for seat in rules.seats)
            pending = tuple(choices[0] if len(choices) == 1 else None for choices in legal)
            effects.events += [Chose(choice.seat) for choice in pending if choice]
            game = structs.replace(game, legal=legal, pending=pending)
            if None in pending:
                return game
            game = _reveal(game, game.opened, effects)
        else:
            choices = rules.legal(state, state.active)
            if len(choices) > 1:
                legal = tuple(choices if seat == state.active else () for seat in rules.seats)
                return structs.replace(game, legal=legal)
            game = _applied(game, choices[0], game.opened, effects)
    return game


def _reveal(game: TableGame, at: int, effects: Effects) -> TableGame:
    choices = tuple([choice for choice in game.pending if choice])
    state, events = game.rules.reveal(game.state, choices)
    effects.events += events
    effects.actions += choices
    return _pass_on(game, state, at)


def _applied(game: TableGame, choice: Choice, at: int, effects: Effects) -> TableGame:
    """The game after a legal choice of action 2 or 3."""
    state, events = game.rules.apply(game.state, choice)
    effects.events += events
    effects.actions.append(choice)
    return _pass_on(game, state, at)


def _pass_on(game: TableGame, state: State, at: int) -> TableGame:
    return TableGame(game.rules, state, at, game.turn, rolled_from=game.rolled_from)

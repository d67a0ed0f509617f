"""Duties: what the server itself has to do at a table, such as automatic rolls and bots' choices.

They follow from the log, so any process can do them at any time. A duty names the decision it is for; one
that comes too late does nothing.
"""

from msgspec import Struct

from qwixx.rules import Choice, Phase

from .game import TableGame
from .table import Table

REVEAL_TIME = 3_000
"""Milliseconds that seats have to reveal the nonces they promised."""
IDLE_TIMES = 5
"""A connected player who does not act is idle after this many times the `away_after` of the table."""
CORRECTION_TIME = 10_000
"""Milliseconds that bots wait for a correction of dice that were typed in, unless someone chooses before."""


class TimeUp(Struct, frozen=True):
    """The clock has run out: the seats that have not chosen pass."""

    turn: int
    action: int


class AutoRoll(Struct, frozen=True):
    turn: int


class Think(Struct, frozen=True):
    """A bot has to choose. The result is a `BotChoice`."""

    turn: int
    action: int
    seat: int
    bot: str


class BotChoice(Struct, frozen=True):
    turn: int
    action: int
    choice: Choice


class PassHost(Struct, frozen=True):
    """The host has been gone for long: a guest who is present takes over."""


class BeginGame(Struct, frozen=True):
    """The time to reveal nonces is up: the game begins without those that are missing."""

    since: int
    """When the table began to start."""


class Gone(Struct, frozen=True):
    """The guest has no connection any more."""

    guest: str


class Present(Struct, frozen=True):
    """The guest is connected again."""

    guest: str


class Expire(Struct, frozen=True):
    """The table has been abandoned."""


class NoteRematch(Struct, frozen=True):
    """The table for the next game has been opened; `id` is that of the `Rematch` command.

    Without a table it only answers a command that has been carried out.
    """

    table: str
    id: str = ""


Duty = TimeUp | AutoRoll | BotChoice | PassHost | BeginGame | Gone | Present | Expire | NoteRematch


class Due(Struct, frozen=True):
    at: int
    duty: TimeUp | AutoRoll | Think | PassHost | BeginGame


def due(table: Table, pace: int) -> list[Due]:
    """What will have to be done, and when, if no command comes before.

    `pace`: milliseconds that a bot waits before it rolls or chooses in actions 2 and 3, so that people can
    follow.
    """
    if table.status == "lobby":
        return _lobby(table)
    game, options = table.game, table.options
    if table.status != "playing" or game is None:
        return []
    opened, state = game.opened, game.state
    limit = None if options.clock is None else opened + 1000 * options.clock
    if state.phase is Phase.ROLL:
        if options.dice == "own":
            return []
        times = [limit] if limit else []
        if options.roll_after is not None:
            times.append(opened + int(1000 * options.roll_after))
        if table.seats[state.active].deciding_bot:
            times.append(opened + pace)
        return [Due(min(times), AutoRoll(game.turn + 1))] if times else []
    wait = _time_to_correct(table, game) if state.phase is Phase.WHITE else pace
    duties = [
        Due(opened + wait, Think(game.turn, game.action, seat, bot))
        for seat in game.awaited()
        if (bot := table.seats[seat].deciding_bot)
    ]
    if limit:
        duties.append(Due(limit, TimeUp(game.turn, game.action)))
    return duties


def _time_to_correct(table: Table, game: TableGame) -> int:
    """How long bots wait before they choose in action 1.

    Dice that were typed in can be corrected until a person has chosen, and a bot would have to choose again.
    With a clock the bot still has half of the time to think.
    """
    typed = table.options.dice == "own" and game.rolled_from is not None
    if not typed or all(table.seats[seat].deciding_bot for seat in game.awaited()):
        return 0
    return min(CORRECTION_TIME, 500 * table.options.clock) if table.options.clock else CORRECTION_TIME


def _lobby(table: Table) -> list[Due]:
    duties: list[Due] = []
    if table.starting is not None:
        duties.append(Due(table.starting + REVEAL_TIME, BeginGame(table.starting)))
    since = table.away.get(table.host)
    if since is not None and next_host(table):
        duties.append(Due(since + 1000 * table.options.away_after, PassHost()))
    return duties


def next_host(table: Table) -> str:
    """The guest who hosts the table when the host goes: the first one present, in the order of the seats."""
    return next((who for who in table.guests() if who not in table.away and who != table.host), "")


def clock(table: Table) -> int | None:
    """When the clock runs out or the dice are rolled automatically, in milliseconds; None for neither."""
    times = [due.at for due in due(table, 0) if isinstance(due.duty, TimeUp | AutoRoll)]
    game = table.game
    if game and game.state.phase is Phase.ROLL and table.seats[game.state.active].deciding_bot:
        return None
    return min(times, default=None)


def idle_from(table: Table) -> int | None:
    """When the players who have to act now count as idle, in milliseconds; None if nobody has to act."""
    game = table.game
    if game is None or table.status != "playing":
        return None
    return game.opened + 1000 * IDLE_TIMES * table.options.away_after


def idle(table: Table, seat: int, now: int) -> bool:
    """Whether the player of this seat has to act and has not done so for a long time, though connected."""
    limit = idle_from(table)
    return limit is not None and table.game is not None and seat in table.game.awaited() and now >= limit

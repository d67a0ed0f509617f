"""The players at the table: a name that belongs to a bot is a bot, any other is a person."""

from collections.abc import Sequence
from typing import NamedTuple

from qwixx.bots import Bot, bot_names, make_bot
from qwixx.rules import VARIANTS, QwixxError

OPPONENT = "gap:skip=1"
LONGEST_NAME = 40


class SeatedPlayer(NamedTuple):
    name: str
    bot: Bot | None


def make_seat(name: str) -> SeatedPlayer:
    name = name.strip()
    if not name or not name.isprintable():
        raise QwixxError(f"{name!r} cannot be a player's name: use printable characters.")
    if len(name) > LONGEST_NAME and ":" not in name:
        raise QwixxError(
            f"The name {name[:LONGEST_NAME]}… is too long: use at most {LONGEST_NAME} characters."
        )
    if name in VARIANTS:
        raise QwixxError(f"{name} is a variant, not a player: write --variant {name}.")
    is_bot = ":" in name or name in bot_names()
    return SeatedPlayer(name, make_bot(name) if is_bot else None)


def foreign_bots(names: Sequence[str]) -> list[str]:
    """The bots whose code is neither built in nor installed, so that it must be allowed to run."""
    known = bot_names()
    return [name for name in names if ":" in name and name.partition(":")[0] not in known]


def make_seats(names: list[str], players: int | None, you: str) -> list[SeatedPlayer]:
    """The named players, or `you`; bots take the seats that are left."""
    given = names or [you]
    size = players if players is not None else max(len(given), 1 if names else 2)
    if size < len(given):
        raise QwixxError(f"--players {size} is too few for {', '.join(given)}: give at least {len(given)}.")
    seats = [make_seat(name) for name in [*given, *[OPPONENT] * (size - len(given))]]
    if all(seat.bot for seat in seats):
        raise QwixxError("There is no person among the players: use qwixx record to let bots play alone.")
    return seats

"""Who sits where: a name that is a bot's is a bot, any other a person."""

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
        raise QwixxError(f"{name!r} cannot be a player's name.")
    if len(name) > LONGEST_NAME and ":" not in name:
        raise QwixxError(f"{name[:LONGEST_NAME]}… is too long a name: {LONGEST_NAME} letters are enough.")
    if name in VARIANTS:
        raise QwixxError(f"{name} is a variant, not a player: write --variant {name}.")
    is_bot = ":" in name or name in bot_names()
    return SeatedPlayer(name, make_bot(name) if is_bot else None)


def make_seats(names: list[str], players: int | None, you: str) -> list[SeatedPlayer]:
    """Those named, or you; the rest of the table is filled with bots."""
    given = names or [you]
    size = players if players is not None else max(len(given), 1 if names else 2)
    if size < len(given):
        raise QwixxError(f"--players {size} is too few for {', '.join(given)}.")
    seats = [make_seat(name) for name in [*given, *[OPPONENT] * (size - len(given))]]
    if all(seat.bot for seat in seats):
        raise QwixxError("There is no person among the players; bots alone play with: qwixx record.")
    return seats

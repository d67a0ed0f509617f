"""The players at the table: people, bots by name, and bots by level."""

import difflib
from collections.abc import Sequence
from typing import NamedTuple

from qwixx.bots import LEVELS, Bot, bot_names, make_bot
from qwixx.locales import Catalogue
from qwixx.rules import VARIANTS, QwixxError

from ..own_bots import named_bot

OPPONENT = "medium"
"""The level that plays if no opponent is named."""
LONGEST_NAME = 40
ALIKE = 0.8
"""A name this similar to a bot's is taken for a slip."""


class SeatedPlayer(NamedTuple):
    name: str
    """The name in the record: that of a person, or the bot's own."""
    bot: Bot | None


def make_seat(name: str, text: Catalogue | None = None) -> SeatedPlayer:
    """The player of that name; levels may be named in the language of `text`."""
    name = name.strip()
    if not name or not name.isprintable():
        raise QwixxError(f"{name!r} cannot be a player's name: use printable characters.")
    if len(name) > LONGEST_NAME and ":" not in name:
        raise QwixxError(
            f"The name {name[:LONGEST_NAME]}… is too long: use at most {LONGEST_NAME} characters."
        )
    if name in VARIANTS:
        raise QwixxError(f"{name} is a variant, not a player: write --variant {name}.")
    if ":" in name:
        return SeatedPlayer(name, make_bot(named_bot(name)))
    bots = {bot: bot for bot in bot_names()} | LEVELS
    if text:
        bots |= {text(f"level.{level}").casefold(): bot for level, bot in LEVELS.items()}
    if bot := bots.get(name.casefold()):
        return SeatedPlayer(bot, make_bot(bot))
    if alike := difflib.get_close_matches(name.casefold(), bots, 1, ALIKE):
        raise QwixxError(f"There is no bot {name}: did you mean {alike[0]}? A person needs another name.")
    return SeatedPlayer(name, None)


def shown_name(text: Catalogue, seat: str) -> str:
    """The name of a player on the screen: a level's bot has a name of its own, as in the browser."""
    levels = {bot: level for level, bot in LEVELS.items()}
    return text(f"bot.{levels[seat]}") if seat in levels else seat


def foreign_bots(names: Sequence[str]) -> list[str]:
    """The bots whose code is neither built in nor installed, so that it must be allowed to run."""
    known = bot_names()
    return [name for name in names if ":" in name and name.partition(":")[0] not in known]


def make_seats(names: list[str], players: int | None, text: Catalogue) -> list[SeatedPlayer]:
    """The named players, or the user; bots take the seats that are left."""
    given = names or [text("play.you")]
    size = players if players is not None else max(len(given), 1 if names else 2)
    if size < len(given):
        raise QwixxError(f"--players {size} is too few for {', '.join(given)}: give at least {len(given)}.")
    seats = [make_seat(name, text) for name in [*given, *[OPPONENT] * (size - len(given))]]
    if all(seat.bot for seat in seats):
        raise QwixxError("There is no person among the players: use qwixx record to let bots play alone.")
    return seats


def seats_of(names: Sequence[str]) -> list[SeatedPlayer]:
    """The players of a saved game, whose bots are named by their own names."""
    return [
        SeatedPlayer(name, make_bot(name) if ":" in name or name in bot_names() else None) for name in names
    ]

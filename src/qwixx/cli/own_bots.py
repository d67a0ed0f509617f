"""Bots as the user names them: levels, and own bots in modules of the current folder, as with `python -m`."""

import sys
from collections.abc import Iterable


def use_own_bots() -> None:
    if "" not in sys.path:
        sys.path.insert(0, "")


def named_bots(names: Iterable[str]) -> list[str]:
    """The bots of these names and levels; own bots can be imported from now on."""
    use_own_bots()
    return [named_bot(name) for name in names]


def named_bot(name: str) -> str:
    """The bot of this name, or that of the level of this name."""
    from qwixx.bots import LEVELS, bot_names, bot_of
    from qwixx.bots.registry import BotError
    from qwixx.rules.notation import quoted

    bots = bot_names()
    levels = [level for level in LEVELS if level not in bots]
    head, colon, options = name.partition(":")
    if colon and not options:  # the kernel does not know this way to write it
        name, colon = head, ""
    if colon and head in levels:
        raise BotError(f"The level {head} has no options: write {head}, or name its bot, {LEVELS[head]}.")
    if not colon and name not in (*bots, *levels):
        raise BotError(
            f"There is no bot {quoted(name)}: choose {', '.join([*bots, *levels])}, or MODULE:CLASS."
        )
    return bot_of(name)

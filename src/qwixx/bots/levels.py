"""Levels: the four opponents that players choose from, and the bot behind each.

The order is by measured strength (`docs/strength.md`). To put a stronger bot
behind a level, change its entry here; a table that is already open keeps the bot that sits at it.
"""

LEVELS = {"easy": "gap:skip=0", "medium": "gap:skip=1", "hard": "pocket", "expert": "expert"}


def bot_of(name: str) -> str:
    """The bot that plays at this level; a name that is not a level is a bot's own."""
    return LEVELS.get(name, name)

"""Levels: the four opponents that players choose from, and the bot behind each.

Each wins about 70 % of two-player games against the one below (`docs/strength.md`). To put another bot behind
a level, change its entry here; a table that is already open keeps the bot that sits at it.
"""

LEVELS = {
    "easy": "amateur:skill=1",
    "medium": "amateur:skill=2",
    "hard": "amateur:skill=3",
    "expert": "expert",
}


def bot_of(name: str) -> str:
    """The bot that plays at this level; a name that is not a level is a bot's own."""
    return LEVELS.get(name, name)

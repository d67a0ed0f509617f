"""Bots: programs that play. A bot sees only what its seat may see.

- `bot`: the protocol of a bot
- `registry`: bots by name
- `levels`: the four opponents that players choose from
- `random`: any legal choice
- `gap`: skips as few cells as possible
- `pocket`: a strategy that a person can play at the table
- `tempo`: plays to be ahead whenever the game ends
- `expert`: a network that answers what the others will probably choose
- `amateur`: plays like `expert`, with errors
"""

from qwixx.kernel.bots.batch_bot import BatchBot

from .bot import Bot
from .levels import LEVELS, bot_of
from .registry import AnyBot, BotError, as_bot, bot_names, in_batch, make_bot

__all__ = [
    "LEVELS",
    "AnyBot",
    "BatchBot",
    "Bot",
    "BotError",
    "as_bot",
    "bot_names",
    "bot_of",
    "in_batch",
    "make_bot",
]

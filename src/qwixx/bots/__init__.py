"""Players made of code. A bot sees only what its seat may see."""

from .bot import Bot
from .registry import BotError, bot_names, make_bot

__all__ = ["Bot", "BotError", "bot_names", "make_bot"]

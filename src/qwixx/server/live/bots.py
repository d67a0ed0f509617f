"""Bots at tables: they see what a player in their seat would see, and think in threads."""

import asyncio
import logging
import secrets
import threading
from concurrent.futures import ThreadPoolExecutor

from qwixx.bots import Bot, make_bot
from qwixx.dice import bot_stream
from qwixx.rules import Choice

from ..table.game import TableGame

logger = logging.getLogger("qwixx.server")

THREADS = 2

_of_thread = threading.local()


class BotPool:
    """The threads in which the bots of all tables think, beside the event loop."""

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(THREADS, "bot")

    async def choose(self, bot: str, game: TableGame, seat: int) -> Choice:
        return await asyncio.get_running_loop().run_in_executor(self._threads, choose, bot, game, seat)

    def close(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)


def choose(name: str, game: TableGame, seat: int) -> Choice:
    """The bot's choice. A bot that fails, or chooses what is not legal, passes, so that the game goes on."""
    legal = game.legal[seat]
    rng = bot_stream(secrets.randbits(64), 0, game.turn, seat, game.action)
    try:
        choice = _bot(name).choose(game.rules.view(game.state, seat), legal, rng)
    except Exception:
        logger.exception("bot failed", extra={"bot": name})
        return legal[0]
    return choice if choice in legal else legal[0]


def _bot(name: str) -> Bot:
    """One instance per thread, made once, because some bots load weights."""
    bots: dict[str, Bot] = _of_thread.__dict__.setdefault("bots", {})
    if name not in bots:
        bots[name] = make_bot(name, modules=False)
    return bots[name]

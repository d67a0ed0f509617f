"""Bots at tables: they see what a player in their seat would see, and think beside the event loop."""

import logging
import secrets
import threading

from qwixx.bots import Bot, make_bot
from qwixx.dice import bot_stream
from qwixx.rules import Choice

from ..table.game import TableGame

_of_thread = threading.local()
logger = logging.getLogger("qwixx.server")


def _bot(name: str) -> Bot:
    """A bot for each thread, made once: some load weights."""
    bots: dict[str, Bot] = _of_thread.__dict__.setdefault("bots", {})
    if name not in bots:
        bots[name] = make_bot(name, modules=False)
    return bots[name]


def think(name: str, game: TableGame, seat: int) -> Choice:
    """A bot that fails passes: a game is never stuck because of it."""
    legal = game.legal[seat]
    rng = bot_stream(secrets.randbits(64), 0, game.turn, seat, game.action)
    try:
        choice = _bot(name).choose(game.rules.view(game.state, seat), legal, rng)
    except Exception:
        logger.exception("bot failed", extra={"bot": name})
        return legal[0]
    return choice if choice in legal else legal[0]

"""`qwixx variants` and `qwixx bots`: list what can be named."""

from typing import TYPE_CHECKING

from ..options import Json

if TYPE_CHECKING:
    from ..results import BotResult


def variants(json: Json = False) -> None:
    """List the variants of the game.

    Examples:
        qwixx variants
    """
    import msgspec

    from qwixx.rules import VARIANTS

    if json:
        print(msgspec.json.encode(list(VARIANTS.values())).decode())
        return
    for name, variant in VARIANTS.items():
        dice = f"dice with {variant.faces} sides"
        print(f"{name:10} 1-{variant.max_players} players, {dice}{', a board' if variant.board else ''}")


def bots(json: Json = False) -> None:
    """List the bots, with their options, and the levels that can be named instead.

    Examples:
        qwixx bots --json
    """
    from qwixx.bots import LEVELS, bot_names

    from ..results import print_json

    found = [_about(name) for name in bot_names()]
    if json:
        print_json(found)
        return
    from textwrap import fill

    from ..console import make_console

    width, column = make_console().width, max(len(bot.usage) for bot in found) + 2
    for bot in found:
        print(fill(f"{bot.usage:{column}}{bot.about}", width, subsequent_indent=" " * column))
    levels = ", ".join(f"{level} ({bot})" for level, bot in LEVELS.items() if level != bot)
    print(f"\nLevels that can be named like bots:\n{levels}")


def _about(name: str) -> "BotResult":
    """What is known about a bot. An installed bot that cannot be loaded is listed with the reason."""
    import inspect

    from qwixx.bots.registry import BotError, find_bot, options_of

    from ..results import BotResult

    try:
        factory = find_bot(name)
    except BotError as error:
        return BotResult(name, name, error.message, {})
    options = {
        key: None if option.default is option.empty else option.default
        for key, option in options_of(factory).items()
    }
    shown = ",".join(f"{key}={'…' if value is None else value}" for key, value in options.items())
    about = (inspect.getdoc(factory) or "").split("\n")[0]
    return BotResult(name, f"{name}:{shown}" if shown else name, about, options)

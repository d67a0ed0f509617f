"""`qwixx variants` and `qwixx bots`: list what can be named."""

from typing import Any

from ..options import Json


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
    """List the bots, with their options.

    Examples:
        qwixx bots --json
    """
    import msgspec

    from qwixx.bots import bot_names

    found = [_about(name) for name in bot_names()]
    if json:
        print(msgspec.json.encode(found, enc_hook=str).decode())
        return
    for bot in found:
        print(f"{bot['usage']:12} {bot['about']}")


def _about(name: str) -> dict[str, Any]:
    """What is known about a bot. An installed bot that cannot be loaded is listed with the reason."""
    import inspect

    from qwixx.bots.registry import BotError, find_bot, options_of

    try:
        factory = find_bot(name)
    except BotError as error:
        return {"name": name, "usage": name, "about": error.message, "options": {}}
    options = {
        key: None if option.default is option.empty else option.default
        for key, option in options_of(factory).items()
    }
    shown = ",".join(f"{key}={'…' if value is None else value}" for key, value in options.items())
    return {
        "name": name,
        "usage": f"{name}:{shown}" if shown else name,
        "about": (inspect.getdoc(factory) or "").split("\n")[0],
        "options": options,
    }

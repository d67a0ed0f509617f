"""`qwixx variants` and `qwixx bots`: what there is."""

from typing import Annotated

import typer

Json = Annotated[bool, typer.Option("--json", help="Print JSON for a program.")]


def variants(json: Json = False) -> None:
    """List the games."""
    import msgspec

    from qwixx.rules import VARIANTS

    if json:
        print(msgspec.json.encode(list(VARIANTS.values())).decode())
        return
    for name, variant in VARIANTS.items():
        dice = f"dice with {variant.faces} sides"
        print(f"{name:10} 1-{variant.max_players} players, {dice}{', a board' if variant.board else ''}")


def bots(json: Json = False) -> None:
    """List the bots that can be named."""
    import inspect

    import msgspec

    from qwixx.bots import bot_names
    from qwixx.bots.registry import find_bot, options_of

    found = [
        {
            "name": name,
            "about": (inspect.getdoc(find_bot(name)) or "").split("\n")[0],
            "options": {key: option.default for key, option in options_of(find_bot(name)).items()},
        }
        for name in bot_names()
    ]
    if json:
        print(msgspec.json.encode(found).decode())
        return
    for bot in found:
        print(f"{bot['name']:10} {bot['about']}  {bot['options'] or ''}".rstrip())

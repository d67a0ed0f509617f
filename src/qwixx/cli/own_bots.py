"""Bots as the user names them: levels, and own bots in modules of the current folder, as with `python -m`."""

import sys
from collections.abc import Iterable


def use_own_bots() -> None:
    if "" not in sys.path:
        sys.path.insert(0, "")


def named_bots(names: Iterable[str]) -> list[str]:
    """The bots of these names, in which a level stands for its bot; own bots can be imported from now on."""
    from qwixx.bots import bot_of

    use_own_bots()
    return [bot_of(name) for name in names]

"""The trainers of the bots that learn, by name: what `qwixx train` can run."""

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from qwixx.rules import QwixxError, Rules
from qwixx.rules.notation import quoted

from .optional import need

Tell = Callable[[int, int], None]
"""Called with the number of games played so far and their total."""


class Trainer(NamedTuple):
    """How a bot learns a game. Its file is what the bot's option `weights` takes."""

    train: Callable[[Rules, int, int, Tell, Path], bytes]
    """From the rules, the number of games and the seed to the contents of the file with that path.

    What a trainer needs to resume an interrupted training it keeps beside the file.
    """
    games: int
    """The usual number of games."""


def find_trainer(bot: str) -> Trainer:
    if bot not in TRAINERS:
        raise QwixxError(f"The bot {quoted(bot)} does not learn: choose {', '.join(TRAINERS)}.")
    return TRAINERS[bot]


def _tempo(rules: Rules, games: int, seed: int, tell: Tell, _out: Path) -> bytes:
    import msgspec

    from .training import train

    return msgspec.json.encode(train(rules, games, seed, tell)) + b"\n"


def _expert(rules: Rules, games: int, seed: int, tell: Tell, out: Path) -> bytes:
    need("torch", "torch", "training expert")
    from .expert.training import train

    return train(rules, games, seed, tell, out)


# To add one: a function that imports what it needs when it is called, and a line here.
TRAINERS = {
    "tempo": Trainer(_tempo, games=4_000_000),
    "expert": Trainer(_expert, games=10_000_000),
}

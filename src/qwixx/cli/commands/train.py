"""`qwixx train`: let the bot tempo learn its values."""

from pathlib import Path
from typing import Annotated

import typer

from ..options import VARIANT_NAMES, Force
from ..progress import bar


def train(
    variant: Annotated[str, typer.Argument(metavar="VARIANT", help=f"The game to learn: {VARIANT_NAMES}.")],
    out: Annotated[Path, typer.Option(metavar="FILE", help="The file to write the values to, as JSON.")],
    players: Annotated[int, typer.Option(metavar="N", help="The number of players in a game.")] = 2,
    games: Annotated[
        int, typer.Option(metavar="N", min=1, help="The number of games to learn from.")
    ] = 4_000_000,
    seed: Annotated[
        int,
        typer.Option(metavar="N", min=0, help="The seed of the dice. The same seed gives the same values."),
    ] = 0,
    force: Force = False,
) -> None:
    """Let the bot tempo learn a game by playing against itself.

    If it is interrupted, it writes nothing.
    """
    import msgspec

    from qwixx.arena.training import train as learn
    from qwixx.dice import check_seed
    from qwixx.files import check_new, write_new
    from qwixx.rules import Rules

    rules = Rules(variant, players)
    check_seed(seed)
    check_new(out, force)
    with bar("Training") as tell:
        values = learn(rules, games, seed, tell)
    write_new(out, msgspec.json.encode(values) + b"\n", force)

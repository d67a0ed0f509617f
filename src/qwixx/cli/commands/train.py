"""`qwixx train`: the values of the player tempo, learned anew."""

from pathlib import Path
from typing import Annotated

import typer

from ..progress import bar


def train(
    variant: Annotated[str, typer.Argument(help="classic, longo, onboard-a or onboard-b.")],
    out: Annotated[Path, typer.Option(help="The file for the values.")],
    players: Annotated[int, typer.Option(help="For how many players.")] = 2,
    games: Annotated[int, typer.Option(min=1, help="How many games it plays.")] = 4_000_000,
    seed: Annotated[int, typer.Option(min=0, help="The same seed gives the same values.")] = 0,
    force: Annotated[bool, typer.Option("--force", help="Overwrite the file.")] = False,
) -> None:
    """Let tempo learn a game by playing against itself. Interrupted, it writes nothing."""
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

"""`qwixx train`: let a bot learn a game."""

from pathlib import Path
from typing import Annotated

import typer

from ..options import VARIANT_NAMES, Force
from ..progress import bar


def train(
    bot: Annotated[str, typer.Argument(metavar="BOT", help="The bot that learns: tempo or expert.")],
    variant: Annotated[str, typer.Argument(metavar="VARIANT", help=f"The game to learn: {VARIANT_NAMES}.")],
    out: Annotated[Path, typer.Option(metavar="FILE", help="The file to write what it has learned to.")],
    players: Annotated[int, typer.Option(metavar="N", help="The number of players in a game.")] = 2,
    games: Annotated[
        int | None,
        typer.Option(
            metavar="N", min=1, help="The number of games to learn from.", show_default="depends on the bot"
        ),
    ] = None,
    seed: Annotated[
        int,
        typer.Option(metavar="N", min=0, help="The seed of the dice. The same seed gives the same file."),
    ] = 0,
    force: Force = False,
) -> None:
    """Let a bot learn a game by playing against itself.

    If it is interrupted, tempo writes nothing. expert, which needs PyTorch and should have a GPU, writes
    FILE.state, from which the same command goes on; FILE.curve.json is its learning curve.

    Examples:
        qwixx train tempo classic --out classic-2.json
        qwixx train tempo longo --players 3 --games 1000000 --out longo-3.json
        qwixx train expert classic --out classic-2.npz
    """
    from qwixx.arena.trainers import find_trainer
    from qwixx.dice import check_seed
    from qwixx.files import check_new, write_new
    from qwixx.rules import Rules

    trainer, rules = find_trainer(bot), Rules(variant, players)
    check_seed(seed)
    check_new(out, force)
    with bar("Training") as tell:
        learned = trainer.train(rules, games or trainer.games, seed, tell, out)
    write_new(out, learned, force)

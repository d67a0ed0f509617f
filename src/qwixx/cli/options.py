"""Arguments and options that several commands share."""

from pathlib import Path
from typing import Annotated

import typer

from qwixx.rules import VARIANTS

*_others, _last = VARIANTS
RULED_GAMES = {"classic": "classic", "longo": "longo", "onboard": "onboard-a"}
"""The games that have rules of their own, and a variant of each."""
VARIANT_NAMES = f"{', '.join(_others)} or {_last}"

Json = Annotated[bool, typer.Option("--json", help="Print the result as JSON, for programs.")]
Variant = Annotated[str, typer.Option(metavar="NAME", help=f"The game to play: {VARIANT_NAMES}.")]
Lucky = Annotated[
    list[str] | None,
    typer.Option(
        metavar="PAIR",
        help="The lucky numbers of a seat in Longo, such as 5,8. Repeat the option for each seat, in order.",
    ),
]
BoardFile = Annotated[
    Path | None,
    typer.Option("--board", metavar="FILE", help="A file with your own board for On Board."),
]
Start = Annotated[
    str | None,
    typer.Option(
        metavar="POSITION",
        help="The position that every game starts from, given as for qwixx show.",
    ),
]
Force = Annotated[bool, typer.Option("--force", help="Overwrite files that already exist.")]
Position = Annotated[
    str,
    typer.Argument(
        metavar="POSITION",
        help="The position on one line, such as 'classic | r2,3 p1 | - | 0 white 4+1 3 6 2 5 : ? ?', or a "
        "file that holds it or the record of a game, whose last position is used; - is standard input.",
    ),
]
OptionalPosition = Annotated[
    str | None,
    typer.Argument(
        metavar="POSITION",
        help="The position on one line, such as 'classic | r2,3 | - | 0 roll', or a file that holds it or "
        "the record of a game, whose last position is used; - is standard input.",
        show_default="the start of a game",
    ),
]
RecordFile = Annotated[
    Path,
    typer.Argument(
        metavar="FILE", help="A file with the record of a game, as text or JSON; - is standard input."
    ),
]
RecordNumber = Annotated[
    int | None,
    typer.Option(
        "--game",
        metavar="N",
        min=1,
        help="The number of the game in a file with several.",
        show_default="the only one",
    ),
]
LastPly = Annotated[
    int | None,
    typer.Option(
        "--ply",
        metavar="N",
        help="Stop after N plies (rolls and choices) of the record; 0 is the start of the game.",
        show_default="the end of the record",
    ),
]
Playouts = Annotated[
    int,
    typer.Option(
        "--games",
        metavar="N",
        help="The number of games played on from each position or, where expert judges, of rolls tried. More "
        "take longer and are more precise.",
    ),
]

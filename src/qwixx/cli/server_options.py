"""Options that say where the server keeps its games, for serve, backup and restore."""

from pathlib import Path
from typing import Annotated

import typer

Data = Annotated[
    Path | None,
    typer.Option(
        metavar="FOLDER",
        help="The folder in which the server keeps its games.",
        show_default="the data folder of your system",
    ),
]
Database = Annotated[
    str | None,
    typer.Option(
        metavar="URL",
        help="The database in which the server keeps its games: sqlite:///FILE or "
        "postgresql://USER@HOST/NAME.",
        show_default="a SQLite file in that folder",
    ),
]

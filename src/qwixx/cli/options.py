"""Options that several commands have."""

from pathlib import Path
from typing import Annotated

import typer

Json = Annotated[bool, typer.Option("--json", help="Print JSON for a program.")]
Variant = Annotated[str, typer.Option(help="classic, longo, onboard-a or onboard-b.")]
Lucky = Annotated[list[str] | None, typer.Option(help="Longo: a lucky pair such as 5,8; once for each seat.")]
BoardFile = Annotated[Path | None, typer.Option("--board", help="On Board: a file with a board of your own.")]

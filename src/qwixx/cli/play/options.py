"""Options that the commands of the terminal game share."""

from typing import Annotated

import typer

Plain = Annotated[
    bool,
    typer.Option(
        "--plain", help="Ask line by line instead of using the whole screen, for example for a screen reader."
    ),
]

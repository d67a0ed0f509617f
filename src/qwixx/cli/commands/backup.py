"""`qwixx backup` and `qwixx restore`: a copy of everything the server keeps, and back."""

from pathlib import Path
from typing import Annotated

import typer

Data = Annotated[Path | None, typer.Option(help="The server's data folder, if not the usual one.")]
Database = Annotated[str | None, typer.Option(help="The server's database: sqlite:///FILE or postgresql://…")]


def backup(
    file: Annotated[Path, typer.Argument(help="The backup to write.")],
    data: Data = None,
    database: Database = None,
    force: Annotated[bool, typer.Option("--force", help="Overwrite the file.")] = False,
) -> None:
    """Copy all games, guests and chat into one file, while the server may be running."""
    import asyncio

    from qwixx.server.store.address import address_of
    from qwixx.server.store.backup import backup

    copied = asyncio.run(backup(address_of(data, database), file, force=force))
    print(f"{file}: {copied.games} games with {copied.events} events.")


def restore(
    file: Annotated[Path, typer.Argument(help="A file that `qwixx backup` wrote.")],
    data: Data = None,
    database: Database = None,
    force: Annotated[bool, typer.Option("--force", help="Replace the games that are there.")] = False,
) -> None:
    """Put a backup in the place of the server's data. The server must not be running."""
    import asyncio

    from qwixx.server.store.address import address_of
    from qwixx.server.store.backup import restore

    copied = asyncio.run(restore(file, address_of(data, database), force=force))
    print(f"Restored {copied.games} games with {copied.events} events.")

"""`qwixx backup` and `qwixx restore`: copy the server's data to a file, and back."""

from pathlib import Path
from typing import Annotated

import typer

from ..options import Force
from ..server_options import Data, Database


def backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The backup file to write.")],
    data: Data = None,
    database: Database = None,
    force: Force = False,
) -> None:
    """Copy all games, guests and chat messages into one file.

    The server may be running meanwhile.

    Examples:
        qwixx backup monday.backup
        qwixx backup monday.backup --data games --force
    """
    import asyncio

    from qwixx.server.store.address import address_of
    from qwixx.server.store.backup import backup

    copied = asyncio.run(backup(address_of(data, database), file, force=force))
    print(f"{file}: {copied.games} games with {copied.events} events.")


def restore(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A file written by qwixx backup.")],
    data: Data = None,
    database: Database = None,
    force: Annotated[bool, typer.Option("--force", help="Replace the games that are already there.")] = False,
) -> None:
    """Replace the server's data with a backup.

    Stop the server first: it must not be running.

    Examples:
        qwixx restore monday.backup --force
    """
    import asyncio

    from qwixx.server.store.address import address_of
    from qwixx.server.store.backup import restore

    copied = asyncio.run(restore(file, address_of(data, database), force=force))
    print(f"Restored {copied.games} games with {copied.events} events.")

"""`qwixx convert`: records from text to JSON and back."""

from pathlib import Path
from typing import Annotated

import typer

from ..options import Force, Json, RecordFile


def convert(
    file: RecordFile,
    json: Json = False,
    out: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Write the records to this file instead of printing them."),
    ] = None,
    force: Force = False,
) -> None:
    """Convert the records of games to text, or to JSON.

    A file may hold several games: as text one after the other, as JSON one on each line. The games are not
    checked against the rules.

    Examples:
        qwixx convert game.qwixx --json --out game.json
        qwixx convert games.json --out games.qwixx
        qwixx record gap tempo --json | qwixx convert -
    """
    from qwixx.files import check_new, write_new
    from qwixx.rules.records.several import write_records

    from ..reading import read_records

    if out is not None:
        check_new(out, force)
    records = [given.record for given in read_records(file)]
    text = write_records(records, json=json)
    if out is None:
        print(text, end="")
    else:
        write_new(out, text, force)

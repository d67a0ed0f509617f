"""`qwixx verify`: were these the dice that had been promised?"""

from pathlib import Path
from typing import Annotated

import typer

from ..options import Json

UNFAIR = 1


def verify(
    record: Annotated[Path, typer.Argument(help="The record of a finished game, as the server gives it.")],
    json: Json = False,
) -> int:
    """Check every roll of a game that was played with the server's fair dice.

    The exit code is 0 if all of them fit, 1 if one does not, and 2 if there is nothing to check.
    """
    import msgspec

    from qwixx.dice.fair import check

    from ..reading import read_record

    verdict = check(read_record(record))
    if json:
        print(msgspec.json.encode({"fair": verdict.fair, **msgspec.structs.asdict(verdict)}).decode())
    elif verdict.fair:
        print(f"Fair: the first player and all {verdict.rolls} rolls come from the promised seed and nonces.")
    else:
        for fault in verdict.faults:
            print(f"Not fair, turn {fault.turn}: {fault.what}." if fault.turn else f"Not fair: {fault.what}.")
    return 0 if verdict.fair else UNFAIR

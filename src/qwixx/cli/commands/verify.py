"""`qwixx verify`: check that the dice of a game are those the server committed to."""

from ..exit_codes import FAILED
from ..options import Json, RecordFile


def verify(
    file: RecordFile,
    json: Json = False,
) -> int:
    """Check that the server rolled the dice of a game fairly.

    The record of a finished game on the server contains the seed of its dice. The exit code is 0 if every
    roll is the one that the server committed to before the game, 1 if a roll differs, and 2 if there is
    nothing to check.
    """
    import msgspec

    from qwixx.dice.fair import check

    from ..reading import read_record

    verdict = check(read_record(file))
    if json:
        print(msgspec.json.encode({"fair": verdict.fair, **msgspec.structs.asdict(verdict)}).decode())
    elif verdict.fair:
        print(f"Fair: the first player and all {verdict.rolls} rolls come from the promised seed and nonces.")
    else:
        for fault in verdict.faults:
            print(f"Not fair, turn {fault.turn}: {fault.what}." if fault.turn else f"Not fair: {fault.what}.")
    return 0 if verdict.fair else FAILED

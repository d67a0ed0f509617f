"""`qwixx verify`: check that the dice of a game are those the server committed to."""

import re
from typing import TYPE_CHECKING, Annotated

import typer

from ..errors import WrongUse
from ..exit_codes import FAILED
from ..options import Json, RecordFile, RecordNumber

if TYPE_CHECKING:
    from qwixx.dice.proof import RecordCheck

NONCES = {
    "promised": "promised its nonce before any was revealed",
    "unrevealed": "did not reveal the nonce that it had promised, and got one derived from the seed",
    "plain": "gave its nonce openly",
    "derived": "brought no nonce, and got one derived from the seed",
}


def verify(
    file: RecordFile,
    game: RecordNumber = None,
    commitment: Annotated[
        str, typer.Option(metavar="HEX", help="The commitment that you noted before you sat down.")
    ] = "",
    terms: Annotated[
        str, typer.Option(metavar="HEX", help="The terms that you noted when the game started.")
    ] = "",
    nonce: Annotated[
        list[str] | None,
        typer.Option(metavar="SEAT=TEXT", help="The nonce of a seat that you noted. It can be repeated."),
    ] = None,
    json: Json = False,
) -> int:
    """Check that the server rolled the dice of a game fairly.

    The record of a finished game on the server contains the seed of its dice. The exit code is 0 if every
    roll is the one that the server and the players committed to before the game, 1 if something differs, also
    from what you noted, and 2 if there is nothing to check.

    Examples:
        qwixx verify game.qwixx
        qwixx verify game.qwixx --nonce 0=mynumber --json
    """
    from qwixx.dice.proof import Noted, check

    from ..reading import read_record

    for option, value in (("--commitment", commitment), ("--terms", terms)):
        if value and not re.fullmatch("[0-9a-fA-F]{64}", value):
            raise WrongUse(f"{option} {value!r} must be 64 hexadecimal digits.")
    record = read_record(file, game).record
    noted = Noted(commitment.lower(), terms.lower(), _nonces(nonce or [], len(record.seats)))
    verdict = check(record, noted)
    if json:
        from ..results import print_json, verify_result

        print_json(verify_result(verdict))
    elif verdict.fair:
        rolls = "the only roll" if verdict.rolls == 1 else f"all {verdict.rolls} rolls"
        print(f"Fair: the first player and {rolls} come from the promised seed and nonces.")
        _print_seats(verdict, record.seats)
    else:
        for fault in verdict.faults:
            print(f"Not fair, turn {fault.turn}: {fault.what}." if fault.turn else f"Not fair: {fault.what}.")
    return 0 if verdict.fair else FAILED


def _nonces(options: list[str], seats: int) -> dict[int, str]:
    nonces = {}
    for option in options:
        seat, equals, text = option.partition("=")
        if not equals or seat not in map(str, range(seats)):
            raise WrongUse(f"--nonce {option!r} should be SEAT=TEXT, with a seat from 0 to {seats - 1}.")
        nonces[int(seat)] = text
    return nonces


def _print_seats(verdict: "RecordCheck", names: tuple[str, ...]) -> None:
    if verdict.version == 1:
        print("The record is of version 1: the server may have drawn nonces itself.")
        return
    for seat, (name, found) in enumerate(zip(names, verdict.seats, strict=True)):
        who = f"Seat {seat}, {name}," if name else f"Seat {seat}"
        print(f"{who} {NONCES[found.nonce]}; {found.linked} of {found.rolls} rolls have a link.")

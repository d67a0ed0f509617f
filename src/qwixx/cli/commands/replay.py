"""`qwixx replay`: show the last position of a record, or all of its steps."""

from typing import TYPE_CHECKING, Annotated

import typer

from ..language import Language
from ..options import Json, LastPly, RecordFile, RecordNumber

if TYPE_CHECKING:
    from qwixx.rules import IllegalRecord, Record
    from qwixx.rules.records.record import Ply


def replay(
    file: RecordFile,
    game: RecordNumber = None,
    steps: Annotated[
        bool, typer.Option("--steps", help="Show everything that happened, ply by ply.")
    ] = False,
    ply: LastPly = None,
    json: Json = False,
    lang: Language = None,
) -> None:
    """Show the last position of a recorded game, or every step.

    Examples:
        qwixx replay game.qwixx
        qwixx replay game.qwixx --steps --lang de
        qwixx record gap tempo | qwixx replay - --json
    """
    from ..reading import plies_of, read_record
    from ..record_errors import illegal_game

    given = read_record(file, game)
    record = given.record
    plies, fault = plies_of(record, ply)
    if json:
        _print_json(record, plies, fault, steps)
    else:
        _print(record, plies, steps, lang)
    if fault:
        raise illegal_game(given, fault, lang)


def _print_json(record: "Record", plies: "list[Ply]", fault: "IllegalRecord | None", steps: bool) -> None:
    import msgspec

    from ..reading import ending_of
    from ..results import ReplayError, ReplayResult, ReplayStep, position_result, print_json

    rules = record.rules()
    state = plies[-1].after if plies else record.opening()
    answer = ReplayResult(
        **msgspec.structs.asdict(position_result(rules, state, ending_of(record, plies))),
        variant=record.variant,
        seats=record.seats,
        plies=len(plies),
    )
    if steps:
        answer.steps = [
            ReplayStep(ply.number, ply.turn, ply.action, ply.events, rules.position(ply.after))
            for ply in plies
        ]
    if fault:
        answer.error = ReplayError(fault.ply, fault.reason.value, fault.rule, str(fault))
    print_json(answer)


def _print(record: "Record", plies: "list[Ply]", steps: bool, lang: str | None) -> None:
    from ..console import make_console, words_for
    from ..draw.result import print_result
    from ..draw.screen import screen
    from ..reading import ending_of

    console = make_console()
    rules = record.rules()
    words = words_for(console, rules, lang, record.seats)
    for ply in plies if steps else ():
        for line in words.lines(ply.events, ply.turn):
            console.print(f"{ply.number:>4}  {line}", soft_wrap=True)
    state = plies[-1].after if plies else record.opening()
    if steps:
        console.print()
    for picture in screen(words, state, state.active, every_sheet=True, width=console.width):
        console.print(picture)
    print_result(console, words, state, ending_of(record, plies))

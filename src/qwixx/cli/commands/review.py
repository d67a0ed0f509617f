"""`qwixx review`: what each choice of a game cost, and how lucky the dice were."""

from typing import TYPE_CHECKING, Annotated

import typer

from ..language import Language
from ..options import Json, Playouts, RecordFile, RecordNumber

if TYPE_CHECKING:
    from qwixx.coach import Review
    from qwixx.rules import IllegalRecord, Record
    from qwixx.rules.records.ending import Ending

GAMES = 256
"""The default of `qwixx.coach`, which takes long to import; a test compares the two."""


def review(
    file: RecordFile,
    game: RecordNumber = None,
    seat: Annotated[
        int | None,
        typer.Option(
            metavar="SEAT",
            help="Show only the choices of this seat, counted from 0.",
            show_default="all seats",
        ),
    ] = None,
    games: Playouts = GAMES,
    json: Json = False,
    lang: Language = None,
) -> None:
    """Review a game: mistakes, luck and what to learn from it.

    Each choice is compared with the best one in its position.

    Examples:
        qwixx review game.qwixx
        qwixx review game.qwixx --seat 1 --games 1000
    """
    from ..reading import ending_of, read_record
    from ..record_errors import illegal_game

    given = read_record(file, game)
    record, fault = _legal_part(given.record)
    if seat is not None:
        record.rules().check_seat(seat)
    found = _review(record, games)
    ending = ending_of(given.record, record.actions)
    if json:
        _print_json(record, found, ending)
    else:
        _print(record, found, ending, seat, lang)
    if fault:
        raise illegal_game(given, fault, lang)


def _legal_part(record: "Record") -> "tuple[Record, IllegalRecord | None]":
    """The record up to the first illegal action, which is returned too."""
    from qwixx.rules import IllegalRecord

    try:
        for _ in record.plies():
            pass
    except IllegalRecord as fault:
        return fault.record, fault
    return record, None


def _review(record: "Record", games: int) -> "Review":
    from qwixx.coach import evaluator_for, review

    from ..progress import bar

    with bar("Solving") as solving:
        evaluator = evaluator_for(record.rules(), games=games, progress=solving)
    with bar("Reviewing") as reviewing:
        return review(record, evaluator=evaluator, progress=reviewing)


def _print_json(record: "Record", review: "Review", ending: "Ending") -> None:
    import msgspec

    from qwixx.rules import replay

    from ..results import ReviewResult, print_json, resigned_seats

    cause = ending.cause or record.rules().cause(replay(record))
    found = msgspec.structs.asdict(review)
    print_json(ReviewResult(**found, cause=cause, resigned=resigned_seats(ending)))


def _print(record: "Record", review: "Review", ending: "Ending", seat: int | None, lang: str | None) -> None:
    from qwixx.rules import replay

    from ..console import make_console, words_for
    from ..draw.result import cause_of
    from ..draw.review import draw_review

    console = make_console()
    words = words_for(console, record.rules(), lang, record.seats)
    early = cause_of(words, replay(record), ending) if ending.cause else ""
    for part in draw_review(words, review, seat, early):
        console.print(part)

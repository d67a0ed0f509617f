"""`qwixx review`: what each choice of a game cost, and what was luck."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ..language import Language
from ..options import Json

if TYPE_CHECKING:
    from qwixx.coach import Review
    from qwixx.rules import IllegalRecord, Record

Games = Annotated[int, typer.Option(help="Playouts of a position; more take longer and see smaller errors.")]
GAMES = 256
"""As in `qwixx.coach`, which is not imported before it is needed; a test compares them."""


def review(
    file: Annotated[Path, typer.Argument(help="A record, as text or JSON.")],
    seat: Annotated[
        int | None, typer.Option(help="Show the choices of this seat alone, counted from 0.")
    ] = None,
    games: Games = GAMES,
    json: Json = False,
    lang: Language = None,
) -> None:
    """Review a game: what each choice cost, what was luck, and what to learn from it."""
    from ..reading import read_record

    record, fault = _sound(read_record(file))
    if seat is not None:
        record.rules().check_seat(seat)
    found = _review(record, games)
    if json:
        import msgspec

        print(msgspec.json.encode(found).decode())
    else:
        _print(record, found, seat, lang)
    if fault:
        raise fault


def _sound(record: "Record") -> "tuple[Record, IllegalRecord | None]":
    """The record up to the first illegal action: what stands before it is still worth a review."""
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


def _print(record: "Record", review: "Review", seat: int | None, lang: str | None) -> None:
    from ..console import make_console
    from ..draw.glyphs import glyphs_for
    from ..draw.review import draw_review
    from ..draw.words import Words
    from ..language import text_for

    console = make_console()
    text = text_for(lang, console.encoding)
    words = Words(text, record.rules(), record.seats, glyphs_for(console.encoding))
    for part in draw_review(words, review, seat):
        console.print(part)

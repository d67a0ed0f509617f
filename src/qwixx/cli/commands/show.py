"""`qwixx show`: draw a position."""

from typing import TYPE_CHECKING, Annotated

import typer

from ..language import Language
from ..options import Json, LastPly, Position, RecordNumber

if TYPE_CHECKING:
    from ..given_position import GivenPosition


def show(
    position: Position,
    game: RecordNumber = None,
    ply: LastPly = None,
    seat: Annotated[
        int | None,
        typer.Option(
            metavar="SEAT",
            help="Show what this seat, counted from 0, may see, and its sheet first.",
            show_default="everything, with the sheet of the active seat first",
        ),
    ] = None,
    json: Json = False,
    lang: Language = None,
) -> None:
    """Draw a position, also one of a record, and list the possible choices.

    Examples:
        qwixx show 'classic | r2,3 p1 | - | 0 roll'
        qwixx show game.qwixx --ply 14
        qwixx show 'longo | r2,3 | - | 0 white 4+1 3 6 2 5 : ? ?' --seat 1 --json
    """
    from ..given_position import read_position

    given = read_position(position, game, ply)
    if seat is not None:
        given = given._replace(state=given.rules.view(given.state, seat).state)
    if json:
        from ..results import position_result, print_json

        print_json(position_result(given.rules, given.state, given.ending))
        return
    _draw(given, given.state.active if seat is None else seat, lang)


def _draw(given: "GivenPosition", seat: int, lang: str | None) -> None:
    from ..console import make_console, words_for
    from ..draw.options import options
    from ..draw.result import print_result
    from ..draw.screen import screen

    console = make_console()
    rules, state, names, ending = given
    words = words_for(console, rules, lang, names)
    legal = () if ending.cause else rules.legal(state, seat)
    for line in screen(words, state, seat, legal, every_sheet=True, width=console.width):
        console.print(line)
    for option in options(words, state, seat) if legal else ():
        console.print(option)
    print_result(console, words, state, ending)

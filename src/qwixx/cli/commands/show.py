"""`qwixx show`: draw a position."""

from typing import TYPE_CHECKING, Annotated

import typer

from ..language import Language
from ..options import Json, Position

if TYPE_CHECKING:
    from qwixx.rules import Rules, State


def show(
    position: Position,
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
    """Draw a position and list the possible choices.

    Examples:
        qwixx show 'classic | r2,3 p1 | - | 0 roll'
        qwixx show 'longo | r2,3 | - | 0 white 4+1 3 6 2 5 : ? ?' --seat 1 --json
    """
    from ..reading import read_position

    rules, state = read_position(position)
    if seat is not None:
        state = rules.view(state, seat).state
    if json:
        from ..results import position_result, print_json

        print_json(position_result(rules, state))
        return
    _draw(rules, state, state.active if seat is None else seat, lang)


def _draw(rules: "Rules", state: "State", seat: int, lang: str | None) -> None:
    from ..console import make_console, words_for
    from ..draw.options import options
    from ..draw.screen import screen
    from ..positions import print_result

    console = make_console()
    words = words_for(console, rules, lang)
    legal = rules.legal(state, seat)
    for line in screen(words, state, seat, legal, every_sheet=True, width=console.width):
        console.print(line)
    for option in options(words, state, seat):
        console.print(option)
    print_result(console, words, state)

"""`qwixx show`: a position, drawn."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from ..language import Language
from ..options import Json

if TYPE_CHECKING:
    from qwixx.rules import Rules, State


def show(
    position: Annotated[
        str, typer.Argument(help="One line, such as: 'classic | r2,3 p1 | - | 0 white 4+1 3 6 2 5 : ? ?'")
    ],
    seat: Annotated[
        int | None,
        typer.Option(help="The seat whose sheet comes first, counted from 0; else the active one."),
    ] = None,
    json: Json = False,
    lang: Language = None,
) -> None:
    """Draw a position and list what can be done in it."""
    from qwixx.rules import parse_position

    rules, state = parse_position(position)
    if seat is not None:
        state = rules.view(state, seat).state
    if json:
        import msgspec

        print(msgspec.json.encode(summary(rules, state)).decode())
        return
    _draw(rules, state, state.active if seat is None else seat, lang)


def summary(rules: "Rules", state: "State") -> dict[str, Any]:
    """What a program may want to know of a position without knowing the rules."""
    from qwixx.rules.notation import write_choice

    return {
        "position": rules.position(state),
        "phase": state.phase,
        "active": state.active,
        "over": rules.is_over(state),
        "cause": rules.cause(state),
        "closed": sorted(rules.closed(state)),
        "scores": rules.scores(state),
        "places": rules.places(state),
        "legal": {
            str(seat): [write_choice(choice) for choice in rules.legal(state, seat)]
            for seat in sorted(rules.to_act(state))
        },
    }


def _draw(rules: "Rules", state: "State", seat: int, lang: str | None) -> None:
    from ..console import make_console
    from ..draw.glyphs import glyphs_for
    from ..draw.options import options
    from ..draw.result import result, verdict
    from ..draw.screen import screen
    from ..draw.words import Words
    from ..language import text_for

    console = make_console()
    text = text_for(lang, console.encoding)
    names = [text("play.seat", number=number) for number in rules.seats]
    words = Words(text, rules, names, glyphs_for(console.encoding))
    legal = rules.legal(state, seat)
    for line in screen(words, state, seat, legal, every_sheet=True, width=console.width):
        console.print(line)
    for option in options(words, state, seat):
        console.print(option)
    if cause := rules.cause(state):
        scores = result(words, state, console.width)
        console.print(*scores, words.cause(cause), verdict(words, state), sep="\n")

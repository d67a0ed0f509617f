"""`qwixx hint`: the best choice in a position."""

from typing import TYPE_CHECKING, Annotated

import typer

from ..language import Language
from ..options import Json, LastPly, Playouts, Position, RecordNumber

if TYPE_CHECKING:
    from qwixx.coach import Estimate, Evaluator, Option
    from qwixx.rules import Rules


def hint(
    position: Position,
    game: RecordNumber = None,
    ply: LastPly = None,
    seat: Annotated[
        int | None,
        typer.Option(
            metavar="SEAT",
            help="The seat to advise, counted from 0.",
            show_default="every seat that has to choose",
        ),
    ] = None,
    games: Playouts = 2000,
    json: Json = False,
    lang: Language = None,
) -> None:
    """Show the best choice in a position and what all others cost.

    Examples:
        qwixx hint 'classic | r2,3 | - | 0 white 4+1 3 6 2 5 : ? ?'
        qwixx hint game.qwixx --ply 14
        qwixx hint 'classic | - | 0 white 4+1 3 6 2 5 : ?' --json
    """
    from qwixx.rules import QwixxError

    from ..given_position import read_position

    rules, state, names, _ = read_position(position, game, ply)
    if seat is not None:
        rules.check_seat(seat)
    if rules.is_over(state):
        raise QwixxError("The game is over: there is nothing to choose.")
    seats = sorted(rules.to_act(state))
    if seat is not None:
        if seats and seat not in seats:
            raise QwixxError(f"Seat {seat} is not to act: {_to_act(seats)}.")
        seats = [seat] if seats else []
    evaluator = _evaluator(rules, games)
    options = {seat: evaluator.options(state, seat) for seat in seats}
    # A player who still has to choose must not learn what others have chosen.
    estimates = () if seats else evaluator.estimates(state)
    if json:
        _print_json(rules, evaluator, estimates, options)
    else:
        _print(rules, evaluator, estimates, options, names, lang)


def _to_act(seats: list[int]) -> str:
    numbers = ", ".join(map(str, seats))
    return f"seat {numbers} is" if len(seats) == 1 else f"seats {numbers} are"


def _evaluator(rules: "Rules", games: int) -> "Evaluator":
    from qwixx.coach import evaluator_for

    from ..progress import bar

    with bar("Solving") as progress:
        return evaluator_for(rules, games=games, progress=progress)


def _print_json(
    rules: "Rules",
    evaluator: "Evaluator",
    estimates: "tuple[Estimate, ...]",
    options: "dict[int, tuple[Option, ...]]",
) -> None:
    import msgspec

    from qwixx.coach import unit_of, verdict_of

    from ..results import HintOption, HintResult, print_json

    unit = unit_of(rules)
    judged = {
        seat: tuple(
            HintOption(**msgspec.structs.asdict(option), verdict=verdict_of(option, unit)) for option in found
        )
        for seat, found in options.items()
    }
    print_json(
        HintResult(
            rules.variant.name, rules.players, unit, evaluator.name, evaluator.games, estimates, judged
        )
    )


def _print(
    rules: "Rules",
    evaluator: "Evaluator",
    estimates: "tuple[Estimate, ...]",
    options: "dict[int, tuple[Option, ...]]",
    names: tuple[str, ...] | None,
    lang: str | None,
) -> None:
    from ..console import make_console, words_for
    from ..draw.review import HintSource, draw_hint

    console = make_console()
    words = words_for(console, rules, lang, names)
    source = HintSource(evaluator.name, evaluator.games)
    for part in draw_hint(words, source, estimates, options):
        console.print(part)

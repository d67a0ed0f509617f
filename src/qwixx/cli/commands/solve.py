"""`qwixx solve`: exact values of positions under best play."""

from typing import Annotated

import typer

from ..options import Json, LastPly, OptionalPosition, RecordNumber
from ..progress import bar


def solve(
    position: OptionalPosition = None,
    game: RecordNumber = None,
    ply: LastPly = None,
    variant: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help="The game; only classic can be solved.",
            show_default="classic, or that of the position",
        ),
    ] = None,
    players: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            help="The number of players. The others roll white dice for all, but they never end the game.",
            show_default="1, or those of the position",
        ),
    ] = None,
    json: Json = False,
) -> None:
    """Compute the expected score of best play, and of each choice.

    Without a position, it is the expected score at the start of a game.

    Examples:
        qwixx solve
        qwixx solve 'classic | r2,3 | 0 colour 5+1 2 2 3 4'
    """
    from time import perf_counter

    from qwixx.rules import QwixxError
    from qwixx.rules.notation import write_choice
    from qwixx.solver import solve as find

    from ..given_position import only_in_records, read_position

    if position is None:
        only_in_records(game, ply)
    given = None if position is None else read_position(position, game, ply)
    rules, state = (given.rules, given.state) if given else (None, None)
    if variant is None:
        variant = rules.variant.name if rules else "classic"
    if rules and rules.variant.name != variant:
        raise QwixxError(
            f"The position is one of {rules.variant.name}, not of {variant}: name the same game."
        )
    if rules and players not in (None, rules.players):
        raise QwixxError(f"The position is for {rules.players}, not for {players}: leave out --players.")
    if players is None:
        players = rules.players if rules else 1
    started = perf_counter()
    with bar("Solving") as progress:
        solution = find(variant, players, progress)
    state = state or solution.rules.start()
    seats = solution.rules.seats
    values = [solution.value(state, seat) for seat in seats]
    options = [option for seat in seats for option in solution.options(state, seat)] if position else []
    if json:
        from ..results import SolvedChoice, SolveResult, print_json

        seconds = round(perf_counter() - started, 3)
        answer = SolveResult(variant, solution.rules.players, values[state.active], values, seconds)
        if position is not None:
            answer.options = [SolvedChoice(option.choice, option.value) for option in options]
        print_json(answer)
        return
    for seat, value in enumerate(values):
        print(f"seat {seat}: {value:.4f}{'  (active)' if seat == state.active else ''}")
    for option in options:
        print(f"  seat {option.choice.seat}  {write_choice(option.choice):>4}  {option.value:.4f}")

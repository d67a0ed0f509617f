"""`qwixx perft`: count sequences of choices, to compare two implementations of the rules."""

from typing import Annotated

import typer

from ..errors import WrongUse
from ..options import VARIANT_NAMES, Json, LastPly, OptionalPosition, RecordNumber


def perft(
    position: OptionalPosition = None,
    game: RecordNumber = None,
    ply: LastPly = None,
    variant: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help=f"The game: {VARIANT_NAMES}.",
            show_default="classic, or that of the position",
        ),
    ] = None,
    players: Annotated[
        int | None,
        typer.Option(
            metavar="N", min=1, help="The number of players.", show_default="2, or those of the position"
        ),
    ] = None,
    depth: Annotated[int, typer.Option(metavar="N", min=0, help="The number of choices in a sequence.")] = 4,
    seed: Annotated[int, typer.Option(metavar="N", help="The seed of the dice.")] = 0,
    divide: Annotated[bool, typer.Option("--divide", help="Show a count for each first choice.")] = False,
    json: Json = False,
) -> None:
    """Count the sequences of choices from a position.

    The dice follow from the seed, so two correct programs find the same number.

    Examples:
        qwixx perft --depth 6 --seed 2
        qwixx perft 'classic | - | - | 0 roll' --divide
    """
    from qwixx.arena import perft as counting
    from qwixx.dice import check_seed
    from qwixx.rules import Rules
    from qwixx.rules.notation import write_choice

    from ..given_position import only_in_records, read_position

    if position is not None and (variant, players) != (None, None):
        raise WrongUse("A position names its game and its players: leave out --variant and --players.")
    check_seed(seed)
    if position is not None:
        rules, state, *_ = read_position(position, game, ply)
    else:
        only_in_records(game, ply)
        rules = Rules(variant or "classic", 2 if players is None else players)
        state = rules.start()
    parts = counting.divide(rules, state, depth, seed) if divide else {}
    total = sum(parts.values()) if parts else counting.perft(rules, state, depth, seed)
    if json:
        from ..results import CountedChoice, PerftResult, print_json

        answer = PerftResult(rules.position(state), depth, seed, total)
        if divide:
            answer.divide = [CountedChoice(choice, count) for choice, count in parts.items()]
        print_json(answer)
        return
    for choice, count in parts.items():
        print(f"{choice.seat} {write_choice(choice):6}{count:>12}")
    print(f"{'all':8}{total:>12}" if divide else total)

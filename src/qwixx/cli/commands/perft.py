"""`qwixx perft`: count sequences of choices, to compare two implementations of the rules."""

from typing import Annotated

import typer

from ..errors import WrongUse
from ..options import VARIANT_NAMES, Json


def perft(
    variant: Annotated[
        str | None,
        typer.Argument(
            metavar="VARIANT",
            help=f"The game: {VARIANT_NAMES}. Leave it out with --position, which names the game itself.",
        ),
    ] = None,
    players: Annotated[
        int | None, typer.Option(metavar="N", min=1, help="The number of players.", show_default="2")
    ] = None,
    depth: Annotated[int, typer.Option(metavar="N", min=0, help="The number of choices in a sequence.")] = 4,
    seed: Annotated[int, typer.Option(metavar="N", help="The seed of the dice.")] = 0,
    position: Annotated[
        str | None,
        typer.Option(metavar="POSITION", help="Count from this position instead of the start of a game."),
    ] = None,
    divide: Annotated[bool, typer.Option("--divide", help="Show a count for each first choice.")] = False,
    json: Json = False,
) -> None:
    """Count the sequences of choices from a position.

    The dice follow from the seed, so two correct programs find the same number.

    Examples:
        qwixx perft classic --depth 6 --seed 2
        qwixx perft --position 'classic | - | - | 0 roll' --divide
    """
    import msgspec

    from qwixx.arena import perft as counting
    from qwixx.dice import check_seed
    from qwixx.rules import Rules, parse_position
    from qwixx.rules.notation import write_choice

    if (variant is None) == (position is None):
        raise WrongUse("perft counts from one position: give either a variant or --position.")
    if position is not None and players is not None:
        raise WrongUse("A position has its own number of players: leave out --players.")
    check_seed(seed)
    if position is not None:
        rules, state = parse_position(position)
    else:
        assert variant is not None
        rules = Rules(variant, 2 if players is None else players)
        state = rules.start()
    parts: dict[str, int] = {}
    if divide:
        counts = counting.divide(rules, state, depth, seed)
        parts = {f"{choice.seat} {write_choice(choice)}": count for choice, count in counts.items()}
    total = sum(parts.values()) if parts else counting.perft(rules, state, depth, seed)
    if json:
        answer = {"position": rules.position(state), "depth": depth, "seed": seed, "count": total}
        print(msgspec.json.encode(answer | ({"divide": parts} if divide else {})).decode())
        return
    for choice, count in parts.items():
        print(f"{choice:8}{count:>12}")
    print(f"{'all':8}{total:>12}" if divide else total)

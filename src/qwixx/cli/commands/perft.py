"""`qwixx perft`: count sequences of choices, to compare two programs that play by the same rules."""

from typing import Annotated

import typer

from ..options import Json


def perft(
    variant: Annotated[str | None, typer.Argument(help="The game, unless --position names it.")] = None,
    players: Annotated[int | None, typer.Option(help="How many play; 2 unless you say.", min=1)] = None,
    depth: Annotated[int, typer.Option(help="How many choices a sequence has.", min=0)] = 4,
    seed: Annotated[int, typer.Option(help="The seed of the dice.")] = 0,
    position: Annotated[str | None, typer.Option(help="Count from here, not from the start.")] = None,
    divide: Annotated[bool, typer.Option("--divide", help="Count for each first choice.")] = False,
    json: Json = False,
) -> None:
    """Count the sequences of choices from a position; the dice follow from the seed."""
    import msgspec

    from qwixx.arena import perft as counting
    from qwixx.dice import check_seed
    from qwixx.rules import Rules, parse_position
    from qwixx.rules.notation import write_choice

    if (variant is None) == (position is None):
        raise typer.BadParameter("Give either a variant or --position.")
    if position is not None and players is not None:
        raise typer.BadParameter("--position has its own players; leave out --players.")
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

"""Which rules the engine can play: those whose sheets and moves fit into its numbers."""

from qwixx.rules import QwixxError, Rules

MOST_ROWS = 4
MOST_SEATS = 5
"""The largest number of players in any variant."""
MOST_BITS = 62
"""Signed 64-bit numbers hold the masks, so two bits are left unused."""


class Unsupported(QwixxError):
    """The kernel cannot play these rules, or cannot play them with this bot."""


def engine_problem(rules: Rules) -> str | None:
    """What keeps the engine from playing these rules, as a sentence."""
    variant, crossing = rules.variant, rules.crossing
    if len(variant.rows) > MOST_ROWS or len(crossing.cells) > MOST_BITS:
        most = f"at most {MOST_BITS} cells in {MOST_ROWS} rows"
        return f"The sheet of {variant.name} is too large for the kernel: {most}."
    for row, cells in enumerate(variant.rows):
        numbers = [cell.number for cell in cells]
        in_order = sorted(set(numbers))
        if {cell.colour for cell in cells} != {row} or numbers not in (in_order, in_order[::-1]):
            return (
                f"The kernel cannot play {variant.name}: its rows must have one colour each and be in order."
            )
    if variant.board and variant.board.reach + rules.players > MOST_BITS:
        return f"The kernel has no room for moves of {variant.board.reach} spaces."
    return None

"""Which games have an exact solution: those of the classic game's shape."""

from qwixx.rules import Rules, Variant


def is_solved(rules: Rules) -> bool:
    """Whether best play is known: for one player of a game that can be solved."""
    return rules.players == 1 and is_solvable(rules.variant)


def is_solvable(variant: Variant) -> bool:
    """Whether the positions fit into a table: no lucky numbers, no board, and a symmetric sheet."""
    return not variant.lucky_pairs and not variant.board and _is_symmetric(variant)


def _is_symmetric(variant: Variant) -> bool:
    """Whether two rows rise and two fall over all sums of two dice, as the eight symmetries require."""
    up = tuple(range(2, 2 * variant.faces + 1))
    rows = [tuple(cell.number for cell in row) for row in variant.rows]
    colours = [{cell.colour for cell in row} for row in variant.rows]
    return rows == [up, up, up[::-1], up[::-1]] and colours == [{0}, {1}, {2}, {3}]

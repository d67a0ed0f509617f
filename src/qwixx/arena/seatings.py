"""The seatings of a match: who sits where in the games of a deal.

Every bot sits in every seat equally often and, in every pair of seats, with every other bot: so no result
depends on the order in which the bots are named.
"""

from functools import cache
from itertools import permutations

Order = tuple[int, ...]
"""By seat: the number of its bot. Seat 0 begins."""


@cache
def orders(players: int) -> tuple[Order, ...]:
    """All orders of up to four bots. Of five, the 20 in which each pair has each pair of seats once.

    Those are the maps n -> factor * n + first (mod 5).
    """
    if players < 5:
        return tuple(permutations(range(players)))
    return tuple(
        tuple((factor * seat + first) % players for seat in range(players))
        for factor in range(1, players)
        for first in range(players)
    )


@cache
def same_games(bots: tuple[str, ...]) -> tuple[tuple[int, ...], ...]:
    """The numbers of the orders, in groups that seat the same names: one game stands for a whole group."""
    groups: dict[tuple[str, ...], list[int]] = {}
    for number, order in enumerate(orders(len(bots))):
        groups.setdefault(tuple(bots[bot] for bot in order), []).append(number)
    return tuple(map(tuple, groups.values()))

"""Seatings: balanced, and the results of a match do not depend on the order of the bots' names."""

from collections import Counter
from itertools import permutations

import pytest

from qwixx.arena.intervals import Estimates
from qwixx.arena.match import play_match
from qwixx.arena.match_setting import MatchSetting
from qwixx.arena.seatings import orders, same_games


@pytest.mark.parametrize(("players", "number"), [(1, 1), (2, 2), (3, 6), (4, 24), (5, 20)])
def test_every_pair_of_bots_has_every_pair_of_seats_equally_often(players: int, number: int) -> None:
    found = orders(players)
    assert len(set(found)) == len(found) == number
    pairs = Counter(
        (one, two, order[one], order[two]) for order in found for one, two in permutations(range(players), 2)
    )
    assert len(pairs) == (players * (players - 1)) ** 2
    assert len(set(pairs.values())) <= 1


def test_equal_bots_are_seated_once() -> None:
    assert same_games(("a", "b")) == ((0,), (1,))
    assert same_games(("a",) * 4) == (tuple(range(24)),)
    assert [len(group) for group in same_games(("a", "b", "b", "b"))] == [6] * 4
    assert [len(group) for group in same_games(("a", "a", "b", "b", "b"))] == [2] * 10


@pytest.mark.parametrize("players", [3, 5])
def test_the_order_of_the_names_does_not_matter(players: int) -> None:
    """It changed the share of a bot by two points when only rotations were played."""
    names = ("random", "gap:skip=2", "gap:skip=0", "gap", "gap:skip=3")[:players]
    turned = (names[1], names[0], *names[2:])
    shares = []
    for bots in (names, turned):
        tally = play_match(MatchSetting("classic", bots, seed=6), 40_000, workers=1).tally
        shares.append({name: Estimates(tally).share(bot) for bot, name in enumerate(bots)})
    if players == 3:
        assert shares[0] == shares[1]
    for name in names:
        assert shares[0][name].value == pytest.approx(shares[1][name].value, abs=0.006)

"""Sums are what they would be by hand, however the games are split."""

from fractions import Fraction
from itertools import permutations

import numpy as np
import pytest

import qwixx
from qwixx.arena.match_setting import MatchSetting
from qwixx.arena.outcomes import Outcome, batch
from qwixx.arena.reference_games import SeatedBots
from qwixx.arena.tally import WIN, Tally, win_points
from qwixx.kernel.engine.results import CAUSES
from qwixx.rules import VARIANTS, replay


def outcomes(setting: MatchSetting, deals: range, seating: int) -> list[Outcome]:
    table = SeatedBots(setting)
    games = [table.play(deal, seating) for deal in deals]
    assert all(isinstance(game, Outcome) for game in games)
    return [game for game in games if isinstance(game, Outcome)]


def tally_of(setting: MatchSetting, deals: range) -> Tally:
    rules = setting.rules()
    tally = setting.tally()
    tally.add(
        [
            ([setting.order(n) for n in group], batch(rules, outcomes(setting, deals, group[0])))
            for group in setting.groups(0)
        ]
    )
    return tally


def test_a_win_is_shared() -> None:
    scores = np.array([[5, 4, 3], [5, 5, 3], [5, 5, 5]])
    assert win_points(scores).tolist() == [[60, 0, 0], [30, 30, 0], [20, 20, 20]]


@pytest.mark.parametrize("variant", VARIANTS)
def test_sums_are_those_of_the_records(variant: str) -> None:
    bots = ("gap", "random", "gap:skip=2")
    deals = range(4, 8)
    tally = tally_of(MatchSetting(variant, bots, seed=3, details=True), deals)
    points = [Fraction(0)] * 3
    scores, squares, turns = [0] * 3, [0] * 3, 0
    causes = dict.fromkeys(CAUSES, 0)
    cells = np.zeros_like(tally["cells"])
    for deal in deals:
        in_deal = [0] * 3
        for seated in permutations(range(3)):
            record = qwixx.play(variant, [bots[bot] for bot in seated], seed=3, game=deal)
            state, rules = replay(record), record.rules()
            final = rules.scores(state)
            turns += sum(isinstance(action, qwixx.Roll) for action in record.actions)
            causes[str(rules.cause(state))] += 1
            for seat, bot in enumerate(seated):
                in_deal[bot] += final[seat]
                if final[seat] == max(final):
                    points[bot] += Fraction(1, final.count(max(final)))
                for row, marks in enumerate(state.sheets[seat].rows):
                    for column in range(cells.shape[2]):
                        cells[bot, row, column] += marks >> column & 1
        for bot in range(3):
            scores[bot] += in_deal[bot]
            squares[bot] += in_deal[bot] ** 2
    assert tally.games == 24
    assert [Fraction(int(total), WIN) for total in tally["sums"][:3]] == points
    assert tally["sums"][3:6].tolist() == scores
    assert np.diag(tally["products"])[3:6].tolist() == squares
    assert int(tally["turns"] @ np.arange(len(tally["turns"]))) == turns
    assert tally["causes"].tolist() == list(causes.values())
    assert tally["cells"].tolist() == cells.tolist()
    totals = tally["scores"] @ (np.arange(tally["scores"].shape[1]) + tally.lowest_score)
    assert totals.tolist() == scores


def test_cutting_changes_nothing() -> None:
    setting = MatchSetting("longo", ("random", "gap"), seed=9, details=True)
    whole = tally_of(setting, range(12))
    parts = tally_of(setting, range(5))
    parts.merge(tally_of(setting, range(5, 12)))
    assert {name: count.tolist() for name, count in whole.counts.items()} == {
        name: count.tolist() for name, count in parts.counts.items()
    }


def test_a_game_stands_for_all_orders_of_equal_bots() -> None:
    """Two equal bots get equal results, and each game of a deal is played once."""
    rules, setting = qwixx.Rules("classic", 3), MatchSetting("classic", ("gap", "random", "gap"))
    assert [setting.seats(group[0]) for group in setting.groups(0)] == [
        ("gap", "random", "gap"),
        ("gap", "gap", "random"),
        ("random", "gap", "gap"),
    ]
    tally = setting.tally()
    ends = [(10, 20, 30), (10, 30, 30), (0, 1, 2)]
    games = [Outcome(scores, 20, "rows", (0, 0, 0), ((0, 0, 0, 0),) * 3) for scores in ends]
    tally.add(
        [
            ([setting.order(n) for n in group], batch(rules, [game]))
            for group, game in zip(setting.groups(0), games, strict=True)
        ]
    )
    assert (tally.games, tally.deals, tally.counted) == (3, 1, 6)
    # The scores of the two gap bots in the three games: 10 and 30, 10 and 30, 1 and 2.
    assert tally["sums"][3:6].tolist() == [83, 2 * (20 + 30 + 0), 83]
    assert tally["sums"][:3].tolist() == [WIN + WIN // 2 + WIN, WIN, WIN + WIN // 2 + WIN]
    assert tally["sums"][9:].tolist() == [2 * (10 + 10), 2 * (20 + 30 + 1), 2 * (30 + 30 + 2)]
    assert int(tally["turns"].sum()) == 3

"""Sums are what they would be by hand, however the games are split."""

from fractions import Fraction

import numpy as np
import pytest

import qwixx
from qwixx.arena.match_setting import MatchSetting
from qwixx.arena.outcomes import Outcome, batch
from qwixx.arena.reference_games import SeatedBots
from qwixx.arena.tally import WIN, Tally, places_of, win_points
from qwixx.kernel.engine.results import CAUSES
from qwixx.rules import VARIANTS, replay


def outcomes(setting: MatchSetting, deals: range, rotation: int) -> list[Outcome]:
    table = SeatedBots(setting)
    games = [table.play(deal, rotation) for deal in deals]
    assert all(isinstance(game, Outcome) for game in games)
    return [game for game in games if isinstance(game, Outcome)]


def tally_of(setting: MatchSetting, deals: range) -> Tally:
    rules = setting.rules()
    tally = setting.tally()
    tally.add([(r, batch(rules, outcomes(setting, deals, r))) for r in range(rules.players)])
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
        for rotation in range(3):
            seated = [(seat + rotation) % 3 for seat in range(3)]
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
    assert tally.games == 12
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


def test_places_are_by_bot_from_zero() -> None:
    tally = Tally(qwixx.Rules("classic", 3), 1)
    game = Outcome((10, 30, 30), 20, "rows", (0, 0, 0), ((0, 0, 0, 0),) * 3)
    tally.add([(1, batch(qwixx.Rules("classic", 3), [game]))])  # seats hold the bots 1, 2, 0
    (code,) = np.flatnonzero(tally["places"])
    assert places_of(int(code), 3) == (0, 2, 0)

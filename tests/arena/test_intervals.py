"""Intervals cover the true value as often as stated, and the pairing makes them narrower."""

import random
from math import inf

import pytest

from qwixx.arena.intervals import Estimates, Interval, Means, mean, share, student
from qwixx.arena.match import play_match
from qwixx.arena.match_setting import MatchSetting


def means_of(values: list[float]) -> Means:
    middle = sum(values) / len(values)
    return Means(len(values), middle, sum((value - middle) ** 2 for value in values) / len(values))


@pytest.mark.parametrize(
    ("freedom", "point"),
    [(1, 12.706), (4, 2.776), (5, 2.571), (9, 2.262), (10, 2.228), (29, 2.045), (1000, 1.962)],
)
def test_student(freedom: int, point: float) -> None:
    assert student(freedom) == pytest.approx(point, abs=0.001)


def test_one_deal_says_nothing_of_a_mean() -> None:
    assert mean(Means(1, 40.0, 0.0)) == Interval(40.0, -inf, inf)


def test_ten_wins_in_ten_deals_leave_doubt() -> None:
    certain = share(Means(10, 1.0, 0.0), 2)
    assert (certain.value, certain.high) == (1.0, 1.0)
    assert 0.6 < certain.low < 0.75  # Agresti and Coull: 0.679


# What a pair of games gives: a bot wins both, one, or none; with these chances.
CHANCES = [(0.25, 0.5, 0.25), (0.05, 0.9, 0.05), (0.6, 0.35, 0.05), (0.9, 0.09, 0.01)]


@pytest.mark.parametrize("chances", CHANCES)
@pytest.mark.parametrize("deals", [20, 100])
def test_share_intervals_cover_the_truth(chances: tuple[float, ...], deals: int) -> None:
    truth = chances[0] + chances[1] / 2
    rng = random.Random(1)
    covered = 0
    for _ in range(1000):
        estimate = share(means_of(rng.choices([1.0, 0.5, 0.0], chances, k=deals)), 2)
        covered += estimate.low <= truth <= estimate.high
    assert 930 <= covered <= 1000  # 95 % is 950; the correction errs on the wide side where little varies


@pytest.mark.parametrize("deals", [5, 50])
def test_mean_intervals_cover_the_truth(deals: int) -> None:
    rng = random.Random(2)
    estimates = [mean(means_of([rng.gauss(60, 20) for _ in range(deals)])) for _ in range(1000)]
    assert 930 <= sum(estimate.low <= 60 <= estimate.high for estimate in estimates) <= 970


def width(estimate: Interval) -> float:
    return estimate.high - estimate.low


def test_a_mirror_match_is_even() -> None:
    """Nobody is favoured by the seating: the same bot on both sides gets exactly half."""
    for bot in ("random", "gap"):
        estimates = Estimates(play_match(MatchSetting("classic", (bot, bot), seed=5), 40, workers=1).tally)
        assert estimates.share(0).value == 0.5
        assert estimates.difference(0, 1) == Interval(0.0, 0.0, 0.0)


def test_an_unpaired_mirror_match_covers_a_half() -> None:
    """Chance is not cancelled here, so the interval is wider."""
    setting = MatchSetting("classic", ("random", "random"), seed=6, paired=False)
    estimate = Estimates(play_match(setting, 100, workers=1).tally).share(0)
    assert estimate.low < 0.5 < estimate.high
    assert estimate.value != 0.5


def test_pairing_narrows_the_interval() -> None:
    bots = ("gap:skip=1", "gap:skip=2")
    paired = play_match(MatchSetting("classic", bots, seed=7), 300, workers=1)
    unpaired = play_match(MatchSetting("classic", bots, seed=7, paired=False), 300, workers=1)
    assert paired.tally.games == unpaired.tally.games == 300
    assert width(Estimates(paired.tally).difference(0, 1)) < width(Estimates(unpaired.tally).difference(0, 1))
    assert width(Estimates(paired.tally).share(0)) < width(Estimates(unpaired.tally).share(0))


def test_intervals_of_real_matches_cover_the_truth() -> None:
    """The truth is what a much longer match says; 400 short ones on other dice are compared with it."""
    bots = ("gap:skip=1", "gap:skip=2")
    long = Estimates(play_match(MatchSetting("classic", bots, seed=0), 600_000).tally)
    share, difference = long.share(0).value, long.difference(0, 1).value
    covered = [0, 0]
    for seed in range(1, 401):
        short = Estimates(play_match(MatchSetting("classic", bots, seed=seed), 100, workers=1).tally)
        for n, (estimate, truth) in enumerate(
            [(short.share(0), share), (short.difference(0, 1), difference)]
        ):
            covered[n] += estimate.low <= truth <= estimate.high
    assert all(368 <= count <= 392 for count in covered), covered  # 380 is 95 %

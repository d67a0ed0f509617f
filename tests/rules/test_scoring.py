"""The breakdown of a score into rows, penalties and bonus."""

from qwixx import Breakdown, parse_position


def test_R15_a_breakdown_has_the_points_of_each_row_and_of_the_penalties() -> None:
    rules, state = parse_position(
        "classic | r2,3,4,5 y2,3,4 g12,11,10,9,8,7,6 b12,11,10,9,8,7,6,5 p2 | 0 roll"
    )
    assert rules.breakdown(state) == (Breakdown((10, 6, 28, 36), -10, 0),)
    assert rules.breakdown(state)[0].total == 70


def test_R8_the_lock_is_one_more_cross_in_a_breakdown() -> None:
    rules, state = parse_position("classic | r2,3,4,5,6,12 | - | 0 roll")
    assert [points.rows[0] for points in rules.breakdown(state)] == [28, 0]


def test_B8_a_breakdown_has_the_points_of_the_pawns_space() -> None:
    rules, state = parse_position("onboard-a | g10 @5 | - | 0 roll")
    assert rules.breakdown(state) == (Breakdown((0, 0, 1, 0), 0, 2), Breakdown((0, 0, 0, 0), 0, 0))

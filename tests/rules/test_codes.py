"""Integer codes of actions: one number, one action, and only a `QwixxError` for anything else."""

from typing import Any

import numpy as np
import pytest

from qwixx import VARIANTS, Cross, Move, Pass, QwixxError, Roll, Rules, SetupError

HUGE = 10**5000
# Values that a type checker would refuse.
ZERO: Any = 0.0
ONE: Any = 1.0
TEXT: Any = "0"
ONE_DIE: Any = (1,)


def shown(value: object) -> str:
    """A short test id, because pytest cannot use huge numbers in names of tests."""
    try:
        return repr(value)
    except ValueError:
        return "huge"


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_code_is_an_action_and_back(variant: str) -> None:
    rules = Rules(variant, VARIANTS[variant].max_players)
    faces, seats = rules.variant.faces, rules.players
    block = 1 + sum(map(len, rules.variant.rows)) + (40 if rules.variant.board else 0)
    for code in [*range(block * seats + 500), block * seats + faces**2 * (faces + 1) ** 4 - 1]:
        assert rules.code(rules.decode(code)) == code
    with pytest.raises(QwixxError):
        rules.decode(block * seats + faces**2 * (faces + 1) ** 4)


def test_codes_do_not_change() -> None:
    """Files contain codes, so they must never change."""
    classic, longo, board = Rules("classic", 2), Rules("longo", 2), Rules("onboard-a", 2)
    assert classic.code(Pass(0)) == 0
    assert classic.code(Cross(0, 0, 2)) == 1
    assert classic.code(Cross(1, 3, 12)) == 89
    assert longo.code(Cross(1, 0, 2)) == 62
    assert board.code(Move(0, 1)) == 45
    assert board.code(Pass(1)) == 85
    assert classic.code(Roll((1, 1), (None, None, None, None))) == 225
    assert classic.code(Roll((6, 6), (6, 6, 6, 6))) == 225 + 36 * 7**4 - 1


@pytest.mark.parametrize(
    "code", [-1, 10**9, HUGE, -HUGE, 0.0, "0", None, [], 10**9 + 0.5, float("nan")], ids=shown
)
def test_an_invalid_code_is_refused(code: Any) -> None:
    with pytest.raises(QwixxError, match=r"is not an action code of Rules\('classic', players=2\)\."):
        Rules("classic", 2).decode(code)


def test_numpy_integers_are_integers() -> None:
    whole: Any = np.int64
    rules = Rules("classic", whole(2))
    for code in (0, 46, 1000):
        action = rules.decode(whole(code))
        assert action == Rules("classic", 2).decode(code)
        assert rules.code(action) == code
    decoded = rules.decode(whole(46))
    assert isinstance(decoded, Cross)
    assert type(decoded.seat) is int
    assert type(rules.players) is int


def test_the_code_of_a_seat_that_does_not_exist() -> None:
    with pytest.raises(QwixxError, match="90 is an action code of seat 2, which"):
        Rules("classic", 2).decode(90)


@pytest.mark.parametrize(
    "action",
    [
        Pass(2),
        Pass(-1),
        Pass(ZERO),
        Pass(TEXT),
        Cross(0, 4, 5),
        Cross(0, 0, 13),
        Cross(0, -1, 5),
        Cross(0, TEXT, 5),
        Move(0, 1),
        Roll((0, 1), (1, 1, 1, 1)),
        Roll((1, 7), (1, 1, 1, 1)),
        Roll((1, 1), (1, 1, 1)),
        Roll(ONE_DIE, (1, 1, 1, 1)),
        Roll((TEXT, 1), (1, 1, 1, 1)),
        Roll((ONE, 1), (1, 1, 1, 1)),
        Roll((HUGE, 1), (1, 1, 1, 1)),
        None,
        "pass",
        5,
    ],
    ids=shown,
)
def test_an_action_without_a_code_is_refused(action: Any) -> None:
    with pytest.raises(QwixxError, match=r"has no code in Rules\('classic', players=2\)\."):
        Rules("classic", 2).code(action)


@pytest.mark.parametrize("space", [0, 41, -1, 1.0])
def test_a_space_that_does_not_exist_has_no_code(space: Any) -> None:
    with pytest.raises(QwixxError, match="has no code"):
        Rules("onboard-a", 2).code(Move(0, space))


@pytest.mark.parametrize(
    ("arguments", "options", "says"),
    [
        (("classic", 0), {}, "classic is for 1 to 5 players, not 0."),
        (("classic", 6), {}, "not 6."),
        (("classic", -HUGE), {}, "not a number that is far too long."),
        (("classic", 2.0), {}, "not 2.0."),
        (("classic", "2"), {}, "not '2'."),
        (("classic", None), {}, "not None."),
        (("onboard-a", 5), {}, "onboard-a is for 1 to 4 players, not 5."),
        (("x" * 9999, 2), {}, "xxx…: choose one of classic, longo, onboard-a, onboard-b."),
        ((None, 2), {}, "A variant is a name, one of classic, longo, onboard-a, onboard-b, not None."),
        (("longo", 2), {"lucky": 5}, "Lucky pairs are written ((5, 8), (6, 11)), not 5."),
        (("longo", 2), {"lucky": (5, 8)}, "Lucky pairs are written"),
        (("longo", 2), {"lucky": ((5, 8),)}, "Every seat needs one lucky pair: 2 in all, not 1."),
        (("longo", 1), {"lucky": ((5, 8, 9),)}, "(5, 8, 9) is not a lucky pair"),
        (("longo", 1), {"lucky": ((5, 5),)}, "(5, 5) is not a lucky pair"),
        (("longo", 1), {"lucky": ((5.0, 6),)}, "(5.0, 6) is not a lucky pair"),
        (("longo", 1), {"lucky": ((1, 6),)}, "two different numbers from 2 to 16."),
        (("longo", 1), {"lucky": ((HUGE, 6),)}, "is not a lucky pair"),
        (("classic", 1), {"lucky": ((5, 6),)}, "classic has no lucky numbers: choose longo."),
        (
            ("classic", 1),
            {"board": "board.txt"},
            "The board must be a Board, as parse_board returns it, not 'board.txt'.",
        ),
    ],
    ids=shown,
)
def test_a_game_that_cannot_be_set_up(arguments: Any, options: Any, says: str) -> None:
    with pytest.raises(SetupError) as refused:
        Rules(*arguments, **options)
    assert says in str(refused.value)


@pytest.mark.parametrize("first", [2, -1, HUGE, "0", None, 0.0], ids=shown)
def test_a_first_player_who_does_not_exist(first: Any) -> None:
    with pytest.raises(SetupError, match=r"There is no seat .*: seats run from 0 to 1"):
        Rules("classic", 2).start(first)

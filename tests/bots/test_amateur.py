"""The bot amateur: skills, the rule against rash crosses, and its errors."""

import pytest

from qwixx import BotError, Cross, Pass, Roll, Rules, State, View, make_bot
from qwixx.bots.amateur import Amateur
from qwixx.dice import Stream
from qwixx.kernel.bots.amateur.limits import noise_of
from qwixx.rules import VARIANTS, Choice

RULES = Rules("classic", 2)


def rolled(white: tuple[int, int], colours: tuple[int, int, int, int]) -> State:
    return RULES.apply(RULES.start(), Roll(white, colours))[0]


def choices(bot: Amateur, state: State, count: int) -> list[Choice]:
    view, legal = View(RULES, 0, state), RULES.legal(state, 0)
    return [bot.choose(view, legal, Stream(1, game, 1, 0)) for game in range(count)]


@pytest.mark.parametrize("skill", ["0", "4", "-1"])
def test_there_are_three_skills(skill: str) -> None:
    with pytest.raises(BotError, match="must be 1, 2 or 3"):
        make_bot(f"amateur:skill={skill}")


@pytest.mark.parametrize("variant", VARIANTS)
def test_more_skill_is_less_noise(variant: str) -> None:
    one, two, three = (noise_of(variant, skill) for skill in (1, 2, 3))
    assert one > two > three > 0


def test_the_same_stream_gives_the_same_choice_and_others_differ() -> None:
    state = rolled((1, 2), (1, 1, 1, 1))
    found = choices(Amateur(1), state, 30)
    assert found == choices(Amateur(1), state, 30)
    assert len(set(found)) > 1


def test_it_never_skips_more_than_four_cells_when_a_cross_skips_fewer() -> None:
    state = rolled((1, 2), (1, 1, 1, 1))
    view = View(RULES, 0, state)
    skipped = {view.skips(choice) for choice in RULES.legal(state, 0)}
    assert max(skipped) > 4, "a 3 skips nine cells of the green row"
    found = choices(Amateur(1), state, 200)
    assert Cross(0, 0, 3) in found
    assert all(view.skips(choice) <= 4 for choice in found)


def test_an_unlucky_amateur_may_still_pass() -> None:
    assert Pass(0) in choices(Amateur(1), rolled((3, 3), (1, 1, 1, 1)), 200)

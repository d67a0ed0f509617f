"""Whole games of every variant, by what a screen reader knows and by the keyboard alone.

Run `./test tests/web/every_variant.py`; `./test` alone plays one variant in each of these ways.
"""

import pytest
from assistive_play import play_by_keys, play_by_roles
from browser_play import Meet

from qwixx.rules import VARIANTS


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_whole_game_by_the_accessibility_tree_alone(meet: Meet, variant: str) -> None:
    play_by_roles(meet(), variant)


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_whole_game_by_keyboard_alone(meet: Meet, variant: str) -> None:
    play_by_keys(meet(), variant)

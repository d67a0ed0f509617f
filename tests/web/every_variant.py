"""Whole games of every variant by what a screen reader knows: run `./test tests/web/every_variant.py`.

`./test` alone plays one variant in this way.
"""

import pytest
from assistive_play import play_by_roles
from browser_play import Meet

from qwixx.rules import VARIANTS


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_whole_game_by_the_accessibility_tree_alone(meet: Meet, variant: str) -> None:
    play_by_roles(meet(), variant)

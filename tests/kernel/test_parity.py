"""The compiled kernel plays the reference's games: position by position, option by option, point by point.

`QWIXX_PARITY_GAMES=1000 ./test tests/kernel/test_parity.py -n auto` plays more of them.
"""

import os

import pytest
from kernel_parity import MIXES, Setting, check_positions, check_results, settings

# In one process: otherwise every process compiles the kernel or builds the table again.
pytestmark = pytest.mark.xdist_group("parity")

GAMES = int(os.environ.get("QWIXX_PARITY_GAMES", "12"))
"""Games of each setting compared at every position; of five times as many the end is compared."""


@pytest.mark.parametrize("setting", settings(), ids=str)
@pytest.mark.parametrize("mix", MIXES)
def test_every_position_is_the_same(setting: Setting, mix: str) -> None:
    check_positions(setting, mix, seed=5, games=range(GAMES))


@pytest.mark.parametrize("setting", settings(), ids=str)
@pytest.mark.parametrize("mix", MIXES)
def test_every_game_ends_the_same(setting: Setting, mix: str) -> None:
    check_results(setting, mix, seed=6, games=range(1000, 1000 + 5 * GAMES))

"""`qwixx.testing` as other packages import it."""

import subprocess
import sys

import pytest
from hypothesis import Phase, find, settings

from qwixx import VARIANTS, Record, replay, testing

# The first example is enough; shrinking it takes long.
ANY = settings(phases=[Phase.generate], derandomize=True, database=None, deadline=None, max_examples=2000)
QUIET = "import sys, qwixx.testing as testing; testing.check_bot; assert 'hypothesis' not in sys.modules"
WITHOUT = """
import sys
sys.modules["hypothesis"] = None
import qwixx.testing as testing
testing.check_bot("random")
try:
    testing.games
except ModuleNotFoundError as error:
    assert str(error).startswith("qwixx.testing.games needs Hypothesis: "), error
    assert str(error).endswith("[testing]'"), error
else:
    raise SystemExit("no error")
"""


def test_all_names_exist() -> None:
    assert all(callable(getattr(testing, name)) for name in testing.__all__)
    with pytest.raises(AttributeError, match="has no attribute 'matches'"):
        testing.matches  # noqa: B018


@pytest.mark.parametrize("script", [QUIET, WITHOUT])
def test_check_bot_works_without_hypothesis(script: str) -> None:
    subprocess.run([sys.executable, "-c", script], check=True)


@pytest.mark.parametrize("name", VARIANTS)
def test_strategies_reach_what_happens_in_games(name: str) -> None:
    """Closed rows, both ways to end, and custom options are all found."""

    def closes(record: Record) -> bool:
        return len(record.rules().closed(replay(record))) >= 2

    found = find(testing.games(name, players=2), closes, settings=ANY)
    assert (found.variant, len(found.seats)) == (name, 2)
    rules, state = find(testing.positions(name), lambda position: position[1].phase == "colour", settings=ANY)
    assert rules.variant.name == name
    assert state.roll is not None
    unfinished = find(testing.records(name), lambda record: len(record.actions) == 3, settings=ANY)
    assert not unfinished.rules().is_over(replay(unfinished))


def test_tables_have_custom_options() -> None:
    find(
        testing.tables("longo"),
        lambda rules: rules.lucky != rules.variant.lucky_pairs[: rules.players],
        settings=ANY,
    )
    board = VARIANTS["onboard-b"].board
    find(testing.tables("onboard-b"), lambda rules: rules.variant.board != board, settings=ANY)
    find(testing.playthroughs("classic", 3), lambda played: len(played.actions) > 20, settings=ANY)

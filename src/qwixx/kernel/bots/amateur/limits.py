"""The numbers of the bot `amateur`, shared by its reference and its compiled form."""

import json
from functools import cache
from importlib.resources import files

from ..expert.unit import UNIT

SKILL = 2
"""The usual skill; 1 is the least, 3 the most."""
MOST_SKIPPED = 4
"""It skips more cells only to close a row, or if no cross skips fewer."""
DRAWS = 4
"""An error is the sum of this many random numbers, each below `RANGE`, less the mean: nearly normal."""
RANGE = 1 << 16
MIDDLE = DRAWS * (RANGE - 1) // 2
FACTOR: int = round(UNIT / 100 / (DRAWS / 12) ** 0.5)
"""Makes a sum, over `RANGE`, one hundredth of the log odds in the standard deviation."""


@cache
def noise_of(variant: str, skill: int) -> int:
    """The standard deviation of an amateur's errors, in hundredths of the log odds of winning.

    The numbers in `noises.json` make each skill win about 70 % of two-player games against the one below.
    """
    noises = json.loads((files(__package__) / "noises.json").read_text("utf-8"))
    found: int = noises.get(variant, noises["classic"])[skill - 1]
    return found


def stand_in(skill: int) -> str:
    """The bot that plays what `expert` has not learned, instead of an amateur of that skill."""
    return ("gap:skip=0", "gap:skip=1", "tempo")[skill - 1]

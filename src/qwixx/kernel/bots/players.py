"""The bots inside the kernel: a kind and whole numbers, which a bot's name is read into."""

import re
from typing import NamedTuple

from .gap_limits import GAP_SKIP, MOST_SKIPPED_TO_AVOID_A_PENALTY

RANDOM, GAP, TEMPO, OUTSIDE = range(4)
"""The kinds of players; one outside is asked by whoever calls the kernel."""

_GAP = re.compile(r"gap(?::skip=(\d{1,4}))?")


class KernelBot(NamedTuple):
    kind: int
    skip: int = 0
    """Gap: the most cells a cross may give up."""
    skip_for_penalty: int = 0
    """Gap: the most cells a cross that avoids a penalty may give up."""


def find_player(name: str) -> KernelBot | None:
    """What plays in the kernel under that name; nothing for bots that only the reference engine knows."""
    if name == "random":
        return KernelBot(RANDOM)
    if name == "tempo":
        return KernelBot(TEMPO)
    if match := _GAP.fullmatch(name):
        skip = int(match[1] or GAP_SKIP)
        return KernelBot(GAP, skip, max(skip, MOST_SKIPPED_TO_AVOID_A_PENALTY))
    return None

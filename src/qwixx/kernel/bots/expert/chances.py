"""Win chances in whole numbers, so that the reference and the compiled bot find the same mean of two."""

import numpy as np

from .features import Ints
from .unit import UNIT

MOST = 16
"""Log odds beyond this count as this."""
STEPS = 64
"""Entries of the table for one unit of the log odds; between them the chance is interpolated."""
STEP = UNIT // STEPS
SURE = 1 << 40
"""The chance 1."""

_LOG_ODDS = np.arange(-MOST * STEPS, MOST * STEPS + 1) / STEPS
TABLE: Ints = np.rint(SURE / (1 + np.exp(-_LOG_ODDS))).astype(np.int64)


def chance(log_odds: int) -> int:
    """The chance to win, in units of 1 / `SURE`."""
    above = min(max(log_odds + MOST * UNIT, 0), 2 * MOST * UNIT - 1)
    entry, rest = above // STEP, above % STEP
    found: int = TABLE[entry] + (TABLE[entry + 1] - TABLE[entry]) * rest // STEP
    return found

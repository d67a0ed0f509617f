"""Which choices cost something, so that they are asked for twice."""

from qwixx.rules import Outlook

MANY = 3
"""Skipping more numbers than this costs something."""


def is_costly(outlook: Outlook) -> bool:
    return bool(
        outlook.skips > MANY or outlook.closes or outlook.penalty or outlook.final_lap or outlook.ends
    )

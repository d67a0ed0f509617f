"""How many throws of the white dice `pocket` gives up."""

CHEAP, RATHER_THAN_A_PENALTY = 1, 3
"""The most throws that a cross may give up, in sevenths of all throws of the white dice: 5 and 15 of 36."""


def most_given_up(faces: int) -> tuple[int, int]:
    """The most throws that a cross may give up: usually, and to avoid a penalty."""
    return faces**2 * CHEAP // 7, faces**2 * RATHER_THAN_A_PENALTY // 7

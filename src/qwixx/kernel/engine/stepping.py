"""The compiled rules step by step: one choice at a time, and the options for it."""

import numpy as np
import numpy.typing as npt

from .compiled_rules import (
    ACTIVE,
    BOARD,
    CHOICE,
    COLOUR,
    PAWN,
    PHASE,
    UNCHOSEN,
    WHITE,
    colour,
    colour_options,
    move,
    move_options,
    reveal,
    white_options,
)
from .compiler import lowest, part
from .layout import Ints, Layout

Mask = npt.NDArray[np.int8]


@part
def acts(state: Ints, g: int, seat: int) -> bool:
    """Whether the seat's choice is missing."""
    phase = state[g, PHASE]
    if phase == WHITE:
        return state[g, CHOICE + seat] == UNCHOSEN
    return phase in (COLOUR, BOARD) and seat == state[g, ACTIVE]


@part
def act(layout: Layout, state: Ints, g: int, seat: int, code: int) -> None:
    """A seat's legal choice. The last one of action 1 reveals them all."""
    phase = state[g, PHASE]
    if phase == COLOUR:
        colour(layout, state, g, code)
    elif phase == BOARD:
        move(layout, state, g, code - layout.row.size if code else 0)
    else:
        state[g, CHOICE + seat] = code
        for other in range(layout.players):
            if state[g, CHOICE + other] == UNCHOSEN:
                return
        reveal(layout, state, g)


@part
def options(layout: Layout, state: Ints, g: int, seat: int) -> int:
    """What a seat that acts may choose besides passing: bit n is the code n + 1 + `behind`."""
    phase = state[g, PHASE]
    if phase == WHITE:
        return white_options(layout, state, g, seat)
    return colour_options(layout, state, g) if phase == COLOUR else move_options(layout, state, g)


@part
def behind(layout: Layout, state: Ints, g: int, seat: int) -> int:
    """The number of codes between the pass and the first possible option."""
    return layout.row.size + state[g, PAWN + seat] if state[g, PHASE] == BOARD else 0


@part
def write_mask(found: int, first: int, masks: Mask, n: int) -> None:
    """Row n of `masks` gets a 1 for passing and for each option, whose codes begin after `first`."""
    for code in range(masks.shape[1]):
        masks[n, code] = 0
    masks[n, 0] = 1
    while found:
        masks[n, first + 1 + lowest(found)] = 1
        found &= found - 1

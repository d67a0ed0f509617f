"""The network of `expert` in whole numbers: how a file of weights is read, and what the numbers mean.

The network adds up the rows of its table that belong to the features of a position (`features`; those of the
wide view if the table has rows for them), clips the sums to
0 … `CEILING`, multiplies them by the weights of the hidden layer, adds its biases, divides by 2^shift,
rounding down, clips again, multiplies by the weights of the output and adds its bias. The output is the log
odds of winning in units of 1 / `UNIT`.

All sums of the hidden layer stay below 2^24 for any input. So single precision computes them exactly in any
order, and every program that reads the file finds the same numbers.

A file is NumPy's `.npz` with these arrays of whole numbers:

| array | shape | meaning |
|---|---|---|
| `table` | features × width | by feature (`features`): what it adds |
| `hidden` | width × hidden | the weights of the hidden layer |
| `hidden_bias` | hidden | |
| `shift` | hidden | by hidden value: the power of two that divides it |
| `output` | hidden | the weights of the output |
| `output_bias` | | |

It may also have `game`, the name of the game that the weights are for, such as `classic-2`.
"""

import math
import zlib
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources.abc import Traversable
from io import BytesIO
from lzma import LZMAError
from pathlib import Path
from typing import IO, Any, NamedTuple
from zipfile import BadZipFile

import numpy as np
import numpy.typing as npt

from qwixx.files import read_bytes
from qwixx.rules import VARIANTS, QwixxError
from qwixx.rules.setup import Setup

from .features import Ints, places_of, widened
from .unit import UNIT

Floats = npt.NDArray[np.float32]

CEILING = 1024
"""Stands for 2.0 in the network that was trained."""
WON = 1 << 40
"""More than the log odds of any position."""
EXACT = 1 << 24
"""Single precision holds all whole numbers below this."""
LARGEST = 100_000_000
"""The most bytes of a file of weights."""


UNREADABLE = (
    *(ValueError, LookupError, AttributeError, TypeError, EOFError),
    *(BadZipFile, LZMAError, zlib.error, NotImplementedError, RuntimeError),
)
"""What NumPy and zipfile raise for files that are damaged, or not theirs."""


class Weights(NamedTuple):
    """The arrays of a file. What the hidden layer adds up is in single precision, the fastest exact form."""

    table: Floats
    hidden: Floats
    hidden_bias: Floats
    shift: Ints
    output: Ints
    output_bias: int

    def log_odds(self, features: Ints) -> Ints:
        """By position: the log odds of winning, for the features in each row."""
        first = self.table[features].sum(1).clip(0, CEILING)
        second = np.floor((first @ self.hidden + self.hidden_bias) * 0.5**self.shift).clip(0, CEILING)
        found: Ints = (second @ self.output).astype(np.int64) + self.output_bias
        return found


def is_wide(setup: Setup, weights: Weights) -> bool:
    """Whether the network has the wide view."""
    return len(weights.table) == places_of(setup).wide


def judged(setup: Setup, weights: Weights, features: Ints) -> Ints:
    """By position: the log odds of winning, for the features of `features_of` in each row."""
    return weights.log_odds(widened(setup, features) if is_wide(setup, weights) else features)


def result_worth(scores: Sequence[int], seat: int) -> int:
    """What the end of a game is worth to a seat."""
    best = max(scores)
    return share_worth(scores.count(best)) if scores[seat] == best else -WON


def share_worth(winners: int) -> int:
    """The value of a shared win: the log odds of winning alone with probability 1 / `winners`."""
    return WON if winners == 1 else -round(UNIT * math.log(winners - 1))


@cache
def has_learned(setup: Setup) -> bool:
    """Whether the package has weights for this game: several players, standard sheet and board."""
    return setup.variant == VARIANTS.get(setup.variant.name) and _path(setup).is_file()


def weights_of(setup: Setup, file: str = "") -> Weights:
    """The weights in a file, or those in the package for a game that expert has learned."""
    if not file:
        return _learned(setup)
    return read_weights(BytesIO(read_bytes(Path(file), LARGEST)), setup, file)


@cache
def _learned(setup: Setup) -> Weights:
    with _path(setup).open("rb") as file:
        return read_weights(file, setup)


def _path(setup: Setup) -> Traversable:
    from importlib.resources import files

    return files(__package__) / "weights" / f"{game_of(setup)}.npz"


def game_of(setup: Setup) -> str:
    """The name of a game and its number of players, as in `classic-2`."""
    return f"{setup.variant.name}-{setup.players}"


def read_weights(file: IO[bytes], setup: Setup, name: str = "This file") -> Weights:
    try:
        with np.load(file, allow_pickle=False) as arrays:
            found = {field: arrays[field] for field in Weights._fields}
            game = str(arrays["game"].ravel()[0]) if "game" in arrays else game_of(setup)
    except UNREADABLE:
        raise QwixxError(
            f"{name} does not hold weights of expert: `qwixx train expert` writes such files."
        ) from None
    if problem := _problem(found):
        raise QwixxError(f"{name} does not hold weights of expert: {problem}.")
    places = places_of(setup)
    if game != game_of(setup) or len(found["table"]) not in (places.all, places.wide):
        raise QwixxError(
            f"{name} holds weights of expert for another game or another number of players: "
            f"train some for {setup.variant.name} with {setup.players}."
        )
    return Weights(
        found["table"].astype(np.float32),
        found["hidden"].astype(np.float32),
        found["hidden_bias"].astype(np.float32),
        found["shift"].astype(np.int64),
        found["output"].astype(np.int64),
        int(found["output_bias"]),
    )


def _is_whole(array: npt.NDArray[Any]) -> bool:
    return array.dtype.kind in "iuf" and bool(np.isfinite(array).all() and (array % 1 == 0).all())


def _problem(found: Mapping[str, npt.NDArray[Any]]) -> str:
    """What is wrong with the arrays of a file, for any game; "" if nothing is."""
    if not all(map(_is_whole, found.values())):
        return "its numbers are not whole"
    if [array.ndim for array in found.values()] != [2, 2, 1, 1, 1, 0]:
        return "its arrays have other dimensions"
    width, hidden = found["hidden"].shape
    if found["table"].shape[1] != width or any(
        len(found[field]) != hidden for field in ("hidden_bias", "shift", "output")
    ):
        return "the sizes of its arrays do not match"
    size = {field: np.abs(array.astype(np.float64)) for field, array in found.items()}
    if (
        size["table"].max(initial=0) >= EXACT >> 7  # fewer than 128 are added up
        or (CEILING * size["hidden"].sum(0) + size["hidden_bias"]).max(initial=0) >= EXACT
        or CEILING * size["output"].sum() + size["output_bias"] >= WON
        or not all(0 <= bits < 63 for bits in found["shift"].tolist())
    ):
        return "its numbers are too large, or its shifts are negative"
    return ""

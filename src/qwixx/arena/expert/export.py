"""Export of a trained network as whole numbers, in the form of `qwixx.kernel.bots.expert.weights`."""

from collections.abc import Mapping
from typing import Any, BinaryIO

import numpy as np

from qwixx.kernel.bots.expert.weights import CEILING, EXACT, UNIT

SCALE = CEILING / 2.0
"""Hidden values in the units of the file."""


def whole_numbers(trained: Mapping[str, Any]) -> dict[str, Any]:
    """The arrays of a file, from the weights of a trained network by name."""
    hidden, bias = (
        np.ascontiguousarray(np.asarray(trained["hidden.weight"]).T),
        np.asarray(trained["hidden.bias"]),
    )
    shift = _largest_shift(hidden, bias)
    half = (1 << shift) >> 1  # dividing rounds down; this makes it the nearest number
    output = np.asarray(trained["heads.weight"])[0]
    table = np.where(np.asarray(trained["seen"])[:, None] > 0, np.asarray(trained["table"]), 0)
    return {
        "table": np.rint(table * SCALE).astype(np.int16),
        "hidden": np.rint(hidden * 2.0**shift).astype(np.int16),
        "hidden_bias": (np.rint(bias * SCALE * 2.0**shift) + half).astype(np.int32),
        "shift": np.int32(shift),
        "output": np.rint(output * UNIT / SCALE).astype(np.int32),
        "output_bias": np.int64(np.rint(np.asarray(trained["heads.bias"])[0] * UNIT)),
    }


def _largest_shift(hidden: Any, bias: Any) -> int:
    """The most bits for the weights of the hidden layer that keep all its sums exact."""
    for shift in range(14, 0, -1):
        weights, biases = np.rint(hidden * 2.0**shift), np.rint(bias * SCALE * 2.0**shift)
        if (CEILING * np.abs(weights).sum(0) + np.abs(biases) + 2.0**shift).max() < EXACT:
            return shift
    raise ValueError("the weights of the hidden layer are too large")


def write_weights(trained: Mapping[str, Any], file: BinaryIO) -> None:
    np.savez_compressed(file, **whole_numbers(trained))

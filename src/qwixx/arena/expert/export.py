"""Export of a trained network as whole numbers, in the form of `qwixx.kernel.bots.expert.weights`."""

import io
import zipfile
from collections.abc import Mapping
from typing import Any, BinaryIO

import numpy as np

from qwixx.kernel.bots.expert.unit import UNIT
from qwixx.kernel.bots.expert.weights import CEILING, EXACT, game_of
from qwixx.rules.setup import Setup

SCALE = CEILING / 2.0
"""Hidden values in the units of the file."""
STEP = 4
"""The table's numbers are multiples of this: finer ones make the file larger and play no better."""


def whole_numbers(trained: Mapping[str, Any]) -> dict[str, Any]:
    """The arrays of a file, from the weights of a trained network by name."""
    hidden, bias = (
        np.ascontiguousarray(np.asarray(trained["hidden.weight"]).T),
        np.asarray(trained["hidden.bias"]),
    )
    shift = _largest_shifts(hidden, bias)
    unit = 2.0**shift
    half = unit // 2  # dividing rounds down; this makes it the nearest number
    output = np.asarray(trained["heads.weight"])[0]
    table = np.where(np.asarray(trained["seen"])[:, None] > 0, np.asarray(trained["table"]), 0)
    return {
        "table": (np.rint(table * SCALE / STEP) * STEP).astype(np.int16),
        "hidden": np.rint(hidden * unit).astype(np.int16),
        "hidden_bias": (np.rint(bias * SCALE * unit) + half).astype(np.int32),
        "shift": shift.astype(np.int32),
        "output": np.rint(output * UNIT / SCALE).astype(np.int32),
        "output_bias": np.int64(np.rint(np.asarray(trained["heads.bias"])[0] * UNIT)),
    }


def _largest_shifts(hidden: Any, bias: Any) -> Any:
    """By hidden value: the most bits for its weights that keep all its sums exact."""
    shift = np.full(len(bias), 14)
    while True:
        unit = 2.0**shift
        weights, biases = np.rint(hidden * unit), np.rint(bias * SCALE * unit)
        too_large = CEILING * np.abs(weights).sum(0) + np.abs(biases) + unit >= EXACT
        if not too_large.any():
            return shift
        if shift.min() == 0:
            raise ValueError("the weights of the hidden layer are too large")
        shift = shift - too_large


def write_weights(trained: Mapping[str, Any], setup: Setup, file: BinaryIO) -> None:
    """Writes a file that `numpy.load` reads; LZMA makes it a seventh smaller than NumPy would."""
    with zipfile.ZipFile(file, "w", zipfile.ZIP_LZMA) as archive:
        arrays = {**whole_numbers(trained), "game": game_of(setup)}
        for name, array in arrays.items():
            packed = io.BytesIO()
            np.lib.format.write_array(packed, np.asarray(array))
            archive.writestr(zipfile.ZipInfo(f"{name}.npy"), packed.getvalue(), zipfile.ZIP_LZMA)

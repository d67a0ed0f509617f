"""The compiled streams of random numbers: the same as those of `qwixx.dice` for the same keys."""

from typing import Any

import numpy as np

from qwixx.dice import stream as reference

from .compiler import part

GAMMA = np.uint64(reference.GAMMA)
FIRST = np.uint64(reference.FIRST_FACTOR)
SECOND = np.uint64(reference.SECOND_FACTOR)
DICE = np.uint64(reference.DICE)
LOW = np.uint64(0xFFFFFFFF)
RANGE = np.uint64(1 << 32)
S27, S30, S31, S32 = np.uint64(27), np.uint64(30), np.uint64(31), np.uint64(32)


@part
def mix(value: np.uint64) -> np.uint64:
    value = (value ^ (value >> S30)) * FIRST
    value = (value ^ (value >> S27)) * SECOND
    return value ^ (value >> S31)


@part
def fold(key: np.uint64, more: np.uint64) -> np.uint64:
    """`key` extended by one more part."""
    return mix((key ^ more) + GAMMA)


@part
def below(stream: np.uint64, n: np.uint64) -> tuple[np.uint64, Any]:
    """The stream after the draw, and a number from 0 to n - 1."""
    while True:
        stream = stream + GAMMA
        product = (mix(stream) >> S32) * n
        low = product & LOW
        if low >= n or low >= RANGE % n:
            return stream, np.int64(product >> S32)

"""Hash chains: a player fixes one value for every turn in advance by publishing a single hash.

Each value is the SHA-256 of the next one. The first is the promise, the second the nonce, and the value after
those is the link of turn 1, and so on: a published value says nothing about the later ones.
"""

import hashlib
import re
import secrets

from msgspec import Struct

VALUE_BYTES = 32
VALUE = re.compile(r"[0-9a-f]{64}")
"""A value of a chain in hexadecimal digits."""
LENGTH = 500
"""Values that a chain of ours has: more than any game has turns."""
NONCE_STEPS = 1
"""Hashing a nonce once gives its promise; the link of turn n takes n steps more."""


def hashed(value: str, times: int = 1) -> str:
    """The value that is `times` steps earlier in the chain."""
    data = bytes.fromhex(value)
    for _ in range(times):
        data = hashlib.sha256(data).digest()
    return data.hex()


def is_nonce(nonce: str, promise: str) -> bool:
    """Whether this is the nonce that was promised."""
    return bool(VALUE.fullmatch(nonce)) and hashed(nonce, NONCE_STEPS) == promise


def is_link(link: str, turn: int, promise: str) -> bool:
    """Whether this is the one link of that turn in the promised chain."""
    return bool(VALUE.fullmatch(link)) and turn > 0 and hashed(link, NONCE_STEPS + turn) == promise


class Chain(Struct, frozen=True):
    """A chain that its owner knows to the end."""

    values: tuple[str, ...]

    @staticmethod
    def of(end: str, length: int = LENGTH) -> "Chain":
        """The chain whose last value is `end`."""
        values = [end]
        while len(values) < length:
            values.append(hashed(values[-1]))
        return Chain(tuple(reversed(values)))

    @staticmethod
    def draw() -> "Chain":
        return Chain.of(secrets.token_hex(VALUE_BYTES))

    @property
    def promise(self) -> str:
        return self.values[0]

    @property
    def nonce(self) -> str:
        return self.values[NONCE_STEPS]

    def link(self, turn: int) -> str | None:
        """The link of that turn; None if the chain is too short."""
        step = NONCE_STEPS + turn
        return self.values[step] if step < len(self.values) else None

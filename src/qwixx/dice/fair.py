"""Fair dice: every roll follows from a seed that the server committed to, and from what the players add.

`docs/fairness.md` has the definition, what it proves, and test vectors for other programs.
"""

import hashlib
import hmac
import re
from collections.abc import Collection, Iterator

from msgspec import Struct

from qwixx.rules import QwixxError, Roll

VERSION = 2
"""Version 1 has no promises and no links; its records can still be checked."""
SEED_BYTES = 32
NONCE = re.compile(r"[!-~]{1,64}")
NO_LINK = "-"
"""Replaces the link of a roll that has none."""

# The first player is drawn like a roll; turns count from 1.
FIRST_PLAYER = 0


class NotFair(QwixxError):
    """A record whose dice cannot be checked at all."""


def commitment(seed: bytes) -> str:
    """What the server shows before any player adds something: it fixes the seed without revealing it."""
    return hashlib.sha256(seed).hexdigest()


def derived_nonce(seed: bytes, seat: int) -> str:
    """The nonce of a seat that brings none of its own, such as a bot's: nobody can choose it."""
    return hmac.digest(seed, f"qwixx nonce {VERSION}\n{seat}".encode(), "sha256").hex()


class FairDice(Struct, frozen=True):
    seed: bytes
    nonces: tuple[str, ...]
    """One for each seat."""
    version: int = VERSION

    def __post_init__(self) -> None:
        if len(self.seed) != SEED_BYTES:
            raise NotFair(f"A seed has {SEED_BYTES} bytes, not {len(self.seed)}.")
        for nonce in self.nonces:
            if not NONCE.fullmatch(nonce):
                raise NotFair(f"{nonce!r} is not a nonce: use 1 to 64 visible ASCII characters, no spaces.")

    def _bytes(self, turn: int, link: str) -> Iterator[int]:
        block = 0
        while True:
            lines = [f"qwixx dice {self.version}", str(turn), str(block), *self.nonces]
            if self.version > 1:
                lines.append(link or NO_LINK)
            yield from hmac.digest(self.seed, "\n".join(lines).encode("ascii"), "sha256")
            block += 1

    def draw(self, turn: int, sides: int, count: int, link: str = "") -> list[int]:
        """`count` numbers from 0 to sides - 1, equally likely: bytes that would favour some are skipped."""
        fair = 256 - 256 % sides
        found = (byte % sides for byte in self._bytes(turn, link) if byte < fair)
        return [next(found) for _ in range(count)]

    def first(self) -> int:
        """The seat that begins."""
        return self.draw(FIRST_PLAYER, len(self.nonces), 1)[0]

    def roll(self, turn: int, faces: int, closed: Collection[int], link: str = "") -> Roll:
        """All six dice are always drawn, white ones first; those of closed rows are dropped."""
        one, two, *colours = (number + 1 for number in self.draw(turn, faces, 6, link))
        return Roll((one, two), tuple(None if row in closed else die for row, die in enumerate(colours)))

"""Streams of random numbers from a seed, in integers alone: one seed means one game everywhere.

A stream is SplitMix64 started from a key. The key of the dice of a turn is made from (seed, game, turn, 0),
that of a bot's decision from (seed, game, turn, 4 * seat + action), with action 1 to 3. Turns count from 1.
`docs/dice.md` has the definition and test vectors.
"""

from collections.abc import Collection
from operator import index

from qwixx.rules import QwixxError, Roll

MASK = (1 << 64) - 1
GAMMA = 0x9E3779B97F4A7C15
FIRST_FACTOR = 0xBF58476D1CE4E5B9
SECOND_FACTOR = 0x94D049BB133111EB
DICE = 0


def mix(value: int) -> int:
    """SplitMix64's finaliser: every input bit reaches every output bit."""
    value = (value ^ value >> 30) * FIRST_FACTOR & MASK
    value = (value ^ value >> 27) * SECOND_FACTOR & MASK
    return value ^ value >> 31


def key(*parts: int) -> int:
    value = 0
    for part in parts:
        value = mix((value ^ part) + GAMMA & MASK)
    return value


class Stream:
    __slots__ = ("_state",)

    def __init__(self, *parts: int) -> None:
        self._state = key(*parts)

    def next(self) -> int:
        """The next 64 bits."""
        self._state = self._state + GAMMA & MASK
        return mix(self._state)

    def below(self, n: int) -> int:
        """A number from 0 to n - 1, each equally likely: a biased draw is repeated."""
        while True:
            product = (self.next() >> 32) * n
            low = product & 0xFFFFFFFF
            if low >= n or low >= (1 << 32) % n:
                return product >> 32


def check_seed(seed: int, what: str = "seed") -> int:
    """The seed as a Python integer, as NumPy's would overflow; raises an error if it is out of range."""
    try:
        number = index(seed)
    except TypeError:
        number = -1
    if not 0 <= number <= MASK:
        raise QwixxError(f"{seed!r} is not a {what}: use a whole number from 0 to {MASK}.")
    return number


def bot_stream(seed: int, game: int, turn: int, seat: int, action: int) -> Stream:
    return Stream(seed, game, turn, 4 * seat + action)


def dice_stream(seed: int, game: int, turn: int) -> Stream:
    return Stream(seed, game, turn, DICE)


def roll(stream: Stream, faces: int, closed: Collection[int]) -> Roll:
    """All six dice are always drawn, white ones first; those of closed rows are dropped."""
    one, two, *colours = [stream.below(faces) + 1 for _ in range(6)]
    return Roll((one, two), tuple(None if row in closed else die for row, die in enumerate(colours)))

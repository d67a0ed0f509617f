"""Dice that nobody can have bent: the server promises its seed before the players add their own chance.

`docs/fairness.md` has the definition, what it proves, and test vectors for other programs.
"""

import hashlib
import hmac
import re
from collections.abc import Collection, Iterator

from msgspec import Struct

from qwixx.rules import IllegalRecord, QwixxError, Record, Roll
from qwixx.rules.notation import write_roll

VERSION = "1"
SEED_BYTES = 32
NONCE = re.compile(r"[!-~]{1,64}")

# The headers of a record that carry the proof.
FAIR = "Fair dice"
COMMITMENT = "Commitment"
NONCES = "Nonces"
SEED = "Revealed seed"

# The first player is drawn like a roll; turns count from 1.
FIRST_PLAYER = 0


class NotFair(QwixxError):
    """A record whose dice cannot be checked at all."""


def commitment(seed: bytes) -> str:
    """What is shown before the first nonce is given: it fixes the seed and tells nothing about it."""
    return hashlib.sha256(seed).hexdigest()


class FairDice(Struct, frozen=True):
    seed: bytes
    nonces: tuple[str, ...]
    """One a seat: whatever the player's program drew."""

    def __post_init__(self) -> None:
        if len(self.seed) != SEED_BYTES:
            raise NotFair(f"A seed has {SEED_BYTES} bytes, not {len(self.seed)}.")
        for nonce in self.nonces:
            if not NONCE.fullmatch(nonce):
                raise NotFair(
                    f"{nonce!r} is no nonce: it takes 1 to 64 visible ASCII letters, without a space."
                )

    def _bytes(self, turn: int) -> Iterator[int]:
        block = 0
        while True:
            message = "\n".join([f"qwixx dice {VERSION}", str(turn), str(block), *self.nonces])
            yield from hmac.digest(self.seed, message.encode("ascii"), "sha256")
            block += 1

    def draw(self, turn: int, sides: int, count: int) -> list[int]:
        """`count` numbers from 0 to sides - 1, all equally likely: bytes that favour some are left out."""
        fair = 256 - 256 % sides
        found = (byte % sides for byte in self._bytes(turn) if byte < fair)
        return [next(found) for _ in range(count)]

    def first(self) -> int:
        """The seat that begins."""
        return self.draw(FIRST_PLAYER, len(self.nonces), 1)[0]

    def roll(self, turn: int, faces: int, closed: Collection[int]) -> Roll:
        """All six dice are always drawn, white ones first; those of closed rows are dropped."""
        one, two, *colours = (number + 1 for number in self.draw(turn, faces, 6))
        return Roll((one, two), tuple(None if row in closed else die for row, die in enumerate(colours)))

    def headers(self) -> dict[str, str]:
        """For the record of a finished game: they reveal the seed."""
        return {
            FAIR: VERSION,
            COMMITMENT: commitment(self.seed),
            NONCES: " ".join(self.nonces),
            SEED: self.seed.hex(),
        }


class Fault(Struct, frozen=True):
    turn: int
    """0 for the first player."""
    what: str


class RecordCheck(Struct, frozen=True):
    """What checking a record came to; fair if there is no fault."""

    rolls: int
    faults: tuple[Fault, ...]

    @property
    def fair(self) -> bool:
        return not self.faults


def check(record: Record) -> RecordCheck:
    """Compares every roll with the promise. `NotFair` if the record holds none, or not the seed."""
    dice = _read(record)
    faults: list[Fault] = []
    if (promised := record.headers[COMMITMENT]) != commitment(dice.seed):
        faults.append(Fault(0, f"the revealed seed is not the one that {promised[:12]}… promised"))
    if record.first != dice.first():
        faults.append(Fault(0, f"seat {record.first} began, the dice chose seat {dice.first()}"))
    rolls = 0
    try:
        for ply in record.plies():
            if isinstance(ply.action, Roll):
                rolls += 1
                rules = record.rules()
                drawn = dice.roll(ply.turn, rules.variant.faces, rules.closed(ply.before))
                if drawn != ply.action:
                    faults.append(
                        Fault(ply.turn, f"{write_roll(ply.action)} was rolled, {write_roll(drawn)} was drawn")
                    )
    except IllegalRecord:
        # Dice that were changed afterwards make later choices illegal; otherwise it is another matter.
        if not faults:
            raise
    return RecordCheck(rolls, tuple(faults))


def _read(record: Record) -> FairDice:
    headers = record.headers
    if FAIR not in headers:
        raise NotFair("The record says nothing about fair dice: they were not the server's.")
    if headers[FAIR] != VERSION:
        raise NotFair(f"The record's fair dice are of version {headers[FAIR]}; this program knows {VERSION}.")
    for key in (COMMITMENT, NONCES, SEED):
        if key not in headers:
            raise NotFair(f"The record has no header {key!r}; the seed is revealed when the game is over.")
    nonces = tuple(headers[NONCES].split(" "))
    if len(nonces) != len(record.seats):
        raise NotFair(f"The record has {len(record.seats)} seats and {len(nonces)} nonces.")
    try:
        seed = bytes.fromhex(headers[SEED])
    except ValueError:
        raise NotFair(f"The header {SEED!r} is not made of hexadecimal digits.") from None
    return FairDice(seed, nonces)

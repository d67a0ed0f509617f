"""The proof that a record carries about its dice, and the check of every roll against it."""

import hashlib
import re
from typing import Literal

from msgspec import Struct

from qwixx.rules import IllegalRecord, Record, Roll
from qwixx.rules.notation import write_roll

from .chain import VALUE, is_link, is_nonce
from .fair import NO_LINK, NONCE, VERSION, FairDice, NotFair, commitment, derived_nonce

# The headers of a record that carry the proof.
FAIR = "Fair dice"
COMMITMENT = "Commitment"
NONCES = "Nonces"
PROMISES = "Promises"
LINKS = "Links"
SEED = "Revealed seed"

PLAIN = "plain"
"""In place of a promise: the seat gave its nonce openly."""
DERIVED = "derived"
"""In place of a promise: the seat brought no nonce."""

_LINK = re.compile(rf"([1-9][0-9]{{0,5}})=({VALUE.pattern})")

SeatKind = Literal["promised", "unrevealed", "plain", "derived"]


def terms(commitment: str, promises: tuple[str, ...], nonces: tuple[str, ...]) -> str:
    """One hash over everything that is fixed before the first nonce is revealed.

    Somebody who noted it knows afterwards whether the commitment and all promises are still the same.
    `nonces` are read for the seats that gave theirs openly. Raises `NotFair` for what cannot be a promise.
    """
    _check_promises(promises)
    for promise, nonce in zip(promises, nonces, strict=True):
        if promise == PLAIN and not NONCE.fullmatch(nonce):
            raise NotFair(f"{nonce!r} is not a nonce.")
    seats = [
        f"{PLAIN} {nonce}" if promise == PLAIN else promise
        for promise, nonce in zip(promises, nonces, strict=True)
    ]
    lines = [f"qwixx terms {VERSION}", commitment, *seats]
    return hashlib.sha256("\n".join(lines).encode("ascii")).hexdigest()


class Proof(Struct, frozen=True):
    dice: FairDice
    commitment: str
    promises: tuple[str, ...] = ()
    """By seat: the promise, `PLAIN` or `DERIVED`. Version 1 has none."""
    links: dict[int, str] = {}
    """By turn: the link that the active player added to the roll."""

    def terms(self) -> str:
        return terms(self.commitment, self.promises, self.dice.nonces) if self.promises else ""

    def kind(self, seat: int) -> SeatKind:
        """How the nonce of the seat was chosen."""
        promise = self.promises[seat] if self.promises else PLAIN
        if promise == PLAIN:
            return "plain"
        if promise == DERIVED:
            return "derived"
        derived = self.dice.nonces[seat] == derived_nonce(self.dice.seed, seat)
        return "unrevealed" if derived else "promised"

    def headers(self) -> dict[str, str]:
        """For the record of a finished game: they reveal the seed."""
        headers = {
            FAIR: str(self.dice.version),
            COMMITMENT: self.commitment,
            NONCES: " ".join(self.dice.nonces),
        }
        if self.promises:
            headers[PROMISES] = " ".join(self.promises)
            headers[LINKS] = " ".join(f"{turn}={link}" for turn, link in self.links.items()) or NO_LINK
        return headers | {SEED: self.dice.seed.hex()}


class Noted(Struct, frozen=True):
    """What a player noted before and during the game; empty where nothing was noted."""

    commitment: str = ""
    terms: str = ""
    nonces: dict[int, str] = {}
    """By seat."""
    links: dict[int, str] = {}
    """By turn: links whose roll the server acknowledged."""


class Fault(Struct, frozen=True):
    turn: int
    """0 if it is not about a roll."""
    what: str


class SeatCheck(Struct):
    """What a seat added to the dice."""

    nonce: SeatKind
    rolls: int = 0
    linked: int = 0
    """Rolls that carry a link, so that the server could not foresee them."""


class RecordCheck(Struct, frozen=True):
    """The result of checking a record; fair if there is no fault."""

    version: int
    rolls: int
    seats: tuple[SeatCheck, ...]
    faults: tuple[Fault, ...]

    @property
    def fair(self) -> bool:
        return not self.faults


def check(record: Record, noted: Noted | None = None) -> RecordCheck:
    """Compares the record with its proof and with what was noted.

    Raises `NotFair` if the record has no proof, or not all of it.
    """
    proof = read_proof(record)
    dice = proof.dice
    faults = [*_commitments(proof), *_compare(proof, noted or Noted())]
    if record.first != dice.first():
        faults.append(Fault(0, f"seat {record.first} began, the dice chose seat {dice.first()}"))
    seats = tuple(SeatCheck(proof.kind(seat)) for seat in range(len(dice.nonces)))
    rolls = 0
    try:
        rules = record.rules()
        for ply in record.plies():
            if isinstance(ply.action, Roll):
                rolls += 1
                active, link = ply.before.active, proof.links.get(ply.turn, "")
                seats[active].rolls += 1
                seats[active].linked += bool(link)
                if link and not is_link(link, ply.turn, proof.promises[active]):
                    faults.append(Fault(ply.turn, f"the link is not the one that seat {active} promised"))
                drawn = dice.roll(ply.turn, rules.variant.faces, rules.closed(ply.before), link)
                if drawn != ply.action:
                    rolled = write_roll(ply.action)
                    faults.append(Fault(ply.turn, f"{rolled} was rolled, {write_roll(drawn)} was drawn"))
    except IllegalRecord:
        # Dice that were changed afterwards make later choices illegal; without faults the record itself is.
        if not faults:
            raise
    else:
        late = (turn for turn in proof.links if turn > rolls)
        faults += [Fault(turn, "there is a link, but no roll") for turn in late]
    return RecordCheck(dice.version, rolls, seats, tuple(faults))


def _commitments(proof: Proof) -> list[Fault]:
    """Whether the seed and the nonces are those that were committed to."""
    faults = []
    dice = proof.dice
    if proof.commitment != commitment(dice.seed):
        faults.append(
            Fault(0, f"the revealed seed is not the one of the commitment {proof.commitment[:12]}…")
        )
    for seat, (promise, nonce) in enumerate(zip(proof.promises, dice.nonces, strict=False)):
        own = promise == PLAIN or (promise != DERIVED and is_nonce(nonce, promise))
        if not own and nonce != derived_nonce(dice.seed, seat):
            what = "derived from the seed" if promise == DERIVED else "promised"
            faults.append(Fault(0, f"the nonce of seat {seat} is not the one that was {what}"))
    return faults


def _compare(proof: Proof, noted: Noted) -> list[Fault]:
    """What differs from what was noted."""
    faults = []
    if noted.commitment and noted.commitment != proof.commitment:
        faults.append(Fault(0, "the commitment is not the one that was noted"))
    if noted.terms and noted.terms != proof.terms():
        faults.append(Fault(0, "the commitment or the promises are not those that were noted"))
    nonces = dict(enumerate(proof.dice.nonces))
    for seat, nonce in noted.nonces.items():
        if nonces.get(seat) != nonce:
            faults.append(Fault(0, f"the nonce of seat {seat} is not the one that was noted"))
    for turn, link in noted.links.items():
        if proof.links.get(turn) != link:
            faults.append(Fault(turn, "the link that was sent is not in the roll"))
    return faults


def read_proof(record: Record) -> Proof:
    headers = record.headers
    if FAIR not in headers:
        raise NotFair(
            "The record has no proof of fair dice, so there is nothing to check: only games on a server with "
            "the server's dice have one."
        )
    versions = {str(version): version for version in range(1, VERSION + 1)}
    if headers[FAIR] not in versions:
        raise NotFair(f"The record has fair dice of version {headers[FAIR]}: use a newer version of qwixx.")
    version = versions[headers[FAIR]]
    for key in (COMMITMENT, NONCES, SEED) if version == 1 else (COMMITMENT, NONCES, PROMISES, LINKS, SEED):
        if key not in headers:
            raise NotFair(f"The record has no header {key!r}; the seed is revealed when the game is over.")
    try:
        seed = bytes.fromhex(headers[SEED])
    except ValueError:
        raise NotFair(f"The header {SEED!r} is not made of hexadecimal digits.") from None
    dice = FairDice(seed, _by_seat(record, NONCES), version)
    if version == 1:
        return Proof(dice, headers[COMMITMENT])
    return Proof(dice, headers[COMMITMENT], _read_promises(record), _read_links(headers[LINKS]))


def _by_seat(record: Record, key: str) -> tuple[str, ...]:
    words = tuple(record.headers[key].split(" "))
    if len(words) != len(record.seats):
        raise NotFair(f"The record has {len(record.seats)} seats, but {len(words)} in the header {key!r}.")
    return words


def _read_promises(record: Record) -> tuple[str, ...]:
    promises = _by_seat(record, PROMISES)
    _check_promises(promises)
    return promises


def _check_promises(promises: tuple[str, ...]) -> None:
    for promise in promises:
        if promise not in (PLAIN, DERIVED) and not VALUE.fullmatch(promise):
            raise NotFair(f"{promise!r} is not a promise: use 64 hexadecimal digits, {PLAIN} or {DERIVED}.")


def _read_links(text: str) -> dict[int, str]:
    links: dict[int, str] = {}
    for word in () if text == NO_LINK else text.split(" "):
        found = _LINK.fullmatch(word)
        if found is None or int(found[1]) in links:
            raise NotFair(f"{word!r} is not a link: use TURN=HEX, each turn once.")
        links[int(found[1])] = found[2]
    return links

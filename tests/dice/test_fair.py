"""Fair dice: every roll follows from the seed, the nonces and the links, and whatever differs is named."""

import hashlib
import hmac
import json
import re
from pathlib import Path

import pytest
from msgspec import structs

from qwixx import Record, Roll
from qwixx.bots import make_bot
from qwixx.cli.main import run
from qwixx.dice import Stream
from qwixx.dice.chain import Chain
from qwixx.dice.fair import FairDice, NotFair, commitment, derived_nonce
from qwixx.dice.proof import DERIVED, PLAIN, Noted, Proof, check, read_proof, terms
from qwixx.rules.notation import write_roll

SEED = bytes(range(32))
ANN = Chain.of("aa" * 32)
BEN = Chain.of("bb" * 32)
KINDS = (ANN.promise, BEN.promise, PLAIN, DERIVED)
NONCES = (ANN.nonce, BEN.nonce, "open", derived_nonce(SEED, 3))


def played(
    variant: str = "classic",
    promises: tuple[str, ...] = KINDS,
    nonces: tuple[str, ...] = NONCES,
    without: tuple[int, ...] = (1, 2, 3, 4),
) -> Record:
    """A finished game of gap. Seats with a chain give links, but not in the turns `without`."""
    dice = FairDice(SEED, nonces)
    chains = {chain.promise: chain for chain in (ANN, BEN)}
    links: dict[int, str] = {}
    seats = tuple(f"Player {seat}" for seat in range(len(nonces)))
    record = Record(variant=variant, seats=seats, first=dice.first())
    rules = record.rules()
    state, actions, turn, bot = rules.start(record.first), [], 0, make_bot("gap")
    while not rules.is_over(state):
        if rules.awaits_roll(state):
            turn += 1
            chain = chains.get(promises[state.active])
            if chain and turn not in without and (link := chain.link(turn)):
                links[turn] = link
            roll = dice.roll(turn, rules.variant.faces, rules.closed(state), links.get(turn, ""))
            chosen: list[object] = [roll]
        else:
            chosen = [
                bot.choose(rules.view(state, seat), rules.legal(state, seat), Stream(0))
                for seat in sorted(rules.to_act(state))
            ]
        for action in chosen:
            state, _ = rules.step(state, action)  # type: ignore[arg-type]
            actions.append(action)
    headers = Proof(dice, commitment(SEED), promises, links).headers()
    return structs.replace(record, actions=tuple(actions), headers=headers)


def with_header(record: Record, key: str, value: str | None) -> Record:
    headers = {name: text for name, text in record.headers.items() if name != key}
    return structs.replace(record, headers=headers | ({key: value} if value is not None else {}))


def faults(record: Record, noted: Noted | None = None) -> list[str]:
    return [fault.what for fault in check(record, noted).faults]


def test_the_vectors_of_the_page_hold() -> None:
    page = (Path(__file__).parents[2] / "docs" / "fairness.md").read_text(encoding="utf-8")
    section = page.split("\n### Test vectors\n")[1].split("\n## ")[0]
    vectors = dict(re.findall(r"^\| ([^|]+?) \| `?([^|`]+?)`? \|$", section, re.MULTILINE))
    chain = Chain.of("ff" * 32, 6)
    derived = derived_nonce(SEED, 1)
    dice = FairDice(SEED, (chain.nonce, derived))
    message = "\n".join(["qwixx dice 2", "1", "0", chain.nonce, derived, chain.link(1) or ""])
    assert vectors.pop("what") == "value"
    assert vectors.pop("commitment") == commitment(SEED)
    assert vectors.pop("promise of seat 0") == chain.promise
    assert vectors.pop("nonce of seat 0") == chain.nonce
    assert vectors.pop("link of turn 1") == chain.link(1)
    assert vectors.pop("link of turn 3") == chain.link(3)
    assert vectors.pop("derived nonce of seat 1") == derived
    assert vectors.pop("terms") == terms(commitment(SEED), (chain.promise, DERIVED), ("", ""))
    block = hmac.digest(SEED, message.encode(), "sha256").hex()
    assert vectors.pop("HMAC of turn 1, block 0, with its link") == block
    assert vectors.pop("seat that begins") == str(dice.first())
    assert len(vectors) == 6
    for what, roll in vectors.items():
        found = re.match(r"turn (\d+), (six|eight) sides, with(out a| its) link", what)
        assert found, what
        link = chain.link(int(found[1])) if found[3] == " its" else ""
        assert write_roll(dice.roll(int(found[1]), {"six": 6, "eight": 8}[found[2]], (), link or "")) == roll


@pytest.mark.parametrize("variant", ["classic", "longo", "onboard-a", "onboard-b"])
def test_a_game_with_promises_and_links_passes(variant: str) -> None:
    record = Record.parse(str(played(variant)))
    verdict = check(record)
    assert verdict.fair
    assert verdict.version == 2
    assert verdict.rolls == sum(isinstance(action, Roll) for action in record.actions) > 5
    assert [seat.nonce for seat in verdict.seats] == ["promised", "promised", "plain", "derived"]
    assert sum(seat.rolls for seat in verdict.seats) == verdict.rolls
    assert [seat.linked for seat in verdict.seats[2:]] == [0, 0]
    assert sum(seat.linked for seat in verdict.seats) == len(read_proof(record).links) > 0
    assert all(seat.linked == seat.rolls - 1 for seat in verdict.seats[:2])


def test_a_game_without_any_link_passes_and_says_so() -> None:
    record = played(without=tuple(range(1, 1000)))
    assert record.headers["Links"] == "-"
    verdict = check(Record.parse(str(record)))
    assert verdict.fair
    assert all(seat.linked == 0 for seat in verdict.seats)


def test_a_promise_that_was_not_revealed_is_said() -> None:
    nonces = (derived_nonce(SEED, 0), *NONCES[1:])
    verdict = check(played(nonces=nonces))
    assert verdict.fair
    assert [seat.nonce for seat in verdict.seats] == ["unrevealed", "promised", "plain", "derived"]


def test_the_message_of_a_roll() -> None:
    dice = FairDice(SEED, ("a", "b"))
    link = "cc" * 32
    for given, line in (("", "-"), (link, link)):
        block = hmac.digest(SEED, f"qwixx dice 2\n7\n0\na\nb\n{line}".encode(), "sha256")
        expected = [byte % 6 for byte in block if byte < 252][:6]
        assert dice.draw(7, 6, 6, given) == expected


def test_a_derived_nonce() -> None:
    assert derived_nonce(SEED, 3) == hmac.digest(SEED, b"qwixx nonce 2\n3", "sha256").hex()


def test_the_terms_are_one_hash_of_the_commitment_and_all_promises() -> None:
    lines = ["qwixx terms 2", commitment(SEED), ANN.promise, BEN.promise, "plain open", "derived"]
    expected = hashlib.sha256("\n".join(lines).encode()).hexdigest()
    assert terms(commitment(SEED), KINDS, ("", "", "open", "")) == expected
    assert read_proof(played()).terms() == expected


@pytest.mark.parametrize(
    ("header", "value"),
    [
        ("Promises", None),
        ("Promises", " ".join(KINDS[:3])),
        ("Promises", " ".join((*KINDS[:3], "none"))),
        ("Promises", " ".join((KINDS[0].upper(), *KINDS[1:]))),
        ("Links", None),
        ("Links", ""),
        ("Links", "1=abc"),
        ("Links", f"0={'a' * 64}"),
        ("Links", f"1={'a' * 64} 1={'a' * 64}"),
        ("Fair dice", "3"),
        ("Fair dice", "two"),
    ],
)
def test_a_record_without_the_whole_proof_cannot_be_checked(header: str, value: str | None) -> None:
    with pytest.raises(NotFair):
        check(with_header(played(), header, value))


def test_a_link_for_a_turn_without_a_roll_is_named() -> None:
    record = played()
    turn = check(record).rolls + 1
    more = with_header(record, "Links", f"{record.headers['Links']} {turn}={ANN.link(turn)}")
    assert faults(more) == ["there is a link, but no roll"]


def test_what_was_noted_is_compared() -> None:
    record = played()
    proof = read_proof(record)
    turn, link = next(iter(proof.links.items()))
    good = Noted(proof.commitment, proof.terms(), dict(enumerate(NONCES)), proof.links)
    assert check(record, good).fair
    assert faults(record, Noted(commitment="0" * 64)) == ["the commitment is not the one that was noted"]
    assert "promises" in faults(record, Noted(terms="0" * 64))[0]
    assert faults(record, Noted(nonces={1: "other"})) == ["the nonce of seat 1 is not the one that was noted"]
    assert faults(record, Noted(nonces={7: "other"})) == ["the nonce of seat 7 is not the one that was noted"]
    missing = check(record, Noted(links={turn: link, 2: "0" * 64})).faults
    assert [(fault.turn, fault.what) for fault in missing] == [
        (2, "the link that was sent is not in the roll")
    ]


# The command


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "game.qwixx"
    path.write_text(str(played()))
    return path


def test_verify_tells_what_each_seat_added(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["verify", str(file)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("Fair: the first player and all ")
    assert "Seat 0, Player 0, promised its nonce" in lines[1]
    assert "rolls have a link" in lines[1]
    assert "gave its nonce openly; 0 of " in lines[3]
    assert len(lines) == 5


def test_verify_compares_with_what_was_noted(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    proof = read_proof(played())
    good = ["--commitment", proof.commitment.upper(), "--nonce", f"0={ANN.nonce}", "--nonce", "2=open"]
    assert run(["verify", str(file), *good, "--terms", proof.terms()]) == 0
    capsys.readouterr()
    for wrong in (["--commitment", "0" * 64], ["--nonce", "2=closed"], ["--terms", "0" * 64]):
        assert run(["verify", str(file), *wrong]) == 1
        assert capsys.readouterr().out.startswith("Not fair: the ")


@pytest.mark.parametrize("option", ["--commitment", "--terms"])
@pytest.mark.parametrize("wrong", ["zz", "0" * 63, "0" * 65, "g" * 64])
def test_verify_refuses_a_hash_of_another_form(
    file: Path, capsys: pytest.CaptureFixture[str], option: str, wrong: str
) -> None:
    assert run(["verify", str(file), option, wrong]) == 2
    assert f"{option} {wrong!r} must be 64 hexadecimal digits." in capsys.readouterr().err


@pytest.mark.parametrize("wrong", ["open", "4=open", "-1=open", "a=b", "=x"])
def test_verify_refuses_a_nonce_without_a_seat(
    file: Path, capsys: pytest.CaptureFixture[str], wrong: str
) -> None:
    assert run(["verify", str(file), "--nonce", wrong]) == 2
    assert "SEAT=TEXT" in capsys.readouterr().err


def test_verify_answers_programs(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["verify", str(file), "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert (said["fair"], said["version"], said["faults"]) == (True, 2, [])
    assert [seat["nonce"] for seat in said["seats"]] == ["promised", "promised", "plain", "derived"]

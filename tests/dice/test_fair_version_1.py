"""Fair dice of version 1: its records can still be checked, and a changed roll is found and named."""

import hashlib
import hmac
import json
import re
from collections import Counter
from pathlib import Path

import pytest
from msgspec import structs

from qwixx import Pass, Record, Roll
from qwixx.bots import make_bot
from qwixx.cli.main import run
from qwixx.dice import Stream
from qwixx.dice.fair import FairDice, NotFair, commitment
from qwixx.dice.proof import Proof, check
from qwixx.rules import IllegalRecord
from qwixx.rules.notation import write_roll

PAGE = Path(__file__).parents[2] / "docs" / "fairness.md"
DICE = FairDice(bytes(range(32)), ("alpha", "beta"), version=1)


def headers_of(dice: FairDice) -> dict[str, str]:
    return Proof(dice, commitment(dice.seed)).headers()


def played(variant: str = "classic", dice: FairDice = DICE) -> Record:
    """A finished game of gap against gap with these dice."""
    seats = tuple(f"Player {seat}" for seat in range(len(dice.nonces)))
    record = Record(variant=variant, seats=seats, first=dice.first(), headers=headers_of(dice))
    rules = record.rules()
    state, actions, turn, bot = rules.start(record.first), [], 0, make_bot("gap")
    while not rules.is_over(state):
        if rules.awaits_roll(state):
            turn += 1
            chosen: list[object] = [dice.roll(turn, rules.variant.faces, rules.closed(state))]
        else:
            chosen = [
                bot.choose(rules.view(state, seat), rules.legal(state, seat), Stream(0))
                for seat in sorted(rules.to_act(state))
            ]
        for action in chosen:
            state, _ = rules.step(state, action)  # type: ignore[arg-type]
            actions.append(action)
    return structs.replace(record, actions=tuple(actions))


def rolls(record: Record) -> list[int]:
    return [place for place, action in enumerate(record.actions) if isinstance(action, Roll)]


def changed(record: Record, place: int) -> Record:
    """The record with another number on one white die."""
    roll = record.actions[place]
    assert isinstance(roll, Roll)
    bent = structs.replace(roll, white=(roll.white[0] % 6 + 1, roll.white[1]))
    return structs.replace(record, actions=(*record.actions[:place], bent, *record.actions[place + 1 :]))


def vectors() -> dict[str, str]:
    _, section = PAGE.read_text(encoding="utf-8").split("\n## Version 1\n")
    return dict(re.findall(r"^\| ([^|]+?) \| `?([^|`]+?)`? \|$", section, re.MULTILINE))


def test_the_vectors_of_the_page_hold() -> None:
    values = vectors()
    assert values.pop("what") == "value"
    assert values.pop("commitment") == commitment(DICE.seed)
    block = hmac.digest(DICE.seed, b"qwixx dice 1\n1\n0\nalpha\nbeta", "sha256")
    assert values.pop("HMAC of turn 1, block 0") == block.hex()
    assert values.pop("seat that begins") == str(DICE.first())
    assert len(values) == 5
    for what, roll in values.items():
        turn = re.match(r"turn (\d+), (six|eight) sides", what)
        assert turn, what
        assert write_roll(DICE.roll(int(turn[1]), {"six": 6, "eight": 8}[turn[2]], ())) == roll


def test_all_six_dice_are_drawn_and_removed_ones_dropped() -> None:
    assert DICE.roll(1, 6, ()) == Roll((5, 6), (5, 2, 3, 4))
    assert DICE.roll(1, 6, (0, 2)) == Roll((5, 6), (None, 2, None, 4))


def test_every_side_comes_up_as_often_as_it_should() -> None:
    """60,000 dice; the chi-square statistic of five degrees of freedom stays below 25 with p > 0.9998."""
    seen = Counter(number for turn in range(10_000) for number in DICE.draw(turn, 6, 6))
    assert sum((seen[side] - 10_000) ** 2 / 10_000 for side in range(6)) < 25


def test_long_draws_continue_in_the_next_block() -> None:
    numbers = DICE.draw(1, 6, 100)
    assert numbers[:6] == DICE.draw(1, 6, 6)
    assert len(set(zip(numbers[:30], numbers[32:62], strict=True))) > 6, "a block is not repeated"


def test_each_nonce_changes_every_roll() -> None:
    other = FairDice(DICE.seed, ("alpha", "betb"), version=1)
    same = sum(DICE.roll(turn, 6, ()) == other.roll(turn, 6, ()) for turn in range(1, 101))
    assert same < 3


@pytest.mark.parametrize("nonces", [("",), ("a b",), ("ä",), ("x" * 65,), ("a\n",)])
def test_bad_nonces_are_refused(nonces: tuple[str, ...]) -> None:
    with pytest.raises(NotFair):
        FairDice(DICE.seed, nonces)


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
@pytest.mark.parametrize("variant", ["classic", "longo", "onboard-a", "onboard-b"])
def test_a_game_with_fair_dice_passes(variant: str, seats: int) -> None:
    dice = FairDice(hashlib.sha256(variant.encode()).digest(), tuple("abcd"[:seats]), version=1)
    record = played(variant, dice)
    verdict = check(Record.parse(str(record)))
    assert verdict.fair
    assert verdict.rolls == len(rolls(record)) > 5


def test_a_changed_roll_is_named_wherever_it_is() -> None:
    record = played()
    for turn, place in enumerate(rolls(record), 1):
        verdict = check(changed(record, place))
        assert [fault.turn for fault in verdict.faults][:1] == [turn]


def test_another_first_player_is_named() -> None:
    verdict = check(Record(variant="classic", seats=("a", "b"), first=0, headers=headers_of(DICE)))
    assert [fault.turn for fault in verdict.faults] == [0]
    assert "seat 0 began, the dice chose seat 1" in verdict.faults[0].what


def test_another_seed_than_the_promised_one_is_named() -> None:
    record = played()
    headers = record.headers | {"Commitment": commitment(b"other")}
    verdict = check(structs.replace(record, headers=headers))
    assert "not the one" in verdict.faults[0].what


@pytest.mark.parametrize(
    ("header", "value"),
    [
        ("Fair dice", None),
        ("Fair dice", "2"),
        ("Fair dice", "3"),
        ("Commitment", None),
        ("Nonces", None),
        ("Nonces", "alpha"),
        ("Nonces", "alpha beta gamma"),
        ("Revealed seed", None),
        ("Revealed seed", "xyz"),
        ("Revealed seed", "00"),
    ],
)
def test_a_record_without_a_whole_promise_cannot_be_checked(header: str, value: str | None) -> None:
    record = played()
    headers = {key: text for key, text in record.headers.items() if key != header}
    headers |= {header: value} if value else {}
    with pytest.raises(NotFair):
        check(structs.replace(record, headers=headers))


def test_an_illegal_record_with_good_dice_is_illegal_not_unfair() -> None:
    record = played()
    with pytest.raises(IllegalRecord):
        check(structs.replace(record, actions=(record.actions[0], Pass(0), Pass(0), Pass(0))))


# The command


def test_verify_says_fair(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "game.qwixx"
    path.write_text(str(played()))
    assert run(["verify", str(path)]) == 0
    assert capsys.readouterr().out.startswith("Fair: ")


def test_verify_names_the_roll_and_exits_with_1(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = played()
    path = tmp_path / "game.json"
    path.write_text(changed(record, rolls(record)[-1]).json())
    assert run(["verify", str(path), "--json"]) == 1
    said = json.loads(capsys.readouterr().out)
    assert said["fair"] is False
    assert [fault["turn"] for fault in said["faults"]] == [len(rolls(record))]


@pytest.mark.parametrize("text", [None, "holiday notes", "Qwixx record 1\nVariant: classic\nSeat 0: a\n"])
def test_verify_of_something_else_exits_with_2(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str | None
) -> None:
    path = tmp_path / "game.qwixx"
    if text is not None:
        path.write_text(text)
    assert run(["verify", str(path)]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1

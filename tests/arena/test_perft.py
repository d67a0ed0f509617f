"""Pinned counts of choice sequences. A failure prints the count of each first choice."""

import json
from pathlib import Path

import pytest

from qwixx import VARIANTS, IllegalAction, QwixxError, Roll, Rules, State, parse_position
from qwixx.arena.perft import divide, perft
from qwixx.cli.main import run
from qwixx.dice import dice_stream, roll
from qwixx.rules.notation import write_choice

PINNED = [
    (int(count), int(depth), int(seed), position)
    for line in (Path(__file__).parent / "perft.txt").read_text().splitlines()
    if line and not line.startswith("#")
    for count, depth, seed, position in [line.split(maxsplit=3)]
]


def breakdown(rules: Rules, state: State, depth: int, seed: int) -> str:
    counts = divide(rules, state, depth, seed)
    lines = [f"{choice.seat} {write_choice(choice)}: {count}" for choice, count in counts.items()]
    return "\n".join([rules.position(state), *lines])


@pytest.mark.parametrize(("count", "depth", "seed", "position"), PINNED)
def test_pinned_count(count: int, depth: int, seed: int, position: str) -> None:
    rules, state = parse_position(position)
    assert perft(rules, state, depth, seed) == count, breakdown(rules, state, depth, seed)


def test_no_variant_or_number_of_players_is_missing() -> None:
    tables = [Rules(name, n) for name, v in VARIANTS.items() for n in range(1, v.max_players + 1)]
    assert {rules.position(rules.start()) for rules in tables} <= {position for *_, position in PINNED}


@pytest.mark.parametrize("variant", VARIANTS)
def test_divide_adds_up(variant: str) -> None:
    rules = Rules(variant, players=2)
    state = rules.start()
    counts = divide(rules, state, 4, 3)
    assert len(counts) == perft(rules, state, 1, 3)
    assert sum(counts.values()) == perft(rules, state, 4, 3)


def test_the_smallest_depths() -> None:
    rules = Rules("classic", players=2)
    assert perft(rules, rules.start(), 0) == 1
    assert divide(rules, rules.start(), 0) == {}
    over, state = parse_position("classic | p4 | - | 0 over")
    assert [perft(over, state, depth) for depth in range(3)] == [1, 0, 0]


def slow_count(rules: Rules, state: State, depth: int, seed: int, turn: int = 1) -> int:
    """The same by trying every code on `verify`, without `legal`."""
    if depth == 0:
        return 1
    if rules.awaits_roll(state):
        dice = roll(dice_stream(seed, 0, turn), rules.variant.faces, rules.closed(state))
        return slow_count(rules, rules.step(state, dice)[0], depth, seed, turn + 1)
    count = 0
    for code in range(rules.code(Roll((1, 1), (None,) * 4))):
        try:
            action = rules.decode(code)
            assert not isinstance(action, Roll)
            if action.seat == min(rules.to_act(state), default=None):
                count += slow_count(rules, rules.step(state, action)[0], depth - 1, seed, turn)
        except (IllegalAction, QwixxError):
            continue
    return count


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_count_by_verify_alone_is_the_same(variant: str) -> None:
    rules = Rules(variant, players=1)
    assert slow_count(rules, rules.start(), 4, 8) == perft(rules, rules.start(), 4, 8)


# The command


def test_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["perft", "--players", "1", "--depth", "6", "--seed", "2"]) == 0
    assert capsys.readouterr().out == "19424\n"


def test_command_divides(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["perft", "classic | - | - | 0 white 4+1 1 2 3 6 : ? -", "--divide", "--depth", "2"]) == 0
    lines = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert lines == [
        ["0", "-", "9"],
        ["0", "r5", "7"],
        ["0", "y5", "8"],
        ["0", "g5", "8"],
        ["0", "b5", "7"],
        ["all", "39"],
    ]


def test_command_takes_no_players_beside_a_position(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["perft", "classic | - | 0 roll", "--players", "2", "--depth", "1"]) == 2
    assert "leave out --variant and --players" in capsys.readouterr().err
    assert run(["perft", "classic | - | 0 roll", "--depth", "1"]) == 0


def test_command_answers_in_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert (
        run(
            [
                "perft",
                "--variant",
                "longo",
                "--players",
                "3",
                "--depth",
                "3",
                "--seed",
                "1",
                "--divide",
                "--json",
            ]
        )
        == 0
    )
    answer = json.loads(capsys.readouterr().out)
    assert answer["count"] == 27 == sum(part["count"] for part in answer["divide"])
    assert answer["position"] == "longo | - | - | - | 0 roll"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["perft", "classic | - | 0 roll", "--variant", "classic"], "leave out --variant and --players."),
        (["perft", "--variant", "quixx"], "There is no game 'quixx'"),
        (["perft", "--players", "6"], "1 to 5 players, not 6"),
        (["perft", "--seed", "-1"], "-1 is not a seed"),
        (["perft", "classic | 0 roll"], "A position is VARIANT | SHEET"),
        (["perft", "classic"], "classic cannot be read: No such file or directory."),
    ],
)
def test_command_refuses(arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(arguments) == 2
    said = capsys.readouterr().err
    assert message in said
    assert said.count("\n") == 1
